// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The families of machines that code is made for.
#ifndef TENON_CODEGEN_TARGET_BACKENDS_BACKENDS_H
#define TENON_CODEGEN_TARGET_BACKENDS_BACKENDS_H

#include "codegen/target/Backend.h"

namespace tenon::target {

llvm::ArrayRef<const Backend *> allBackends();

/// That of `triple`; null where it has none.
const Backend *backendOf(llvm::StringRef triple);

} // namespace tenon::target

#endif
