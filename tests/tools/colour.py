# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: terminal
# RUN: %python %s %tenon %S/Inputs/broken.tenon
"""Errors are coloured on a terminal, and only there, unless NO_COLOR is set."""
import os
import pty
import subprocess
import sys


def errors(on_terminal, **variables):
    """What `tenon check` says about the broken spec."""
    reader, writer = pty.openpty() if on_terminal else os.pipe()
    subprocess.run([sys.argv[1], "check", sys.argv[2]], stderr=writer, env={**os.environ, **variables})
    text = os.read(reader, 1 << 16).decode()
    os.close(reader), os.close(writer)
    assert "rms_nrm" in text, text
    return text


assert "\x1b[" in errors(on_terminal=True)
assert "\x1b[" not in errors(on_terminal=True, NO_COLOR="1")
assert "\x1b[" not in errors(on_terminal=False)
