// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/abi/Embedded.h"

namespace tenon::abi {

namespace {
constexpr unsigned char support[] = {
#include "runtime/abi/support.o.inc"
};
constexpr unsigned char header[] = {
#include "runtime/abi/tenon.h.inc"
};

template <unsigned long n> std::string_view text(const unsigned char (&bytes)[n]) {
  return {reinterpret_cast<const char *>(bytes), n};
}
} // namespace

std::string_view supportObject() { return text(support); }
std::string_view tenonHeader() { return text(header); }

} // namespace tenon::abi
