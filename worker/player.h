// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "worker/task.h"

namespace questproof {

class Fellows;

struct PlayerOptions {
  std::optional<AgentTask> task;
  std::vector<AgentTask> tasks;  // several, in any order; then `task` is not read
  bool complete = false;         // go on when the task is done, until the model is complete
  std::uint64_t seed = 1;

  // Buttons to press in turn before anything else, exploring only as far as they have to be found:
  // what a walkthrough says. Then the task is looked at, and the run ends.
  // Without `follow_script` it then goes on as always.
  std::vector<std::string> script;
  bool follow_script = false;

  // Who decides what to do next; all but the search are there to be compared with.
  enum class Policy { kSearch, kRandom, kQLearning };
  Policy policy = Policy::kSearch;

  // Others who play beside it, and what earlier runs learned; outlives the player. nullptr: none.
  Fellows* fellows = nullptr;
};

struct TaskResult {
  AgentTask task;
  bool done = false;  // by this player, or by one of its fellows
  std::uint64_t updates = 0;
  double seconds = 0;
  double path_length = 0;
};

// How it went, as the player sees it.
struct PlayResult {
  std::vector<TaskResult> tasks;
  bool done = false;          // all of them: each was seen to hold
  std::uint64_t done_at = 0;  // update
  double done_seconds = 0;    // of the game's clock
  double done_path_length = 0;
  bool complete = false;              // nothing is left that play could tell
  std::string reason;                 // why it ended
  std::string difference;             // the first thing that was not as the script has it
  std::vector<std::string> attempts;  // doors that it went to look at, in order
};

}  // namespace questproof
