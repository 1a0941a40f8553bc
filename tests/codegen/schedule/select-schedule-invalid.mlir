// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s -split-input-file -verify-diagnostics --tenon-select-schedule
// Schedules of kernels with linears that break a rule of docs/design/schedule.md, each by its name. The target is x86-64-v3: 16
// registers of 8 lanes, no dots of bf16.

func.func @rows_for_linears(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'kind': a kernel with linears needs #tenon.contraction}}
  %y = tenon.kernel "rows_for_linears"(%x, %w0) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @attention_for_linears(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'kind': a kernel with linears needs #tenon.contraction}}
  %y = tenon.kernel "attention_for_linears"(%x, %w0) attributes {schedule = #tenon.attention<lanes = 8, tokens = 6, heads = 1, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @no_rows(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'sizes'}}
  %y = tenon.kernel "no_rows"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 0, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @no_steps(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'sizes'}}
  %y = tenon.kernel "no_steps"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 0, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @no_block(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'sizes'}}
  %y = tenon.kernel "no_block"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 0, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @negative_padding(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'sizes'}}
  %y = tenon.kernel "negative_padding"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = -1, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @lanes_of_a_kernel(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'lanes': vectors of x86-64-v3 have 8 lanes of f32, not 4}}
  %y = tenon.kernel "lanes_of_a_kernel"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 4, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @lanes_of_a_panel(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'lanes': vectors of x86-64-v3 have 8 lanes of f32, not 16}}
  %y = tenon.kernel "lanes_of_a_panel"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @left_of_fma(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'left': fma reads single f32}}
  %y = tenon.kernel "left_of_fma"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <bf16, step = 2>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @left_step_of_fma(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'left': fma reads single f32}}
  %y = tenon.kernel "left_step_of_fma"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 2>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @left_of_dots(%x: tensor<?x32xf32>, %w0: tensor<20x32xbf16>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'left': dot_bf16 reads pairs of bf16}}
  %y = tenon.kernel "left_of_dots"(%x, %w0) attributes {schedule = #tenon.contraction<dot_bf16, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x32xf32>, tensor<20x32xbf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x32xf32>, %b0: tensor<20x32xbf16>):
    %l = tenon.slot prologue -> tensor<?x32xf32> { tenon.yield %a : tensor<?x32xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<pair_dot, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x32xf32>, tensor<20x32xbf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @dots(%x: tensor<?x32xf32>, %w0: tensor<20x32xbf16>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'product': x86-64-v3 has no dots of bf16}}
  %y = tenon.kernel "dots"(%x, %w0) attributes {schedule = #tenon.contraction<dot_bf16, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <bf16, step = 2>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x32xf32>, tensor<20x32xbf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x32xf32>, %b0: tensor<20x32xbf16>):
    %l = tenon.slot prologue -> tensor<?x32xf32> { tenon.yield %a : tensor<?x32xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<pair_dot, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x32xf32>, tensor<20x32xbf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

// Two linears have at least a vector each.
func.func @shared_vectors(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>, %w1: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'vectors': 3 vectors do not divide among 2 linears}}
  %y = tenon.kernel "shared_vectors"(%x, %w0, %w1) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 4, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>, %b1: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0:2 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 3, chunk = 32, at_once = [1, 1, 1, 1]>} -> tensor<?x20xf32>, tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      %1 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0, %1 : tensor<?x20xf32>, tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> {
      %1 = tenon.mul %p0#0, %p0#1 : tensor<?x20xf32>, tensor<?x20xf32>
      tenon.yield %1 : tensor<?x20xf32>
    }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @no_vectors(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'vectors'}}
  %y = tenon.kernel "no_vectors"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 0, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @no_panels(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'vectors'}}
  %y = tenon.kernel "no_panels"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 0, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @pair_dot_with_fma(%x: tensor<?x7xf32>, %w0: tensor<20x7xbf16>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'encoding': pair_dot is for dot_bf16 and for it alone}}
  %y = tenon.kernel "pair_dot_with_fma"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xbf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xbf16>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<pair_dot, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xbf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @pairs_of_f32(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'encoding': pairs are of bf16, an even number of vectors}}
  %y = tenon.kernel "pairs_of_f32"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @pairs_of_f16(%x: tensor<?x7xf32>, %w0: tensor<20x7xf16>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'encoding'}}
  %y = tenon.kernel "pairs_of_f16"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf16>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @odd_pairs(%x: tensor<?x7xf32>, %w0: tensor<20x7xbf16>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'encoding': pairs are of bf16, an even number of vectors}}
  %y = tenon.kernel "odd_pairs"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xbf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xbf16>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 1, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xbf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

// The second segment breaks it.
func.func @second(%x: tensor<?x7xf32>, %w0: tensor<20x7xbf16>, %w1: tensor<20x7xf32>) -> (tensor<?x20xf32>, tensor<?x20xf32>) {
  // expected-error@below {{schedule breaks rule 'encoding'}}
  %y:2 = tenon.kernel "second"(%x, %w0, %w1) : (tensor<?x7xf32>, tensor<20x7xbf16>, tensor<20x7xf32>) -> (tensor<?x20xf32>, tensor<?x20xf32>) {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xbf16>, %b1: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xbf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    %p1 = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e1 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p1 : tensor<?x20xf32> }
    tenon.yield %e0, %e1 : tensor<?x20xf32>, tensor<?x20xf32>
  }
  return %y#0, %y#1 : tensor<?x20xf32>, tensor<?x20xf32>
}

// -----

func.func @five_counts(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'at_once': one count of panels for 1 to 6 rows, not 5}}
  %y = tenon.kernel "five_counts"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @count_of_0(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'at_once': 1 to 4 panels share a register tile, not 0}}
  %y = tenon.kernel "count_of_0"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [0, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @count_of_5(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'at_once': 1 to 4 panels share a register tile, not 5}}
  %y = tenon.kernel "count_of_5"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [5, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

// 40 rows of 2 vectors: 40 * 2 + 2 registers.
func.func @rows_40(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'registers': a tile of 40 rows by 2 vectors needs 82 registers, and x86-64-v3 has 16}}
  %y = tenon.kernel "rows_40"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 40, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

// One panel of 7 rows: 7 * 2 + 2 = 16 fit, 8 * 2 + 2 = 18 do not.
func.func @rows_8(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'registers': a tile of 8 rows by 2 vectors needs 18 registers}}
  %y = tenon.kernel "rows_8"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 8, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [1, 1, 1, 1, 1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

// 3 rows of 2 panels: 3 * 2 * 2 + 2 = 14 fit; 4 rows do not: 18.
func.func @panels(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{schedule breaks rule 'registers': a tile of 4 rows by 4 vectors needs 18 registers}}
  %y = tenon.kernel "panels"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [4, 2, 2, 2, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}
