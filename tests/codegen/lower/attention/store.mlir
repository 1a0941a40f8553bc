// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-attention --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// The prologue of an attention puts new keys and values where both products read them: a key is a column of its panel of
// two vectors of keys, a value a row of whole steps of two vectors.

// Head sizes that fill no vector, stored as they are: keys of 3 channels, values of 6, vectors of 4. Panels have 8 keys, a row of
// values 8 columns. A key takes 2 heads * (3 + 8) * 4 bytes = 88.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 2, heads = 2, key_block = 16, key_chunk = 32, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 0, at_once = [2, 2, 1, 1], stream = #stream>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 0 : i64} {
  func.func @f(%x: tensor<?x12xf32>, %y: tensor<?x6xf32>, %z: tensor<?x12xf32>) -> tensor<?x24xf32> {
    %r = tenon.kernel "plain"(%x, %y, %z) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 64>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x12xf32>, tensor<?x6xf32>, tensor<?x12xf32>) -> tensor<?x24xf32> {
    ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x6xf32>, %c: tensor<?x12xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x6xf32> {
        %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x4x3xf32>
        %1 = tenon.split %b : tensor<?x6xf32> to tensor<?x2x3xf32>
        %2 = tenon.split %c : tensor<?x12xf32> to tensor<?x2x6xf32>
        tenon.yield %0, %1, %2 : tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x6xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x4x6xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x6xf32>
        tenon.yield %0 : tensor<?x4x6xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x24xf32> {
        %0 = tenon.merge %o : tensor<?x4x6xf32>
        tenon.yield %0 : tensor<?x24xf32>
      }
      tenon.yield %e : tensor<?x24xf32>
    }
    return %r : tensor<?x24xf32>
  }
}

