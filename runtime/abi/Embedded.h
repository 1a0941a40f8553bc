// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of this folder that the compiler writes beside what it makes, as bytes
// in the compiler: no other compiler is needed where Tenon is used.
#ifndef TENON_RUNTIME_ABI_EMBEDDED_H
#define TENON_RUNTIME_ABI_EMBEDDED_H

#include <string_view>

namespace tenon::abi {

/// support.c as a relocatable object for any machine of `triple`; empty where none was built.
std::string_view supportObject(std::string_view triple);

/// The text of tenon.h.
std::string_view tenonHeader();

} // namespace tenon::abi

#endif
