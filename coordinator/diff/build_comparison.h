// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/diff/blame.h"
#include "coordinator/diff/level_comparison.h"
#include "coordinator/diff/renaming.h"
#include "coordinator/diff/source_changes.h"
#include "coordinator/findings/found_game.h"

namespace questproof {

// What a difference means to whoever has to decide whether a change may go in. In the order in which
// people want to read.
enum class Weight {
  kWorse,    // players are worse off than before, or a trap is known that was not
  kUnknown,  // what was known is not known any more
  kBetter,
  kChanged,  // something to know
};

const char* to_string(Weight weight);  // "worse", "unknown", "changed", "better"

// One difference between two builds. Names are those of the new build, where it has the thing.
struct BuildFinding {
  enum class Topic {  // also in the order of importance
    kGame,            // the game cannot be read any more, or again
    kVerdict,
    kFault,
    kFatalEvent,
    kImpossible,  // a quest that could be done cannot be done at all, or the other way round
    kContent,
    kNewQuest,
    kGoneQuest,
    kLength,
    kRandomPlay,
    kNewContent,
  };

  Topic topic = Topic::kVerdict;
  Weight weight = Weight::kChanged;
  std::string subject;  // a quest, an event, a piece of content
  std::string quest;    // that it is about; "" where it is about none
  std::string text;     // one sentence for people
  std::string before;   // "proved", "7 steps", ...; "" where there was nothing
  std::string after;
  std::string where;                     // "file:line:column" in the new build, or where it was
  bool main = false;                     // it is about the main quest
  std::optional<FoundWalk> walk;         // into the trap, or to the event
  std::vector<FoundFatalEvent> springs;  // what springs the trap, for a verdict
  std::optional<Blame> blame;
  std::vector<SourceChange> lines;  // changed lines that have to do with it
  bool operator==(const BuildFinding&) const = default;
};

const char* to_string(BuildFinding::Topic topic);  // "verdict", "fatal-event", ...

// All differences between two builds. A plain value; presenters add nothing of their own.
struct BuildComparison {
  std::string job;     // of nights; "" where two single things are compared
  std::string before;  // what is compared, for people
  std::string after;
  std::string game_before;
  std::string game_after;
  bool same_model = false;  // logic and names are the same
  bool sources_known = false;
  std::vector<std::string> notes;  // what could not be compared, and why

  std::vector<Renaming::Entry> renamings;
  std::vector<BuildFinding> findings;  // the most important first
  std::vector<SourceChange> source_changes;

  std::string states_before;  // decimal, as the certificates have them; "" where not known
  std::string states_after;
  std::string transitions_before;
  std::string transitions_after;
  // The first level on which the certificates count different numbers of states.
  std::optional<std::uint64_t> first_level_counts;
  std::uint64_t level_states_before = 0;
  std::uint64_t level_states_after = 0;
  std::optional<LevelComparison> levels;  // with both games at hand

  bool differs() const;
  Weight weight() const;  // the gravest of the findings; kChanged where there are none
};

struct DiffResult {
  std::string before;  // what was named on the command line
  std::string after;
  std::vector<BuildComparison> builds;  // those with the gravest findings first
  std::vector<std::string> new_jobs;
  std::vector<std::string> gone_jobs;
  std::vector<std::string> unchanged_jobs;  // same model, same results
  bool of_nights = false;

  std::size_t count(Weight weight) const;  // findings
};

}  // namespace questproof