// The tile of a call is 2 tokens; for one token the support code reserves 88 bytes for each key that it has room for.
// CHECK:      tenon.launch "plain" attention prologue @plain.prologue contraction @plain.contraction {tile_rows = 2, scratch_bytes = 896, kv_heads = 2, key_bytes = 88}
// CHECK-LABEL: func.func @plain.prologue(
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_TILES:[^:]*]]: memref<i64> {tenon.buffer = "tiles", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE64:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_WORKSPACE128:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 128 : i64}
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// A unit is a tile of the list, 6 numbers each: row, tokens, position, (keys,) store and capacity.
// CHECK:      scf.for %[[TILE:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[TILE_AT:.*]] = arith.muli %[[TILE]], %c6 : index
// CHECK-NEXT:   %[[WORDS:.*]] = memref.reinterpret_cast %[[FRAME_TILES]] to offset: [%[[TILE_AT]]], sizes: [6], strides: [1]
// CHECK-NEXT:   %[[ROW_WORD:.*]] = memref.load %[[WORDS]][%c0] :
// CHECK-NEXT:   %[[ROW:.*]] = arith.index_cast %[[ROW_WORD]] : i64 to index
// CHECK-NEXT:   %[[TOKENS_WORD:.*]] = memref.load %[[WORDS]][%c1] :
// CHECK-NEXT:   %[[TOKENS:.*]] = arith.index_cast %[[TOKENS_WORD]] : i64 to index
// CHECK-NEXT:   %[[POSITION_WORD:.*]] = memref.load %[[WORDS]][%c2] :
// CHECK-NEXT:   %[[POSITION:.*]] = arith.index_cast %[[POSITION_WORD]] : i64 to index
// CHECK-NEXT:   %[[STORE_WORD:.*]] = memref.load %[[WORDS]][%c4] :
// CHECK-NEXT:   %[[STORE:.*]] = arith.index_cast %[[STORE_WORD]] : i64 to index
// CHECK-NEXT:   %[[CAPACITY_WORD:.*]] = memref.load %[[WORDS]][%c5] :
// CHECK-NEXT:   %[[CAPACITY:.*]] = arith.index_cast %[[CAPACITY_WORD]] : i64 to index
// The store's bytes as elements of 4, and its extent: 88 / 4 = 22 elements for each key.
// CHECK-NEXT:   %[[STORE_AT:.*]] = arith.divui %[[STORE]], %c4 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.muli %[[CAPACITY]], %c22 : index
// CHECK-NEXT:   %[[VIEW:.*]] = memref.reinterpret_cast %[[FRAME_PANEL]] to offset: [%[[STORE_AT]]], sizes: [%[[SIZE]]], strides: [1]
// CHECK-NEXT:   scf.for %[[HEAD:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:     scf.for %[[TOKEN:.*]] = %c0 to %[[TOKENS]] step %c1 {
// Without a ring key k of the sequence has place k.
// CHECK-NEXT:       %[[ROW_OF_BLOCK:.*]] = arith.addi %[[ROW]], %[[TOKEN]] : index
// CHECK-NEXT:       %[[KEY:.*]] = arith.addi %[[POSITION]], %[[TOKEN]] : index
// A head takes capacity * (3 + 8) elements, a panel 8 keys * 3 channels = 24.
// CHECK-NEXT:       %[[HEADS_AT:.*]] = arith.muli %[[HEAD]], %[[CAPACITY]] : index
// CHECK-NEXT:       %[[HEAD_AT:.*]] = arith.muli %[[HEADS_AT]], %c11 : index
// CHECK-NEXT:       %[[PANEL:.*]] = arith.divui %[[KEY]], %c8 : index
// CHECK-NEXT:       %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c24 : index
// The key's first channel is in a row of 3 for each head; its place in the step is vector * 4 + lane.
// CHECK-NEXT:       %[[CHANNEL:.*]] = arith.muli %[[HEAD]], %c3 : index
// CHECK-NEXT:       %[[TO_PANEL:.*]] = arith.addi %[[HEAD_AT]], %[[PANEL_AT]] : index
// CHECK-NEXT:       %[[IN_PANEL:.*]] = arith.remui %[[KEY]], %c8 : index
// CHECK-NEXT:       %[[VECTOR:.*]] = arith.divui %[[IN_PANEL]], %c4 : index
// CHECK-NEXT:       %[[LANE:.*]] = arith.remui %[[IN_PANEL]], %c4 : index
// CHECK-NEXT:       %[[VECTOR_AT:.*]] = arith.muli %[[VECTOR]], %c4 : index
// CHECK-NEXT:       %[[PLACE:.*]] = arith.addi %[[VECTOR_AT]], %[[LANE]] : index
// CHECK-NEXT:       %[[TO:.*]] = arith.addi %[[TO_PANEL]], %[[PLACE]] : index
// Rows of 64 bytes = 16 elements.
// CHECK-NEXT:       %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW_OF_BLOCK]] : index
// CHECK-NEXT:       %[[ROW_AT:.*]] = arith.muli %[[CALL_ROW]], %c16 : index
// CHECK-NEXT:       %[[KEY_ROW:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE64]] to offset: [%[[ROW_AT]]], sizes: [6], strides: [1]
// Channels of the key are a step of 8 apart; 3 of them are less than a vector.
// CHECK-NEXT:       %[[AT:.*]] = arith.addi %[[STORE_AT]], %[[TO]] : index
// CHECK-NEXT:       %[[COLUMN:.*]] = memref.reinterpret_cast %[[FRAME_PANEL]] to offset: [%[[AT]]], sizes: [3], strides: [8]
// CHECK-NEXT:       %[[MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT:       %[[CHANNELS:.*]] = vector.maskedload %[[KEY_ROW]][%[[CHANNEL]]], %[[MASK]], %[[ZEROS]] : {{.*}}, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:       %[[C0:.*]] = vector.extract %[[CHANNELS]][0] : f32 from vector<4xf32>
// CHECK-NEXT:       memref.store %[[C0]], %[[COLUMN]][%c0] :
// CHECK-NEXT:       %[[C1:.*]] = vector.extract %[[CHANNELS]][1] : f32 from vector<4xf32>
// CHECK-NEXT:       memref.store %[[C1]], %[[COLUMN]][%c1] :
// CHECK-NEXT:       %[[C2:.*]] = vector.extract %[[CHANNELS]][2] : f32 from vector<4xf32>
// CHECK-NEXT:       memref.store %[[C2]], %[[COLUMN]][%c2] :
// The value: 6 columns of each head, behind the capacity * 3 elements of its keys, in a row of 8.
// CHECK-NEXT:       %[[VALUE_CHANNEL:.*]] = arith.muli %[[HEAD]], %c6 : index
// CHECK-NEXT:       %[[KEYS_SIZE:.*]] = arith.muli %[[CAPACITY]], %c3 : index
// CHECK-NEXT:       %[[VALUES_AT:.*]] = arith.addi %[[HEAD_AT]], %[[KEYS_SIZE]] : index
// CHECK-NEXT:       %[[ROW_TO:.*]] = arith.muli %[[KEY]], %c8 : index
// CHECK-NEXT:       %[[VALUE_TO:.*]] = arith.addi %[[VALUES_AT]], %[[ROW_TO]] : index
// A whole vector, then 2 columns: what stands behind them in the row is not written.
// CHECK-NEXT:       %[[VALUE_ROW:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE128]] to offset: [%[[ROW_AT]]], sizes: [12], strides: [1]
// CHECK-NEXT:       %[[V0:.*]] = vector.load %[[VALUE_ROW]][%[[VALUE_CHANNEL]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:       vector.store %[[V0]], %[[VIEW]][%[[VALUE_TO]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:       %[[V_AT:.*]] = arith.addi %[[VALUE_CHANNEL]], %c4 : index
// CHECK-NEXT:       %[[MASK:.*]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT:       %[[V1:.*]] = vector.maskedload %[[VALUE_ROW]][%[[V_AT]]], %[[MASK]], %[[ZEROS]] : {{.*}}, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:       %[[TO1:.*]] = arith.addi %[[VALUE_TO]], %c4 : index
// CHECK-NEXT:       vector.maskedstore %[[VIEW]][%[[TO1]]], %[[MASK]], %[[V1]] : {{.*}}, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// -----

