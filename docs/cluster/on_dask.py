"""Scores Parquet files on Dask: `python on_dask.py CASES OUT [--kill]`.

Two workers, each a process of its own with one thread; on a real cluster the client names its scheduler and the rest
stays. With --kill one of the workers is killed on the way.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow.parquet
from dask.distributed import Client, LocalCluster, as_completed

HERE = Path(__file__).parent
PROGRAM = os.environ["LOCKBENCH_BIN"]


def judged(path, out):
    """Scores one file, and writes its results beside the others: all of them, or nothing."""
    from partition import judge

    file = pyarrow.parquet.ParquetFile(path)
    cases = (json.dumps(row) for batch in file.iter_batches(2_000) for row in batch.to_pylist())
    target = Path(out, Path(path).stem + ".jsonl")
    part = target.with_suffix(".part")
    with part.open("w", encoding="utf-8") as written:
        for line in judge(cases, PROGRAM):
            written.write(line + "\n")
    part.replace(target)
    return str(target)


def main():
    cases, out = sys.argv[1:3]
    Path(out).mkdir(parents=True, exist_ok=True)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.upload_file(str(HERE / "partition.py"))
        begun = time.perf_counter()
        tasks = [client.submit(judged, str(path), out) for path in sorted(Path(cases).glob("*.parquet"))]
        for done, task in enumerate(as_completed(tasks), start=1):
            task.result()
            if done == 1 and "--kill" in sys.argv:
                victim = next(iter(cluster.workers.values())).pid
                os.kill(victim, signal.SIGKILL)
                print(f"killed the worker with process {victim}", flush=True)
        print(f"dask: {time.perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
