// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Artifact.h"
#include "runtime/core/Status.h"
#include "runtime/core/Tensor.h"
#include "tests/Inputs/Check.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace tenon;
using namespace tenon::core;

namespace {
tests::Checks check;

uint16_t bitsAt(const Tensor &tensor, size_t index) {
  uint16_t bits;
  std::memcpy(&bits, tensor.data.data() + 2 * index, 2);
  return bits;
}

/// The expected bits are worked out by hand from the formats.
void conversions() {
  // 1 + 2^-8 lies halfway between 1 and 1 + 2^-7: to even. A little more goes up, and a little more that
  // f32 cannot hold must not be lost on the way.
  Result<Tensor> bf16 =
      fromDoubles({1 + 0x1p-8, 1 + 0x1p-8 + 0x1p-40, 1 + 3 * 0x1p-8, -0.0}, {4}, Type::bf16, "t");
  check.that(bf16 && bitsAt(*bf16, 0) == 0x3f80 && bitsAt(*bf16, 1) == 0x3f81 && bitsAt(*bf16, 2) == 0x3f82 &&
                 bitsAt(*bf16, 3) == 0x8000,
             "bf16: ties to even, rounded once");
  Result<Tensor> f16 = fromDoubles({65519.99, 0x1p-24, 0x1p-25, 0x1.8p-25}, {4}, Type::f16, "t");
  check.that(f16 && bitsAt(*f16, 0) == 0x7bff && bitsAt(*f16, 1) == 1 && bitsAt(*f16, 2) == 0 &&
                 bitsAt(*f16, 3) == 1,
             "f16: largest and denormal numbers");
  double infinity = std::numeric_limits<double>::infinity();
  Result<Tensor> kept = fromDoubles({infinity, -infinity, std::nan("")}, {3}, Type::f16, "t");
  check.that(kept && kept->view().at(0) == infinity && kept->view().at(1) == -infinity &&
                 std::isnan(kept->view().at(2)),
             "infinity and NaN stay what they are");
}

void overflow() {
  Result<Tensor> f16 = fromDoubles({1, 2, 65520}, {3}, Type::f16, "ffn.gate.weight");
  check.that(!f16 && f16.error().find("ffn.gate.weight") != std::string::npos &&
                 f16.error().find("element 2") != std::string::npos,
             "a value that becomes infinite is named");
  check.that(!fromDoubles({1e39}, {1}, Type::f32, "t"), "1e39 is infinite in f32");
  Result<Tensor> f32 = fromDoubles({3.3e38, -3.4e38}, {2}, Type::f32, "t");
  check.that(bool(f32), "3.4e38 is finite in f32");
  Result<Tensor> bf16 = convert(f32->view(), Type::bf16, "t");
  check.that(!bf16 && bf16.error().find("element 1") != std::string::npos, "-3.4e38 is infinite in bf16");
}

void shapes() {
  check.that(elementsOf({2, 3, 4}) == 24u && elementsOf({}) == 1u && elementsOf({0, 5}) == 0u, "products");
  check.that(!elementsOf({-1}) && !elementsOf({int64_t(1) << 40, int64_t(1) << 40}),
             "sizes that make no sense");
  check.that(!elementsOf({int64_t(1) << 32, int64_t(1) << 32}) && elementsOf({INT64_MAX, INT64_MAX, 0}) == 0u,
             "a product that wraps to 0, and one that is 0");
  check.that(!makeTensor(Type::f64, {int64_t(1) << 61}), "bytes that overflow");
  check.that(spelling(Shape{2048, 5632}) == "[2048, 5632]", "a shape in words");
  std::optional<Buffer> buffer = Buffer::allocate(100);
  check.that(buffer && reinterpret_cast<uintptr_t>(buffer->data()) % 64 == 0 && buffer->size() == 100,
             "aligned to 64");
  check.that(!Buffer::allocate(SIZE_MAX) && !Buffer::allocate(SIZE_MAX / 2), "memory that is not there");
}

void unaligned() {
  alignas(8) std::byte bytes[20] = {};
  double value = 1.25;
  std::memcpy(bytes + 3, &value, sizeof(value));
  check.that(TensorView{Type::f64, {1}, bytes + 3}.at(0) == 1.25, "elements at any address");
}

void statuses() {
  check.that(statusName(TENON_FOREIGN_PACK) == "TENON_FOREIGN_PACK", "names");
  for (int status = TENON_OK; status <= TENON_VARIANT; ++status)
    check.that(statusName(tenon_status(status)).starts_with("TENON_") &&
                   !statusText(tenon_status(status)).empty(),
               "every status has words");
  check.that(statusName(tenon_status(99)) == "unknown status", "other numbers");
}

void loader() {
  Result<Artifact> missing = Artifact::load("/nonexistent/library.so", "block");
  check.that(!missing && missing.error().find("/nonexistent/library.so") != std::string::npos,
             "a missing library");
  Result<Artifact> other = Artifact::load("/proc/self/exe", "block");
  check.that(!other, "a file that is no block");
}
} // namespace

int main() {
  conversions();
  overflow();
  shapes();
  unaligned();
  statuses();
  loader();
  return check.failed();
}
