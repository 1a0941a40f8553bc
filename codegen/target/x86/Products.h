// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of x86 instruction sets.
#ifndef TENON_CODEGEN_TARGET_X86_PRODUCTS_H
#define TENON_CODEGEN_TARGET_X86_PRODUCTS_H

#include "codegen/lower/tile/RegisterTile.h"

namespace tenon::target::x86 {

/// AVX512_BF16: a lane of the sum grows by two products of bf16.
ProductCode dotBf16Code();

} // namespace tenon::target::x86

#endif
