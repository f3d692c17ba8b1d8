"""The package against the program, with nothing but the standard library: `python -m unittest discover python/tests`.

`LOCKBENCH_BIN` names the program.
"""

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import lockbench

SAMPLES = Path(__file__).parents[2] / "samples"
QUEUE = [json.loads(line) for line in (SAMPLES / "queue.jsonl").read_text("utf-8").splitlines()]


def plain(*options):
    """What the program writes of the queue by itself."""
    command = [lockbench.binary(), "score", str(SAMPLES / "queue.jsonl"), *options]
    out = subprocess.run(command, capture_output=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


ARTICLE = "The council approved the budget by 7 votes to 2 on Tuesday. The money goes to schools. Work begins in March."


class Assertions(unittest.TestCase):
    def tearDown(self):
        from lockbench import _assert

        _assert.asserted.clear()
        _assert.close()

    def test_a_good_summary_passes_and_its_report_has_the_decision(self):
        report = lockbench.assert_summary(ARTICLE, "The council approved the budget by 7 votes to 2.", hallucination=7)
        self.assertEqual(report.decision, report.verdict["decision"])
        self.assertGreaterEqual(report.metrics["hallucination"]["score"], 7)

    def test_a_bad_one_says_what_is_too_low_and_where(self):
        with self.assertRaises(AssertionError) as caught:
            lockbench.assert_summary(ARTICLE, "The council rejected the budget by 9 votes to 2.", hallucination=7)
        said = str(caught.exception)
        self.assertIn("hallucination: ", said)
        self.assertIn("less than 7", said)
        self.assertIn("unsupported", said)
        with self.assertRaises(AssertionError) as caught:
            lockbench.assert_summary(ARTICLE, "Aliens rejected 90 budgets.", decision="PASS")
        self.assertIn("not PASS or better", str(caught.exception))

    def test_what_the_rubric_has_not_is_a_mistake_of_the_test(self):
        with self.assertRaises(TypeError) as caught:
            lockbench.assert_summary(ARTICLE, "The council approved the budget.", halucination=7)
        self.assertIn("hallucination", str(caught.exception))
        with self.assertRaises(lockbench.CaseError):
            lockbench.assert_summary(ARTICLE, "")


class Results(unittest.TestCase):
    def test_scores_are_those_of_the_program(self):
        wanted = plain("--rubric", "all", "--format", "scores")
        found = list(lockbench.score(QUEUE, "all"))
        self.assertEqual(len(found), 6 * len(QUEUE))
        for one, line in zip(found, wanted):
            for key in ("id", "rubric", "signature", "decision", "score", "mean", "metrics", "input", "judged_by"):
                self.assertEqual(getattr(one, key), line[key])
            self.assertEqual(list(one.caps), line["caps"])
        self.assertEqual([one.row for one in found], [row for row in range(len(QUEUE)) for _ in range(6)])

    def test_reports_are_those_of_the_program(self):
        for one, line in zip(lockbench.report(QUEUE, ["judge-lock", "anchor"]), plain("-r", "judge-lock,anchor")):
            for key in ("id", "rubric", "signature", "metrics", "caps", "verdict", "disputed", "input", "judged_by"):
                self.assertEqual(getattr(one, key), line[key])
            self.assertEqual(one.extra, line.get("extra", {}))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_process_is_refused_and_the_other_goes_on(self):
        with lockbench.Scorer("anchor") as scorer:
            scorer.one(QUEUE[0])
            child = os.fork()
            if child == 0:
                try:
                    scorer.one(QUEUE[0])
                    os._exit(1)
                except lockbench.LockbenchError as error:
                    os._exit(0 if "make one in each process" in str(error) else 2)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(len(scorer.one(QUEUE[0])), 1)

    def test_options_reach_the_program(self):
        renamed = [{"name": case["id"], "body": case["article"], "abstract": case["summary"]} for case in QUEUE]
        names = {"id": "name", "article": "body", "summary": "abstract"}
        found = list(lockbench.score(renamed, map=names, jobs=1, options=["--literal"]))
        self.assertEqual([one.id for one in found], [case["id"] for case in QUEUE])
        self.assertEqual([one.score for one in found], [one["score"] for one in plain("-f", "scores", "--literal")])

    def test_ids_may_be_missing_or_alike_and_a_row_may_hold_several_summaries(self):
        texts = {"article": QUEUE[0]["article"], "summary": QUEUE[0]["summary"]}
        several = {"id": 7, "article": texts["article"], "summary:a": "Tools.", "summary:b": texts["summary"]}
        found = list(lockbench.score([texts, {"id": "x", **texts}, {"hash": "x", **texts}, several, texts]))
        self.assertEqual([one.id for one in found], ["0", "x", "x", "7:a", "7:b", "4"])
        self.assertEqual([one.row for one in found], [0, 1, 2, 3, 3, 4])
        several["summary:a"] = " "
        found = list(lockbench.score([several], errors="return"))
        self.assertEqual([(one.id, type(one)) for one in found], [("7:a", lockbench.CaseError), ("7:b", lockbench.Scores)])

    def test_results_come_while_cases_are_still_being_made(self):
        taken = []

        def endless():
            row = 0
            while True:
                taken.append(row)
                yield {**QUEUE[row % len(QUEUE)], "id": str(row)}
                row += 1

        found = lockbench.score(endless())
        self.assertEqual([next(found).id for _ in range(600)], [str(row) for row in range(600)])
        self.assertLess(len(taken), 600 + 300)
        found.close()

    def test_one_program_judges_many_iterations(self):
        with lockbench.Scorer() as scorer:
            wanted = [scorer.one(case)[0].score for case in QUEUE]
            first = scorer._process.popen.pid
            self.assertEqual([one.score for one in scorer.iterate(QUEUE)], wanted)
            self.assertEqual(scorer._process.popen.pid, first)
            # An iteration that is left behind leaves nothing behind.
            begun = scorer.iterate(QUEUE * 50)
            next(begun)
            self.assertEqual([one.score for one in scorer.iterate(QUEUE)], wanted)
            with self.assertRaisesRegex(RuntimeError, "another iteration"):
                next(begun)
            self.assertEqual([one.score for one in scorer.iterate(QUEUE)], wanted)


class Errors(unittest.TestCase):
    BAD = [
        QUEUE[0],
        {"article": "No summary."},
        {"article": "Not JSON.", "summary": "x", "when": object()},
        "no mapping",
        {"article": "\ud800", "summary": "half a pair"},
        {"article": "It was.", "summary": "It was.", "iterations": float("inf")},
        {"article": "", "summary": "x"},
        {"article": "Long. ", "summary": "x" * (33 << 20)},
        QUEUE[1],
    ]

    def test_errors_are_returned_in_the_place_of_results(self):
        found = list(lockbench.score(self.BAD, errors="return"))
        self.assertEqual([one.row for one in found], list(range(len(self.BAD))))
        for row, words in enumerate(
            [None, "no summary", "`when`", "mapping", "surrogate", "`iterations`", "empty_article", "32 MiB", None]
        ):
            if words is None:
                self.assertIsInstance(found[row], lockbench.Scores)
            else:
                self.assertIsInstance(found[row], lockbench.CaseError)
                self.assertIn(words, found[row].error)

    def test_the_first_error_is_raised_and_the_scorer_goes_on(self):
        with lockbench.Scorer() as scorer:
            found = []
            with self.assertRaises(lockbench.CaseError) as caught:
                found.extend(one for one in scorer.iterate(self.BAD) if found.append(one))
            self.assertEqual((caught.exception.row, len(found)), (1, 1))
            self.assertEqual(scorer.one(QUEUE[2])[0].id, QUEUE[2]["id"])

    def test_what_is_not_a_list_of_cases_is_reported(self):
        for data in (QUEUE[0], "cases.jsonl", b"cases"):
            with self.assertRaisesRegex(TypeError, "not a list of cases"):
                list(lockbench.score(data))

    def test_a_wrong_call_is_the_words_of_the_program(self):
        with self.assertRaisesRegex(lockbench.LockbenchError, "no-such-rubric"):
            list(lockbench.score(QUEUE, "no-such-rubric"))

    def test_what_the_data_raises_comes_through(self):
        def broken():
            yield QUEUE[0]
            raise KeyError("of the data")

        with self.assertRaises(KeyError):
            list(lockbench.score(broken()))


class Deaths(unittest.TestCase):
    def test_a_program_that_is_killed_is_restarted(self):
        cases = [{**QUEUE[row % len(QUEUE)], "id": str(row)} for row in range(400)]
        wanted = list(lockbench.score(cases, ["judge-lock", "anchor"]))
        with lockbench.Scorer(["judge-lock", "anchor"]) as scorer:
            found = []
            with self.assertLogs("lockbench", "WARNING") as told:
                for one in scorer.iterate(cases):
                    found.append(one)
                    # Between the two results of a case, too.
                    if len(found) in (1, 300, 555):
                        os.kill(scorer._process.popen.pid, signal.SIGKILL)
            self.assertEqual(found, wanted)
            # One that had answered all it was asked is not missed.
            self.assertIn(len(told.output), (1, 2, 3))
            # It is missed at the next question, and not noticed then.
            os.kill(scorer._process.popen.pid, signal.SIGKILL)
            self.assertEqual(scorer.one(cases[0])[0], wanted[0])

    @unittest.skipIf(os.name == "nt", "needs a shell")
    def test_a_case_that_kills_the_program_is_an_error_and_the_others_have_results(self):
        cases = [{**QUEUE[row % len(QUEUE)], "id": str(row), "note": "deadly" if row in (3, 4, 90) else ""}
                 for row in range(120)]
        wanted = {one.row: one for one in lockbench.score(cases)}
        with frail("deadly") as program, self.assertLogs("lockbench", "WARNING"):
            found = list(lockbench.score(cases, errors="return"))
        self.assertEqual([one.row for one in found], list(range(120)))
        for one in found:
            if one.row in (3, 4, 90):
                self.assertIsInstance(one, lockbench.CaseError)
                self.assertIn("signal 9", one.error)
            else:
                self.assertEqual(one, wanted[one.row])

    @unittest.skipIf(os.name == "nt", "needs a shell")
    def test_a_program_that_never_runs_is_told(self):
        with frail(""), self.assertLogs("lockbench", "WARNING"):
            with self.assertRaisesRegex(lockbench.LockbenchError, "in a row"):
                list(lockbench.score(QUEUE, errors="return"))

    def test_nothing_is_left_running(self):
        with lockbench.Scorer() as scorer:
            scorer.one(QUEUE[0])
            popen = scorer._process.popen
        self.assertIsNotNone(popen.poll())
        left = lockbench.Scorer()
        left.one(QUEUE[0])
        popen = left._process.popen
        del left
        self.assertIsNotNone(popen.wait(timeout=10))


class frail:
    """A program in the place of lockbench that is killed by any line with a word in it."""

    def __init__(self, word):
        self.word = word

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        program = Path(self.folder.name, "lockbench")
        program.write_text(
            f"#!{sys.executable}\n"
            "import os, subprocess, sys, threading, time\n"
            f"inner = subprocess.Popen([{lockbench.binary()!r}, *sys.argv[1:]], stdin=subprocess.PIPE)\n"
            "for line in sys.stdin.buffer:\n"
            f"    if {self.word.encode()!r} in line:\n"
            "        inner.kill()\n"
            "        inner.wait()\n"
            "        os.kill(os.getpid(), 9)\n"
            "    inner.stdin.write(line)\n"
            "    inner.stdin.flush()\n"
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.before = os.environ.get("LOCKBENCH_BIN")
        os.environ["LOCKBENCH_BIN"] = str(program)
        return program

    def __exit__(self, *_):
        if self.before is None:
            del os.environ["LOCKBENCH_BIN"]
        else:
            os.environ["LOCKBENCH_BIN"] = self.before
        self.folder.cleanup()


if __name__ == "__main__":
    unittest.main()
