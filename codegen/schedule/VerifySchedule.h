// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules that a schedule obeys, whoever wrote it.
#ifndef TENON_CODEGEN_SCHEDULE_VERIFYSCHEDULE_H
#define TENON_CODEGEN_SCHEDULE_VERIFYSCHEDULE_H

#include "codegen/dialect/Tenon.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

struct TargetInfo;

/// Vector registers of a tile of `rows` rows by `vectors` vectors: accumulators, the weights of a step
/// (a lone row reads each of them from memory, once), a broadcast and what the code around needs.
int64_t registersOf(int64_t rows, int64_t vectors);

/// Reports the first kernel whose schedule is missing or breaks a rule (docs/design/schedule.md lists them
/// by name). Rules about the machine are left out where `target` is null.
llvm::LogicalResult verifySchedules(mlir::ModuleOp module, const TargetInfo *target);

/// The same of one kernel, without rules about the machine: what lowering relies on.
llvm::LogicalResult verifySchedule(KernelOp kernel);

} // namespace tenon

#endif
