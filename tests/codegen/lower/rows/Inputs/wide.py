# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wide.py TARGET FOLDER CC: means of very wide rows."""
import ctypes
import os
import sys

HERE = os.path.dirname(__file__)
sys.path.insert(0, os.path.join(HERE, "..", "..", "Inputs"))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "..", "Inputs"))
import numpy as np

import lowering
from kernel import Kernel


def mean_of_ones(name, width):
    k = Kernel(name)
    return k.text(k.reduce("mean", k.rows(np.ones((1, width)))))


target, folder, compiler = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
modules = [mean_of_ones("wide", 1 << 25), mean_of_ones("narrow", 1 << 12)]
lengths = [len(lowering.loops([module], target).splitlines()) for module in modules]
assert lengths[0] == lengths[1], lengths
loops = lowering.loops(modules, target)
shared = ctypes.CDLL(lowering.library(lowering.assembly(modules, target, folder), os.path.join(folder, "wide.so"), compiler))
x, y = np.ones(1 << 25, dtype=np.float32), np.zeros(1, dtype=np.float32)
sizes = {"tokens": 1, "first": 0, "rows": 1, "x_stride": x.size, "y_stride": 1, "begin": 0, "end": 1}
lowering.call(shared, "wide.finish", lowering.bindings(loops, "wide.finish"),
              {"x": x.ctypes.data, "y": y.ctypes.data}, sizes)
assert y[0] == 1, y
