// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/abi/kernel.h"
#include "runtime/cpu/Features.h"
#include "runtime/cpu/ThreadPool.h"
#include "tests/Inputs/Check.h"
#include <atomic>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace tenon;

namespace {
tests::Checks check;

std::set<std::string> linuxFlags() {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("flags")) {
      std::istringstream words(line.substr(line.find(':') + 1));
      for (std::string word; words >> word;)
        flags.insert(word);
      break;
    }
  return flags;
}

void features() {
  std::set<std::string> flags = linuxFlags();
  if (flags.empty())
    return;
  auto has = [&](std::initializer_list<const char *> names) {
    for (const char *name : names)
      if (!flags.count(name))
        return false;
    return true;
  };
  uint64_t found = cpu::features();
  bool avx2 = has({"avx2", "fma", "f16c", "bmi1", "bmi2", "movbe", "abm", "popcnt", "sse4_2"});
  bool avx512 = avx2 && has({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  check.that(bool(found & TENON_CPU_AVX2) == avx2, "x86-64-v3");
  check.that(bool(found & TENON_CPU_AVX512) == avx512, "x86-64-v4");
  check.that(bool(found & TENON_CPU_BF16) == (avx512 && has({"avx512_bf16"})), "AVX512_BF16");
  check.that(bool(found & TENON_CPU_VNNI) == (avx512 && has({"avx512_vnni"})), "AVX512_VNNI");
  check.that(!(found & TENON_CPU_AMX) || has({"amx_tile", "amx_bf16"}), "AMX is not claimed where it is not");
}

/// Runs `count` indices and counts how often each ran.
struct Counter {
  explicit Counter(size_t count) : counts(count) {}
  std::vector<std::atomic<int>> counts;
  static void body(void *arguments, size_t index) { ++static_cast<Counter *>(arguments)->counts[index]; }
  bool allOnce() const {
    for (const std::atomic<int> &count : counts)
      if (count != 1)
        return false;
    return true;
  }
};

void everyIndexOnce() {
  for (size_t threads : {1, 2, 3, 8}) {
    cpu::ThreadPool pool(threads);
    const tenon_parallel *parallel = pool.parallel();
    check.that(parallel->threads == threads, "as many threads as asked for");
    Counter counter(1000);
    parallel->parallel_for(parallel->context, Counter::body, &counter, 1000);
    check.that(counter.allOnce(), "every index ran once");
    Counter none(1);
    parallel->parallel_for(parallel->context, Counter::body, &none, 0);
    check.that(none.counts[0] == 0, "no index, no call");
  }
}

struct Nested {
  const tenon_parallel *outer, *inner;
  std::atomic<int> ran = 0;
  static void leaf(void *arguments, size_t) { ++static_cast<Nested *>(arguments)->ran; }
  static void body(void *arguments, size_t) {
    auto *nested = static_cast<Nested *>(arguments);
    nested->inner->parallel_for(nested->inner->context, leaf, arguments, 3);
    nested->outer->parallel_for(nested->outer->context, leaf, arguments, 3);
  }
};

/// A body that uses its own pool, and another one: nobody waits for itself.
void fromInside() {
  cpu::ThreadPool outer(4), inner(3);
  Nested nested{outer.parallel(), inner.parallel()};
  outer.parallel()->parallel_for(outer.parallel()->context, Nested::body, &nested, 50);
  check.that(nested.ran == 50 * 6, "nested calls run inline");
}

void fromSeveralThreads() {
  cpu::ThreadPool pool(3);
  Counter a(1000), b(1000);
  auto work = [&](Counter &counter) {
    for (size_t begin = 0; begin < 1000; begin += 50) {
      struct Part {
        Counter *counter;
        size_t begin;
      } part{&counter, begin};
      pool.parallel()->parallel_for(
          pool.parallel()->context,
          [](void *arguments, size_t index) {
            auto *p = static_cast<Part *>(arguments);
            Counter::body(p->counter, p->begin + index);
          },
          &part, 50);
    }
  };
  std::thread first(work, std::ref(a)), second(work, std::ref(b));
  first.join();
  second.join();
  check.that(a.allOnce() && b.allOnce(), "callers take turns");
}

#if defined(__x86_64__)
/// Denormal numbers survive in workers.
void keepsDenormals() {
  cpu::ThreadPool pool(4);
  std::atomic<int> flushed = 0;
  pool.parallel()->parallel_for(
      pool.parallel()->context,
      [](void *arguments, size_t) {
        if (_mm_getcsr() & 0x8040)
          ++*static_cast<std::atomic<int> *>(arguments);
      },
      &flushed, 64);
  check.that(flushed == 0, "no thread flushes denormals");
}
#endif
} // namespace

int main() {
  features();
  everyIndexOnce();
  fromInside();
  fromSeveralThreads();
#if defined(__x86_64__)
  keepsDenormals();
#endif
  return check.failed();
}
