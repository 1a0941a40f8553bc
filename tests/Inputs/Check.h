// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_TESTS_INPUTS_CHECK_H
#define TENON_TESTS_INPUTS_CHECK_H

#include <cmath>
#include <cstdio>
#include <span>

namespace tenon::tests {

/// Counts failures; main returns `failed()`.
class Checks {
public:
  void that(bool good, const char *what) {
    ++count;
    if (!good) {
      ++failures;
      std::printf("FAILED: %s\n", what);
    }
  }

  /// |got - want| <= absolute + relative |want|, element by element; NaN is NaN.
  void near(std::span<const double> got, std::span<const double> want, double absolute, double relative,
            const char *what) {
    that(got.size() == want.size(), what);
    for (size_t i = 0; i < got.size() && i < want.size(); ++i) {
      bool good = std::isnan(want[i]) ? std::isnan(got[i])
                                      : got[i] == want[i] || std::fabs(got[i] - want[i]) <=
                                                                 absolute + relative * std::fabs(want[i]);
      if (!good)
        std::printf("%s: element %zu is %.17g, not %.17g\n", what, i, got[i], want[i]);
      that(good, what);
    }
  }

  int failed() const {
    std::printf("%d checks, %d failures\n", count, failures);
    return failures == 0 && count > 0 ? 0 : 1;
  }

private:
  int count = 0, failures = 0;
};

} // namespace tenon::tests

#endif
