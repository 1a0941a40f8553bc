// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model as its configuration describes it, in the terms of the language: what a
// family fills in, and what the spec and the name map are written from.
#ifndef TENON_IMPORT_MODEL_H
#define TENON_IMPORT_MODEL_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tenon::importer {

struct Norm {
  enum class Kind : uint8_t { rms, layer } kind = Kind::rms;
  double eps = 0;
  bool gain = true, bias = false;
  int offset = 0;          ///< 1: the stored gain w stands for 1 + w
  bool castsFirst = false; ///< rounded to the model's type before the gain
  bool isForHeads = false; ///< a gain of its own for each head
};

enum class Placement : uint8_t { pre, post, sandwich, resPost, parallel, parallelTwo, scaled, normedSkip };

struct Rope {
  double theta = 10000;
  std::optional<int64_t> dim = std::nullopt; ///< leading channels of a head; nothing: all
  bool isInterleaved = false;
  bool isBackwards = false;   ///< turns the other way round
  std::string scaling = {};   ///< the kind that stretches it, as the configuration calls it; empty: none
  std::string frequency = {}; ///< the same as an expression of the language
  std::string magnitude = {}; ///< an expression; empty: 1
  std::vector<double> factors = {}; ///< longrope: what each pair's frequency is divided by
  bool operator==(const Rope &) const = default;
};

/// What may differ from layer to layer.
struct Layer {
  std::optional<int64_t> window;
  std::optional<Rope> rope;
  bool operator==(const Layer &) const = default;
};

struct QkNorm {
  Norm norm;
  enum class At : uint8_t { head, projection, rotated } at = At::head;
};

struct Alibi {
  double slopeMax = 8;
  bool isBeforeScaling = false; ///< added to q . k, before the scale
};

struct RelativeBias {
  int64_t buckets = 32, distance = 128;
};

struct Learned {
  int64_t count = 0, offset = 0; ///< positions, and spare rows in front of them
};

struct Biases {
  bool q = false, k = false, v = false, o = false, ffn = false, head = false;
};

/// Part of a model that the spec does not have.
struct LeftOut {
  enum class Where : uint8_t { blocks, head, elsewhere } where = Where::elsewhere;
  std::string what;
  int64_t parameters = 0;
  std::string why;
};

struct Model {
  std::string type; ///< model_type
  std::string dtype = "f32";
  int64_t width = 1, layers = 1, heads = 1, kvHeads = 1, headDim = 1, hidden = 1, vocab = 1;
  bool isGated = true;
  std::string activation = "silu";
  Norm norm;
  Placement placement = Placement::pre;
  double residualFactor = 1; ///< of Placement::scaled
  Biases bias;
  bool isCausal = true;
  std::string scale; ///< an expression; empty: head_dim^(-1/2)
  std::optional<double> softcap, finalSoftcap, clip;
  std::optional<QkNorm> qkNorm;
  std::optional<Alibi> alibi;
  std::optional<RelativeBias> relative;
  std::optional<Learned> learned;
  std::vector<Layer> kinds = {Layer{}}; ///< of layers, in the order of their first use
  std::vector<size_t> kindOf;           ///< for each layer; empty: all are kinds[0]

  int64_t tokenTypes = 0;
  std::string embeddingScale; ///< an expression; empty: 1
  std::optional<Norm> embeddingNorm;
  bool hasFinalNorm = true, hasHead = true;
  bool isTied = false;
  std::string logitScale; ///< an expression; empty: 1
  std::string pool;       ///< "mean" or "first"; empty: rows
  bool isNormalized = false;

  std::vector<std::pair<std::string, std::string>> multipliers; ///< facts: a name and a JSON value
  std::vector<LeftOut> leftOut;
  std::optional<int64_t> decoderLayers; ///< of a decoder that is left out
};

} // namespace tenon::importer

#endif
