# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# UNSUPPORTED: sanitizer
# RUN: rm -rf %t && mkdir -p %t && %python %s %tenon %t
"""A crash (here: one that is sent) is exit 3, and leaves the command line in a file. (A sanitizer reports a crash itself.)"""
import os
import signal
import subprocess
import sys
import time

tenon, folder = sys.argv[1:]
process = subprocess.Popen([tenon, "check", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           env={**os.environ, "TMPDIR": folder})


def is_ready():
    """Whether it catches the signal by now."""
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
        [caught] = [line.split()[1] for line in file if line.startswith("SigCgt:")]
    return int(caught, 16) >> (signal.SIGSEGV - 1) & 1


deadline = time.monotonic() + 60
while not is_ready() and time.monotonic() < deadline:
    time.sleep(0.01)
process.send_signal(signal.SIGSEGV)
_, message = process.communicate()
assert process.returncode == 3, (process.returncode, message)
[name] = os.listdir(folder)
assert os.path.join(folder, name) in message, message
with open(os.path.join(folder, name), encoding="utf-8") as file:
    assert " check -" in file.read()
