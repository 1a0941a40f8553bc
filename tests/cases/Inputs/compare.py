# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison with a case's expected numbers, by the case's own tolerance."""

import numpy as np

import formula
import tensors


LEAST_NORMAL = 2.0**-126


class Mismatch(Exception):
    """A case does not hold."""


def allowed(want, tol):
    """The largest difference allowed at each element."""
    size = np.abs(np.where(np.isfinite(want), want, 0.0))
    if tol.get("exact"):
        return np.zeros_like(size)
    if "ulp" in tol:
        return tol["ulp"] * tensors.step(size, tol["dtype"]) * (1 + 1e-9)
    return tol.get("abs", 0.0) + tol.get("rel", 0.0) * size


def same(name, got, want, tol, wrong=None):
    """Raises Mismatch unless `got` is `want` within `tol`; either zero matches zero, and also what lies
    below the least normal f32, since docs/abi.md declares that it may become 0."""
    want = np.asarray(formula.plain(want), dtype=np.float64)
    got = np.asarray(got, dtype=np.float64)
    if got.size != want.size:
        raise Mismatch(f"{name}: {got.size} numbers, expected {want.size}")
    got = got.reshape(want.shape)
    with np.errstate(invalid="ignore"):
        good = (np.abs(got - want) <= allowed(want, tol)) | (got == want) | (np.isnan(got) & np.isnan(want))
    good |= (got == 0) & (np.abs(want) < LEAST_NORMAL)
    if np.all(good):
        return
    where = tuple(int(index) for index in np.argwhere(~good)[0])
    hint = f"; a known wrong result: {wrong}" if wrong else ""
    raise Mismatch(
        f"{name}{list(where) if where else ''}: got {got[where]:.17g}, expected {want[where]:.17g}, "
        f"{np.count_nonzero(~good)} of {good.size} differ by more than {tol}{hint}"
    )


def need(condition, message):
    if not condition:
        raise Mismatch(message)
