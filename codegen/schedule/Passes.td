// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the `schedule` stage, in pipeline order.
#ifndef TENON_CODEGEN_SCHEDULE_PASSES_TD
#define TENON_CODEGEN_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def SelectSchedule : Pass<"tenon-select-schedule", "::mlir::ModuleOp"> {
  let summary = "Decides how each kernel runs on the target";
  let description = [{
    Every kernel gets its `schedule` and every contraction of linears the `panel` of
    its weights. All that depends on the machine is decided here; what has a schedule
    already, by hand or by a tuner, keeps it. The module says for which target:
    `tenon.target`; one that says so already is for no other.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"x86-64-v3\"", "name of the variant to schedule for">
  ];
  let dependentDialects = ["::tenon::TenonDialect"];
}

def PlanMemory : Pass<"tenon-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Gives every operand and result of a kernel its place";
  let description = [{
    Rows between kernels lie in the workspace, where places are used again once
    their last reader is done; what a slot keeps for a later one lies in the row
    block's panel behind the left operand; parameters lie in the packed block, in the
    order in which kernels read them first. The module says how large these are:
    `tenon.row_bytes` of workspace for each token, `tenon.packed_bytes`.
  }];
  let dependentDialects = ["::tenon::TenonDialect"];
}

#endif
