"""Whether results in a folder, in any order, are those of one process, line by line: `python same.py ONE FOLDER`."""

import sys
from pathlib import Path


def main():
    wanted = Path(sys.argv[1]).read_text("utf-8").splitlines()
    parts = [path for path in Path(sys.argv[2]).iterdir() if path.suffix in (".txt", ".jsonl")]
    # The ids are of one length and stand first, so the order of the lines is that of the rows.
    found = sorted(line for path in parts for line in path.read_text("utf-8").splitlines())
    for one, other in zip(wanted, found):
        if one != other:
            sys.exit(f"not the same:\n  {one}\n  {other}")
    if len(wanted) != len(found):
        sys.exit(f"{len(found)} results in {len(parts)} files, {len(wanted)} of one process")
    print(f"{len(found)} results in {len(parts)} files, all as those of one process")


if __name__ == "__main__":
    main()
