// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Holds a certificate against a game: kProved when all of it holds, kRefuted when anything does not.
ExitCode run_verify(const CommandOptions& options, Console& console);

}  // namespace questproof
