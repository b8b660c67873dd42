// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "games/live/process_game.h"
#include "worker/session.h"

namespace questproof {

// What the agent commands share.

// Throws Error(kUsage) where a value is out of range.
Patience patience_of(const CommandOptions& options);

// The seed and the --budget: "6000", "600s", "6000,600s".
SessionOptions session_options(const CommandOptions& options);

// [{"kind", "text", "update", "action"}]
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings);
std::string findings_text(const std::vector<Finding>& findings, const Console& console);

// The game as a learned model names it: with the seed that it was begun with, and where it has several agents, that
// one alone played.
std::string played_game(const Introduction& introduction, std::uint64_t seed);

// "1 round", "2 rounds"
std::string counted(std::uint64_t count, const std::string& what);

// The whole of --trace. Throws Error when it is not named or cannot be read.
std::string trace_text(const CommandOptions& options);

}  // namespace questproof
