// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Expander.h"

namespace tenon::checker {

Expander::Expander(const Module &module, Reporter &reporter, graph::Block &block, SettingTable &settings)
    : module(module), reporter(reporter), block(block), settings(settings) {}

} // namespace tenon::checker
