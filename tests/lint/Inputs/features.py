# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each feature that tests/lit.cfg.py declares is explained there and asked for by a test, and each that
a test asks for is declared: a misspelt one would skip its test for ever."""
import ast
import re

import tree

CONFIG = "tests/lit.cfg.py"
ASKED = re.compile(r"^\W*(?:REQUIRES|UNSUPPORTED|XFAIL):(.*)$", re.MULTILINE)
ASKED_BY_FOLDER = re.compile(r'"([\w-]+)" (?:not )?in config\.available_features')
EXPLAINED = re.compile(r"^#   ((?:[\w-]+, )*[\w-]+)  ", re.MULTILINE)
TESTS = [".tenon", ".mlir", ".test", ".c", ".py"]
# The name of the machine, which is computed.
GIVEN = {"x86_64", "aarch64"}


def declared(text):
    """The keys of `features = {...}`, each as often as it stands there."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "features":
            return [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
    return []


def asked(root):
    names = set()
    for name in tree.files(root, TESTS, "tests/"):
        if "/Inputs/" not in name and name != CONFIG:
            for words in ASKED.findall(tree.read(root, name)):
                names |= set(re.findall(r"[\w-]+", words))
    for name in tree.files(root, ["lit.local.cfg"], "tests/"):
        names |= set(ASKED_BY_FOLDER.findall(tree.read(root, name)))
    return names - GIVEN


def check(root):
    text = tree.read(root, CONFIG)
    keys, used = declared(text), asked(root)
    explained = {name for names in EXPLAINED.findall(text) for name in names.split(", ")}
    for name in sorted(set(keys) | used | explained):
        if keys.count(name) > 1:
            yield f"{CONFIG}: the feature '{name}' is declared {keys.count(name)} times, and the last one counts"
        if name not in keys:
            yield f"{CONFIG}: the feature '{name}' is {'asked for' if name in used else 'explained'}, not declared"
        if name not in used:
            yield f"{CONFIG}: no test asks for the feature '{name}'"
        if name not in explained:
            yield f"{CONFIG}: the feature '{name}' is not explained"


tree.main(check)
