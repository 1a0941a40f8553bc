// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The block graph: what a block computes, as primitive operations on rows.
// The contract between the language (which makes it), the compiler and the
// reference interpreter (which read it). Free of MLIR.
#ifndef TENON_DSL_GRAPH_GRAPH_H
#define TENON_DSL_GRAPH_GRAPH_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tenon::graph {

enum class Op : uint8_t {
#define TENON_OP(NAME, SPELLING, OPERANDS) NAME,
#include "dsl/graph/Ops.def"
};

/// The spelling of `op` in printed graphs and in the `tenon` dialect.
std::string_view spelling(Op op);

/// How numbers are stored. The quantised formats are for linear weights only.
enum class Format : uint8_t { f32, bf16, f16, q8_0, q4_0, q4_1 };
std::string_view spelling(Format format);
std::optional<Format> parseFormat(std::string_view text);
inline bool isQuantised(Format format) { return format >= Format::q8_0; }

/// Where rounding of a value is permitted (language.md, rule 8): to the type
/// that the block gives this class. `none`: f32 or better.
enum class Storage : uint8_t { none, dtype, residual, cache };

/// A place in a source file; `file` indexes `Program::files`. Lines and
/// columns count from 1; 0 means unknown.
struct Location {
  uint32_t file = 0;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// Axes without the token axis: [n] or [h, n]. A parameter of shape [b, a] is
/// one matrix. Empty never occurs: a scalar is [1].
using Shape = std::vector<int64_t>;

using ValueId = uint32_t; ///< index into Graph::nodes
using ParamId = uint32_t; ///< index into Block::params

enum class Pairs : uint8_t { half, interleaved };
enum class Argument : uint8_t { score, query, key, head };

struct Graph;

// What an operation carries besides its operands.
struct ConstantAttr {
  std::vector<double> values;
}; ///< as many as the shape has elements
struct ParamAttr {
  ParamId param;
};
struct ArgumentAttr {
  Argument argument;
};
struct PowerAttr {
  uint32_t exponent;
};
struct LinearAttr {
  ParamId weight;
  std::optional<ParamId> bias;
};
struct RotateAttr {
  int64_t dim; ///< leading channels that are rotated; even, <= head size
  Pairs pairs;
  double magnitude; ///< factor on cos and sin
};
/// Score and mask are expressions over `argument` leaves, evaluated for one
/// (query, key, head); null means identity and "everything is seen". Their
/// `param` and `lookup` leaves name parameters of the block.
struct AttendAttr {
  double scale;
  std::shared_ptr<const Graph> score;
  std::shared_ptr<const Graph> mask;
};
struct LookupAttr {
  ParamId table;
}; ///< operands: row index, column index
/// Row `offset` + index of a table [n, w]: the token's id, position or type.
struct EmbedAttr {
  enum class Index : uint8_t { token, position, type } index;
  ParamId table;
  int64_t offset;
};

using Attributes = std::variant<std::monostate, ConstantAttr, ParamAttr, ArgumentAttr, PowerAttr, LinearAttr,
                                RotateAttr, AttendAttr, LookupAttr, EmbedAttr>;

struct Node {
  Op op;
  std::vector<ValueId> operands; ///< earlier nodes only
  Shape shape;
  bool isBool = false;
  Storage storage = Storage::none;
  Attributes attributes;
  Location location; ///< the user's line, else the library's
  std::string path;  ///< slot path of the instance that made it: "ffn", "attention.q_norm"
};

/// Nodes in an order where operands come first. Dead nodes have been removed.
struct Graph {
  std::vector<Node> nodes;
  ValueId result = 0;
};

/// One parameter. `name` is canonical and relative to the block
/// ("ffn.gate.weight"); a stack adds "layers.N." unless it is shared.
struct Parameter {
  std::string name;
  Shape shape;
  Format storage = Format::f32; ///< of weights: the block's `weights`; else f32
  double identity = 0;          ///< what it stands for when off; weights and biases: 0
  enum class Role : uint8_t { weight, bias, param } role = Role::param;
  bool shared = false; ///< one copy per stack
  /// Which part of the block owns it, for bookkeeping: a sublayer (with the
  /// norms inside it), a norm that the placement calls, or the placement.
  enum class Part : uint8_t { attention, ffn, norm, placement } part = Part::placement;
  Location location;
};

/// A call of a slot: the part of the graph between one row and another. A norm
/// that is called twice has one region, that of its first call.
struct Region {
  enum class Role : uint8_t { attention, ffn, norm } role = Role::norm;
  std::string path; ///< "ffn", "attention.norm.post", "attention.q_norm"
  ValueId argument = 0;
  ValueId result = 0;
};

/// A block without open parameters: [tokens, width] -> [tokens, width].
struct Block {
  std::string name;
  int64_t width = 0;
  Format dtype = Format::f32;
  Format weights = Format::f32;
  Format residual = Format::f32;
  Format cache = Format::f32;
  std::optional<Format> output; ///< type of y where it is not `residual`: at the end of a stack
  Graph graph;
  std::vector<Parameter> params; ///< in order of first use in the text of the block
  std::vector<Region> regions;   ///< sublayers and norms, in the order of their calls
  Location location;

  Format formatOf(Storage storage) const; ///< f32 for Storage::none
};

/// The ends of a stack (language.md, rule 12). Absent: rows.
struct Embedding {
  int64_t vocab = 0;
  double scale = 1;
  enum class Positions : uint8_t { none, learned, sinusoidal } positions = Positions::none;
  int64_t positionCount = 0;  ///< learned(n), sinusoidal(n)
  int64_t positionOffset = 0; ///< spare rows in front of a learned table
  int64_t types = 0;
};
struct Head {
  bool tied = false;
  double scale = 1;
  bool bias = false;
  int64_t vocab = 0;
};
enum class Pool : uint8_t { none, mean, first };

/// Layers in order, over blocks of the program. `entry` maps the sum of the
/// embeddings to the first row (its norm), `exit` is the final norm and
/// `logits` the activation on logits; each is null where it is the identity.
/// They are blocks whose parameter names are already those of the stack.
struct Stack {
  std::string name;
  int64_t width = 0;
  Format dtype = Format::f32;
  Format weights = Format::f32;
  std::vector<std::shared_ptr<const Block>> layers;
  std::optional<Embedding> embedding;
  std::shared_ptr<const Block> entry;
  std::shared_ptr<const Block> exit;
  std::optional<Head> head;
  std::shared_ptr<const Block> logits;
  Pool pool = Pool::none;
  bool normalize = false;
  std::vector<Parameter> params; ///< every parameter of the stack under its full name, shared ones once
  Location location;
};

struct Program {
  std::vector<std::string> files; ///< for Location::file; the library's files are "<std>/norm.tenon", ...
  std::vector<std::shared_ptr<const Block>> blocks;
  std::vector<Stack> stacks;
};

/// Elements of a shape.
int64_t elements(const Shape &shape);

/// Prints the graph one value a line, for `--emit=graph` and tests.
std::string print(const Block &block);
std::string print(const Stack &stack);

} // namespace tenon::graph

#endif
