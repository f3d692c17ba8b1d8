"""Tests of `nli_judge.py` with a tiny model of random weights that is made on the spot; nothing is downloaded.

    pip install torch transformers
    python3 -m unittest discover -s samples/judges -p test_nli_judge.py

With LOCKBENCH set to the program, it is asked through it too.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import nli_judge  # noqa: E402

try:
    import torch
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
except ImportError:
    torch = None

ARTICLE = "It rained on Monday. The bridge was closed. Dr. Smith said: “It is safe.” Nobody was hurt."
SUMMARY = "The bridge was closed on Monday. Nobody was hurt."
MARK = "====="


def question(lists, article=ARTICLE, summary=SUMMARY):
    properties = {name: {"type": "array"} for name in lists}
    schema = {"properties": {"labels": {"properties": properties}}}
    content = "".join(
        f"{MARK} {name} BEGINS {MARK}\n{text}\n{MARK} {name} ENDS {MARK}\n\n"
        for name, text in (("ARTICLE", article), ("SUMMARY", summary))
    )
    return {
        "id": "a",
        "messages": [{"role": "system", "content": "rules"}, {"role": "user", "content": content}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "x", "strict": True, "schema": schema}},
    }


def make_model(folder, lean=None):
    """A model with random weights; `lean` is the label that it always says."""
    words = sorted(set("".join(c if c.isalnum() else " " for c in (ARTICLE + SUMMARY).lower()).split()))
    vocabulary = {word: at for at, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    torch.manual_seed(7)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        id2label={0: "contradiction", 1: "entailment", 2: "neutral"},
        label2id={"contradiction": 0, "entailment": 1, "neutral": 2},
    )
    model = transformers.BertForSequenceClassification(config)
    if lean is not None:
        with torch.no_grad():
            model.classifier.weight.zero_()
            model.classifier.bias.copy_(torch.tensor([8.0 if at == lean else 0.0 for at in range(3)]))
    model.save_pretrained(folder)


def run(folder, lines, *more):
    command = [sys.executable, str(HERE / "nli_judge.py"), "--model", folder, "--name", "tiny", "--threads", "1", *more]
    sent = "".join(json.dumps(line) + "\n" for line in lines).encode()
    ran = subprocess.run(
        command, input=sent, capture_output=True, env={**os.environ, "HF_HUB_OFFLINE": "1"}, timeout=600, check=False
    )
    return ran.returncode, [json.loads(line) for line in ran.stdout.decode().splitlines()], ran.stderr.decode()


class Parts(unittest.TestCase):
    def test_sentences_are_pieces_of_their_text(self):
        text = 'He said: “Stop.” She left at 5 p.m. to eat. "Why?" Nobody knew!\n\nThe end'
        found = nli_judge.sentences(text)
        self.assertEqual(found, ["He said: “Stop.”", "She left at 5 p.m. to eat.", '"Why?"', "Nobody knew!", "The end"])
        self.assertTrue(all(sentence in text for sentence in found))
        self.assertEqual(nli_judge.sentences(" \n "), [])

    def test_windows_cover_every_sentence(self):
        for count in range(1, 12):
            found = [str(at) for at in range(count)]
            cut = nli_judge.windows(found, 4, 2)
            self.assertEqual({sentence for window in cut for sentence in window}, set(found))

    def test_texts_stand_between_their_marks(self):
        self.assertEqual(nli_judge.texts(question(["claims"])), (ARTICLE, SUMMARY))


@unittest.skipIf(torch is None, "torch and transformers are not installed")
class Model(unittest.TestCase):
    def test_a_random_model_answers_what_is_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            make_model(folder)
            long = question(["claims"], article=ARTICLE * 20)
            lines = [question(["claims", "issues"]), question(["anchors", "facts", "grounding"]), question(["issues"]), long]
            status, answers, err = run(folder, lines)
            self.assertEqual(status, 0, err)
            again = run(folder, lines)[1]
        self.assertEqual(answers, again, "the same model says the same")
        claims = answers[0]["labels"]["claims"]
        self.assertEqual([claim["text"] for claim in claims], nli_judge.sentences(SUMMARY))
        self.assertEqual(set(answers[0]["labels"]), {"claims"})
        for claim in claims:
            self.assertIn(claim["label"], ("supported", "partial", "unsupported"))
            self.assertIn(claim["article"][0]["text"], ARTICLE)
        self.assertEqual(set(answers[1]["labels"]), {"anchors", "facts", "grounding"})
        self.assertIn("error", answers[2])
        self.assertEqual(answers[3]["by"], "tiny")

    def test_the_label_for_entailment_is_found_by_its_name(self):
        for lean, word in ((1, "supported"), (0, "unsupported"), (2, "unsupported")):
            with tempfile.TemporaryDirectory() as folder:
                make_model(folder, lean)
                status, answers, err = run(folder, [question(["claims"])])
            self.assertEqual(status, 0, err)
            self.assertEqual({claim["label"] for claim in answers[0]["labels"]["claims"]}, {word})

    @unittest.skipUnless(os.environ.get("LOCKBENCH"), "LOCKBENCH names no program")
    def test_lockbench_scores_what_it_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            make_model(folder, 0)
            judge = f"{sys.executable} {HERE / 'nli_judge.py'} --model {folder} --name tiny --threads 1"
            case = {"id": "a", "article": ARTICLE, "summary": SUMMARY}
            command = [os.environ["LOCKBENCH"], "score", "-", "--judge", judge, "--judge-cache", "off"]
            ran = subprocess.run(
                command,
                input=json.dumps(case).encode(),
                capture_output=True,
                env={**os.environ, "HF_HUB_OFFLINE": "1"},
                timeout=600,
                check=False,
            )
        self.assertEqual(ran.returncode, 0, ran.stderr.decode())
        report = json.loads(ran.stdout)
        claims = [label for label in report["metrics"]["hallucination"]["labels"] if label["id"].startswith("claims/")]
        self.assertEqual([(label["by"], label["label"]) for label in claims], [("tiny", "unsupported")] * 2)
        self.assertIn("nli_judge.py gave no issues; these labels are the engine's", json.dumps(report))


if __name__ == "__main__":
    unittest.main()
