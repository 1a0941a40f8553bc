# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and demands a certain exit code: exit_code.py CODE COMMAND..."""
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, expected {sys.argv[1]}")
