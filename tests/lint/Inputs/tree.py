# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the lint checks share: the files of a tree, and how findings are reported."""
import os
import shutil
import subprocess
import sys


def files(root, suffixes=(), under=""):
    """Paths relative to root of all files that are or would be tracked, sorted."""
    return sorted(name for name in set(listed_by_git(root) or walk(root))
                  if name.startswith(under) and (not suffixes or name.endswith(tuple(suffixes)))
                  and os.path.isfile(os.path.join(root, name)))


def listed_by_git(root):
    """What git knows of, new files included; nothing where root is no clone or git is missing."""
    if not os.path.exists(os.path.join(root, ".git")) or not shutil.which("git"):
        return []
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True)
    return listed.stdout.splitlines()


def walk(root):
    """The same without git: everything but hidden folders, caches and build outputs."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "build", "__pycache__"))]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def read(root, name):
    """The text of a file, whatever bytes it holds."""
    with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def main(check):
    """Runs check(root) -> findings over the tree named on the command line."""
    findings = list(check(sys.argv[1]))
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)
