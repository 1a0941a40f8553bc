# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""package_file.py PACKAGE PATTERN LINK: a link to the file of an installed package."""
import os
import sys

import prepare

if __name__ == "__main__":
    os.symlink(prepare.package_file(*sys.argv[1:3]), sys.argv[3])
