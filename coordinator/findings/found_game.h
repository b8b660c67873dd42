// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/search/verdict.h"

namespace questproof {

// What a certificate (schema "questproof/certificate", coordinator/README.md) tells people, without the game
// that it is about: names instead of numbers, so that builds whose models differ can be compared and
// shown. A plain value; `verify` reads certificates by other code, against the model.

struct FoundChange {
  std::string variable;
  std::string from;
  std::string to;
  bool operator==(const FoundChange&) const = default;
};

struct FoundStep {
  std::string event;
  std::string label;
  std::string scene;                // "" where it happens everywhere
  std::string trigger;              // "player", "chance", ...
  std::string where;                // "file:line:column", or ""
  std::vector<std::string> chance;  // what chance decided
  std::vector<FoundChange> changes;
  bool is_move = false;  // walking about that is free and not counted
  bool operator==(const FoundStep&) const = default;
};

struct FoundWalk {
  std::string start;
  std::uint64_t length = 0;  // steps that count
  std::vector<FoundStep> steps;
  bool operator==(const FoundWalk&) const = default;
};

// What a fatal step would have to leave as it was for the quest to stay possible.
struct FoundRemedy {
  struct Part {
    FoundChange change;
    std::vector<std::string> where;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
  bool operator==(const FoundRemedy&) const = default;
};

struct FoundFatalEvent {
  std::string event;
  std::string where;  // the line that springs it
  std::uint64_t count = 0;
  FoundWalk shortest;  // its last step is fatal
  std::vector<FoundRemedy> remedies;
  bool operator==(const FoundFatalEvent&) const = default;
};

struct FoundRandomPlay {
  std::optional<double> stuck_probability;
  std::optional<double> expected_events;
  bool exact = false;
  bool operator==(const FoundRandomPlay&) const = default;
};

struct FoundQuest {
  std::string name;
  std::string title;
  bool main = false;
  Verdict verdict = Verdict::kUnknown;
  std::uint64_t done_states = 0;
  std::uint64_t pending_states = 0;
  std::uint64_t blocked_states = 0;
  std::uint64_t initial_blocked = 0;
  std::uint64_t fatal_transitions = 0;
  std::optional<FoundWalk> completion;
  std::optional<FoundWalk> counterexample;
  std::optional<FoundWalk> farthest;
  std::optional<std::uint64_t> farthest_distance;
  std::vector<FoundFatalEvent> fatal_events;  // in the certificate's order
  std::optional<FoundRandomPlay> random_play;
  bool operator==(const FoundQuest&) const = default;
};

struct FoundFault {
  std::string event;
  std::string where;
  FoundWalk shortest;
  bool operator==(const FoundFault&) const = default;
};

// Content of one kind: "event", "branch", "item", "scene", ...
struct FoundContent {
  std::string kind;
  std::uint64_t total = 0;
  std::uint64_t reached = 0;
  std::uint64_t not_examined = 0;
  bool operator==(const FoundContent&) const = default;
};

// Something that no play reaches.
struct FoundMissing {
  std::string kind;
  std::string name;
  std::string where;
  std::string never_true;  // the condition that never holds; "" when there is none to name
  bool operator==(const FoundMissing&) const = default;
};

struct FoundPhase {
  std::string phase;
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;
  bool operator==(const FoundPhase&) const = default;
};

struct FoundGame {
  std::string program_version;
  std::string program_revision;
  std::string game;
  std::string model_hash;
  std::map<std::string, std::string>
      options;  // those that shape results, by long name, as JSON text
  Verdict verdict = Verdict::kUnknown;
  std::string limit;      // "" when none was hit
  std::string engine;     // "explicit" or "symbolic"
  bool complete = false;  // no limit was hit before the verdicts were known
  bool verified = false;

  std::uint64_t events = 0;
  std::uint64_t variables = 0;
  std::uint64_t variants = 0;
  std::uint64_t bits_as_written = 0;
  std::uint64_t bits_searched = 0;
  bool reduced = false;
  bool free_moves_collapsed = false;
  std::vector<std::string> notes;

  // Of the searched model, decimal: diagrams count beyond 64 bits. Zero where it was not explored.
  std::string states;
  std::string transitions;
  std::string deadlocks;
  std::vector<std::uint64_t> states_per_level;  // empty where levels are not known

  std::vector<FoundQuest> quests;
  std::vector<FoundFault> faults;
  std::optional<std::vector<FoundContent>> content;  // nothing when it was not examined
  std::vector<FoundMissing> missing;
  std::vector<FoundPhase> phases;
  bool argued = false;  // verdicts may rest on an argument in place of an exploration

  bool operator==(const FoundGame&) const = default;
};

// Throws Error of kind kInput that names the file and the place in it when the text is no certificate.
FoundGame parse_found_game(const std::string& text, const std::string& path);

// The same of a file. Throws Error of kind kInput also when it cannot be read.
FoundGame read_found_game(const std::string& path);

}  // namespace questproof
