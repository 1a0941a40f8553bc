// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fused kernels: what stages `kernels` and `schedule` consist of.
#ifndef TENON_CODEGEN_DIALECT_KERNELOPS_TD
#define TENON_CODEGEN_DIALECT_KERNELOPS_TD

include "codegen/dialect/Schedule.td"
include "codegen/dialect/TenonOps.td"

def Tenon_Slot : I32EnumAttr<"Slot", "slot of a fused kernel", [
  I32EnumAttrCase<"prologue", 0>,    // rows on their way into the left operand
  I32EnumAttrCase<"contraction", 1>, // products that share the left operand
  I32EnumAttrCase<"epilogue", 2>,    // accumulators on their way out, column by column or head by head
  I32EnumAttrCase<"finish", 3>,      // complete rows, while they are in cache
  I32EnumAttrCase<"rows", 4>         // all that a row kernel is
]> {
  let cppNamespace = "::tenon";
}

def Tenon_KernelOp : Tenon_Op<"kernel", [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects]> {
  let summary = "Operations that run as one fused kernel";
  let description = [{
    The body consists of `tenon.slot`s, in the order in which they run. Its
    arguments mirror the operands, and `tenon.yield` returns what crosses to later
    kernels or leaves the block: results of slots.

    - One `prologue`: from the arguments to the left operand of the products, its
      first result.
    - For each *segment* one `contraction`, whose products interleave panel by
      panel because their columns meet, and one `epilogue`, which alone sees their
      results. The products are `tenon.linear`, all with the same left operand,
      without bias; or one `tenon.attend` is the only product of its kernel, on
      operands that earlier kernels stored.
    - At most one `finish`: on complete rows of what the slots before it made.
    - Or one `rows` alone: a row kernel, without products.

    From stage `schedule` on, `schedule` says how the kernel runs, `loads` where
    each operand lies, and `panel_bytes` how much of a row block is kept.
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyRankedTensor>:$inputs,
                       OptionalAttr<Tenon_KernelScheduleAttr>:$schedule,
                       OptionalAttr<Tenon_PlaceArrayAttr>:$loads,
                       OptionalAttr<I64Attr>:$panel_bytes);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name `(` $inputs `)` attr-dict-with-keyword `:` functional-type($inputs, $outputs) $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$outputs, "::llvm::StringRef":$name,
                                 "::mlir::ValueRange":$inputs)>];
  let extraClassDeclaration = [{
    ::tenon::YieldOp getYield();
    /// The only slot of this kind, or null.
    ::tenon::SlotOp findSlot(::tenon::Slot kind);
    /// Its attention, or null.
    ::tenon::AttendOp findAttend();
    /// The argument of the body's that mirrors operand `number`.
    ::mlir::BlockArgument argument(unsigned number) { return getBody().front().getArgument(number); }
  }];
}

def Tenon_SlotOp : Tenon_Op<"slot", [SingleBlock, NoRegionArguments, RecursiveMemoryEffects,
                                     HasParent<"KernelOp">]> {
  let summary = "One slot of a kernel";
  let description = [{
    Reads arguments of its kernel and results of earlier slots; yields what later
    slots need and what it stores. A value without token axis is computed in each
    slot that needs it and does not cross.

    From stage `schedule` on, `stores` lists for each result the places to which it
    is written, and a contraction of linears has the `panel` that its weights are
    packed into and the place of those panels, `weights`.
  }];
  let arguments = (ins Tenon_Slot:$slot, OptionalAttr<Tenon_PanelAttr>:$panel,
                       OptionalAttr<Tenon_PlaceAttr>:$weights,
                       OptionalAttr<Tenon_PlaceListsAttr>:$stores);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$slot attr-dict-with-keyword (`->` type($outputs)^)? $body";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$outputs, "::tenon::Slot":$slot)>];
  let extraClassDeclaration = [{
    ::tenon::YieldOp getYield();
    /// The value of the body behind result `number`.
    ::mlir::Value yielded(unsigned number);
  }];
}

def Tenon_YieldOp : Tenon_Op<"yield", [Pure, Terminator, ReturnLike,
                                       ParentOneOf<["KernelOp", "SlotOp", "AttendOp"]>]> {
  let summary = "Results of a kernel or slot, or the value of a score or mask";
  let description = "Types equal those of the results of the surrounding operation.";
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif
