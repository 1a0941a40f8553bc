// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_TARGET_FAULT_H
#define TENON_CODEGEN_TARGET_FAULT_H

#include "llvm/Support/Error.h"

namespace tenon::target {

/// A fault of ours: the module does not say what this stage needs.
inline llvm::Error fault(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

} // namespace tenon::target

#endif
