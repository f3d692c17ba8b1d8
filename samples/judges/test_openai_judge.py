"""Tests of `openai_judge.py` against a real HTTP server on 127.0.0.1; with LOCKBENCH set to the program, through it too.

    python3 -m unittest discover -s samples/judges -p test_openai_judge.py
"""

import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
KEY = "sk-test-0123456789"
LABELS = {"labels": {"anchors": [{"kind": "claim", "text": "It rained.", "supported": True}]}}


def completion(content, model="m-1-2026"):
    message = {"role": "assistant", "content": content}
    return 200, {"id": "c", "model": model, "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


class Server:
    """Answers requests by `reply`, which is given the number of the request and its body."""

    def __init__(self, reply):
        server = self
        self.requests = []
        self.busy = self.most_busy = 0
        lock = threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    at = len(server.requests)
                    server.requests.append((self.path, dict(self.headers), body))
                    server.busy += 1
                    server.most_busy = max(server.most_busy, server.busy)
                status, answer, *headers = reply(at, body)
                with lock:
                    server.busy -= 1
                sent = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(sent)))
                for name, value in headers[0].items() if headers else []:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(sent)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


def question(at):
    schema = {"type": "json_schema", "json_schema": {"name": "labels", "strict": True, "schema": {"type": "object"}}}
    return {"id": f"case-{at}", "messages": [{"role": "user", "content": f"ü {at}"}], "response_format": schema}


def run(server, lines, *more, **environment):
    command = [sys.executable, str(HERE / "openai_judge.py"), "--model", "m-1", "--base-url", server.url, "--backoff", "0.01"]
    lines = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    variables = {**os.environ, "OPENAI_API_KEY": KEY, "NO_PROXY": "127.0.0.1", **environment}
    ran = subprocess.run([*command, *more], input=lines.encode(), capture_output=True, env=variables, timeout=60, check=False)
    out, err = ran.stdout.decode(), ran.stderr.decode()
    assert KEY not in out + err, "the key was logged"
    assert ran.returncode == 0, err
    return [json.loads(line) for line in out.splitlines()], err


class Tests(unittest.TestCase):
    def test_labels_come_back_under_the_models_name(self):
        with Server(lambda at, body: completion(json.dumps(LABELS))) as server:
            answers, err = run(server, [question(1)], "--temperature", "0")
        self.assertEqual(answers, [{"id": "case-1", "by": "m-1-2026", **LABELS}])
        self.assertEqual(err, "")
        path, headers, body = server.requests[0]
        self.assertEqual((path, headers["Authorization"]), ("/v1/chat/completions", f"Bearer {KEY}"))
        asked = question(1)
        self.assertEqual(
            body,
            {"model": "m-1", "messages": asked["messages"], "response_format": asked["response_format"], "temperature": 0},
        )

    def test_busy_servers_are_asked_again(self):
        def reply(at, body):
            busy = [(429, {"error": "slow down"}, {"Retry-After": "0"}), (503, {}), (200, b"<html>")]
            return busy[at] if at < len(busy) else completion(json.dumps(LABELS))

        with Server(reply) as server:
            answers, _ = run(server, [question(1)])
        self.assertEqual(answers[0]["labels"], LABELS["labels"])
        self.assertEqual(len(server.requests), 4)

    def test_what_fails_for_good_says_why_and_not_with_which_key(self):
        said = {"error": {"message": f"Incorrect API key: {KEY}"}}
        for status, calls in ((401, 1), (500, 3)):
            with Server(lambda at, body, status=status: (status, said)) as server:
                answers, _ = run(server, [question(1)], "--retries", "2")
            self.assertEqual(answers[0]["id"], "case-1")
            self.assertIn(f"status {status}", answers[0]["error"])
            self.assertIn("***", answers[0]["error"])
            self.assertEqual(len(server.requests), calls)

    def test_a_redirect_does_not_take_the_key_along(self):
        with Server(lambda at, body: completion("{}")) as other:
            with Server(lambda at, body: (307, {}, {"Location": other.url + "/chat/completions"})) as server:
                answers, _ = run(server, [question(1)], "--retries", "0")
        self.assertIn("status 307", answers[0]["error"])
        self.assertEqual(other.requests, [])

    def test_prose_is_handed_on_and_refusals_are_errors(self):
        prose = f"Sure:\n```json\n{json.dumps(LABELS)}\n```"
        refusal = (200, {"choices": [{"message": {"content": None, "refusal": "no"}}]})
        replies = [completion(prose), refusal, completion(None), (200, {"choices": []})]
        with Server(lambda at, body: replies[at]) as server:
            answers, _ = run(server, [question(at) for at in range(4)], "--jobs", "1", "--answer-format", "none")
        self.assertEqual(answers[0], {"id": "case-0", "by": "m-1-2026", "output": prose})
        for answer, why in zip(answers[1:], ("refuses", "no text", "choices")):
            self.assertIn(why, answer["error"])
        self.assertNotIn("response_format", server.requests[0][2])

    def test_requests_run_side_by_side(self):
        together = threading.Barrier(4, timeout=30)

        def reply(at, body):
            together.wait()
            return completion(json.dumps(LABELS))

        with Server(reply) as server:
            answers, _ = run(server, [question(at) for at in range(8)], "--jobs", "4")
        self.assertEqual({answer["id"] for answer in answers}, {f"case-{at}" for at in range(8)})
        self.assertEqual(server.most_busy, 4)

    def test_a_line_that_is_no_question_stops_nothing(self):
        with Server(lambda at, body: completion(json.dumps(LABELS))) as server:
            answers, _ = run(server, ["nonsense", "[]", question(1)], "--jobs", "1")
        self.assertEqual([("error" in answer) for answer in answers], [True, True, False])

    def test_nobody_listens(self):
        with Server(lambda at, body: completion("{}")) as closed:
            pass
        answers, _ = run(closed, [question(1)], "--retries", "1", "--timeout", "5")
        self.assertIn("no connection", answers[0]["error"])

    @unittest.skipUnless(os.environ.get("LOCKBENCH"), "LOCKBENCH names no program")
    def test_lockbench_scores_what_it_answers(self):
        def reply(at, body):
            if at == 0:
                return 429, {}, {"Retry-After": "0"}
            schema = body["response_format"]["json_schema"]["schema"]["properties"]["labels"]["properties"]
            assert "anchors" in schema, schema
            return completion(json.dumps(LABELS))

        case = {"id": "a", "article": "It rained. Nobody minded.", "summary": "It rained."}
        with Server(reply) as server, tempfile.TemporaryDirectory() as cache:
            judge = f"{sys.executable} {HERE / 'openai_judge.py'} --model m-1 --backoff 0.01 --base-url {server.url}"
            command = [os.environ["LOCKBENCH"], "score", "-", "--rubric", "anchor", "--judge", judge]
            for _ in range(2):
                ran = subprocess.run(
                    [*command, "--judge-cache", cache, "--judge-name", "m"],
                    input=json.dumps(case).encode(),
                    capture_output=True,
                    env={**os.environ, "OPENAI_API_KEY": KEY, "NO_PROXY": "127.0.0.1"},
                    timeout=60,
                    check=False,
                )
                err = ran.stderr.decode()
                self.assertEqual(ran.returncode, 0, err)
                self.assertNotIn(KEY, ran.stdout.decode() + err)
                labels = json.loads(ran.stdout)["metrics"]["hallucination"]["labels"]
                self.assertEqual([label["by"] for label in labels], ["m-1-2026"])
        self.assertEqual(len(server.requests), 2, "the second run asks nothing")


if __name__ == "__main__":
    unittest.main()
