// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What this machine's CPU can do, by the rules by which a block chooses its variant.
#ifndef TENON_RUNTIME_CPU_FEATURES_H
#define TENON_RUNTIME_CPU_FEATURES_H

#include <cstdint>
#include <string>
#include <vector>

namespace tenon::cpu {

/// TENON_CPU_* of runtime/abi/kernel.h: instructions that the CPU has, and whose
/// registers the operating system saves. Asks Linux once for AMX where it exists.
uint64_t features();

/// The same in words: {"avx2", "avx512", "bf16", "vnni"}.
std::vector<std::string> featureNames();

/// The CPU's own name for itself ("AMD EPYC 9R14"); empty where it has none.
std::string brand();

} // namespace tenon::cpu

#endif
