// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/word.h"
#include "core/model/game_model.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"
#include "core/search/ownership.h"
#include "core/search/profile.h"
#include "core/search/sighting.h"
#include "core/search/verdict.h"

namespace questproof {

// What a state database knows besides its states. All plain values, read when it is opened.

// Which run of which game the states come from.
struct DatabaseIdentity {
  std::string game_file;              // where the game was read from
  std::vector<std::string> settings;  // with which it was read: "key=value"
  std::string game_name;
  std::string model_hash;  // of the game as written, with all its quests
  std::string reduce;      // the reductions that were made, spelled out
  std::string quest;       // the only quest that was looked at; "" when all were
  std::string version;     // of the program that made it
  std::string revision;
  bool operator==(const DatabaseIdentity&) const = default;
};

// What states, labels and quests are called: enough to read every state without the game.
struct DatabaseSchema {
  struct StoredVariable {
    Variable variable;  // without its place in a source file
    StateLayout::Field field;
  };
  struct StoredEvent {
    std::string name;
    std::string label;
    std::string scene;
    Trigger trigger = Trigger::kPlayer;
    std::string where;  // file:line:column, or ""
  };
  struct StoredQuest {
    std::string name;
    std::string title;
    bool main = false;
  };

  std::vector<std::uint32_t> word_bits;   // word w of a packed state is less than 2^word_bits[w]
  Ownership ownership;                    // how keys are made of them
  std::vector<StoredVariable> variables;  // of the searched model; empty when states have none
  std::vector<StoredEvent> events;        // by EventId
  std::vector<std::string> branch_texts;  // by BranchId
  std::vector<TransitionLabel> labels;    // StateRecord::label counts these
  std::vector<StoredQuest> quests;
  std::vector<std::string> variants;  // names, in order
  std::vector<Word> initial_states;   // rows of word_bits.size() words, one per variant

  std::size_t word_count() const { return word_bits.size(); }
  Value value(StateView state, std::size_t variable) const {  // by position in `variables`
    const StateLayout::Field& field = variables[variable].field;
    if (field.bits == 0) return field.low;
    return static_cast<Value>(
        static_cast<std::uint32_t>((state[field.word] & field.mask()) >> field.shift) +
        static_cast<std::uint32_t>(field.low));
  }
};

// Transitions of one label that lead from a state that is not blocked into one that is.
struct FatalFigures {
  std::uint32_t label = 0;
  std::uint64_t count = 0;
  std::vector<Word> source;       // on the lowest level, the smallest by value
  std::vector<Word> destination;  // from there, the smallest by value
};

struct RandomPlayFigures {
  double stuck_probability = 0;
  double expected_events = 0;
  bool exact = true;  // false: estimated from sampled plays
  double standard_error = 0;
  double events_standard_error = 0;
  std::uint64_t samples = 0;
  std::uint64_t unfinished = 0;
};

struct StoredQuestFigures {
  Verdict verdict = Verdict::kUnknown;
  std::uint64_t done_states = 0;
  std::uint64_t pending_states = 0;   // open, not done, not failed
  std::uint64_t blocked_states = 0;   // pending, and no way to done
  std::uint64_t lost_states = 0;      // not pending, and no way to done
  std::uint64_t initial_blocked = 0;  // distinct initial states that are blocked

  std::optional<Sighting> first_done;     // its level is the length of the shortest completion
  std::optional<Sighting> first_blocked;  // its level is the length of the shortest way into a trap
  std::uint32_t farthest_distance = 0;
  std::optional<Sighting> farthest;  // pending and not blocked, farthest from done

  std::vector<std::uint64_t> states_per_distance;  // live states; index 0: done
  std::vector<std::uint64_t> done_per_level;       // one entry per level each
  std::vector<std::uint64_t> blocked_per_level;
  std::vector<std::uint64_t> lost_per_level;

  std::vector<FatalFigures> fatal;  // by level of the source, then by event and branches
  std::uint64_t fatal_transitions = 0;
  std::optional<RandomPlayFigures> random_play;
};

struct StoredLabelFigures {
  std::uint64_t enabled = 0;      // states in which it is enabled, changing them or not
  std::uint64_t transitions = 0;  // to another state
  std::optional<Sighting> first;  // the first state from which it leads to another one
};

// Which figures were found at all. Where states were seen one by one, all were; decision diagrams may leave some
// out: then what stands there means nothing.
struct KnownFigures {
  bool levels = true;       // states_per_level, and what stands per level
  bool completions = true;  // first_done
  bool routes = true;       // sources and destinations of fatal, and their order
  bool farthest = true;     // farthest, states_per_distance
  bool random_play = true;
  bool operator==(const KnownFigures&) const = default;
};

struct DatabaseFigures {
  Verdict verdict = Verdict::kUnknown;
  bool verified = false;
  KnownFigures known;
  Profile profile;
  std::vector<StoredQuestFigures> quests;
  std::vector<StoredLabelFigures> labels;  // by label
};

}  // namespace questproof
