#!/usr/bin/env bash
# Scores made rows by one process, then on a cluster of two workers of which one is killed on the way, and compares the
# results line by line:
#
#   LOCKBENCH_BIN=target/release/lockbench docs/cluster/run.sh spark|dask [ROWS] [FOLDER]
#
# Installs Spark or Dask from PyPI into a virtual environment in FOLDER, which it makes, and Java where it is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=${1:?spark or dask}
rows=${2:-1000000}
folder=${3:-${TMPDIR:-/tmp}/lockbench-cluster}
LOCKBENCH_BIN=$(realpath "${LOCKBENCH_BIN:-$(command -v lockbench)}")
export LOCKBENCH_BIN
mkdir -p "$folder"

case $engine in
spark) packages=(pyspark pandas pyarrow) script=on_spark.py ;;
dask) packages=("dask[distributed]" pyarrow) script=on_dask.py ;;
*) echo "run.sh: the engine is spark or dask, not $engine" >&2; exit 2 ;;
esac
if [ "$engine" = spark ] && ! command -v java >/dev/null; then
    apt-get install --yes --no-install-recommends openjdk-17-jre-headless
fi
python=$folder/venv-$engine/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv-$engine"
"$python" -m pip install --quiet "${packages[@]}"

"$LOCKBENCH_BIN" --version
cases=$folder/cases-$rows one=$folder/one-$rows.jsonl
[ -d "$cases" ] || "$python" "$here/rows.py" "$rows" "$cases"
if [ ! -f "$one" ]; then
    "$python" "$here/rows.py" "$rows" >"$folder/rows.jsonl"
    begun=$(date +%s.%N)
    "$LOCKBENCH_BIN" score "$folder/rows.jsonl" --format scores --jobs 2 >"$one.part"
    echo "one process, two threads: $(echo "$(date +%s.%N) - $begun" | bc) s"
    mv "$one.part" "$one"
fi
rm -rf "$folder/out-$engine"
"$python" "$here/$script" "$cases" "$folder/out-$engine" --kill
"$python" "$here/same.py" "$one" "$folder/out-$engine"
