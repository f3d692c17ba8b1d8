"""Cases made from the samples: sentences of an article and of its summaries, put together differently in each row.

`python rows.py N` writes them as JSON lines, `python rows.py N FOLDER` as twenty Parquet files.
"""

import json
import random
import re
import sys
from itertools import islice
from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "samples"
FILES = 20


def texts():
    """Article and summary of each sample that is a pair of English texts, as sentences."""
    pairs = [json.loads(line) for line in (SAMPLES / "queue.jsonl").read_text("utf-8").splitlines()]
    for folder in sorted(SAMPLES.iterdir()):
        if (folder / "article.txt").exists() and folder.name != "kyoto-tram":
            pairs.append({part: (folder / f"{part}.txt").read_text("utf-8") for part in ("article", "summary")})
    cut = re.compile(r"(?<=[.!?])\s+")
    return [(cut.split(pair["article"].strip()), cut.split(pair["summary"].strip())) for pair in pairs]


def rows(count):
    """So many cases, always the same ones."""
    sources = texts()
    for number in range(count):
        dice = random.Random(number)
        article, summary = dice.choice(sources)
        begin = dice.randrange(max(1, len(article) - 4))
        # A number of its own, so that no two articles are alike.
        body = [f"Report {number} of {dice.randrange(1990, 2026)}.", *article[begin : begin + 5]]
        told = dice.sample(summary, min(len(summary), dice.randrange(1, 3)))
        yield {"id": f"row-{number:08}", "article": " ".join(body), "summary": " ".join(told)}


def main():
    count = int(sys.argv[1])
    if len(sys.argv) < 3:
        for row in rows(count):
            sys.stdout.write(json.dumps(row) + "\n")
        return
    import pyarrow
    import pyarrow.parquet

    folder = Path(sys.argv[2])
    folder.mkdir(parents=True)
    made, share = rows(count), -(-count // FILES)
    for number in range(0, count, share):
        some = list(islice(made, share))
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(some), folder / f"rows-{number:08}.parquet")


if __name__ == "__main__":
    main()
