// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sweep LIBRARY STEP: compares the functions of LIBRARY with libm in double
// over every STEP-th f32 (all exponents, both signs, NaN and infinities), and
// the conversions with the 16-bit types bit by bit. Fails above a limit. The functions
// run in the environment of a kernel's tasks: inputs and results below 2^-126 are 0.
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

enum { WIDTH = 1000, ROWS = 64, COUNT = WIDTH * ROWS };

typedef void phase(size_t begin, size_t end, size_t rows, const void *x, size_t first, size_t x_stride, void *y,
                   size_t y_stride);

static void *library;
static int failures;

static void apply(const char *name, const void *x, void *y) {
  char symbol[64];
  snprintf(symbol, sizeof symbol, "%s.finish", name);
  phase *function = (phase *)dlsym(library, symbol);
  if (!function) {
    printf("%s is missing\n", symbol);
    exit(2);
  }
  unsigned control = _mm_getcsr();
  _mm_setcsr(0x9fc0); // to nearest, all exceptions masked, FTZ, DAZ
  function(0, ROWS, ROWS, x, 0, WIDTH, y, WIDTH);
  _mm_setcsr(control);
}

static float as_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

// Exact values, in double. Products with a tail keep relative accuracy; -inf * 0 is NaN.
static double sigmoid_of(double x) { return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x)); }
static double cdf_of(double x) { return erfc(-x * 0.70710678118654752440) / 2; }
static double silu_of(double x) { return x * sigmoid_of(x); }
static double gelu_of(double x) { return x * cdf_of(x); }

// Of angles that are products in double.
static double far(double x) { return 131071 * (x + -1.4901161138336505e-09f); }
static double sine_of_far(double x) { return sin(far(x)); }
static double cosine_of_far(double x) { return cos(far(x)); }

// The distance between neighbouring f32 at `value`.
static double ulp(double value) {
  int exponent;
  frexp(value, &exponent);
  return ldexp(1, fmax(exponent - 24, -149));
}

static const struct {
  const char *name;
  double (*exact)(double);
  double limit; // ulp
  double range; // of |x|; 0: all
} functions[] = {{"exp", exp, 2},           {"expm1", expm1, 2},      {"log", log, 2},   {"log1p", log1p, 2},
                 {"tanh", tanh, 2},         {"sigmoid", sigmoid_of, 2}, {"normal_cdf", cdf_of, 2},
                 {"silu", silu_of, 4},      {"gelu", gelu_of, 4},     {"sqrt", sqrt, 0.5}, {"floor", floor, 0},
                 {"sine_angle", sin, 1, 1e9}, {"cosine_angle", cos, 1, 1e9},
                 {"sine_far", sine_of_far, 1, 1e9 / 131071}, {"cosine_far", cosine_of_far, 1, 1e9 / 131071}};

// Both are 0 or both are not; right at 2^-126 either is right.
static int vanishes_alike(float got, double exact) {
  double distance = fabs(exact) / 0x1p-126 - 1;
  return fabs(distance) < 0x1p-21 || (distance < 0) == (got == 0);
}

static double error_of(float got, double exact) {
  if (isnan(exact) || isnan(got))
    return isnan(exact) && isnan(got) ? 0 : INFINITY;
  if (isinf((float)exact) || isinf(got)) // near the largest f32 either is right
    return got == (float)exact || (fabs(exact) > 3.402822e38 && fabs(exact) < 3.402825e38) ? 0 : INFINITY;
  if (!vanishes_alike(got, exact))
    return INFINITY;
  return got == 0 ? 0 : fabs(got - exact) / ulp(exact);
}

