// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON read without exceptions: parsing that answers with an error, and access
// that checks the type first.
#ifndef TENON_RUNTIME_WEIGHTS_JSON_H
#define TENON_RUNTIME_WEIGHTS_JSON_H

#include "runtime/core/Result.h"
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::weights {

using Json = nlohmann::json;

/// Parses `text`. Malformed text, a key that occurs twice in one object, and
/// nesting deeper than 64 are errors.
core::Result<Json> parseJson(std::string_view text);

/// The member `key` of an object, if it is a string.
std::optional<std::string> stringAt(const Json &object, const char *key);

/// The member `key` of an object, if it is an array of whole numbers >= 0.
std::optional<std::vector<uint64_t>> unsignedsAt(const Json &object, const char *key);

/// For messages: control characters replaced, long names cut.
std::string printable(std::string_view text);

} // namespace tenon::weights

#endif
