# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Follows CONTRIBUTING's recipe for a new operation in a copy of the tree, and builds the language and the reference there.

usage: recipe.py ROOT COPY NAME FORMULA
"""
import os
import shutil
import subprocess
import sys

import tree

MOST = 8  # files that name an operation


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)}:\n{result.stdout[-4000:]}{result.stderr[-4000:]}")
    return result.stdout


def main(root, copy, name, formula):
    shutil.rmtree(copy, ignore_errors=True)
    names = tree.files(root)
    for each in names:
        os.makedirs(os.path.dirname(os.path.join(copy, each)), exist_ok=True)
        shutil.copy2(os.path.join(root, each), os.path.join(copy, each))
    run(sys.executable, os.path.join(copy, "tools/dev/new_operation.py"), name, formula)
    changed = [each for each in tree.files(copy) if each not in names or read(root, each) != read(copy, each)]
    print("\n".join(changed))
    if len(changed) > MOST:
        sys.exit(f"{len(changed)} files name the new operation, {MOST} are allowed")
    with open(os.path.join(copy, "CONTRIBUTING.md"), encoding="utf-8") as file:
        recipe = file.read()
    for each in changed:
        if f"`{each}`" not in recipe:
            sys.exit(f"CONTRIBUTING.md does not name {each}")
    build = os.path.join(copy, "build-language")
    run("cmake", "-S", copy, "-B", build, "-G", "Ninja", "-DTENON_CODEGEN=OFF", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22")
    run("cmake", "--build", build, "--target", "tenon-check", "tenon-reference")


if __name__ == "__main__":
    main(*sys.argv[1:])
