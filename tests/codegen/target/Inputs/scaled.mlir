// A block of two kernels in the form of the `loops` stage, small enough to check by hand: width 20, f32.
//   twice: a row kernel, one row a unit:       h = 2 x          (h lies in the workspace)
//   scale: two chunks of 16 columns, by way of scratch: y = h * gain + position
// gain is packed as it is and padded with zeros to 32 elements.
module attributes {
  tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>,
  tenon.block = {name = "scaled", cache = f32, dtype = f32, weights = f32, residual = f32, width = 20 : i64, hash = array<i64: 17, 4>,
                 parameters = [{name = "norm.gain", shape = array<i64: 20>, type = f32}]}
} {
  tenon.launch "twice" rows finish @twice.finish {tile_rows = 1}
  tenon.launch "scale" rows contraction @scale.contraction {block_rows = 3, tile_rows = 1, column_chunks = 2, scratch_bytes = 64}
  tenon.pack parameter 0 units 1 f32 @gain.pack_f32 bf16 @gain.pack_bf16
  tenon.part row_bytes 128 packed_bytes 128
  func.func private @twice.finish(
      %x: memref<f32> {tenon.buffer = "x", tenon.offset = 0 : i64},
      %h: memref<f32> {tenon.buffer = "workspace", tenon.offset = 0 : i64},
      %first: index {tenon.size = "first"}, %stride: index {tenon.size = "x_stride"},
      %begin: index {tenon.size = "begin"}, %end: index {tenon.size = "end"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c20 = arith.constant 20 : index
    %c32 = arith.constant 32 : index
    scf.for %unit = %begin to %end step %c1 {
      %row = arith.addi %first, %unit : index
      %from = arith.muli %row, %stride : index
      %to = arith.muli %row, %c32 : index
      %xs = memref.reinterpret_cast %x to offset: [%from], sizes: [20], strides: [1]
        : memref<f32> to memref<20xf32, strided<[1], offset: ?>>
      %hs = memref.reinterpret_cast %h to offset: [%to], sizes: [20], strides: [1]
        : memref<f32> to memref<20xf32, strided<[1], offset: ?>>
      scf.for %c = %c0 to %c20 step %c1 {
        %v = memref.load %xs[%c] : memref<20xf32, strided<[1], offset: ?>>
        %w = arith.addf %v, %v : f32
        memref.store %w, %hs[%c] : memref<20xf32, strided<[1], offset: ?>>
      }
    }
    return
  }
  func.func private @scale.contraction(
      %gain: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64},
      %h: memref<f32> {tenon.buffer = "workspace", tenon.offset = 0 : i64},
      %y: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64},
      %positions: memref<i64> {tenon.buffer = "positions", tenon.offset = 0 : i64},
      %scratch: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64},
      %first: index {tenon.size = "first"}, %rows: index {tenon.size = "rows"},
      %stride: index {tenon.size = "y_stride"},
      %begin: index {tenon.size = "begin"}, %end: index {tenon.size = "end"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %g = memref.reinterpret_cast %gain to offset: [0], sizes: [32], strides: [1] : memref<f32> to memref<32xf32>
    %s = memref.reinterpret_cast %scratch to offset: [0], sizes: [16], strides: [1] : memref<f32> to memref<16xf32>
    scf.for %chunk = %begin to %end step %c1 {
      %column = arith.muli %chunk, %c16 : index
      %left = arith.subi %c20, %column : index
      %count = arith.minui %left, %c16 : index
      scf.for %r = %c0 to %rows step %c1 {
        %row = arith.addi %first, %r : index
        %hrow = arith.muli %row, %c32 : index
        %yrow = arith.muli %row, %stride : index
        %hs = memref.reinterpret_cast %h to offset: [%hrow], sizes: [32], strides: [1]
          : memref<f32> to memref<32xf32, strided<[1], offset: ?>>
        %ys = memref.reinterpret_cast %y to offset: [%yrow], sizes: [20], strides: [1]
          : memref<f32> to memref<20xf32, strided<[1], offset: ?>>
        %ps = memref.reinterpret_cast %positions to offset: [%row], sizes: [1], strides: [1]
          : memref<i64> to memref<1xi64, strided<[1], offset: ?>>
        %p = memref.load %ps[%c0] : memref<1xi64, strided<[1], offset: ?>>
        %pf = arith.sitofp %p : i64 to f32
        %pv = vector.broadcast %pf : f32 to vector<8xf32>
        scf.for %i = %c0 to %c16 step %c8 {
          %at = arith.addi %column, %i : index
          %a = vector.load %hs[%at] : memref<32xf32, strided<[1], offset: ?>>, vector<8xf32>
          %b = vector.load %g[%at] : memref<32xf32>, vector<8xf32>
          %m = vector.fma %a, %b, %pv : vector<8xf32>
          vector.store %m, %s[%i] : memref<16xf32>, vector<8xf32>
        }
        scf.for %i = %c0 to %count step %c1 {
          %at = arith.addi %column, %i : index
          %v = memref.load %s[%i] : memref<16xf32>
          memref.store %v, %ys[%at] : memref<20xf32, strided<[1], offset: ?>>
        }
      }
    }
    return
  }
  func.func private @gain.pack_f32(
      %source: memref<f32> {tenon.buffer = "source", tenon.offset = 0 : i64},
      %packed: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64},
      %begin: index {tenon.size = "begin"}, %end: index {tenon.size = "end"}) -> i64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c20 = arith.constant 20 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %none = arith.constant -1 : i64
    %s = memref.reinterpret_cast %source to offset: [0], sizes: [20], strides: [1] : memref<f32> to memref<20xf32>
    %p = memref.reinterpret_cast %packed to offset: [0], sizes: [32], strides: [1] : memref<f32> to memref<32xf32>
    scf.for %i = %c0 to %c20 step %c1 {
      %v = memref.load %s[%i] : memref<20xf32>
      memref.store %v, %p[%i] : memref<32xf32>
    }
    scf.for %i = %c20 to %c32 step %c1 {
      memref.store %zero, %p[%i] : memref<32xf32>
    }
    return %none : i64
  }
  // Reports infinite values, so that a test can see the status.
  func.func private @gain.pack_bf16(
      %source: memref<bf16> {tenon.buffer = "source", tenon.offset = 0 : i64},
      %packed: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64},
      %begin: index {tenon.size = "begin"}, %end: index {tenon.size = "end"}) -> i64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c20 = arith.constant 20 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %limit = arith.constant 0x7F800000 : f32
    %none = arith.constant -1 : i64
    %s = memref.reinterpret_cast %source to offset: [0], sizes: [20], strides: [1] : memref<bf16> to memref<20xbf16>
    %p = memref.reinterpret_cast %packed to offset: [0], sizes: [32], strides: [1] : memref<f32> to memref<32xf32>
    scf.for %i = %c20 to %c32 step %c1 {
      memref.store %zero, %p[%i] : memref<32xf32>
    }
    %bad = scf.for %i = %c0 to %c20 step %c1 iter_args(%found = %none) -> i64 {
      %v = memref.load %s[%i] : memref<20xbf16>
      %w = arith.extf %v : bf16 to f32
      memref.store %w, %p[%i] : memref<32xf32>
      %is = arith.cmpf oeq, %w, %limit : f32
      %at = arith.index_cast %i : index to i64
      %next = arith.select %is, %at, %found : i64
      scf.yield %next : i64
    }
    return %bad : i64
  }
}