static float normal_or_zero(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

static void sweep(size_t which, uint32_t step) {
  static float x[COUNT], y[COUNT];
  double worst = 0;
  float at = 0;
  for (uint64_t next = 0; next >> 32 == 0;) {
    for (int i = 0; i < COUNT; ++i, next += step)
      x[i] = as_float(next >> 32 ? 0xff800000 : (uint32_t)next);
    x[0] = as_float(next & 0x00800000 ? 0x7f800000 : 0x80000000);
    apply(functions[which].name, x, y);
    for (int i = 0; i < COUNT; ++i) {
      if (functions[which].range && fabsf(x[i]) > functions[which].range)
        continue;
      double error = error_of(y[i], functions[which].exact(normal_or_zero(x[i])));
      if (!(error <= worst)) {
        worst = error;
        at = x[i];
      }
    }
  }
  int bad = !(worst <= functions[which].limit);
  failures += bad;
  printf("%-12s %.3f ulp at %.9g%s\n", functions[which].name, worst, at, bad ? ": too much" : "");
}

// The 16-bit types, by their definition: `mantissa` stored bits, the exponent's bias.
struct format {
  const char *name;
  int mantissa, bias, exponent_bits;
};
static const struct format formats[] = {{"bf16", 7, 127, 8}, {"f16", 10, 15, 5}};

static double decode(const struct format *f, uint16_t bits) {
  int exponent = bits >> f->mantissa & ((1 << f->exponent_bits) - 1);
  int mantissa = bits & ((1 << f->mantissa) - 1);
  double sign = bits >> 15 ? -1 : 1;
  if (exponent == (1 << f->exponent_bits) - 1)
    return mantissa ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * ldexp(mantissa, 1 - f->bias - f->mantissa);
  return sign * ldexp(mantissa + (1 << f->mantissa), exponent - f->bias - f->mantissa);
}

// To nearest, ties to even, beyond the largest to infinity.
static double rounded(const struct format *f, double value) {
  if (value == 0 || isnan(value) || isinf(value))
    return value;
  int exponent;
  frexp(value, &exponent);
  double unit = ldexp(1, fmax(exponent - 1 - f->mantissa, 1 - f->bias - f->mantissa));
  double result = nearbyint(value / unit) * unit;
  return fabs(result) >= ldexp(1, f->bias + 1) ? copysign(INFINITY, value) : result;
}

static int same(double a, double b) { return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b); }

static void report(const char *what, const char *format, long wrong, float at) {
  failures += wrong != 0;
  printf("%s %s: %ld wrong", what, format, wrong);
  printf(wrong ? ", the last at %.9g\n" : "\n", at);
}

static void convert(const struct format *f, uint32_t step) {
  static float x[COUNT], y[COUNT];
  static uint16_t half[COUNT];
  char widen[16], narrow[16], round[16];
  snprintf(widen, sizeof widen, "widen_%s", f->name);
  snprintf(narrow, sizeof narrow, "narrow_%s", f->name);
  snprintf(round, sizeof round, "round_%s", f->name);
  long wrong[3] = {0};
  float at = 0;
  for (int start = 0; start < 65536; start += COUNT) {
    for (int i = 0; i < COUNT; ++i)
      half[i] = start + i;
    apply(widen, half, y);
    for (int i = 0; i < COUNT; ++i)
      wrong[0] += !same(y[i], decode(f, half[i]));
  }
  for (uint64_t next = 0; next >> 32 == 0;) {
    for (int i = 0; i < COUNT; ++i, next += step) // every other one half-way between two, or next to it
      x[i] = as_float(i % 2 ? (uint32_t)next : ((uint32_t)next & 0xffffe000) | (0x1000 << (i & 8 ? 3 : 0)) | (i >> 1 & 1));
    apply(narrow, x, half);
    apply(round, x, y);
    for (int i = 0; i < COUNT; ++i) {
      double exact = rounded(f, x[i]);
      int bad[2] = {!same(decode(f, half[i]), exact), !same(y[i], exact)};
      wrong[1] += bad[0];
      wrong[2] += bad[1];
      if (bad[0] || bad[1])
        at = x[i];
    }
  }
  report("widen", f->name, wrong[0], 0);
  report("narrow", f->name, wrong[1], at);
  report("round to", f->name, wrong[2], at);
}

int main(int count, char **arguments) {
  library = dlopen(arguments[1], RTLD_NOW);
  if (!library) {
    puts(dlerror());
    return 2;
  }
  uint32_t step = atoi(arguments[2]);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    sweep(i, step);
  for (size_t i = 0; i < 2; ++i)
    convert(&formats[i], step);
  return failures != 0;
}
