# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Encodings of GGUF as the package `gguf` writes and decodes them; shares nothing with Tenon's reader.

encodings.py write FILE.gguf                       a tensor in each encoding: random bits, finite scales
encodings.py compare FILE.gguf FILE.safetensors    the second must hold the numbers of the first, bit for bit
encodings.py checksums FILE.gguf                   what `tenon-test-weights checksums` prints
"""
import os
import sys

import numpy as np
from gguf import GGUFReader, GGUFWriter
from gguf.constants import GGML_QUANT_SIZES
from gguf.constants import GGMLQuantizationType as Type
from gguf.quants import dequantize

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "Inputs"))
import tensors

PLAIN = {Type.F32: "f32", Type.F16: "f16", Type.BF16: "bf16", Type.F64: "f64"}
# Where the blocks of each encoding keep their f16 scales.
SCALES = {
    Type.Q4_0: [0], Type.Q4_1: [0, 2], Type.Q5_0: [0], Type.Q5_1: [0, 2], Type.Q8_0: [0], Type.Q2_K: [80, 82],
    Type.Q3_K: [108], Type.Q4_K: [0, 2], Type.Q5_K: [0, 2], Type.Q6_K: [208],
}
ROWS, COLUMNS = 64, 512


def random_bytes(random, encoding):
    """[ROWS, bytes of a row]; scales without the top exponent bit, so that they are finite, some subnormal."""
    elements, size = GGML_QUANT_SIZES[encoding]
    blocks = random.integers(0, 256, (ROWS * COLUMNS // elements, size), dtype=np.uint8)
    for offset in SCALES[encoding]:
        blocks[:, offset + 1] &= 0xBF
        blocks[::7, offset + 1] &= 0x83
    return blocks.reshape(ROWS, -1)


def write(path):
    random = np.random.default_rng(5)
    writer = GGUFWriter(path, "none")
    for encoding in PLAIN:
        values = random.standard_normal((ROWS, COLUMNS))
        if encoding == Type.BF16:
            data = random.integers(0, 0x7F80, (ROWS, COLUMNS), dtype=np.uint16).view(np.uint8)
            writer.add_tensor(encoding.name, data, raw_dtype=encoding)
        else:
            writer.add_tensor(encoding.name, values.astype(f"f{tensors.ITEM[PLAIN[encoding]]}"))
    for encoding in SCALES:
        writer.add_tensor(encoding.name, random_bytes(random, encoding), raw_dtype=encoding)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def decoded(tensor):
    """Its numbers as the package has them, row-major, and the type in which Tenon gives them."""
    kind = PLAIN.get(tensor.tensor_type, "f32")
    if tensor.tensor_type == Type.F64:
        return np.asarray(tensor.data), kind
    return dequantize(tensor.data, tensor.tensor_type), kind


def compare(path, ours):
    found = tensors.read(ours)
    listed = GGUFReader(path).tensors
    if sorted(found) != sorted(tensor.name for tensor in listed):
        sys.exit("other tensors")
    for tensor in listed:
        want, kind = decoded(tensor)
        values, got_kind = found[tensor.name]
        if kind != got_kind or list(values.shape) != [int(size) for size in reversed(tensor.shape)]:
            sys.exit(f"{tensor.name}: {got_kind} {values.shape}, expected {kind} {list(reversed(tensor.shape))}")
        # float64 holds all of them exactly; the bits tell 0 from -0.
        wrong = np.flatnonzero(values.view(np.uint64) != want.astype(np.float64).reshape(values.shape).view(np.uint64))
        if len(wrong):
            sys.exit(f"{tensor.name}: {len(wrong)} numbers differ, the first is number {wrong[0]}")
    count = sum(tensor.tensor_type not in PLAIN for tensor in listed)
    print(f"{len(listed)} tensors, {count} of them decoded, same bits")


def checksums(path):
    for tensor in sorted(GGUFReader(path).tensors, key=lambda tensor: tensor.name):
        bits = decoded(tensor)[0].astype(np.float32).reshape(-1).view(np.uint32).astype(np.uint64)
        total = int((bits * np.arange(1, len(bits) + 1, dtype=np.uint64)).sum())
        print(tensor.name, [int(size) for size in reversed(tensor.shape)], total)


if __name__ == "__main__":
    {"write": write, "compare": compare, "checksums": checksums}[sys.argv[1]](*sys.argv[2:])
