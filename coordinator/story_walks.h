// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "worker/choice_session.h"

namespace questproof {

// A way through a learned game of choices, as its model tells it (worker/choice_model.h).
struct StoryStep {
  std::string choice;
  std::string scene;                         // where it is chosen: "17 You stand at a gate…"
  std::map<std::string, std::string> shown;  // values of the view that change: their new values
  bool ends = false;                         // the game is over then
};

struct StoryWalk {
  std::string quest;
  std::string kind;  // "walkthrough", "counterexample", "farthest", "fatal"
  std::vector<StoryStep> steps;
  bool does_quest = false;  // the quest is done at its end

  std::vector<std::string> choices() const;
};

// All walks in what `solve --json` or `certify --json` has written, each once; of one quest if it is
// named. Throws Error(kInput) when it is no such document, or there are none.
std::vector<StoryWalk> parse_story_walks(const std::string& text, const std::string& quest);

// A step after which the game was not as the walk has it.
struct StoryDifference {
  std::size_t step = 0;  // from 1
  std::string what;
};

// Does the walk on the game, and holds what is seen against what the model tells. `looks` is the session's.
std::optional<StoryDifference> replay_story_walk(const StoryWalk& walk, ChoiceSession& session,
                                                 const LookTable& looks);

}  // namespace questproof
