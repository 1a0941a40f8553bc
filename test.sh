#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets up, builds and runs the tests. The last line counts them.
#
#   ./test.sh                 the default tests
#   ./test.sh --all           with the long ones, those of passes with IR printed and read again,
#                             and the language's tests under sanitizers
#   ./test.sh --transformers  whole blocks against the Python package of that name, which it installs
#                             with torch into .venv-transformers (several GB), and nothing else
#   ./test.sh dsl tools       only these folders of tests/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

build=${TENON_BUILD:-build}
tier=default
setup=()
folders=()
for argument in "$@"; do
  case $argument in
    --all) tier=all ;;
    --transformers) tier=transformers setup=(--transformers) folders+=(transformers import/outputs.test) ;;
    -*) sed -n '3,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; [[ $argument == --help ]] && exit 0 || exit 2 ;;
    *) folders+=("${argument#tests/}") ;;
  esac
done

./setup.sh "${setup[@]}"
reports=()

# run_lit BUILD NAME [FOLDER...]: failures are counted by the report, not here.
run_lit() {
  local build=$1 name=$2 lit report
  shift 2
  lit=$(sed -n 's/^TENON_LIT:[A-Z]*=//p' "$build/CMakeCache.txt")
  report=$PWD/$build/$name.xml
  [[ $build == /* ]] && report=$build/$name.xml
  rm -f "$report"
  printf '\n== tests in %s\n' "$build"
  .venv/bin/python "$lit" -sv -D "tier=$tier" -D "roundtrip=${roundtrip:-}" --timeout 900 \
    --xunit-xml-output "$report" \
    "${@/#/$build/tests/}" || true
  reports+=("$report")
}

run_lit "$build" tests "${folders[@]:-}"
if [[ $tier == all ]]; then
  roundtrip=1 run_lit "$build" tests-roundtrip codegen
  cmake --preset asan >/dev/null
  cmake --build build-asan
  run_lit build-asan tests-asan dsl import tools
fi
python3 tests/summary.py "${reports[@]}"
