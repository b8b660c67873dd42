// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/word.h"
#include "core/model/bytecode.h"
#include "core/model/compiled_model.h"
#include "core/model/game_model.h"

namespace questproof {

// A model as the plain exploration runs it: by bytecode, one packed state at a time, without the rules
// on blocks of states that the search uses. Holds scratch memory: one per thread.
class PlainRules {
 public:
  explicit PlainRules(const GameModel& model);

  const StateLayout& layout() const { return compiled_.layout(); }

  // Appends one row for every event and choice of its branches that changes the state, and adds
  // the number of those that are a fault.
  void successors(StateView state, std::vector<Word>& rows, std::uint64_t& faults);

  // Bit b speaks of quest 64 * group + b; pending: open, not done and not failed.
  struct QuestMasks {
    std::uint64_t done = 0;
    std::uint64_t pending = 0;
  };
  QuestMasks quests(StateView state, std::size_t group) const;

 private:
  struct QuestPrograms {
    std::uint32_t open = 0;
    std::uint32_t done = 0;
    std::uint32_t failed = 0;
  };

  CompiledModel compiled_;
  Bytecode conditions_;
  std::vector<QuestPrograms> programs_;
  SuccessorRows successors_;
  std::vector<Word> scratch_;
};

}  // namespace questproof
