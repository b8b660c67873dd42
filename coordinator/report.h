// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/argument_report.h"
#include "coordinator/coverage.h"
#include "coordinator/remedy.h"
#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"
#include "core/search/certify.h"
#include "core/symbolic/symbolic_certify.h"

namespace questproof {

// All that `certify` has to tell, ready to be shown: plain values in terms of the game as written.
// Presenters (report_text, report_json) turn it into text and add nothing of their own.

struct FatalEventReport {
  std::uint64_t count = 0;  // fatal transitions through it, in the searched model
  Walkthrough shortest;     // its last step is the fatal one
  std::vector<Remedy> remedies;
  bool all_remedies = true;  // false: the search for them ran into its budget
};

// Fatal events that one line of the source springs.
struct FatalGroup {
  SourceLocation where;
  std::uint64_t count = 0;
  std::vector<FatalEventReport> events;  // by length of the shortest route
};

struct QuestReport {
  std::string name;
  std::string title;
  bool main = false;
  Verdict verdict = Verdict::kUnknown;
  std::uint64_t done_states = 0;
  std::uint64_t pending_states = 0;
  std::uint64_t blocked_states = 0;
  std::uint64_t initial_blocked = 0;
  std::uint64_t fatal_transitions = 0;
  std::uint32_t farthest_distance = 0;
  std::optional<Walkthrough> completion;
  std::optional<Walkthrough> counterexample;
  std::optional<Walkthrough> farthest;
  std::vector<FatalGroup> fatal_groups;  // by length of the shortest route
  std::optional<RandomPlay> random_play;
};

struct FaultWalkthrough {
  Step step;  // the event that is a fault, and the branches up to it
  SourceLocation where;
  Walkthrough shortest;  // to the state in which it is
};

// What is to be said where decision diagrams took the place of the explicit search.
struct DiagramReport {
  SymbolicFigures figures;
  // Decimal, as large as they are; elsewhere counts stop at 2^64 - 1.
  std::string states;
  std::string transitions;
  std::string deadlocks;
  std::uint64_t samples = 0;  // states in which the result was held against another evaluator
  // Whether what is missing does not exist, or was only not looked for to the end.
  bool levels_known = false;
  bool completions_known = false;
  bool routes_known = false;
  bool farthest_known = false;
};

struct Report {
  std::string game;
  std::string model_hash;
  std::size_t events = 0;
  std::size_t variables = 0;
  std::size_t variants = 0;
  std::size_t bits_written = 0;    // of a state, as written
  std::size_t bits_searched = 0;   // and after reductions
  bool reduced = false;            // reductions changed something
  bool collapsed = false;          // states are regions, lengths leave free moves out
  std::vector<std::string> notes;  // what they did, for people

  Verdict verdict = Verdict::kUnknown;
  std::string limit;
  bool complete = false;
  bool verified = false;
  bool distances = true;  // false: left out; the verdicts follow without
  Profile profile;        // of the searched model
  std::vector<QuestReport> quests;
  std::vector<FaultWalkthrough> faults;
  std::optional<DiagramReport> diagrams;   // empty: states were explored one by one
  std::string engine_note;                 // what became of diagrams that were tried before
  std::optional<ArgumentReport> argument;  // what holds without having seen all states
  std::optional<Coverage> coverage;        // of a complete exploration
  std::vector<PhaseFigures> phases;
  std::optional<Resumption> resumption;  // what a session before this one had found
};

}  // namespace questproof
