# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""all_bad.py TOOL FOLDER: TOOL list must refuse every file but the good ones: exit 1, an error, no crash."""
import os
import subprocess
import sys

tool, folder = sys.argv[1:]
bad = 0
for name in sorted(os.listdir(folder)):
    if name.startswith("good") or not name.endswith((".safetensors", ".gguf")):
        continue
    run = subprocess.run([tool, "list", os.path.join(folder, name)], capture_output=True, timeout=60)
    text = run.stdout.decode(errors="replace").strip()
    print(f"{name}: {run.returncode} {text}")
    if run.returncode != 1 or not text.startswith("error: ") or "\n" in text:
        sys.exit(f"{name} was not refused as it should be")
    bad += 1
print(f"{bad} files refused")
