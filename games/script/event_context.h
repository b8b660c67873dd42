// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/script/program.h"

namespace questproof::script {

// What is known, while the actions of an event are lowered, about the moment at which they run.
struct EventContext {
  // Where the variable Dialogue stands: nowhere, at `place`, at some place of another dialogue, or
  // that depends on what has run.
  enum class Talk { kNone, kAtPlace, kElsewhere, kUnknown };

  EventId event;
  std::vector<BranchInfo>* branches = nullptr;  // where new branches go; the id is the position
  std::vector<std::pair<std::size_t, BranchId>>* sites = nullptr;  // of contents

  BranchId branch;                   // that the next statement stands in
  std::optional<std::size_t> scene;  // in which the player is, when that is known
  Talk talk = Talk::kNone;
  std::optional<std::size_t> place;     // of the proposition that runs
  std::optional<std::size_t> dialogue;  // to which the event belongs
  bool in_exit = false;                 // inside an OnExit
  // What a Stop still does before it ends the event: the dialogue of a proposition goes on.
  std::function<void(EventContext&, std::vector<Statement>&)> at_stop;
  bool check_only = false;              // runs nowhere: where it stands cannot be judged
  std::vector<std::size_t> entered;     // scenes whose OnEnter is running
  std::vector<std::string> procedures;  // being written out
  int depth = 0;                        // of lists of actions in lists of actions

  // A branch that the author wrote. The wheres of branches that the language adds have line 0.
  Branch new_branch(const SourceLocation& where, std::string text, Condition condition) {
    const BranchId id{static_cast<std::uint32_t>(branches->size())};
    branches->push_back({event, where, std::move(text)});
    return {id, std::move(condition), {}};
  }
  Branch new_hidden_branch(std::string text, Condition condition) {
    return new_branch({}, std::move(text), std::move(condition));
  }

  // The content is seen when the current branch runs.
  void shows(std::size_t content) { sites->emplace_back(content, branch); }
};

}  // namespace questproof::script
