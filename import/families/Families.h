// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The families of models that can be imported, one reader for each `model_type`. A
// reader knows what the class of that name in Hugging Face transformers means by a key,
// and by a missing one.
#ifndef TENON_IMPORT_FAMILIES_FAMILIES_H
#define TENON_IMPORT_FAMILIES_FAMILIES_H

#include "import/Shared.h"
#include <span>

namespace tenon::importer {

/// How the rows of one tensor of a checkpoint are shared out among several parameters.
enum class Layout : uint8_t {
  plain,      ///< one parameter
  transposed, ///< one parameter, stored [in, out]
  contiguous, ///< q, then k, then v; or gate, then up
  columns,    ///< contiguous, stored [in, out]
  perGroup,   ///< for each key head its queries, then k, then v
  neighbours, ///< rows of a head lie so that neighbours are turned together (GGUF)
  plusOne,    ///< stored as 1 + w (GGUF)
  separate,   ///< one tensor for each head, which a name map cannot say
};

/// Models of a family for which a row holds.
enum class When : uint8_t {
  always,
  isSequential, ///< sublayers one behind the other
  isPlain,      ///< a feed-forward without a gate
};

/// Where a parameter lies. `ours` is a whole name, or one without its last part: then
/// weight, bias and gain are `theirs` with .weight, .bias and .weight behind it. An
/// asterisk stands for the number of the layer.
struct NameRow {
  std::string_view ours, theirs;
  Layout layout = Layout::plain;
  When when = When::always;
};
using NameTable = std::span<const NameRow>;

struct Family {
  std::string_view type; ///< model_type
  void (*read)(Keys &, Model &);
  NameTable names;     ///< looked at first
  NameTable moreNames; ///< then these
};

/// All of them, by type.
std::span<const Family> families();
const Family *findFamily(std::string_view type);

/// Why a model of a known type cannot be imported; empty for other types.
std::string_view whyRefused(std::string_view type);

// The readers, by file.
void readLlama(Keys &keys, Model &model); // Llama.cpp
void readMistral(Keys &keys, Model &model);
void readQwen2(Keys &keys, Model &model);
void readQwen3(Keys &keys, Model &model);
void readGranite(Keys &keys, Model &model);
void readPhi3(Keys &keys, Model &model);
void readSmolLm3(Keys &keys, Model &model);
void readNanochat(Keys &keys, Model &model);
void readOlmo(Keys &keys, Model &model); // Olmo.cpp
void readOlmo2(Keys &keys, Model &model);
void readOlmo3(Keys &keys, Model &model);
void readGemma(Keys &keys, Model &model); // Gemma.cpp
void readGemma2(Keys &keys, Model &model);
void readGemma3(Keys &keys, Model &model);
void readCohere(Keys &keys, Model &model); // Parallel.cpp
void readCohere2(Keys &keys, Model &model);
void readPhi(Keys &keys, Model &model);
void readStableLm(Keys &keys, Model &model);
void readStarCoder2(Keys &keys, Model &model);
void readGptNeoX(Keys &keys, Model &model); // Gpt.cpp
void readGptJ(Keys &keys, Model &model);
void readGpt2(Keys &keys, Model &model);
void readOpt(Keys &keys, Model &model);
void readBloom(Keys &keys, Model &model); // Alibi.cpp
void readMpt(Keys &keys, Model &model);
void readFalcon(Keys &keys, Model &model);
void readBert(Keys &keys, Model &model); // Encoders.cpp
void readT5(Keys &keys, Model &model);

/// What readers of Llama's relatives begin with: sizes, SiLU, an RMS norm rounded before
/// the gain with this eps, whether the head is tied and how many key heads there are where
/// the file does not say.
void readLlamaBase(Keys &keys, Model &model, double eps, bool isTied,
                   std::optional<int64_t> keyHeads = std::nullopt);

} // namespace tenon::importer

#endif
