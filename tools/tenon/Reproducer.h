// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is left behind after a fault of ours, so that it can be reported.
#ifndef TENON_TOOLS_TENON_REPRODUCER_H
#define TENON_TOOLS_TENON_REPRODUCER_H

#include <string>
#include <string_view>

namespace tenon::cli {

/// From now on a crash ends with exit code 3 and a file that holds the command
/// line and what `addToReproducer` gave, instead of with a signal.
void installReproducer(int argc, char **argv);

/// `text` (of the file `name`) becomes part of the reproducer.
void addToReproducer(std::string_view name, std::string_view text);

/// Where the compiler leaves the module that it failed on.
std::string moduleReproducerPath();

/// Writes the reproducer and returns its path.
std::string saveReproducer();

/// Writes the reproducer, says where it is, and returns Exit::internal.
int reportInternalError(std::string_view message);

} // namespace tenon::cli

#endif
