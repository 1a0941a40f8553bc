// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of numbers: views into memory that somebody else owns, and owned ones.
#ifndef TENON_RUNTIME_CORE_TENSOR_H
#define TENON_RUNTIME_CORE_TENSOR_H

#include "runtime/abi/tenon.h"
#include "runtime/core/Result.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::core {

/// Element types that files and callers use; little-endian.
enum class Type : uint8_t { f32, bf16, f16, f64, i32, i64 };

std::string_view spelling(Type type);         ///< "f32", "bf16", ...
size_t sizeOf(Type type);                     ///< bytes of an element
std::optional<tenon_type> abiType(Type type); ///< nothing for f64 and integers
Type fromAbi(tenon_type type);

using Shape = std::vector<int64_t>;

/// Elements of a shape; nothing where the product overflows or a size is negative.
std::optional<size_t> elementsOf(const Shape &shape);
std::string spelling(const Shape &shape); ///< "[2048, 5632]"; a scalar is "[]"

/// Memory aligned to 64 bytes, as the ABI asks of packed weights and workspace.
class Buffer {
public:
  Buffer() = default;
  /// `bytes` zeroed bytes; nothing when they cannot be had.
  static std::optional<Buffer> allocate(size_t bytes);

  std::byte *data() const { return memory.get(); }
  size_t size() const { return bytes; }

private:
  struct Free {
    void operator()(std::byte *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<std::byte, Free> memory;
  size_t bytes = 0;
};

/// Row-major and contiguous; `data` is aligned to its element or not at all
/// (files promise nothing): read elements by `at`, or copy.
struct TensorView {
  Type type = Type::f32;
  Shape shape;
  const std::byte *data = nullptr;

  size_t elements() const { return elementsOf(shape).value_or(0); }
  size_t bytes() const { return elements() * sizeOf(type); }
  double at(size_t index) const; ///< exact; integers beyond 2^53 are rounded
};

/// A view with its memory.
struct Tensor {
  Type type = Type::f32;
  Shape shape;
  Buffer data;

  TensorView view() const { return {type, shape, data.data()}; }
  size_t elements() const { return view().elements(); }
  tenon_tensor abi() const; ///< only of f32, bf16, f16
};

/// Zeroed; an error names the size that cannot be had.
Result<Tensor> makeTensor(Type type, Shape shape);

/// All elements, exactly.
std::vector<double> toDoubles(const TensorView &view);

/// From doubles to f32, bf16 or f16, rounded once, to nearest, ties to even.
/// An element that is finite and becomes infinite is an error that names it.
Result<Tensor> fromDoubles(const std::vector<double> &values, Shape shape, Type type, std::string_view name);

/// To another type, rounded once. The same error.
Result<Tensor> convert(const TensorView &view, Type type, std::string_view name);

} // namespace tenon::core

#endif
