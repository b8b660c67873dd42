// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/walkthrough.h"
#include "core/argue/argue.h"
#include "core/model/game_model.h"
#include "core/model/value_set.h"

namespace questproof {

// Verdicts that rest on an argument instead of an exploration (core/argue/argue.h), ready to be shown:
// plain values in terms of the game as written.

struct ArguedQuest {
  Ground ground = Ground::kNone;
  Verdict verdict = Verdict::kUnknown;
  std::vector<Walkthrough> ways;  // here and below as in QuestArgument
  std::vector<VariableId> kept;
  std::string obstacle;  // kNone: why nothing was found
};

struct ArgumentReport {
  bool undoable = false;
  std::optional<EventId> one_way;
  std::string one_way_reason;
  std::vector<ValueSet> bounds;     // by variable, or empty
  std::vector<ArguedQuest> quests;  // all of the model, in its order
};

// Replays all ways on the model with the naive evaluator.
ArgumentReport make_argument_report(const GameModel& model, const Argument& argument);

// {"undoable", "one_way": null or {"event", "reason"}, "bounds": [{"variable", "values": [[low, high],
// ...]}], "quests": [{"name", "ground", "verdict", "obstacle", "kept": [variable, ...], "ways": [walkthrough, ...]}]}
nlohmann::ordered_json argument_json(const GameModel& model, const ArgumentReport& argument);

}  // namespace questproof
