// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/Header.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace tenon::emit {

namespace {
Error wrong(std::string text) { return createStringError(inconvertibleErrorCode(), Twine(text)); }

/// Of C11 and C++17, which both read the header.
bool isKeyword(StringRef word) {
  static const StringSet<> words{"alignas",
                                 "alignof",
                                 "and",
                                 "and_eq",
                                 "asm",
                                 "auto",
                                 "bitand",
                                 "bitor",
                                 "bool",
                                 "break",
                                 "case",
                                 "catch",
                                 "char",
                                 "char16_t",
                                 "char32_t",
                                 "class",
                                 "compl",
                                 "const",
                                 "constexpr",
                                 "const_cast",
                                 "continue",
                                 "decltype",
                                 "default",
                                 "delete",
                                 "do",
                                 "double",
                                 "dynamic_cast",
                                 "else",
                                 "enum",
                                 "explicit",
                                 "export",
                                 "extern",
                                 "false",
                                 "float",
                                 "for",
                                 "friend",
                                 "goto",
                                 "if",
                                 "inline",
                                 "int",
                                 "long",
                                 "mutable",
                                 "namespace",
                                 "new",
                                 "noexcept",
                                 "not",
                                 "not_eq",
                                 "nullptr",
                                 "operator",
                                 "or",
                                 "or_eq",
                                 "private",
                                 "protected",
                                 "public",
                                 "register",
                                 "reinterpret_cast",
                                 "restrict",
                                 "return",
                                 "short",
                                 "signed",
                                 "sizeof",
                                 "static",
                                 "static_assert",
                                 "static_cast",
                                 "struct",
                                 "switch",
                                 "template",
                                 "this",
                                 "thread_local",
                                 "throw",
                                 "true",
                                 "try",
                                 "typedef",
                                 "typeid",
                                 "typename",
                                 "union",
                                 "unsigned",
                                 "using",
                                 "virtual",
                                 "void",
                                 "volatile",
                                 "wchar_t",
                                 "while",
                                 "xor",
                                 "xor_eq",
                                 "_Alignas",
                                 "_Alignof",
                                 "_Atomic",
                                 "_Bool",
                                 "_Complex",
                                 "_Generic",
                                 "_Imaginary",
                                 "_Noreturn",
                                 "_Static_assert",
                                 "_Thread_local"};
  return words.contains(word);
}

bool isIdentifier(StringRef text) {
  return !text.empty() && (isAlpha(text.front()) || text.front() == '_') &&
         all_of(text, [](char c) { return isAlnum(c) || c == '_'; });
}

std::string spelled(const std::vector<int64_t> &shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

/// The members of the weights struct, one a line.
Expected<std::string> members(const target::Interface &interface) {
  StringMap<std::string> seen;
  std::string lines;
  for (const target::Parameter &parameter : interface.parameters) {
    std::string member = memberOf(parameter.name);
    if (isKeyword(member) || !isIdentifier(member))
      return wrong(fmt::format("parameter '{}' of block '{}' cannot be a member of a C struct: '{}' is {}",
                               parameter.name, interface.name, member,
                               isKeyword(member) ? "a keyword of C or C++" : "no identifier"));
    auto [place, isNew] = seen.try_emplace(member, parameter.name);
    if (!isNew)
      return wrong(fmt::format("parameters '{}' and '{}' of block '{}' are the same member '{}' in C",
                               place->second, parameter.name, interface.name, member));
    lines += fmt::format("  tenon_tensor {}; /* {} {}, packed as {} */\n", member, parameter.name,
                         spelled(parameter.shape), parameter.type);
  }
  if (lines.empty())
    lines = "  tenon_tensor unused; /* the block has no parameters: pass a null pointer */\n";
  return lines;
}

// {0} exported name, {1} block, {2} width, {3} type of x and y, {4} members
constexpr const char *text = R"(/* {0}.h: the block '{1}', compiled by Tenon. C11 and C++17.
 * Link the archive of the same name. What each function checks and answers is in
 * tenon.h; nothing here allocates, prints, aborts or starts threads. */
#ifndef TENON_BLOCK_{0}_H
#define TENON_BLOCK_{0}_H

#include "tenon.h"

#ifdef __cplusplus
extern "C" {{
#endif

/* Elements of a row; x and y are [tokens, {2}] of {3}. */
enum {{ {0}_width = {2} }};

/* The parameters, row-major, in f32, bf16 or f16 each as it comes; read only by {0}_pack. */
typedef struct {{
{4}}} {0}_weights;

/* Bytes that {0}_pack writes, at an address aligned to 64 bytes. SIZE_MAX where no variant runs. */
size_t {0}_packed_size(void);

/* Brings weights into the form that {0}_forward reads. `parallel` may be null: the calling thread. */
tenon_status {0}_pack(const {0}_weights *weights, void *packed, size_t size, const tenon_parallel *parallel);

/* Bytes of one cache slot of `cache_tokens` tokens; 0 where the block needs no cache. */
size_t {0}_cache_size(size_t cache_tokens);

/* Bytes that {0}_forward needs for `tokens` rows and `threads` as in tenon_parallel (null: 1). */
size_t {0}_workspace_size(size_t tokens, size_t threads);

/* y = block(x). y may be x; `packed`, `cache` and `workspace` are aligned to 64 bytes. */
tenon_status {0}_forward(const void *packed, const tenon_batch *batch, const void *x, void *y, void *cache,
                         void *workspace, size_t workspace_size, const tenon_parallel *parallel);

/* The variant that runs here ("x86-64-v4"); null where none does. */
const char *{0}_variant(void);

/* For tests: the variant called `name` from now on, null: the best one again. Weights must be packed anew. */
tenon_status {0}_force_variant(const char *name);

#ifdef __cplusplus
}}
#endif
#endif
)";
} // namespace

std::string memberOf(StringRef name) {
  std::string member = name.str();
  std::replace(member.begin(), member.end(), '.', '_');
  return member;
}

Expected<std::string> makeHeader(const target::Interface &interface) {
  if (!isIdentifier(interface.symbol()))
    return wrong(
        fmt::format("'{}' cannot begin the names of C functions: prefix and block name must be letters, "
                    "digits and _",
                    interface.symbol()));
  Expected<std::string> lines = members(interface);
  if (!lines)
    return lines.takeError();
  return fmt::format(text, interface.symbol(), interface.name, interface.width, interface.residual, *lines);
}

} // namespace tenon::emit
