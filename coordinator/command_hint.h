// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// The next step from a state: kRefuted when the quest is blocked there.
ExitCode run_hint(const CommandOptions& options, Console& console);

}  // namespace questproof
