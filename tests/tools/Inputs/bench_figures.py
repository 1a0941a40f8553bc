# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what `tenon bench --json` wrote about ffn.tenon and rows of the kind given, and checks that its figures
agree."""
import json
import sys

document = json.load(sys.stdin)
assert document["format"] == 1 and document["results"], document
for result in document["results"]:
    flops = result["tokens"] * 2 * 3 * 48 * 80
    assert result["threads"] == 1 and result["dtype"] == "f32" and result["rounds"] >= 1, result
    assert result["rows"] == sys.argv[1], result
    assert abs(result["gflops"] * result["ms"] * 1e6 / flops - 1) < 1e-6, result
    assert 0 < result["fraction_of_peak"] < 1.2, result
    assert result["peak_gflops"] > 1 and result["bandwidth_gb_s"] > 1, result
