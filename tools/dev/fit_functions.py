#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits the polynomials of codegen/lower/math/Polynomials.def and prints that file.

Each entry approximates g on an interval by a polynomial whose largest weighted
error is (nearly) minimal: least squares on Chebyshev points, reweighted after
Lawson until the error is level. Coefficients are rounded to f32 from the lowest
up, and those above are fitted again after each rounding. The functions come from
their definitions, evaluated by mpmath with 50 digits.

Needs numpy and mpmath: fit_functions.py > codegen/lower/math/Polynomials.def
"""
import mpmath as mp
import numpy as np

mp.mp.dps = 50
POINTS = 400
LN2 = mp.log(2)


def exp_tail(r):
    """(exp(r) - 1 - r) / r^2"""
    return (mp.expm1(r) - r) / r**2 if r else mp.mpf(1) / 2


def log_tail(f):
    """(log(1 + f) - f + f^2 / 2) / f^3"""
    return (mp.log1p(f) - f + f**2 / 2) / f**3 if abs(f) > 1e-12 else mp.mpf(1) / 3


def tanh_tail(s):
    """(tanh(x) - x) / x^3 in s = x^2"""
    x = mp.sqrt(s)
    return (mp.tanh(x) - x) / x**3 if s else mp.mpf(-1) / 3


def lower_tail(a):
    return mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2


def cdf_near(v):
    """lower_tail(a) = exp(a^2 / 2) * normal_cdf(-a), the Mills ratio over sqrt(2 pi), in v = a - 1"""
    return lower_tail(v + 1)


def cdf_far(t):
    """a * lower_tail(a) in t = 1 / a"""
    return lower_tail(1 / t) / t


# name, g, interval, degree, weight of the error (so that weight * error is relative to the result)
HALF_LN2 = LN2 / 2 * mp.mpf("1.0001")
FITS = [
    ("expTail", exp_tail, -HALF_LN2, HALF_LN2, 5, lambda r: abs(r)),  # relative to expm1(r), about r
    ("logTail", log_tail, mp.sqrt(mp.mpf(1) / 2) - 1, mp.sqrt(2) - 1, 8, lambda f: f * f),  # relative to log1p(f)
    ("tanhTail", tanh_tail, mp.mpf(0), mp.mpf("0.625")**2, 4, lambda s: s),
    ("cdfNear", cdf_near, mp.mpf(-1), mp.mpf("1.125"), 10, lambda v: 1 / cdf_near(v)),
    ("cdfFar", cdf_far, 1 / mp.mpf("14.5"), 1 / mp.mpf("2.125"), 9, lambda t: 1 / cdf_far(t)),
]


def fit(x, y, w, degree, fixed):
    """Coefficients above `fixed` (the lowest ones), minimising max |w * error|."""
    powers = np.vander(x, degree + 1, increasing=True)
    rest = y - powers[:, : len(fixed)] @ np.array(fixed)
    free = powers[:, len(fixed):]
    lawson = np.ones_like(x)
    best, best_error = None, np.inf
    for _ in range(60):
        scale = w * np.sqrt(lawson)
        c, *_ = np.linalg.lstsq(free * scale[:, None], rest * scale, rcond=None)
        error = np.abs(w * (free @ c - rest))
        if error.max() < best_error:
            best, best_error = c, error.max()
        lawson *= error + 1e-30
        lawson /= lawson.max()
    return best, best_error


def shortest(c):
    """The shortest decimal that reads back as the f32 c."""
    return str(np.float32(c)) + "f"


def main():
    print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
    print("// Made by tools/dev/fit_functions.py. TENON_POLYNOMIAL(name, coefficients from the lowest up).")
    for name, g, low, high, degree, weight in FITS:
        nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * POINTS)) for i in range(POINTS)]
        x = np.array([float(v) for v in nodes])
        y = np.array([float(g(v)) for v in nodes])
        w = np.array([float(weight(v)) for v in nodes])
        fixed = []
        while len(fixed) <= degree:
            c, _ = fit(x, y, w, degree, fixed)
            fixed.append(float(np.float32(c[0])))
        error = np.abs(w * (np.vander(x, degree + 1, increasing=True) @ np.array(fixed) - y)).max()
        print(f"\n// {(g.__doc__).strip()}")
        print(f"// on [{float(low):.6g}, {float(high):.6g}], relative error of the result {error:.2g}.")
        print(f"TENON_POLYNOMIAL({name}, {', '.join(shortest(c) for c in fixed)})")
    print("\n#undef TENON_POLYNOMIAL")


if __name__ == "__main__":
    main()
