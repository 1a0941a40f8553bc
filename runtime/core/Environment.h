// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_RUNTIME_CORE_ENVIRONMENT_H
#define TENON_RUNTIME_CORE_ENVIRONMENT_H

#include "runtime/abi/environment.h"

namespace tenon::core {

/// What becomes of inputs and results below the least normal number of their type.
enum class Denormals : uint8_t { kept, zero };

/// While it lives, this thread and those that it starts compute to nearest and with exceptions masked; then
/// this thread has its former floating-point environment again.
class Environment {
public:
  explicit Environment(Denormals denormals)
      : callers(tenon_enter_environment(denormals == Denormals::zero ? tenon_flushing_environment
                                                                     : tenon_plain_environment)) {}
  ~Environment() { tenon_set_environment(callers); }
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;

private:
  tenon_environment callers;
};

} // namespace tenon::core

#endif
