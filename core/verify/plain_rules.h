// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/word.h"
#include "core/model/bytecode.h"
#include "core/model/compiled_model.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"
#include "core/model/state_layout.h"

namespace questproof {

// A model as the plain exploration runs it: by bytecode, one packed state at a time, without the rules
// on blocks of states that the search uses. Holds scratch memory: one per thread.
//
// With free moves, states are regions (core/model/free_moves.h), named by their members with the
// smallest positions. Members are found by joining positions: one condition after the other, once for
// a state. Successors and quests are those of all members.
class PlainRules {
 public:
  // `moves`: what find_free_moves says of the model, or none: then states are states.
  PlainRules(const GameModel& model, FreeMoves moves);

  const StateLayout& layout() const { return compiled_.layout(); }

  // Puts the walkers where the name of the state's region has them.
  void name(StateSpan state);

  // Appends one row for every event and choice of its branches that changes the state, and adds
  // the number of those that are a fault. Of regions: for each destination one row.
  void successors(StateView state, std::vector<Word>& rows, std::uint64_t& faults);

  // Bit b speaks of quest 64 * group + b; pending: open, not done and not failed.
  struct QuestMasks {
    std::uint64_t done = 0;
    std::uint64_t pending = 0;
  };
  QuestMasks quests(StateView state, std::size_t group);

 private:
  struct QuestPrograms {
    std::uint32_t open = 0;
    std::uint32_t done = 0;
    std::uint32_t failed = 0;
  };

  struct Passage {
    std::uint32_t open = 0;  // program of its condition
    std::uint32_t from = 0;  // positions as they are stored
    std::uint32_t to = 0;
  };
  struct Walker {
    StateLayout::Field field;
    std::vector<Passage> passages;
    std::vector<std::uint32_t> root;  // by position: the smallest one of its component
  };

  void join_positions(StateView state);
  QuestMasks member_quests(StateView state, std::size_t group) const;
  template <typename Visit>
  void for_each_member(StateSpan state, std::size_t walker, const Visit& visit);

  FreeMoves moves_;
  CompiledModel compiled_;
  Bytecode conditions_;
  std::vector<Walker> walkers_;
  std::vector<QuestPrograms> programs_;
  SuccessorRows successors_;
  std::vector<Word> scratch_;
  std::vector<Word> member_;
  std::vector<std::vector<Word>> found_;  // label, then the state
  std::vector<std::uint32_t> faults_;
};

}  // namespace questproof
