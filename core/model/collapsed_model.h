// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/block_regions.h"
#include "core/model/compiled_model.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"
#include "core/model/position_paths.h"
#include "core/model/scalar_evaluator.h"
#include "core/model/seat_rules.h"
#include "core/model/state_space.h"
#include "core/model/walker_regions.h"

namespace questproof {

// A game with free moves as a StateSpace of regions (see FreeMoves, which says what that preserves).
//
// A region is packed like a state, with every walker at the smallest position of its component: so
// one state of the model names it. The labels are those of the model without its moves, and then one
// for each move: it has no successors and counts the regions that hold a member in which the
// move is enabled. A transition leads from a region to another one; there is one for each label and
// destination.
//
// The components of a block of states are found 64 states at a time (WalkerRegions). Rules are grouped
// by the positions they start from: those states whose region holds the positions are gathered,
// with the walkers put there, and expanded like any other block; of the successors the components
// are found again, where an event has changed what passages depend on.
//
// All calls take any member of a region for the region; what they return is named as said above.
class CollapsedModel final : public StateSpace {
 public:
  static constexpr std::size_t kMaximumWalkers = 32;

  // Validates and keeps the model. `moves`: what find_free_moves says of it; not empty.
  CollapsedModel(GameModel model, FreeMoves moves, const CompileOptions& options = {});
  ~CollapsedModel() override;
  CollapsedModel(const CollapsedModel&) = delete;
  CollapsedModel& operator=(const CollapsedModel&) = delete;

  const GameModel& model() const { return model_; }
  const FreeMoves& moves() const { return moves_; }
  const StateLayout& layout() const { return events_.layout(); }

  // The model without its moves, compiled: same states, and the first labels.
  const CompiledModel& events() const { return events_; }
  const std::vector<WalkerRegions>& walkers() const { return walkers_; }

  // Puts the walkers of a state where its region's name has them.
  void canonicalise(StateSpan state) const;

  std::size_t word_count() const override { return events_.word_count(); }
  std::size_t word_bits(std::size_t word) const override { return events_.word_bits(word); }
  std::vector<Word> initial_states() const override;
  std::size_t label_count() const override { return events_.label_count() + move_labels_.size(); }
  const TransitionLabel& label(std::size_t index) const override;
  using StateSpace::make_expander;
  std::unique_ptr<Expander> make_expander(Sources sources) const override;
  bool invertible(std::size_t label) const override { return invertible_[label]; }
  std::unique_ptr<Expander> make_predecessor_expander() const override;
  std::unique_ptr<Expander> make_one_way_expander() const override;
  bool undoable() const override;
  std::size_t quest_count() const override { return model_.quests.size(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override;

  // The label that counts a move.
  std::uint32_t move_label(EventId event) const;

 private:
  // A condition on regions: any of these, each on the other variables and on the positions held.
  struct RegionTest {
    std::vector<PackedTest> tests;
    std::vector<PositionPath::Start> starts;
  };
  struct QuestTests {
    std::vector<RegionTest> done;
    std::vector<RegionTest> pending;  // open and not failed
    bool by_members = false;          // too many: the members are evaluated one by one
  };
  class Builder;

  std::optional<std::vector<RegionTest>> region_tests(const Condition& condition) const;
  void evaluate_by_members(const StateBlock& block, const BlockRegions& regions, std::size_t group,
                           std::uint64_t quests, std::span<std::uint64_t> done,
                           std::span<std::uint64_t> pending) const;

  GameModel model_;
  FreeMoves moves_;
  CompiledModel events_;
  std::vector<WalkerRegions> walkers_;
  std::vector<TransitionLabel> move_labels_;   // by position in moves_.events
  std::unique_ptr<ScalarEvaluator> bytecode_;  // events without rules
  SeatRules forward_;
  SeatRules backward_;
  SeatRules one_way_;
  std::vector<bool> invertible_;  // by label
  std::vector<QuestTests> quests_;
};

}  // namespace questproof
