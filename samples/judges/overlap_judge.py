#!/usr/bin/env python3
"""The simplest judge there can be, to start from, and to measure others against: a claim is supported where the article
has its words.

    lockbench score CASES --judge samples/judges/overlap_judge.py
"""

import json
import re
import sys


def between(text, name):
    """A text of the question, from between its marks."""
    found = re.search(rf"^(=+) {name} BEGINS \1\n(.*?)\n\1 {name} ENDS \1$", text, re.DOTALL | re.MULTILINE)
    return found.group(2) if found else ""


def words(text):
    """What counts as a word: figures, and letters in runs of four and more."""
    return set(re.findall(r"\d[\d.,]*\d|\d|[^\W\d_]{4,}", text.lower()))


for line in sys.stdin:
    question = json.loads(line)
    texts = question["messages"][-1]["content"]
    known, claims = words(between(texts, "ARTICLE")), []
    for sentence in re.split(r"(?<=[.!?])\s+", between(texts, "SUMMARY").strip()):
        own = words(sentence)
        share = len(own & known) / len(own) if own else 1.0
        label = "supported" if share >= 0.8 else "partial" if share >= 0.5 else "unsupported"
        claims.append({"text": sentence, "label": label, "summary": [{"text": sentence}]})
    print(json.dumps({"id": question["id"], "labels": {"claims": claims}}), flush=True)
