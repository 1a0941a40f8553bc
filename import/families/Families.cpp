// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/families/Families.h"
#include "import/families/NameTables.h"
#include <algorithm>

namespace tenon::importer {

namespace {

constexpr Family known[] = {
    {"bert", readBert, bertNames, {}},
    {"bloom", readBloom, bloomNames, {}},
    {"cohere", readCohere, llamaNames, {}},
    {"cohere2", readCohere2, llamaNames, {}},
    {"falcon", readFalcon, falconNames, {}},
    {"gemma", readGemma, llamaNames, {}},
    {"gemma2", readGemma2, sandwichNames, llamaNames},
    {"gemma3_text", readGemma3, sandwichNames, llamaNames},
    {"gpt2", readGpt2, gpt2Names, {}},
    {"gpt_neox", readGptNeoX, gptNeoXNames, {}},
    {"gptj", readGptJ, gptJNames, {}},
    {"granite", readGranite, llamaNames, {}},
    {"llama", readLlama, llamaNames, {}},
    {"mistral", readMistral, llamaNames, {}},
    {"mpt", readMpt, mptNames, {}},
    {"nanochat", readNanochat, plainFfnNames, llamaNames},
    {"olmo", readOlmo, llamaNames, {}},
    {"olmo2", readOlmo2, resPostNames, llamaNames},
    {"olmo3", readOlmo3, resPostNames, llamaNames},
    {"opt", readOpt, optNames, {}},
    {"phi", readPhi, phiNames, llamaNames},
    {"phi3", readPhi3, phi3Names, llamaNames},
    {"qwen2", readQwen2, llamaNames, {}},
    {"qwen3", readQwen3, llamaNames, {}},
    {"smollm3", readSmolLm3, llamaNames, {}},
    {"stablelm", readStableLm, stableLmNames, llamaNames},
    {"starcoder2", readStarCoder2, starCoder2Names, llamaNames},
    {"t5", readT5, t5Names, {}},
};

constexpr std::string_view mixture = "a mixture of experts: the language has no routing";
constexpr std::string_view crossAttention = "attention to a second sequence is not in the language";
constexpr std::string_view recurrence = "a recurrence over tokens is not in the language";
constexpr std::string_view latent = "keys and values from a latent row, beside a mixture of experts";
constexpr std::string_view pixels = "it reads pixels or sound, and the language has rows of tokens";

constexpr std::pair<std::string_view, std::string_view> refused[] = {
    {"bart", crossAttention},
    {"clip", pixels},
    {"dbrx", mixture},
    {"deepseek_v2", latent},
    {"deepseek_v3", latent},
    {"glm4_moe", mixture},
    {"gpt_oss", mixture},
    {"granitemoe", mixture},
    {"jamba", recurrence},
    {"llama4", mixture},
    {"llama4_text", mixture},
    {"mamba", recurrence},
    {"mamba2", recurrence},
    {"marian", crossAttention},
    {"mixtral", mixture},
    {"mt5", "it has the keys of t5 and a vocabulary of its own: set model_type to t5 if that is meant"},
    {"olmoe", mixture},
    {"phimoe", mixture},
    {"pegasus", crossAttention},
    {"qwen2_moe", mixture},
    {"qwen3_moe", mixture},
    {"qwen3_next", recurrence},
    {"rwkv", recurrence},
    {"siglip", pixels},
    {"vit", pixels},
    {"whisper", pixels},
};

} // namespace

std::span<const Family> families() { return known; }

const Family *findFamily(std::string_view type) {
  auto at =
      std::find_if(std::begin(known), std::end(known), [&](const Family &one) { return one.type == type; });
  return at == std::end(known) ? nullptr : at;
}

std::string_view whyRefused(std::string_view type) {
  for (const auto &[name, why] : refused)
    if (name == type)
      return why;
  return {};
}

} // namespace tenon::importer
