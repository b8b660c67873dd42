// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/word.h"
#include "core/model/game_model.h"
#include "core/model/state_space.h"
#include "core/search/sighting.h"
#include "core/search/trace.h"
#include "storage/database_tables.h"

namespace questproof {

// Instead of a distance where no path leads to a state in which the quest is done.
inline constexpr std::uint32_t kBlockedDistance = ~std::uint32_t{0};   // the quest is pending
inline constexpr std::uint32_t kLostDistance = ~std::uint32_t{0} - 1;  // it is not
constexpr bool is_live(std::uint32_t distance) { return distance < kLostDistance; }

inline constexpr std::uint32_t kNoLabel = ~std::uint32_t{0};

// What is stored of one state.
struct StateRecord {
  std::uint32_t depth = 0;         // length of the shortest path from an initial state
  std::uint32_t label = kNoLabel;  // last step of that path, in DatabaseSchema::labels
  std::vector<Word> parent;        // the state before that step; empty at depth 0

  // Per quest the length of the shortest path to a state in which it is done; 0: it is done here.
  // Or one of the marks above.
  std::vector<std::uint32_t> distances;
  bool operator==(const StateRecord&) const = default;
};

// Some states with what is stored of them, in columns. Borrowed from the scan that shows it.
struct StatePage {
  StateBlock states;                         // states.count of them
  std::span<const std::uint32_t> depths;     // one a state
  std::span<const std::uint32_t> labels;     // one a state: last step of its shortest path
  std::span<const std::uint32_t> distances;  // quest q of state i: [q * states.count + i]

  std::uint32_t distance(std::size_t state, std::size_t quest) const {
    return distances[quest * states.count + state];
  }
  void copy_state(std::size_t index, StateSpan out) const {
    for (std::size_t w = 0; w < out.size(); ++w) out[w] = states.words[w * states.stride + index];
  }
};

// Which states are looked for: all that fulfil whatever is given here.
struct WantedStates {
  std::optional<Condition> condition;  // over the variables of DatabaseSchema
  std::optional<std::size_t> blocked;  // a quest that is blocked there
  std::optional<std::vector<std::uint32_t>>
      last_steps;  // labels, of which one ends the shortest path
};

// A stored state and what stands beside it.
struct FoundState {
  std::uint32_t depth = 0;
  std::vector<Word> state;
  std::vector<std::uint32_t> distances;  // per quest, as in StateRecord
  bool operator==(const FoundState&) const = default;
};

struct FoundStates {
  std::uint64_t count = 0;  // of all that are wanted
  std::vector<FoundState>
      states;  // the first ones: on the lowest levels, there the smallest by value
};

// The store of record of a finished run: every reachable state, and the figures of the whole.
// Lies in the folder `states` of the run's directory. Never changes once it is there; opened for
// reading only, by any number of processes, while other runs go on.
//
// All const methods may run in several threads at once. Errors: Error(kInput) that names the
// store when something in it is damaged.
class StateDatabase {
 public:
  // Throws Error(kInput), with the remedy, where the run has no database yet or one of another version.
  static std::unique_ptr<StateDatabase> open(const std::string& run_directory);
  static bool exists(const std::string& run_directory);
  virtual ~StateDatabase() = default;

  virtual const DatabaseIdentity& identity() const = 0;
  virtual const DatabaseSchema& schema() const = 0;
  virtual const DatabaseFigures& figures() const = 0;
  virtual std::uint64_t disk_bytes() const = 0;

  // Nothing when the state is not reachable. Some microseconds.
  virtual std::optional<StateRecord> find(StateView state) const = 0;

  // Nothing when the state is not reachable; else how far from done the quest is, as in StateRecord.
  virtual std::optional<std::uint32_t> distance(StateView state, std::size_t quest) const {
    const std::optional<StateRecord> record = find(state);
    if (!record) return std::nullopt;
    return record->distances.at(quest);
  }

  // Where a store knows shortest ways by other means than distances: from a reachable state to one in which the quest
  // is done, at every step the smallest one by event, outcome and state. Requires: there is one.
  virtual std::optional<Trace> way_to_done(StateView /*state*/, std::size_t /*quest*/) const {
    return std::nullopt;
  }

  // Where a store can tell without looking at one state after the other. `limit`: how many are listed.
  virtual std::optional<FoundStates> find_at_once(const WantedStates&,
                                                  std::size_t /*limit*/) const {
    return std::nullopt;
  }

  // The first state from which a label leads to another one; nothing where there is none.
  virtual std::optional<Sighting> first_with(std::uint32_t label) const {
    return figures().labels.at(label).first;
  }

  // The canonical shortest path: the one that certify shows too. Throws Error(kInput) when the
  // state is not reachable. Some microseconds for each step.
  virtual Trace path_to(StateView state) const = 0;

  // Shows every state once, in pages, and stops early when `visit` returns false. The states are
  // divided into parts of about equal size, so that several threads can take one each; the order of
  // states is that of their keys, which has nothing to do with their depth.
  virtual std::size_t part_count() const = 0;
  virtual void scan(std::size_t part, const std::function<bool(const StatePage&)>& visit) const = 0;
};

}  // namespace questproof
