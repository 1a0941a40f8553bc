// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small blocks of every sort, to try the criterion on.
#ifndef TENON_TESTS_ORACLE_VALIDATE_ZOO_H
#define TENON_TESTS_ORACLE_VALIDATE_ZOO_H

#include "tests/oracle/Inputs/Blocks.h"

#include <map>
#include <string>

namespace tenon::tests {

/// A maker of one block in given types.
using Recipe = std::function<Block(Types)>;

inline Block normAlone(Types types, int64_t width, bool centred, double offset = 0, bool cast = false) {
  Maker m(centred ? "layer_norm" : "rms_norm", width, types);
  return m.finish(centred ? m.layerNorm("norm", m.x, 1e-5) : m.rmsNorm("norm", m.x, 1e-6, offset, cast));
}

inline Block swiglu(Types types, int64_t width = 40, int64_t hidden = 72) {
  Maker m("swiglu", width, types);
  ValueId n = m.rmsNorm("ffn.norm", m.x, 1e-5, 0, true);
  return m.finish(m.residual(m.x, m.glu(n, hidden, [&](ValueId z) { return m.silu(z); })));
}

inline Block geluMlp(Types types, bool erf, bool post = false) {
  Maker m(erf ? "gelu_erf" : "gelu_tanh", 33, types);
  auto act = [&](ValueId z) { return erf ? m.geluErf(z) : m.geluTanh(z); };
  if (post)
    return m.finish(m.layerNorm("ffn.norm", m.residual(m.x, m.mlp(m.x, 65, act, true)), 1e-12));
  return m.finish(m.residual(m.x, m.mlp(m.layerNorm("ffn.norm", m.x, 1e-5), 65, act, true)));
}

inline Block relu2Mlp(Types types) {
  Maker m("relu2", 31, types);
  return m.finish(m.mlp(m.x, 47, [&](ValueId z) { return m.relu2(z); }));
}

inline Block activationAlone(Types types, Op op) {
  Maker m("activation", 64, types);
  return m.finish(op == Op::mul ? m.silu(m.x) : m.op(op, m.x));
}

inline Block decoder(Types types, Maker::Attention options) {
  Maker m("decoder", 48, types);
  ValueId h = m.residual(m.x, m.attention(m.rmsNorm("attention.norm", m.x, 1e-5), options));
  ValueId n = m.rmsNorm("ffn.norm", h, 1e-5);
  return m.finish(m.residual(h, m.glu(n, 80, [&](ValueId z) { return m.silu(z); })));
}

inline Maker::Attention rotated(int64_t window = 0) {
  return {.heads = 6, .keyHeads = 3, .headSize = 8, .theta = 10000, .mask = causalMask(window)};
}

inline Maker::Attention scored() {
  return {.heads = 6,
          .keyHeads = 6,
          .headSize = 8,
          .mask = causalMask(),
          .score = softcapScore(2),
          .sinks = true};
}

/// Every block by name.
inline const std::map<std::string, Recipe> &zoo() {
  static const std::map<std::string, Recipe> recipes{
      {"rms_norm", [](Types t) { return normAlone(t, 160, false); }},
      {"rms_norm_cast", [](Types t) { return normAlone(t, 160, false, 0, true); }},
      {"rms_norm_offset", [](Types t) { return normAlone(t, 160, false, 1); }},
      {"layer_norm", [](Types t) { return normAlone(t, 160, true); }},
      {"layer_norm_wide", [](Types t) { return normAlone(t, 5000, true); }},
      {"layer_norm_3", [](Types t) { return normAlone(t, 3, true); }},
      {"layer_norm_1", [](Types t) { return normAlone(t, 1, true); }},
      {"swiglu", [](Types t) { return swiglu(t); }},
      {"swiglu_tiny", [](Types t) { return swiglu(t, 3, 5); }},
      {"swiglu_wide", [](Types t) { return swiglu(t, 384, 1000); }},
      {"gelu_erf", [](Types t) { return geluMlp(t, true); }},
      {"gelu_erf_post", [](Types t) { return geluMlp(t, true, true); }},
      {"gelu_tanh", [](Types t) { return geluMlp(t, false); }},
      {"relu2", relu2Mlp},
      {"silu_alone", [](Types t) { return activationAlone(t, Op::mul); }},
      {"tanh_alone", [](Types t) { return activationAlone(t, Op::tanh); }},
      {"abs_alone", [](Types t) { return activationAlone(t, Op::abs); }},
      {"decoder", [](Types t) { return decoder(t, rotated()); }},
      {"decoder_window", [](Types t) { return decoder(t, rotated(5)); }},
      {"decoder_scored", [](Types t) { return decoder(t, scored()); }},
  };
  return recipes;
}

} // namespace tenon::tests

#endif