// Pairs in a ring: bf16, keys of 4 channels, values of 10 columns in two steps of 8 = 16 columns. A key takes
// 1 head * (4 + 16) * 2 bytes = 40.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 2, heads = 2, key_block = 16, key_chunk = 32, stored = bf16, encoding = paired, cached = true, ring_keys = 48, block_rows = 16, padding = 0, at_once = [1, 1, 1, 1], stream = #stream>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 0 : i64} {
  func.func @f(%x: tensor<?x8xf32>, %y: tensor<?x4xf32>, %z: tensor<?x10xf32>) -> tensor<?x20xf32> {
    %r = tenon.kernel "ring"(%x, %y, %z) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 64>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<?x10xf32>) -> tensor<?x20xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x4xf32>, %c: tensor<?x10xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x10xf32> {
        %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
        %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
        %2 = tenon.split %c : tensor<?x10xf32> to tensor<?x1x10xf32>
        tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x10xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x2x10xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 score {} mask {
        ^bb0(%q: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>):
          %w = tenon.constant dense<10.0> : tensor<1xf64>
          %1 = tenon.le %k, %q : tensor<1xf32>, tensor<1xf32>
          %2 = tenon.sub %q, %k : tensor<1xf32>, tensor<1xf32>
          %3 = tenon.lt %2, %w : tensor<1xf32>, tensor<1xf32>
          %4 = tenon.and %1, %3 : tensor<1xi1>, tensor<1xi1>
          tenon.yield %4 : tensor<1xi1>
        } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x10xf32>
        tenon.yield %0 : tensor<?x2x10xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x20xf32> {
        %0 = tenon.merge %o : tensor<?x2x10xf32>
        tenon.yield %0 : tensor<?x20xf32>
      }
      tenon.yield %e : tensor<?x20xf32>
    }
    return %r : tensor<?x20xf32>
  }
}

