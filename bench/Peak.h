// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What this machine can do at best: the figures that a kernel's speed is a
// percentage of. Measured beside the kernel, in the same rounds, because a
// machine's speed drifts.
#ifndef TENON_BENCH_PEAK_H
#define TENON_BENCH_PEAK_H

#include <array>
#include <cstddef>
#include <sched.h>
#include <string_view>
#include <vector>

namespace tenon::bench {

/// Instruction sets with an arithmetic peak of their own.
enum class Isa { baseline, avx2, avx512 };

/// The best that this machine runs.
Isa bestIsa();
/// The one that a variant ("x86-64-v3") is compiled for; otherwise the best.
Isa isaOf(std::string_view variant);

/// Working sets whose read bandwidth is measured, in MiB: one for each level
/// of memory that weights may come from.
inline constexpr std::array<size_t, 3> workingSets = {1, 32, 512};

/// Seconds for work on `threads` threads: of one, the time that its CPU gave it,
/// so that other programs on a shared machine do not count; of several, the time that passed.
double clockFor(size_t threads);

/// What all threads together reached.
struct Rates {
  double gflops = 0;                                ///< f32 multiply-adds from registers, 1e9/s, two each
  std::array<double, workingSets.size()> read = {}; ///< GB/s (1e9), by `workingSets`

  /// Bandwidth of the smallest working set that holds `bytes`, else of the largest.
  double readFor(double bytes) const;
};

/// Measures on `threads` threads, each on a CPU of its own. Holds 512 MiB.
class Peak {
public:
  Peak(Isa isa, size_t threads);
  /// One round, about a fifth of a second: the best of a few samples of each figure.
  Rates measure();

private:
  template <typename Work> double rate(int samples, const Work &work);

  Isa isa;
  size_t threads;
  size_t share; ///< bytes of a thread's part of `memory`
  std::vector<std::byte> memory;
};

/// While it lives, the calling thread and those that it starts stay on the
/// CPUs that Peak measures: the first `threads` that the process may use.
class Confinement {
public:
  explicit Confinement(size_t threads);
  ~Confinement();
  Confinement(const Confinement &) = delete;
  Confinement &operator=(const Confinement &) = delete;

private:
  cpu_set_t before;
};

} // namespace tenon::bench

#endif
