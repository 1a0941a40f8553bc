// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions to the half types, against the definition: the nearest of the
// representable numbers, the even one in the middle. All 65536 patterns of each.
#include "runtime/core/Half.h"
#include "tests/Inputs/Check.h"

#include <limits>

using namespace tenon;

namespace {

tests::Checks checks;
constexpr double inf = std::numeric_limits<double>::infinity();

struct Bf16 {
  static constexpr uint16_t top = 0x7f80, quiet = 0x40;
  static constexpr double beyond = 0x1p128; ///< what would follow the largest finite value
  static double from(uint16_t bits) { return core::fromBf16(bits); }
  template <class T> static uint16_t to(T value) { return core::toBf16(value); }
  /// Sign, 8 bits of exponent, 7 of fraction.
  static double value(uint16_t bits) {
    int exponent = (bits >> 7) & 0xff, fraction = bits & 0x7f;
    return exponent ? std::ldexp(128 + fraction, exponent - 134) : std::ldexp(fraction, -133);
  }
};

struct F16 {
  static constexpr uint16_t top = 0x7c00, quiet = 0x200;
  static constexpr double beyond = 65536;
  static double from(uint16_t bits) { return core::fromF16(bits); }
  template <class T> static uint16_t to(T value) { return core::toF16(value); }
  /// Sign, 5 bits of exponent, 10 of fraction.
  static double value(uint16_t bits) {
    int exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
    return exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
  }
};

/// The number `bits`, its way there and back, and the middle between it and the next.
template <class Half> void finite(uint16_t bits) {
  double value = Half::value(bits), next = bits + 1 == Half::top ? Half::beyond : Half::value(bits + 1);
  uint16_t sign = 0x8000, even = bits & 1 ? bits + 1 : bits;
  double middle = (value + next) / 2;
  bool good =
      Half::from(bits) == value && Half::from(bits | sign) == -value && std::signbit(Half::from(bits | sign));
  good = good && Half::to(value) == bits && Half::to(-value) == (bits | sign);
  good = good && Half::to(static_cast<float>(value)) == bits;
  good = good && Half::to(middle) == even && Half::to(static_cast<float>(middle)) == even;
  good = good && Half::to(std::nextafter(middle, 0.0)) == bits;
  good = good && Half::to(std::nextafter(middle, inf)) == bits + 1;
  good = good && Half::to(std::nextafter(static_cast<float>(middle), 0.0f)) == bits;
  good = good && Half::to(-std::nextafter(static_cast<float>(middle), INFINITY)) == ((bits + 1) | sign);
  checks.that(good, "a finite number and its neighbour");
}

template <class Half> void all() {
  for (uint16_t bits = 0; bits < Half::top; ++bits)
    finite<Half>(bits);
  checks.that(Half::from(Half::top) == inf && Half::to(inf) == Half::top &&
                  Half::to(-INFINITY) == (Half::top | 0x8000),
              "infinities");
  checks.that(Half::to(1e300) == Half::top && Half::to(-3e38f) >= 0x8000, "overflow");
  for (uint16_t bits = Half::top + 1; bits < 0x8000; ++bits) {
    checks.that(std::isnan(Half::from(bits)), "NaN stays NaN on the way up");
    uint16_t back = Half::to(static_cast<float>(Half::from(bits)));
    checks.that(back == (bits | Half::quiet), "NaN keeps its payload, and becomes quiet, on the way down");
  }
}

} // namespace

int main() {
  all<Bf16>();
  all<F16>();
  return checks.failed();
}
