// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

// What a command does on one of the ranks of a run; alone in most cases.
using RankedCommand =
    std::function<ExitCode(const CommandOptions& options, Console& console, Transport& ranks)>;

// The life of the process: what the arguments say is run on one rank, on several in this process (--ranks),
// or, where an MPI launcher started it, on the rank that this process is. Only rank 0 reads and writes the
// console. Whatever cannot go on is said once, on the standard error, with the name of the rank where
// there are several; then all ranks end. The value is the process's exit code, the same on all ranks.
int launch(const std::vector<std::string>& arguments, const RankedCommand& command);

}  // namespace questproof
