#!/usr/bin/env bash
# Makes a wheel around a program that is built already, installs it in a clean environment, and judges a case with it.
#
#   docs/packaging/wheel.sh PROGRAM [--tag TAG] [--out DIR]
#
# A wheel for another system is made and not tried: `SKIP_TEST=1`.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=${1:?name the program, as in target/dist/lockbench}
shift
if [ -f "$program" ] && head -c 4 "$program" | grep -q ELF && command -v strip >/dev/null; then
    strip -o "$folder/lockbench" "$program"
    program=$folder/lockbench
fi
wheel=$(python3 docs/packaging/wheel.py "$program" "$@")
echo "$wheel"
[ -z "${SKIP_TEST:-}" ] || exit 0
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --no-index --no-deps --disable-pip-version-check "$wheel"
cd "$folder"
env -u LOCKBENCH_BIN -u PYTHONPATH PATH=/usr/bin:/bin "$folder/venv/bin/python" -I - <<'PYTHON'
import lockbench

article = "The council approved the budget by 7 votes to 2 on Tuesday. The money goes to schools. Work begins in March."
report = lockbench.assert_summary(article, "The council approved the budget by 7 votes to 2.", hallucination=7)
print("tried:", lockbench.binary(), report.decision, report.rubric)
PYTHON
