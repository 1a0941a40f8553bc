// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/abi/Embedded.h"
#include <utility>

namespace tenon::abi {

namespace {
#include "runtime/abi/SupportArrays.inc"
constexpr unsigned char header[] = {
#include "runtime/abi/tenon.h.inc"
};

template <unsigned long n> std::string_view text(const unsigned char (&bytes)[n]) {
  return {reinterpret_cast<const char *>(bytes), n};
}
} // namespace

std::string_view supportObject(std::string_view triple) {
  const std::pair<std::string_view, std::string_view> objects[] = {
#include "runtime/abi/SupportTable.inc"
  };
  for (auto [built, object] : objects)
    if (built == triple)
      return object;
  return {};
}

std::string_view tenonHeader() { return text(header); }

} // namespace tenon::abi
