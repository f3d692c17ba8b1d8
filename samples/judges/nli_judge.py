#!/usr/bin/env python3
"""A judge for `lockbench score --judge`: a local cross-encoder for natural language inference, through `transformers`.

    lockbench score CASES --judge 'python3 samples/judges/nli_judge.py --model NAME'

Each sentence of the summary is a claim; the article, window by window, is the premise. The claim has the label of the
window that entails it most. It answers the lists that a sentence can answer (claims, facts, grounding, anchors); what
else a rubric asks for stays the engine's. Needs `pip install torch transformers`; NAME is any sequence-classification
model with a label for entailment, from a hub or a folder.
"""

import argparse
import json
import pathlib
import re
import sys

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\sa-z])|\n\s*\n")
ENTAILMENT = re.compile(r"^(entail(ment|ed)?|yes|supported|consistent)$", re.IGNORECASE)


def sentences(text):
    """The sentences of a text, as they stand in it."""
    found, start = [], 0
    for end in SENTENCE_END.finditer(text):
        # The quotation mark that closes a sentence belongs to it.
        stop = end.start() + len(end.group()) - len(end.group().lstrip("\"'”’)]"))
        found.append(text[start:stop].strip())
        start = end.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def texts(question):
    """The article, or else the sources, and the summary of a question, from between their marks."""
    content = "\n".join(message["content"] for message in question["messages"] if message["role"] == "user")
    named = {}
    for found in re.finditer(r"^(=+) ([A-Z0-9 ]+) BEGINS \1\n(.*?)\n\1 \2 ENDS \1$", content, re.DOTALL | re.MULTILINE):
        named[found.group(2)] = found.group(3)
    sources = [text for name, text in named.items() if name == "ARTICLE" or name.startswith("SOURCE ")]
    return "\n\n".join(sources), named.get("SUMMARY", "")


def windows(found, size, stride):
    """Neighbouring sentences of the article, so many at a time."""
    last = max(len(found) - size, 0)
    starts = sorted({*range(0, last + 1, stride), last})
    return [found[start : start + size] for start in starts]


def asked(question):
    """The lists that are asked for."""
    schema = question.get("response_format", {}).get("json_schema", {}).get("schema", {})
    return set(schema.get("properties", {}).get("labels", {}).get("properties", {}))


class Encoder:
    """The model: how likely a premise entails a claim."""

    def __init__(self, options):
        import torch
        from transformers import AutoModelForSequenceClassification, AutoTokenizer

        self.torch = torch
        self.options = options
        if options.threads:
            torch.set_num_threads(options.threads)
        self.tokenizer = AutoTokenizer.from_pretrained(options.model)
        self.model = AutoModelForSequenceClassification.from_pretrained(options.model).to(options.device).eval()
        names = self.model.config.id2label
        fitting = [int(at) for at, name in names.items() if ENTAILMENT.match(str(name))]
        if options.entailment is not None:
            fitting = [options.entailment]
        if len(fitting) != 1:
            raise SystemExit(f"which of the labels {names} is entailment? Name it with --entailment INDEX")
        self.entailment = fitting[0]
        positions = getattr(self.model.config, "max_position_embeddings", 512) or 512
        self.longest = min(options.max_length, positions)

    def chances(self, pairs):
        """The probability of entailment of each pair of a premise and a claim."""
        torch, out = self.torch, []
        for start in range(0, len(pairs), self.options.batch):
            part = pairs[start : start + self.options.batch]
            encoded = self.tokenizer(
                [premise for premise, _ in part],
                [claim for _, claim in part],
                truncation="longest_first",
                max_length=self.longest,
                padding=True,
                return_tensors="pt",
            ).to(self.options.device)
            with torch.inference_mode():
                logits = self.model(**encoded).logits
            out.extend(torch.softmax(logits.float(), -1)[:, self.entailment].tolist())
        return out


def judge(encoder, options, question):
    """The answer to a question."""
    article, summary = texts(question)
    lists = asked(question) & {"claims", "facts", "grounding", "anchors"}
    if not lists:
        return {"id": question["id"], "error": "this judge knows claims, facts, grounding and anchors only"}
    claims, found = sentences(summary), sentences(article)
    if not claims or not found:
        return {"id": question["id"], "error": "there is no article or no summary between the marks"}
    premises = windows(found, options.window, options.stride)
    chances = encoder.chances([(" ".join(premise), claim) for claim in claims for premise in premises])
    judged = []
    for at, claim in enumerate(claims):
        own = chances[at * len(premises) : (at + 1) * len(premises)]
        best = max(range(len(own)), key=own.__getitem__)
        judged.append((claim, own[best], premises[best]))
    # Which sentence of the best window it is, for a reader to look at.
    quotes = encoder.chances([(sentence, claim) for claim, _, premise in judged for sentence in premise])
    labels, start = {name: [] for name in sorted(lists)}, 0
    for claim, chance, premise in judged:
        own, start = quotes[start : start + len(premise)], start + len(premise)
        quote = premise[max(range(len(own)), key=own.__getitem__)]
        supported = chance >= options.supported
        word = "supported" if supported else "partial" if chance >= options.partial else "unsupported"
        quoted = {"text": claim, "summary": [{"text": claim}], "article": [{"text": quote}] if quote in article else []}
        if "claims" in labels:
            labels["claims"].append({**quoted, "label": word})
        if "anchors" in labels:
            labels["anchors"].append({**quoted, "kind": "claim", "supported": supported})
        if "facts" in labels:
            labels["facts"].append({"text": claim, "verified": supported})
        if "grounding" in labels:
            labels["grounding"].append({"text": claim, "grounded": supported})
    return {"id": question["id"], "by": options.name, "labels": labels}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--model", required=True, help="a model's name, or the folder that holds it")
    parser.add_argument("--name", help="what the judge is called [the model's name]")
    parser.add_argument("--entailment", type=int, help="the index of the label for entailment, where its name does not say")
    parser.add_argument("--supported", type=float, default=0.5, help="probability from which a claim is supported [%(default)s]")
    parser.add_argument("--partial", type=float, default=0.25, help="probability from which it is partly so [%(default)s]")
    parser.add_argument("--window", type=int, default=4, help="sentences of the article at a time [%(default)s]")
    parser.add_argument("--stride", type=int, default=2, help="sentences from one window to the next [%(default)s]")
    parser.add_argument("--max-length", type=int, default=512, help="word pieces of a pair at most [%(default)s]")
    parser.add_argument("--batch", type=int, default=16, help="pairs at a time [%(default)s]")
    parser.add_argument("--device", default="cpu", help="as torch calls it [%(default)s]")
    parser.add_argument("--threads", type=int, default=0, help="threads of torch [as torch chooses]")
    options = parser.parse_args()
    options.name = options.name or pathlib.PurePath(options.model).name
    return options


def main():
    options = arguments()
    encoder = Encoder(options)
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            question = json.loads(line)
            answer = judge(encoder, options, question)
        except (ValueError, KeyError, TypeError) as error:
            answer = {"id": None, "error": f"a line that is no question: {error}"}
        print(json.dumps(answer, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    main()
