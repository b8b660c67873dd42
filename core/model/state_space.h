// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/word.h"
#include "core/model/ids.h"

namespace questproof {

// A block of packed states in columns: word w of state i is words[w * stride + i].
// Borrowed; `count` states, count <= stride. Columns may be read up to the next multiple of
// kBlockPadding states beyond count (what is read there does not matter).
struct StateBlock {
  const Word* words = nullptr;
  std::size_t stride = 0;
  std::size_t count = 0;
};

inline constexpr std::size_t kBlockPadding = 16;    // states
inline constexpr std::size_t kMaximumBlock = 4096;  // states in one block

// The ways in which a state can have successors are numbered: one label stands for one event with
// one choice of its branches. A label that is a fault yields no successor.
struct TransitionLabel {
  EventId event;
  std::uint32_t outcome = 0;       // counts the labels of one event from 0
  bool fault = false;              // an arithmetic result fell outside a domain declared `error`
  std::vector<BranchId> branches;  // that run, the event's body branch first

  // An event with very many ways through its conditions has labels only for the choices of chance,
  // which leave out the other branches, and besides one label of this kind for each of those
  // branches. It has no successors and counts the states in which its only branch runs.
  bool coverage_only = false;
};

// Successors of one block, in columns like StateBlock; grouped into runs of equal label. A label
// may have several runs. Owned by the caller and reused from block to block.
struct SuccessorBlock {
  struct Run {
    std::uint32_t label = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Fault {
    std::uint32_t label = 0;
    std::uint32_t source = 0;  // position in the block
  };

  std::vector<Word> words;  // word_count columns of `stride`
  std::size_t stride = 0;
  std::size_t count = 0;
  std::vector<std::uint16_t> source;  // position in the expanded block, one per successor; empty
                                      // when the expander was asked to leave it out
  std::vector<Run> runs;              // tile [0, count) in order
  std::vector<Fault> faults;
};

enum class Sources { kKeep, kLeaveOut };

// Expands blocks. Owns scratch memory: one per thread.
class Expander {
 public:
  virtual ~Expander() = default;

  // Replaces `out` by the successors of all states of the block that differ from their source: one
  // per state and label. Requires block.count <= kMaximumBlock. Adds, for every label, the
  // number of states of the block in which it is enabled (changing the state or not) to
  // enabled[label]; `enabled` has one entry per label.
  virtual void expand(const StateBlock& block, SuccessorBlock& out,
                      std::span<std::uint64_t> enabled) = 0;
};

// What the search sees of a game. Immutable and safe to share between threads.
class StateSpace {
 public:
  virtual ~StateSpace() = default;

  // Shape of a packed state: word w of every state is less than 2^word_bits(w).
  virtual std::size_t word_count() const = 0;
  virtual std::size_t word_bits(std::size_t word) const = 0;

  // Rows of word_count() words, one per variant of the game and in its order; may hold duplicates.
  virtual std::vector<Word> initial_states() const = 0;

  virtual std::size_t label_count() const = 0;
  virtual const TransitionLabel& label(std::size_t index) const = 0;

  virtual std::unique_ptr<Expander> make_expander(Sources sources) const = 0;
  std::unique_ptr<Expander> make_expander() const { return make_expander(Sources::kKeep); }

  // The way back. Transitions of invertible labels can be followed against their direction: for
  // each state of the block the predecessor expander gives every state, reachable or not, that has
  // a transition of such a label to it (some more than once), and no other; it counts nothing of
  // use in `enabled`. The one-way expander is the expander for the labels that are not invertible;
  // nullptr when there are none.
  virtual bool invertible(std::size_t) const { return false; }
  virtual std::unique_ptr<Expander> make_predecessor_expander() const { return nullptr; }
  virtual std::unique_ptr<Expander> make_one_way_expander() const { return make_expander(); }

  // Proved that wherever a transition leads from one state to another, reachable or not, one leads
  // back (core/model/undoable.h). False where that is not known. Takes a while: ask once.
  virtual bool undoable() const { return false; }

  // Quests are evaluated 64 at a time: bit b of a mask speaks of quest 64 * group + b.
  // done: the quest is done. pending: it is open, not done and not failed.
  // Both spans have block.count entries. Thread-safe.
  virtual std::size_t quest_count() const = 0;
  virtual void evaluate_quests(const StateBlock& block, std::size_t group,
                               std::span<std::uint64_t> done,
                               std::span<std::uint64_t> pending) const = 0;
};

}  // namespace questproof
