// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C header of a compiled block.
#ifndef TENON_CODEGEN_EMIT_HEADER_H
#define TENON_CODEGEN_EMIT_HEADER_H

#include "codegen/target/cpu/Cpu.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tenon::emit {

/// The text of `<symbol>.h`: C11 and C++17, includes tenon.h alone. A parameter whose
/// name becomes a keyword or the member of another one, and exported names that are
/// no C identifiers, are errors that name them.
llvm::Expected<std::string> makeHeader(const target::Interface &interface);

/// The member of the weights struct for the parameter `name`: `.` becomes `_`.
std::string memberOf(llvm::StringRef name);

} // namespace tenon::emit

#endif
