# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recomputes the numbers that `tenon-test-compare stream` prints for seed 7."""
import math
import sys

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def fnv1a64(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def bits(seed, name, index):
    key = mix(seed + GOLDEN + fnv1a64(name) & MASK)
    return mix(key + (index + 1) * GOLDEN & MASK)


def uniform(seed, name, index):
    return ((bits(seed, name, index) >> 11) + 0.5) / 2**53


def normal(seed, name, index):
    pair = index - index % 2
    radius = math.sqrt(-2 * math.log(uniform(seed, name, pair)))
    angle = 2 * math.pi * uniform(seed, name, pair + 1)
    return radius * (math.sin(angle) if index % 2 else math.cos(angle))


count = 0
for line in open(sys.argv[1]):
    name, index, integer, flat, bell = line.split()
    index = int(index)
    if int(integer) != bits(7, name, index):
        sys.exit(f"bits({name}, {index}): {integer}, not {bits(7, name, index)}")
    if abs(float(flat) - uniform(7, name, index)) > 1e-15:
        sys.exit(f"uniform({name}, {index}): {flat}")
    if abs(float(bell) - normal(7, name, index)) > 1e-11:
        sys.exit(f"normal({name}, {index}): {bell}, not {normal(7, name, index)}")
    count += 1
print(count, "numbers agree")
