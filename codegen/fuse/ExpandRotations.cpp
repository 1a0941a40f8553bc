// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rotate becomes x * C + partner(x) * S, where C and S are rows of cosines and
// sines that queries and keys share, and partner(x) is the other of each pair.

#include "codegen/fuse/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#define DEBUG_TYPE "tenon-expand-rotations"

namespace tenon {
#define GEN_PASS_DEF_EXPANDROTATIONS
#include "codegen/fuse/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// Where each channel of a head stands in its rotation.
struct Channels {
  SmallVector<int64_t> partner, pair; ///< channel, and number of the pair (0 for channels that stay)
  SmallVector<double> sign;           ///< of the sine: 0 for channels that stay

  Channels(int64_t width, int64_t dim, Pairs pairs) {
    for (int64_t channel = 0; channel < width; ++channel) {
      bool stays = channel >= dim;
      bool isFirst = pairs == Pairs::half ? channel < dim / 2 : channel % 2 == 0;
      int64_t distance = pairs == Pairs::half ? dim / 2 : 1;
      partner.push_back(stays ? channel : channel + (isFirst ? distance : -distance));
      pair.push_back(stays ? 0 : pairs == Pairs::half ? channel % (dim / 2) : channel / 2);
      sign.push_back(stays ? 0 : isFirst ? -1 : 1);
    }
  }
};

class Expansion {
public:
  explicit Expansion(RotateOp rotate)
      : rotate(rotate), builder(rotate), loc(rotate.getLoc()), width(lastAxis(rotate.getType())),
        channels(width, rotate.getDim(), rotate.getPairs()) {}

  void run() {
    Value position = PositionOp::create(builder, loc);
    auto [high, low] = frequencies();
    Value cosine = CosineOp::create(builder, loc, position, high, low);
    Value sine = SineOp::create(builder, loc, position, high, low);
    auto magnitude = rotate.getMagnitude().convertToDouble();
    auto factor = [&](int64_t channel) { return channels.sign[channel] == 0 ? 1 : magnitude; };
    if (magnitude != 1)
      cosine = times(cosine, constant([&](int64_t channel) { return factor(channel); }));
    sine = times(sine, constant([&](int64_t channel) { return channels.sign[channel] * factor(channel); }));
    Value x = rotate.getOperand();
    Value partner = ColumnsOp::create(builder, loc, x, channels.partner);
    // One after the other: arguments are evaluated in any order.
    Value own = times(x, cosine), other = times(partner, sine);
    auto sum = AddOp::create(builder, loc, own, other, rotate.getStorageAttr());
    rotate.replaceAllUsesWith(sum.getResult());
    rotate.erase();
  }

private:
  Value times(Value a, Value b) { return MulOp::create(builder, loc, a, b); }

  Value constant(llvm::function_ref<double(int64_t)> valueOf) {
    SmallVector<double> values;
    for (int64_t channel = 0; channel < width; ++channel)
      values.push_back(valueOf(channel));
    auto type = RankedTensorType::get({width}, builder.getF64Type());
    return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, ArrayRef(values)));
  }

  /// The frequency of each channel as the sum of two f32 numbers; one that
  /// depends on parameters is f32 itself.
  std::pair<Value, Value> frequencies() {
    auto stays = [&](int64_t channel) { return channels.sign[channel] == 0; };
    if (auto known = rotate.getFrequencies().getDefiningOp<ConstantOp>()) {
      auto numbers = llvm::to_vector(cast<DenseFPElementsAttr>(known.getValue()).getValues<double>());
      auto exact = [&](int64_t channel) { return stays(channel) ? 0 : numbers[channels.pair[channel]]; };
      return {constant([&](int64_t channel) { return double(float(exact(channel))); }),
              constant([&](int64_t channel) { return exact(channel) - double(float(exact(channel))); })};
    }
    Value spread = ColumnsOp::create(builder, loc, rotate.getFrequencies(), channels.pair);
    Value turning = constant([&](int64_t channel) { return stays(channel) ? 0.0 : 1.0; });
    return {times(spread, turning), constant([](int64_t) { return 0.0; })};
  }

  RotateOp rotate;
  OpBuilder builder;
  Location loc;
  int64_t width;
  Channels channels;
};

struct ExpandRotations : tenon::impl::ExpandRotationsBase<ExpandRotations> {
  void runOnOperation() override {
    SmallVector<RotateOp> rotations;
    getOperation().walk([&](RotateOp rotate) { rotations.push_back(rotate); });
    for (RotateOp rotate : rotations)
      Expansion(rotate).run();
  }
};

} // namespace
