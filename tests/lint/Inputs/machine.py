# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is tracked speaks of the product alone: no path of somebody's machine, no host of
a package registry."""
import re

import tree

PATTERN = re.compile(
    r"(?<![\w.}/-])/(?:work|root|home|Users|tmp/[a-z])[/\w.-]*"
    r"|\b(?:pypi\.org|pythonhosted\.org|deb\.debian\.org|snapshot\.debian\.org|registry\.npmjs\.org|crates\.io)\b"
)


def check(root):
    for name in tree.files(root):
        for number, line in enumerate(tree.read(root, name).splitlines(), 1):
            for match in PATTERN.finditer(line):
                yield f"{name}:{number}: names a machine or registry: {match[0]}"


tree.main(check)
