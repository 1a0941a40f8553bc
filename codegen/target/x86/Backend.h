// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_TARGET_X86_BACKEND_H
#define TENON_CODEGEN_TARGET_X86_BACKEND_H

#include "codegen/target/Backend.h"

namespace tenon::target::x86 {

/// x86-64: AVX2, AVX-512 and what is beyond.
extern const Backend backend;

} // namespace tenon::target::x86

#endif