// CHECK:      tenon.launch "ring" attention prologue @ring.prologue contraction @ring.contraction {block_rows = 16, tile_rows = 2, scratch_bytes = 1152, kv_heads = 1, key_bytes = 40, cached = 1, ring_keys = 48}
// CHECK-LABEL: func.func @ring.prologue(
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_TILES:[^:]*]]: memref<i64> {tenon.buffer = "tiles", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_CACHE:[^:]*]]: memref<bf16> {tenon.buffer = "cache", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE64:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_WORKSPACE128:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 128 : i64}
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// Key k of the sequence lies in place k mod capacity. One head: no offset of heads.
// CHECK:        scf.for %[[TOKEN:.*]] = %c0 to %[[TOKENS:[a-z0-9_]+]] step %c1 {
// CHECK-NEXT:     %[[ROW_OF_BLOCK:.*]] = arith.addi %[[ROW:[a-z0-9_]+]], %[[TOKEN]] : index
// CHECK-NEXT:     %[[KEY:.*]] = arith.addi %[[POSITION:[a-z0-9_]+]], %[[TOKEN]] : index
// CHECK-NEXT:     %[[PLACE:.*]] = arith.remui %[[KEY]], %[[CAPACITY:[a-z0-9_]+]] : index
// In its panel of 8 keys * 4 channels = 32 elements it has vector v, lane l: pairs of vectors share words, so 2 l + v.
// CHECK-NEXT:     %[[PANEL:.*]] = arith.divui %[[PLACE]], %c8 : index
// CHECK-NEXT:     %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c32 : index
// CHECK-NEXT:     %[[IN_PANEL:.*]] = arith.remui %[[PLACE]], %c8 : index
// CHECK-NEXT:     %[[VECTOR:.*]] = arith.divui %[[IN_PANEL]], %c4 : index
// CHECK-NEXT:     %[[LANE:.*]] = arith.remui %[[IN_PANEL]], %c4 : index
// CHECK-NEXT:     %[[LANE_AT:.*]] = arith.muli %[[LANE]], %c2 : index
// CHECK-NEXT:     %[[IN_STEP:.*]] = arith.addi %[[VECTOR]], %[[LANE_AT]] : index
// CHECK-NEXT:     %[[TO:.*]] = arith.addi %[[PANEL_AT]], %[[IN_STEP]] : index
// CHECK:          %[[COLUMN:.*]] = memref.reinterpret_cast %[[FRAME_CACHE]] to offset: [%[[TO_ELEMENT:[a-z0-9_]+]]], sizes: [4], strides: [8]
// CHECK-NEXT:     %[[CHANNELS:.*]] = vector.load %[[KEY_ROW:[a-z0-9_]+]][%c0] : {{.*}}, vector<4xf32>
// Channels are 8 apart, each rounded to bf16.
// CHECK:          %[[C0:.*]] = vector.extract %[[KEY16:[a-z0-9_]+]][0] : bf16 from vector<4xbf16>
// CHECK-NEXT:     memref.store %[[C0]], %[[COLUMN]][%c0] :
// CHECK-NEXT:     %[[C1:.*]] = vector.extract %[[KEY16]][1] : bf16 from vector<4xbf16>
// CHECK-NEXT:     memref.store %[[C1]], %[[COLUMN]][%c1] :
// CHECK-NEXT:     %[[C2:.*]] = vector.extract %[[KEY16]][2] : bf16 from vector<4xbf16>
// CHECK-NEXT:     memref.store %[[C2]], %[[COLUMN]][%c2] :
// CHECK-NEXT:     %[[C3:.*]] = vector.extract %[[KEY16]][3] : bf16 from vector<4xbf16>
// CHECK-NEXT:     memref.store %[[C3]], %[[COLUMN]][%c3] :
// The value's row is 16 elements, behind the capacity * 4 of the keys.
// CHECK-NEXT:     %[[KEYS_SIZE:.*]] = arith.muli %[[CAPACITY]], %c4 : index
// CHECK-NEXT:     %[[ROW_TO:.*]] = arith.muli %[[PLACE]], %c16 : index
// CHECK-NEXT:     %[[VALUE_TO:.*]] = arith.addi %[[KEYS_SIZE]], %[[ROW_TO]] : index
// CHECK-NEXT:     %[[VALUE_ROW:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE128]] to offset: [%[[ROW_AT:[a-z0-9_]+]]], sizes: [10], strides: [1]
// CHECK-NEXT:     %[[V0:.*]] = vector.load %[[VALUE_ROW]][%c0] : {{.*}}, vector<4xf32>
// The second vector of a step follows the first lane by lane.
// CHECK:          %[[V1:.*]] = vector.load %[[VALUE_ROW]][%c4] : {{.*}}, vector<4xf32>
// CHECK:          %[[PAIR:.*]] = vector.interleave %[[LOW:[a-z0-9_]+]], %[[HIGH:[a-z0-9_]+]] : vector<4xbf16> -> vector<8xbf16>
// CHECK-NEXT:     vector.store %[[PAIR]], %[[VIEW:[a-z0-9_]+]][%[[VALUE_TO]]] : {{.*}}, vector<8xbf16>
// The second step has 2 columns; all others of its 8 are zeros, and it is stored whole: it cannot reach another key.
// CHECK-NEXT:     %[[MASK:.*]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT:     %[[TAIL:.*]] = vector.maskedload %[[VALUE_ROW]][%c8], %[[MASK]], %[[ZEROS]] : {{.*}}, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK:          %[[PAIR:.*]] = vector.interleave %[[LOW:[a-z0-9_]+]], %[[HIGH:[a-z0-9_]+]] : vector<4xbf16> -> vector<8xbf16>
// CHECK-NEXT:     %[[NEXT_STEP:.*]] = arith.addi %[[VALUE_TO]], %c8 : index
// CHECK-NEXT:     vector.store %[[PAIR]], %[[VIEW]][%[[NEXT_STEP]]] : {{.*}}, vector<8xbf16>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
