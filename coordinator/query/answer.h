// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "coordinator/query/stored_game.h"
#include "core/base/exit_code.h"
#include "core/base/parallel.h"

namespace questproof {

// What a question may look at. All of it is borrowed.
struct QueryContext {
  const StoredGame& stored;
  const CommandOptions& options;
  const Console& console;
  const Parallel& parallel;
};

// The answer to one question, for programs and for people.
struct QueryAnswer {
  nlohmann::ordered_json json;  // the keys of this question; coordinator/README.md
  std::string text;
  ExitCode code = ExitCode::kProved;
};

// One function for each question, each in a file of its own. They throw Error(kUsage) for a name
// that does not exist, and Error(kInput) where neither the store nor the game can tell.
QueryAnswer answer_quests(const QueryContext& context);
QueryAnswer answer_hardest(const QueryContext& context);
QueryAnswer answer_path(const QueryContext& context);
QueryAnswer answer_states(const QueryContext& context);
QueryAnswer answer_blocked(const QueryContext& context);
QueryAnswer answer_fatal_events(const QueryContext& context);
QueryAnswer answer_coverage(const QueryContext& context);
QueryAnswer answer_levels(const QueryContext& context);
QueryAnswer answer_event(const QueryContext& context);

}  // namespace questproof
