// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What was decided about a kernel for one machine: schedules, panels, places.
// docs/design/schedule.md says which rules a legal one obeys.
#ifndef TENON_CODEGEN_DIALECT_SCHEDULE_TD
#define TENON_CODEGEN_DIALECT_SCHEDULE_TD

include "codegen/dialect/TenonDialect.td"

class Tenon_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}

//===--- Places ---===//

def Tenon_PlaceKind : Tenon_Enum<"PlaceKind", "which memory holds a value", [
  I32EnumAttrCase<"x", 0>,         // rows of the caller
  I32EnumAttrCase<"y", 1>,         // rows of the caller
  I32EnumAttrCase<"workspace", 2>, // rows between kernels
  I32EnumAttrCase<"panel", 3>,     // rows of the row block, behind its left operand
  I32EnumAttrCase<"left", 4>,      // the left operand, in the order of the schedule
  I32EnumAttrCase<"packed", 5>,    // a parameter, or a table of rows
  I32EnumAttrCase<"weights", 6>    // a weight: in the panels of its contraction
]>;

def Tenon_PlaceAttr : AttrDef<Tenon_Dialect, "Place"> {
  let mnemonic = "place";
  let summary = "Where a value lies while the kernels run";
  let description = [{
    `offset` and `row_bytes` count bytes. Rows of the workspace start at
    `offset` times the tokens of the call, and lie `row_bytes` apart; so do rows of
    the panel, from `offset` on, and those of a table in `packed`. Rows of the caller
    lie as far apart as the batch says. Offsets and distances are whole cache lines.
  }];
  let parameters = (ins "::tenon::PlaceKind":$kind, DefaultValuedParameter<"int64_t", "0">:$offset,
                        DefaultValuedParameter<"int64_t", "0">:$row_bytes);
  let assemblyFormat = "`<` $kind (`,` struct($offset, $row_bytes)^)? `>`";
  let genVerifyDecl = 1;
}
def Tenon_PlaceArrayAttr : TypedArrayAttrBase<Tenon_PlaceAttr, "places, one for each value"> {}
def Tenon_PlaceListsAttr
    : TypedArrayAttrBase<Tenon_PlaceArrayAttr, "for each value the places to which it is written"> {}

//===--- Products ---===//

def Tenon_Product : Tenon_Enum<"Product", "how a register tile multiplies", [
  I32EnumAttrCase<"fma", 0>,     // multiply-adds of f32, to which both operands are widened
  I32EnumAttrCase<"dot_bf16", 1> // two products of bf16 at once, summed in f32
]>;

def Tenon_Encoding : Tenon_Enum<"Encoding", "how the weights of a panel lie in its steps", [
  I32EnumAttrCase<"plain", 0>,   // vector after vector
  I32EnumAttrCase<"paired", 1>,  // two vectors of 16 bits share 32-bit lanes, the even one in the low half
  I32EnumAttrCase<"pair_dot", 2> // a 32-bit lane holds two steps of k of one column
]>;

def Tenon_LeftAttr : AttrDef<Tenon_Dialect, "Left"> {
  let mnemonic = "left";
  let summary = "How the left operand of a contraction is packed";
  let description = "Tile by tile: `[tile][k / step][row of the tile][k % step]`, in `element`.";
  let parameters = (ins "::mlir::Type":$element, "int64_t":$step);
  let assemblyFormat = "`<` $element `,` `step` `=` $step `>`";
}

def Tenon_PanelAttr : AttrDef<Tenon_Dialect, "Panel"> {
  let mnemonic = "panel";
  let summary = "How the weights of a segment are packed, and how its columns are walked";
  let description = [{
    A step of a panel holds `vectors` vectors of `lanes` columns, all linears of the
    segment together. A unit of work spans `chunk` panels. `at_once[r - 1]` panels
    share a register tile where the block has r rows in one tile.
  }];
  let parameters = (ins "::tenon::Encoding":$encoding, "int64_t":$lanes, "int64_t":$vectors,
                        "int64_t":$chunk, "::mlir::DenseI64ArrayAttr":$at_once);
  let assemblyFormat = "`<` $encoding `,` struct($lanes, $vectors, $chunk, $at_once) `>`";
}

//===--- Schedules ---===//

def Tenon_StreamAttr : AttrDef<Tenon_Dialect, "Stream"> {
  let mnemonic = "stream";
  let summary = "How a register tile runs over k";
  let description = [{
    `unroll` steps in one iteration; prefetches `ahead` bytes of a panel that is read
    once, or `next_lines` cache lines per iteration of the panel that comes next.
  }];
  let parameters = (ins "int64_t":$unroll, "int64_t":$ahead, "int64_t":$next_lines);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Tenon_ContractionAttr : AttrDef<Tenon_Dialect, "Contraction"> {
  let mnemonic = "contraction";
  let summary = "The schedule of a kernel with linears";
  let description = [{
    Row blocks of `block_rows` rows are packed into tiles of at most `rows` rows; a
    panel runs over `k_block` steps before the accumulators are stored, where the
    block has several tiles. `padding` elements lie between the accumulators of two
    rows. Row-wise slots work on vectors of `lanes` values.
  }];
  let parameters = (ins "::tenon::Product":$product, "int64_t":$lanes, "int64_t":$rows,
                        "int64_t":$k_block, "int64_t":$block_rows, "int64_t":$padding,
                        "::tenon::LeftAttr":$left, "::tenon::StreamAttr":$stream);
  let assemblyFormat = "`<` $product `,` struct($lanes, $rows, $k_block, $block_rows, $padding, $left, $stream) `>`";
}

def Tenon_AttentionAttr : AttrDef<Tenon_Dialect, "Attention"> {
  let mnemonic = "attention";
  let summary = "The schedule of a kernel with an attention";
  let description = [{
    A row tile takes `tokens` tokens and `heads` query heads of one group. The
    maximum is updated every `key_block` keys, sums start afresh every `key_chunk`.
    Keys and values are stored as `stored`, in steps of two vectors of `lanes` in
    `encoding`: in the caller's cache (`cached`), which is a ring of `ring_keys` keys
    unless that is 0, or in the panel. `at_once[r - 1]` panels share a register tile
    of r rows. Rows are taken `block_rows` at a time; 0: all at once.
  }];
  let parameters = (ins "int64_t":$lanes, "int64_t":$tokens, "int64_t":$heads, "int64_t":$key_block,
                        "int64_t":$key_chunk, "::mlir::Type":$stored, "::tenon::Encoding":$encoding,
                        "bool":$cached, "int64_t":$ring_keys, "int64_t":$block_rows, "int64_t":$padding,
                        "::mlir::DenseI64ArrayAttr":$at_once, "::tenon::StreamAttr":$stream);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Tenon_RowsAttr : AttrDef<Tenon_Dialect, "Rows"> {
  let mnemonic = "rows";
  let summary = "The schedule of a row kernel";
  let description = "A unit of work is `tile` rows; vectors have `lanes` values.";
  let parameters = (ins "int64_t":$lanes, "int64_t":$tile);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Tenon_KernelScheduleAttr : AnyAttrOf<[Tenon_ContractionAttr, Tenon_AttentionAttr, Tenon_RowsAttr],
                                         "the schedule of a kernel">;

#endif
