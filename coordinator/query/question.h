// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace questproof {

enum class Question : unsigned {
  kQuests,
  kHardest,
  kPath,
  kStates,
  kBlocked,
  kFatalEvents,
  kCoverage,
  kLevels,
  kEvent,
};

struct QuestionInfo {
  Question question;
  const char* name;
  const char* usage;  // as it is typed after DIR
  const char* summary;
  const char*
      options;  // that it takes, each with a blank before and behind; besides the common ones
};

// All that `questproof query DIR` answers: what dispatch, --help and the tests walk.
inline constexpr std::array kQuestions = {
    QuestionInfo{Question::kQuests, "quests", "quests", "verdict and figures of every quest", " "},
    QuestionInfo{Question::kHardest, "hardest", "hardest [--by MEASURE]",
                 "quests by how hard they are: shortest (completion), farthest (state from which "
                 "it can be done), random (player), blocked (share of states), bottlenecks (events "
                 "that every completion contains), scenes (that every completion visits)",
                 " --by "},
    QuestionInfo{Question::kPath, "path", "path --to CONDITION",
                 "the shortest walkthrough to a state in which the condition holds", " --to "},
    QuestionInfo{Question::kStates, "states", "states --where CONDITION [--limit N]",
                 "how many states fulfil the condition, and the first of them",
                 " --where --limit "},
    QuestionInfo{Question::kBlocked, "blocked", "blocked [--quest QUEST] [--limit N]",
                 "the first states in which a quest can no longer be done, each with the shortest "
                 "way there",
                 " --quest --limit "},
    QuestionInfo{Question::kFatalEvents, "fatal-events", "fatal-events [--quest QUEST]",
                 "events that lead from where a quest can be done to where it cannot", " --quest "},
    QuestionInfo{Question::kCoverage, "coverage", "coverage",
                 "what no player can ever reach, of all that was written", " "},
    QuestionInfo{Question::kLevels, "levels", "levels [--quest QUEST]",
                 "states by their distance from the start", " --quest "},
    QuestionInfo{Question::kEvent, "event", "event NAME",
                 "where an event is first possible, how often, and what it leads to", " "},
};

}  // namespace questproof
