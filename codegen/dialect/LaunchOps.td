// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch list of a part, in stages `loops` and `llvm`: what runs and what is packed, by which functions.
#ifndef TENON_CODEGEN_DIALECT_LAUNCHOPS_TD
#define TENON_CODEGEN_DIALECT_LAUNCHOPS_TD

include "codegen/dialect/TenonDialect.td"
include "mlir/IR/SymbolInterfaces.td"

// tenon_kernel_kind; the list is runtime/abi/Kernel.def.
def Tenon_LaunchKind : I32EnumAttr<"LaunchKind", "how the phases of a kernel are walked", [
  I32EnumAttrCase<"rows", 0>,     // row block by row block
  I32EnumAttrCase<"attention", 1> // over the tiles of sequences
]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def Tenon_LaunchKindAttr : EnumAttr<Tenon_Dialect, Tenon_LaunchKind, "launch_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

class Tenon_LaunchListOp<string mnemonic, list<Trait> traits = []>
    : Op<Tenon_Dialect, mnemonic, traits # [HasParent<"::mlir::ModuleOp">]>;

def Tenon_LaunchOp : Tenon_LaunchListOp<"launch", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A kernel of the launch list";
  let description = [{
    What `tenon_kernel` in runtime/abi/kernel.h says, but with phases as functions whose arguments say which
    word of the frame they are bound to (`tenon.buffer` and `tenon.offset`, or `tenon.size`). Kernels run in
    the order of these operations. The sizes are those of runtime/abi/Kernel.def; what is left out is 0.

        tenon.launch "down" rows contraction @down.contraction {block_rows = 144, tile_rows = 6, column_chunks = 4}
  }];
  let arguments = (ins StrAttr:$name, Tenon_LaunchKindAttr:$kind, OptionalAttr<FlatSymbolRefAttr>:$prologue,
                       OptionalAttr<FlatSymbolRefAttr>:$contraction, OptionalAttr<FlatSymbolRefAttr>:$finish,
                       DictionaryAttr:$sizes);
  let assemblyFormat = [{
    $name custom<LaunchKind>($kind) (`prologue` $prologue^)? (`contraction` $contraction^)? (`finish` $finish^)?
    custom<LaunchSizes>($sizes) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The functions that the kernel consists of, in the order in which they run.
    ::llvm::SmallVector<::mlir::FlatSymbolRefAttr, 3> phases();
  }];
}

def Tenon_PackOp : Tenon_LaunchListOp<"pack", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A step that brings a parameter into packed form";
  let description = [{
    What `tenon_pack_step` says: the functions that convert units [0, `units`) of the part's parameter, by
    the type of the caller's tensor. A type without function is refused.
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$parameter, ConfinedAttr<I64Attr, [IntPositive]>:$units,
                       OptionalAttr<FlatSymbolRefAttr>:$f32, OptionalAttr<FlatSymbolRefAttr>:$bf16,
                       OptionalAttr<FlatSymbolRefAttr>:$f16);
  let assemblyFormat = [{
    `parameter` $parameter `units` $units (`f32` $f32^)? (`bf16` $bf16^)? (`f16` $f16^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The functions by tenon_type; null where there is none.
    ::std::array<::mlir::FlatSymbolRefAttr, 3> sources() { return {getF32Attr(), getBf16Attr(), getF16Attr()}; }
  }];
}

def Tenon_PartOp : Tenon_LaunchListOp<"part"> {
  let summary = "Memory that a part needs";
  let description = [{
    One in each module of stages `loops` and `llvm`: bytes of the workspace for a token and of the packed
    parameters, and the multiple to which stores of keys are rounded up, 0 without attention.
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$row_bytes,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$packed_bytes,
                       DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$key_granule);
  let assemblyFormat = [{
    `row_bytes` $row_bytes `packed_bytes` $packed_bytes (`key_granule` $key_granule^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif
