// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Features.h"
#include "runtime/abi/cpu.h"
#include "runtime/abi/kernel.h"
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace tenon::cpu {

uint64_t features() {
  static const uint64_t found = tenon_cpu_features(TENON_CPU_AMX);
  return found;
}

std::vector<std::string> featureNames() {
  static constexpr std::array<std::pair<uint64_t, std::string_view>, 5> names{{{TENON_CPU_AVX2, "avx2"},
                                                                               {TENON_CPU_AVX512, "avx512"},
                                                                               {TENON_CPU_BF16, "bf16"},
                                                                               {TENON_CPU_VNNI, "vnni"},
                                                                               {TENON_CPU_AMX, "amx"}}};
  std::vector<std::string> result;
  for (auto [bit, name] : names)
    if (features() & bit)
      result.emplace_back(name);
  return result;
}

std::string brand() {
#if defined(__x86_64__)
  uint32_t words[12] = {};
  if (tenon_cpuid(0x80000000u, 0).eax < 0x80000004u)
    return "";
  for (uint32_t part = 0; part < 3; ++part) {
    tenon_cpuid_words found = tenon_cpuid(0x80000002u + part, 0);
    std::memcpy(words + 4 * part, &found, sizeof(found));
  }
  char text[sizeof(words) + 1] = {};
  std::memcpy(text, words, sizeof(words));
  std::string_view name(text);
  while (!name.empty() && name.front() == ' ')
    name.remove_prefix(1);
  while (!name.empty() && name.back() == ' ')
    name.remove_suffix(1);
  return std::string(name);
#else
  return "";
#endif
}

} // namespace tenon::cpu
