// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_VALIDATE_TRIALS_H
#define TENON_ORACLE_VALIDATE_TRIALS_H

#include "oracle/validate/Validate.h"

namespace tenon::validate {

/// Rows that are computed together: one call, or several that continue each other.
struct Trial {
  reference::Batch batch;
  std::vector<float> past, x;  ///< of pastOf(batch) and of batch, as stored
  std::vector<size_t> groupOf; ///< [batch.tokens]: which of Trials::groups; empty for given rows
};

struct Trials {
  std::vector<Trial> all;
  std::vector<RowGroup> groups; ///< of seeded rows, still without rows; the first one is the normal one
};

/// What a request has run. Given rows: one trial. Seeded: as many of its sequences as give 64 normal
/// rows, and the adversarial rows. Without attention those follow the normal ones. With attention each
/// kind has a sequence of its own, between normal rows, so that no other row's error is theirs; rows
/// that may see them are a group of their own ("beside huge").
Trials trialsOf(const Request &request);

} // namespace tenon::validate

#endif
