#!/usr/bin/env bash
# Builds the program so that the same sources, toolchain and target give the same bytes in any folder and under any user:
# `docs/packaging/build.sh [OPTION OF CARGO ...]`, with `--profile dist` unless options are given.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- --profile dist
home=${CARGO_HOME:-$HOME/.cargo}
# Paths of sources stand in messages of panics and in line tables, those of Rust and of C alike.
for one in "$PWD=/lockbench" "$home=/cargo"; do
    RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$one"
    CFLAGS="${CFLAGS:-} -ffile-prefix-map=$one"
done
# What C puts into `__DATE__` and `__TIME__`, should it ever: the time of the last change.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export RUSTFLAGS CFLAGS SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
exec cargo build --locked "$@"
