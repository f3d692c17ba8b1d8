#!/usr/bin/env bash
# Whether two builds of the program, in two folders, are the same byte for byte: `docs/packaging/reproducible.sh [FOLDER]`.
#
# PROFILE=dev compares debug builds, which take less time; the default is dist.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-$(mktemp -d)}
profile=${PROFILE:-dist}
for copy in one two; do
    mkdir -p "$folder/$copy"
    git archive HEAD | tar -x -C "$folder/$copy"
    (cd "$folder/$copy" && docs/packaging/build.sh --profile "$profile")
done
built=$([ "$profile" = dev ] && echo debug || echo "$profile")
sha256sum "$folder"/{one,two}/target/"$built"/lockbench
cmp "$folder"/{one,two}/target/"$built"/lockbench
