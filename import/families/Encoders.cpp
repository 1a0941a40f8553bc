// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// BERT, and the encoder of T5.
#include "import/families/Families.h"
#include <fmt/format.h>

namespace tenon::importer {

void readBert(Keys &keys, Model &model) {
  readSizes(keys, model);
  model.kvHeads = model.heads;
  model.isGated = false;
  model.activation = readActivation(keys, "hidden_act", "gelu");
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_eps", 1e-12), .bias = true};
  model.embeddingNorm = model.norm;
  model.placement = Placement::post;
  model.hasFinalNorm = model.hasHead = false;
  model.bias = allBiases(true, true);
  model.learned = Learned{keys.size("max_position_embeddings", 512), 0};
  model.tokenTypes = keys.size("type_vocab_size", 2);
  model.isTied = keys.flag("tie_word_embeddings", true);
  model.isCausal = keys.flag("is_decoder", false);
  keys.refuseIf("add_cross_attention", "attention to a second sequence is not in the language");
  if (keys.has("position_embedding_type") && keys.text("position_embedding_type") != "absolute")
    keys.refuse("position_embedding_type", "scores from learned distances between keys and queries");
  model.leftOut.push_back({LeftOut::Where::elsewhere, "pooler", model.width * model.width + model.width,
                           "a linear and tanh over the first token, made for a training task"});
}

namespace {

/// "gated-gelu": whether there is a gate, and the activation.
void readT5FeedForward(Keys &keys, Model &model) {
  std::string name = keys.text("feed_forward_proj", "relu");
  model.isGated = name.starts_with("gated-");
  std::string activation = model.isGated ? name.substr(6) : name;
  if (model.isGated && activation == "gelu")
    activation = "gelu_new"; // the class says so
  const std::pair<std::string_view, std::string_view> known[] = {
      {"relu", "relu"}, {"gelu", "gelu_erf"}, {"gelu_new", "gelu_tanh"}, {"silu", "silu"}};
  for (const auto &[theirs, ours] : known)
    if (theirs == activation) {
      model.activation = ours;
      keys.skip("dense_act_fn");
      keys.skip("is_gated_act");
      return;
    }
  keys.refuse("feed_forward_proj", "known are relu, gelu, silu and gated-gelu, gated-relu, gated-silu");
}

/// Decoder: a second attention in each layer, its own table and norm, and the head.
void leaveOutDecoder(Model &model, int64_t layers) {
  int64_t inner = model.heads * model.headDim, attention = 4 * model.width * inner,
          ffn = (model.isGated ? 3 : 2) * model.width * model.hidden;
  int64_t block = 2 * attention + ffn + 3 * model.width;
  model.decoderLayers = layers;
  using enum LeftOut::Where;
  model.leftOut.push_back(
      {blocks, "decoder blocks", layers * block, "attention to a second sequence is not in the language"});
  model.leftOut.push_back({elsewhere, "decoder positions and norm",
                           model.relative->buckets * model.heads + model.width,
                           "they belong to the decoder"});
  if (!model.isTied)
    model.leftOut.push_back({head, "head", model.vocab * model.width, "it belongs to the decoder"});
}

} // namespace

void readT5(Keys &keys, Model &model) {
  model.width = keys.size("d_model|hidden_size");
  model.layers = keys.size("num_layers|num_hidden_layers");
  model.heads = keys.size("num_heads|num_attention_heads");
  model.kvHeads = model.heads;
  model.headDim = keys.size("d_kv|head_dim", 64);
  model.hidden = keys.size("d_ff");
  model.vocab = keys.size("vocab_size");
  readT5FeedForward(keys, model);
  model.norm = {.eps = keys.positive("layer_norm_epsilon", 1e-6), .castsFirst = true};
  model.relative = RelativeBias{keys.size("relative_attention_num_buckets", 32),
                                keys.size("relative_attention_max_distance", 128)};
  model.scale = "1";
  model.isCausal = model.hasHead = false;
  model.isTied = keys.flag("tie_word_embeddings", true);
  if (model.isTied)
    model.multipliers = {{"logits", "\"d^-1/2\""}};
  keys.skip("is_encoder_decoder");
  keys.skip("n_positions");
  keys.skip("decoder_start_token_id");
  keys.skip("scale_decoder_outputs");
  keys.skip("output_past");
  leaveOutDecoder(model, keys.sizeOrNone("num_decoder_layers").value_or(model.layers));
}

} // namespace tenon::importer
