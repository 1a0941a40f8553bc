// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s -split-input-file -verify-diagnostics --tenon-select-schedule
// Schedules of attentions and row kernels that break a rule of docs/design/schedule.md, by its name. The target is x86-64-v3: 8 lanes,
// so that a panel has 16 keys. The attention has 3 query heads that share one of keys.

func.func @linears(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'kind': a kernel with an attention needs #tenon.attention}}
  %y = tenon.kernel "linears"(%x, %k, %v) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @no_tokens(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'sizes': a tile has at least one token, and 1 to 3 heads of a group}}
  %y = tenon.kernel "no_tokens"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 0, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @no_heads(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'sizes'}}
  %y = tenon.kernel "no_heads"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 1, heads = 0, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

// Heads of two groups read different keys.
func.func @heads_of_groups(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'sizes': a tile has at least one token, and 1 to 3 heads of a group}}
  %y = tenon.kernel "heads_of_groups"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 1, heads = 4, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @negative_padding(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'sizes'}}
  %y = tenon.kernel "negative_padding"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = -16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @other_lanes(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'lanes': vectors of x86-64-v3 have 8 lanes of f32, not 16}}
  %y = tenon.kernel "other_lanes"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 16, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

// Half a panel.
func.func @part_of_a_panel(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'keys': a block is whole panels of 16 keys, a chunk whole blocks}}
  %y = tenon.kernel "part_of_a_panel"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 24, key_chunk = 48, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @no_block(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'keys'}}
  %y = tenon.kernel "no_block"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 0, key_chunk = 0, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @part_of_a_block(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'keys'}}
  %y = tenon.kernel "part_of_a_block"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 32, key_chunk = 48, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @no_chunk(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'keys'}}
  %y = tenon.kernel "no_chunk"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 32, key_chunk = 0, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @stored_dots(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'encoding': keys and values are stored as f32 or f16 plainly, as bf16 in pairs}}
  %y = tenon.kernel "stored_dots"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = bf16, encoding = pair_dot, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @plain_bf16(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'encoding'}}
  %y = tenon.kernel "plain_bf16"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = bf16, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @paired_f16(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'encoding'}}
  %y = tenon.kernel "paired_f16"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f16, encoding = paired, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @f64(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'encoding'}}
  %y = tenon.kernel "f64"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f64, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @no_cache(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store': a causal mask has a cache}}
  %y = tenon.kernel "no_cache"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        tenon.yield %1 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @cache(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store': only a causal mask has a cache}}
  %y = tenon.kernel "cache"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = true, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @blocks_without_ring(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store': rows are taken in blocks only where the cache is a ring}}
  %y = tenon.kernel "blocks_without_ring"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = true, ring_keys = 0, block_rows = 12, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        tenon.yield %1 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @ring_without_window(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store': only a causal mask with a window has a ring of keys}}
  %y = tenon.kernel "ring_without_window"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = true, ring_keys = 256, block_rows = 2, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        tenon.yield %1 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

// 10 + 32 - 2 + 24 = 64 keys are two blocks of 32; 2 rows more are too many. Blocks of 32 keys here and below.
func.func @small_ring(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store': a ring is whole blocks of keys with room for the window, a block and block_rows rows in whole tiles}}
  %y = tenon.kernel "small_ring"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 32, key_chunk = 32, stored = f32, encoding = plain, cached = true, ring_keys = 64, block_rows = 26, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<10.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @part_of_a_block_in_a_ring(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store'}}
  %y = tenon.kernel "part_of_a_block_in_a_ring"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 32, key_chunk = 32, stored = f32, encoding = plain, cached = true, ring_keys = 80, block_rows = 24, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<10.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @part_of_a_tile(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store'}}
  %y = tenon.kernel "part_of_a_tile"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 32, key_chunk = 32, stored = f32, encoding = plain, cached = true, ring_keys = 64, block_rows = 23, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<10.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @ring_without_rows(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'store'}}
  %y = tenon.kernel "ring_without_rows"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 32, key_chunk = 32, stored = f32, encoding = plain, cached = true, ring_keys = 64, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<10.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @five_counts(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'at_once': one count of panels for 1 to 6 rows, not 5}}
  %y = tenon.kernel "five_counts"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

// A tile of 3 tokens of 3 heads: 9 * 2 + 2 registers.
func.func @nine_rows(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{schedule breaks rule 'registers': a tile of 9 rows by 2 vectors needs 20 registers, and x86-64-v3 has 16}}
  %y = tenon.kernel "nine_rows"(%x, %k, %v) attributes {schedule = #tenon.attention<lanes = 8, tokens = 3, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// -----

func.func @rows_as_linears(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  // expected-error@below {{schedule breaks rule 'kind': a kernel without products needs #tenon.rows}}
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    tenon.yield %r : tensor<?x7xf32>
  }
  return %y : tensor<?x7xf32>
}

// -----

func.func @empty_units(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  // expected-error@below {{schedule breaks rule 'sizes': a unit holds at least one row, not 0}}
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.rows<lanes = 8, tile = 0>} : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    tenon.yield %r : tensor<?x7xf32>
  }
  return %y : tensor<?x7xf32>
}

// -----

func.func @half_vectors(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  // expected-error@below {{schedule breaks rule 'lanes': vectors of x86-64-v3 have 8 lanes of f32, not 4}}
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.rows<lanes = 4, tile = 8>} : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    tenon.yield %r : tensor<?x7xf32>
  }
  return %y : tensor<?x7xf32>
}
