// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/TargetInfo.h"
#include "runtime/abi/cpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace tenon {

namespace {
/// Accumulators plus one register per vector of the weights and one for a
/// broadcast fit the registers: 12 x 2 + 2 of 32, 8 x 3 + 3, 6 x 4 + 4. One
/// vector alone (24 x 1) would broadcast twice as often.
constexpr std::array<TileShape, 4> tilesOf32Registers{{{12, 2}, {12, 2}, {8, 3}, {6, 4}}};
/// The same for 16 registers: 6 x 2 + 2, 4 x 3 + 3; 3 x 4 leaves one for the
/// weights of four vectors, whose loads are then operands of the products.
constexpr std::array<TileShape, 4> tilesOf16Registers{{{6, 2}, {6, 2}, {4, 3}, {3, 4}}};

TargetInfo x86(StringRef name, StringRef cpu, uint64_t needs) {
  bool wide = needs & TENON_CPU_AVX512;
  return {.name = name.str(),
          .triple = "x86_64-unknown-linux-gnu",
          .cpu = cpu.str(),
          .tuneCpu = cpu.str(),
          .features = "",
          .needs = needs,
          .vectorBits = wide ? 512 : 256,
          .vectorRegisters = wide ? 32 : 16,
          .tiles = wide ? tilesOf32Registers : tilesOf16Registers,
          .kBlock = 512,
          .columnChunk = 512,
          .blockRows = 144};
}

/// vdpbf16ps as fast as vfmadd: AMD's since Zen 4. Intel's run it at half that
/// rate, where widening weights in registers is as fast and rounds less.
bool dotsAtFullRate(StringRef cpu) { return is_contained({"znver4", "znver5", "znver6"}, cpu); }

/// x86-64-v4 whose products of bf16 are dots of pairs.
TargetInfo withDots() {
  TargetInfo target = x86("x86-64-v4-bf16", "x86-64-v4", TENON_CPU_AVX2 | TENON_CPU_AVX512 | TENON_CPU_BF16);
  target.features = "+avx512bf16";
  target.dotsBf16 = true;
  return target;
}

/// This machine: the level it reaches, the further features that the dispatcher
/// can test for, and the costs of its own CPU. Other instructions of the machine
/// are not used, because nothing would keep the code off a machine without them.
TargetInfo thisMachine() {
  uint64_t has = tenon_cpu_features(0);
  bool wide = has & TENON_CPU_AVX512;
  TargetInfo target = x86("cpu", wide ? "x86-64-v4" : "x86-64-v3",
                          has & (TENON_CPU_AVX2 | TENON_CPU_AVX512 | TENON_CPU_BF16 | TENON_CPU_VNNI));
  target.needs |= TENON_CPU_AVX2;
  target.tuneCpu = sys::getHostCPUName().str();
  SmallVector<StringRef> features;
  if (has & TENON_CPU_BF16)
    features.push_back("+avx512bf16");
  if (has & TENON_CPU_VNNI)
    features.push_back("+avx512vnni");
  target.features = join(features, ",");
  target.dotsBf16 = (has & TENON_CPU_BF16) && dotsAtFullRate(target.tuneCpu);
  return target;
}
} // namespace

ArrayRef<TargetInfo> allTargets() {
  static const std::array<TargetInfo, 4> targets{
      thisMachine(), withDots(), x86("x86-64-v4", "x86-64-v4", TENON_CPU_AVX2 | TENON_CPU_AVX512),
      x86("x86-64-v3", "x86-64-v3", TENON_CPU_AVX2)};
  return targets;
}

Expected<std::vector<TargetInfo>> parseTargets(StringRef text) {
  SmallVector<StringRef> names;
  text.split(names, '+');
  for (auto [index, name] : enumerate(names)) {
    if (none_of(allTargets(), [&](const TargetInfo &target) { return target.name == name; }))
      return createStringError(
          inconvertibleErrorCode(),
          "unknown target '" + name + "'; compiled targets: " +
              join(map_range(allTargets(), [](const TargetInfo &t) { return t.name; }), ", "));
    if (is_contained(ArrayRef(names).take_front(index), name))
      return createStringError(inconvertibleErrorCode(), "target '" + name + "' is named twice");
  }
  std::vector<TargetInfo> targets;
  for (const TargetInfo &target : allTargets())
    if (is_contained(names, target.name))
      targets.push_back(target);
  return targets;
}

bool runsHere(const TargetInfo &target) {
  return Triple(target.triple).getArch() == Triple(sys::getProcessTriple()).getArch() &&
         (tenon_cpu_features(target.needs) & target.needs) == target.needs;
}

Expected<TargetInfo> baselineOf(const TargetInfo &target) {
  if (Triple(target.triple).getArch() == Triple::x86_64)
    return x86("x86-64", "x86-64", 0);
  return createStringError(inconvertibleErrorCode(), "no code is made for every machine of " + target.triple);
}

} // namespace tenon
