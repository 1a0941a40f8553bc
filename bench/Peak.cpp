// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector code is written once with vector types and inlined into one function
// for each instruction set, which the machine chooses at run time.

#include "bench/Peak.h"
#include <algorithm>
#include <barrier>
#include <cstdint>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <time.h>

namespace tenon::bench {

namespace {

/// Keeps a result alive without storing it anywhere.
template <typename T> [[gnu::always_inline]] inline void keep(const T &value) {
  asm volatile("" : : "m"(value));
}

/// Twelve accumulators: enough to hide a latency of six on two pipes, few
/// enough for 16 registers. Returns the operations done.
template <typename Vec> [[gnu::always_inline]] inline double fmaLoop(int64_t repeats) {
  constexpr int count = 12;
  Vec factor = Vec{} + 0.9999f, summand = Vec{} + 1e-5f, accumulators[count];
#pragma clang loop unroll(full)
  for (int i = 0; i < count; ++i)
    accumulators[i] = factor * float(i);
  for (int64_t n = 0; n < repeats; ++n) {
#pragma clang loop unroll(full)
    for (int i = 0; i < count; ++i)
      accumulators[i] = accumulators[i] * factor + summand;
  }
  Vec sum = {};
#pragma clang loop unroll(full)
  for (int i = 0; i < count; ++i)
    sum += accumulators[i];
  keep(sum);
  return 2.0 * count * (sizeof(Vec) / sizeof(float)) * double(repeats);
}

/// Reads four quarters side by side, each some way ahead of its use: one stream
/// alone does not keep enough lines under way to reach what the memory gives.
/// `bytes` is a multiple of 1024; returns how many were read.
template <typename Vec> [[gnu::always_inline]] inline double readLoop(const std::byte *data, size_t bytes) {
  constexpr size_t streams = 4, ahead = 2048;
  size_t quarter = bytes / streams;
  Vec sums[streams] = {};
  for (size_t at = 0; at < quarter; at += 64) {
#pragma clang loop unroll(full)
    for (size_t stream = 0; stream < streams; ++stream) {
      const std::byte *line = data + stream * quarter + at;
      __builtin_prefetch(line + ahead);
#pragma clang loop unroll(full)
      for (size_t part = 0; part < 64 / sizeof(Vec); ++part)
        sums[stream] ^= reinterpret_cast<const Vec *>(line)[part];
    }
  }
  Vec sum = sums[0] ^ sums[1] ^ sums[2] ^ sums[3];
  keep(sum);
  return double(quarter * streams);
}

using Floats16 = float __attribute__((vector_size(16)));
using Floats32 = float __attribute__((vector_size(32)));
using Floats64 = float __attribute__((vector_size(64)));
using Words = uint64_t __attribute__((vector_size(64), aligned(16)));

double fmaBaseline(int64_t repeats) { return fmaLoop<Floats16>(repeats); }
double readBaseline(const std::byte *data, size_t bytes) { return readLoop<Words>(data, bytes); }

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] double fmaAvx2(int64_t repeats) { return fmaLoop<Floats32>(repeats); }
[[gnu::target("avx512f")]] double fmaAvx512(int64_t repeats) { return fmaLoop<Floats64>(repeats); }
[[gnu::target("avx2")]] double readAvx2(const std::byte *data, size_t bytes) {
  return readLoop<Words>(data, bytes);
}
[[gnu::target("avx512f")]] double readAvx512(const std::byte *data, size_t bytes) {
  return readLoop<Words>(data, bytes);
}
#endif

double runFma(Isa isa, int64_t repeats) {
#if defined(__x86_64__)
  if (isa == Isa::avx512)
    return fmaAvx512(repeats);
  if (isa == Isa::avx2)
    return fmaAvx2(repeats);
#endif
  return fmaBaseline(repeats);
}

/// Reads with the best instructions there are: a narrower variant's limit is
/// the memory's all the same.
double runRead(const std::byte *data, size_t bytes) {
#if defined(__x86_64__)
  static const Isa best = bestIsa();
  if (best == Isa::avx512)
    return readAvx512(data, bytes);
  if (best == Isa::avx2)
    return readAvx2(data, bytes);
#endif
  return readBaseline(data, bytes);
}

/// CPUs [first, end) of those in `allowed`, in their order.
cpu_set_t subset(const cpu_set_t &allowed, size_t first, size_t end) {
  cpu_set_t set;
  CPU_ZERO(&set);
  size_t index = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed) && index++ >= first && index <= end)
      CPU_SET(cpu, &set);
  return set;
}

/// Keeps the calling thread on these CPUs, if there are any.
void confine(const cpu_set_t &set) {
  if (CPU_COUNT(&set) != 0)
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

cpu_set_t allowedCpus() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  pthread_getaffinity_np(pthread_self(), sizeof allowed, &allowed);
  return allowed;
}

} // namespace

double clockFor(size_t threads) {
  timespec time;
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

Isa bestIsa() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return Isa::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return Isa::avx2;
#endif
  return Isa::baseline;
}

Isa isaOf(std::string_view variant) { return variant == "x86-64-v3" ? Isa::avx2 : bestIsa(); }

double Rates::readFor(double bytes) const {
  for (size_t i = 0; i < workingSets.size(); ++i)
    if (bytes <= double(workingSets[i] << 20))
      return read[i];
  return read.back();
}

Peak::Peak(Isa isa, size_t threads)
    : isa(isa), threads(threads), share((workingSets.back() << 20) / threads / 4096 * 4096),
      memory(share * threads + 4096) {}

/// The best of `samples` runs of work(thread) on all threads at once, in 1e9
/// of what it returns per second.
template <typename Work> double Peak::rate(int samples, const Work &work) {
  std::vector<double> best(threads, 0.0);
  std::barrier<> together{std::ptrdiff_t(threads)};
  auto body = [&](size_t thread) {
    confine(subset(allowedCpus(), thread, thread + 1));
    for (int sample = 0; sample < samples; ++sample) {
      together.arrive_and_wait();
      double start = clockFor(threads), done = work(thread);
      best[thread] = std::max(best[thread], done / (clockFor(threads) - start) / 1e9);
    }
  };
  std::vector<std::thread> pool;
  for (size_t thread = 0; thread < threads; ++thread)
    pool.emplace_back(body, thread);
  for (std::thread &thread : pool)
    thread.join();
  double total = 0;
  for (double each : best)
    total += each;
  return total;
}

Rates Peak::measure() {
  Rates rates;
  rates.gflops = rate(5, [&](size_t) { return runFma(isa, 100'000); });
  uintptr_t begin = (reinterpret_cast<uintptr_t>(memory.data()) + 4095) / 4096 * 4096;
  const std::byte *base = reinterpret_cast<const std::byte *>(begin);
  for (size_t i = 0; i < workingSets.size(); ++i) {
    size_t part = (workingSets[i] << 20) / threads / 4096 * 4096;
    size_t passes = std::max<size_t>(1, (64u << 20) / part);
    rates.read[i] = rate(5, [&](size_t thread) {
      double done = 0;
      for (size_t pass = 0; pass < passes; ++pass)
        done += runRead(base + thread * share, part);
      return done;
    });
  }
  return rates;
}

Confinement::Confinement(size_t threads) : before(allowedCpus()) { confine(subset(before, 0, threads)); }
Confinement::~Confinement() { confine(before); }

} // namespace tenon::bench
