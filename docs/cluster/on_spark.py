"""Scores Parquet files on Apache Spark: `python on_spark.py CASES OUT [--kill]`.

Two workers, each a process of its own with one processor (`local-cluster`); on a real cluster the master is another and
the rest stays. With --kill one of the workers is killed on the way.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow
from pyspark.sql import SparkSession

HERE = Path(__file__).parent
PROGRAM = os.environ["LOCKBENCH_BIN"]


def judged(batches):
    """Batches of cases to batches of results, for `mapInArrow`."""
    from partition import judge

    cases = (json.dumps(row) for batch in batches for row in batch.to_pylist())
    some = []
    for line in judge(cases, PROGRAM):
        some.append(line)
        if len(some) == 5_000:
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array(some)], ["result"])
            some = []
    yield pyarrow.RecordBatch.from_arrays([pyarrow.array(some, pyarrow.string())], ["result"])


def workers(parent):
    """The processes of the executors among those that this program started."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [(int(pid), int(above), args) for pid, above, args in (line.split(None, 2) for line in listed.splitlines())]
    known = {parent}
    for _ in range(8):  # generations
        known |= {pid for pid, above, _ in rows if above in known}
    return [pid for pid, _, args in rows if pid in known and "CoarseGrainedExecutorBackend" in args]


def kill_one(spark):
    tracker = spark.sparkContext.statusTracker()
    while True:  # Until a task is done and others are not.
        time.sleep(0.5)
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage and 0 < stage.numCompletedTasks < stage.numTasks for stage in stages):
            break
    victim = workers(os.getpid())[0]
    os.kill(victim, signal.SIGKILL)
    print(f"killed the worker with process {victim}", flush=True)


def main():
    cases, out = sys.argv[1:3]
    os.environ["PYSPARK_PYTHON"] = sys.executable  # for the workers, which would take the system's
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("lockbench")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "2000")
        # A partition for each file, however small.
        .config("spark.sql.files.maxPartitionBytes", str(64 << 20))
        .config("spark.sql.files.openCostInBytes", str(64 << 20))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(str(HERE / "partition.py"))
    frame = spark.read.parquet(cases).select("id", "article", "summary")
    print(f"{frame.rdd.getNumPartitions()} partitions", flush=True)
    if "--kill" in sys.argv:
        threading.Thread(target=kill_one, args=(spark,), daemon=True).start()
    begun = time.perf_counter()
    frame.mapInArrow(judged, "result string").write.mode("overwrite").text(out)
    print(f"spark: {time.perf_counter() - begun:.1f} s", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
