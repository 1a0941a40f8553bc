#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets up, builds, then takes one spec all the way: text, facts, compiled kernels, validated
# results, speed against what this machine can do.
#
#   ./demo.sh [SPEC]          default: examples/blocks/llama_ffn.tenon
set -euo pipefail
spec=$(realpath "${1:-$(dirname "${BASH_SOURCE[0]}")/examples/blocks/llama_ffn.tenon}")
cd "$(dirname "${BASH_SOURCE[0]}")"
spec=$(realpath --relative-to=. "$spec")
build=${TENON_BUILD:-build}

./setup.sh

step() {
  local title=$1
  shift
  printf '\n== %s\n$ %s\n' "$title" "$*"
  "$@"
}

PATH=$(realpath "$build/bin"):$PATH
out=$build/demo
step "a transformer block, as text" cat "$spec"
step "what it amounts to" tenon check "$spec"
step "compiled: a library and a header" tenon compile "$spec" --target=cpu -o "$out"
step "the files" ls -l "$out"
step "its kernels" tenon explain "$spec"
step "run, and compared with the reference" tenon run "$spec" --tokens 128 --validate
step "timed beside this machine's own peak" tenon bench "$spec" --tokens 1,128 --threads 1
