// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// `check DIR` for a folder that holds a run: reads every byte that its newest commit stands on and the
// whole store of states, if there is one, and says what is there. Throws Error(kInput) that names the
// file where something is damaged.
ExitCode check_run(const std::string& folder, const CommandOptions& options, Console& console);

}  // namespace questproof
