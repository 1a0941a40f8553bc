# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Storage types and the safetensors format, for oracles and test drivers.

Numbers are float64 arrays; a type says which values they are rounded to and how
they are stored. Rounding is to nearest, ties to even, from float64 in one step.
"""

import json

import numpy as np

CODES = {"f32": "F32", "bf16": "BF16", "f16": "F16", "f64": "F64", "i64": "I64"}
TYPES = {code: name for name, code in CODES.items()}
PLAIN = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "i64": np.int64}
ITEM = {"f32": 4, "bf16": 2, "f16": 2, "f64": 8, "i64": 8}
DIGITS = {"f32": 24, "bf16": 8, "f16": 11}  # bits of the significand
LEAST = {"f32": -149, "bf16": -133, "f16": -24}  # exponent of the least subnormal
LARGEST = {"f32": 3.4028234663852886e38, "bf16": 3.3895313892515355e38, "f16": 65504.0}


def step(values, dtype):
    """The distance between neighbours of `dtype` at each value (float64)."""
    _, exponent = np.frexp(np.where(np.isfinite(values), values, 1.0))
    return np.ldexp(1.0, np.maximum(exponent - DIGITS[dtype], LEAST[dtype]))


def rounded(values, dtype):
    """`values` rounded once to `dtype`, as float64."""
    values = np.asarray(values, dtype=np.float64)
    if dtype == "f64":
        return values
    with np.errstate(all="ignore"):
        unit = step(values, dtype)
        result = np.where(np.isfinite(values), np.rint(values / unit) * unit, values)
    return np.where(np.abs(result) > LARGEST[dtype], np.copysign(np.inf, result), result)


def representable(values, dtype):
    values = np.asarray(values, dtype=np.float64)
    same = rounded(values, dtype) == values
    return bool(np.all(same | np.isnan(values)))


def encode(values, dtype):
    """The bytes of `values`, which are rounded to `dtype` first."""
    if dtype == "i64":
        return np.ascontiguousarray(values, dtype=np.int64).tobytes()
    exact = rounded(values, dtype)
    with np.errstate(all="ignore"):
        if dtype != "bf16":
            return np.ascontiguousarray(exact, dtype=PLAIN[dtype]).tobytes()
        bits = np.ascontiguousarray(exact, dtype=np.float32).view(np.uint32)
    return (bits >> 16).astype(np.uint16).tobytes()


def decode(data, dtype):
    """A flat array (float64, or int64) of the numbers stored in `data`."""
    if dtype == "bf16":
        bits = np.frombuffer(data, dtype=np.uint16).astype(np.uint32) << 16
        return bits.view(np.float32).astype(np.float64)
    flat = np.frombuffer(data, dtype=PLAIN[dtype])
    return flat.copy() if dtype == "i64" else flat.astype(np.float64)


def write(path, tensors):
    """Writes {name: (array, type)} as a safetensors file."""
    header, chunks, offset = {}, [], 0
    for name, (values, dtype) in tensors.items():
        data = encode(values, dtype)
        header[name] = {
            "dtype": CODES[dtype],
            "shape": list(np.shape(values)),
            "data_offsets": [offset, offset + len(data)],
        }
        chunks.append(data)
        offset += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for chunk in chunks:
            file.write(chunk)


def read(path):
    """{name: (array, type)} of a safetensors file; types that we do not use are left out."""
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header, data = json.loads(file.read(size)), file.read()
    result = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] not in TYPES:
            continue
        dtype = TYPES[entry["dtype"]]
        begin, end = entry["data_offsets"]
        result[name] = (decode(data[begin:end], dtype).reshape(entry["shape"]), dtype)
    return result
