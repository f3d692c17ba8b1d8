#!/usr/bin/env bash
# Builds the Debian package: target/debian/lockbench_*.deb. Needs cargo-deb (`cargo install --locked cargo-deb`).
#
#   docs/packaging/debian.sh [PROGRAM]
#
# PROGRAM is one that is built already; without it the `dist` build is made.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${1:-target/dist/lockbench}
[ $# -gt 0 ] || cargo build --locked --profile dist
rm -rf target/package
mkdir -p target/package
cp "$program" target/package/lockbench
"$program" man --dir target/package/man
"$program" completions bash >target/package/lockbench.bash
"$program" completions zsh >target/package/_lockbench
"$program" completions fish >target/package/lockbench.fish
cargo deb --locked --no-build
