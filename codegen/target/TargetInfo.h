// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What differs by target, as values: the stages ask this and never for a name.
#ifndef TENON_CODEGEN_TARGET_TARGETINFO_H
#define TENON_CODEGEN_TARGET_TARGETINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tenon {

/// A register tile of a contraction: `rows` rows by `vectors` vectors of columns.
struct TileShape {
  int64_t rows;
  int64_t vectors;
};

struct TargetInfo {
  std::string name;               ///< as the user writes it and `_variant()` answers: "x86-64-v4"
  std::string triple;             ///< "x86_64-unknown-linux-gnu"
  std::string cpu;                ///< LLVM's -mcpu: what instructions may be used
  std::string tuneCpu;            ///< LLVM's tune-cpu: what they cost
  std::string features;           ///< LLVM's -mattr beyond `cpu`
  uint64_t needs;                 ///< TENON_CPU_* (runtime/abi/kernel.h) without which it does not run
  int64_t vectorBits;             ///< of the widest vector register
  int64_t vectorRegisters;        ///< how many there are
  std::array<TileShape, 4> tiles; ///< by interleaved linears (1 to 4): what fits the registers
  int64_t kBlock;                 ///< steps of k between two loads of the accumulators
  int64_t columnChunk;            ///< columns of one unit of a contraction
  int64_t blockRows;              ///< rows of a row block: a multiple of every tile's rows
  int64_t rowTile = 8;            ///< rows of a unit of a row kernel: enough to outweigh its start
  int64_t unroll = 4;             ///< steps of k in one iteration of a register tile
  /// How far ahead a panel that is read once is prefetched, in bytes: far enough for DRAM, near enough to
  /// stay in the first-level cache.
  int64_t prefetchAhead = 2048;
  /// Cache lines of the next panel that a tile prefetches per iteration; covers the panel when two tiles or
  /// more share the work.
  int64_t prefetchNextLines = 4;
  /// f32 elements between the accumulators of two rows: keeps rows that are a power of two apart out of the
  /// same sets of the first-level cache.
  int64_t rowPadding = 16;
  bool dotsBf16 = false; ///< an instruction adds two products of bf16 as fast as an FMA adds one of f32

  /// Whether it may use dots of bf16 at all.
  bool hasBf16() const { return llvm::StringRef(features).contains("avx512bf16"); }
  int64_t lanes() const { return vectorBits / 32; } ///< f32 values in a vector
  /// The tile for a segment of `linears` linears whose panels interleave.
  TileShape tileFor(int64_t linears) const { return tiles[linears - 1]; }
};

/// All targets of this machine's compiler, best first; `cpu` is this machine.
llvm::ArrayRef<TargetInfo> allTargets();

/// "x86-64-v3+x86-64-v4+cpu": the targets named, best first. Unknown, repeated
/// and empty names are errors that list what exists.
llvm::Expected<std::vector<TargetInfo>> parseTargets(llvm::StringRef text);

/// Whether this machine runs code for `target`.
bool runsHere(const TargetInfo &target);

/// What runs on every machine of the architecture of `target`; no block is lowered for it.
llvm::Expected<TargetInfo> baselineOf(const TargetInfo &target);

} // namespace tenon

#endif
