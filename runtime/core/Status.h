// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The status codes of tenon.h in words.
#ifndef TENON_RUNTIME_CORE_STATUS_H
#define TENON_RUNTIME_CORE_STATUS_H

#include "runtime/abi/tenon.h"
#include <string_view>

namespace tenon::core {

/// The enumerator: "TENON_UNALIGNED"; "unknown status" for other numbers.
std::string_view statusName(tenon_status status);

/// What it means, as a phrase: "a buffer is not aligned as it must be".
std::string_view statusText(tenon_status status);

} // namespace tenon::core

#endif
