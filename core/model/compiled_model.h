// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/model/bytecode.h"
#include "core/model/game_model.h"
#include "core/model/label_table.h"
#include "core/model/packed_rule.h"
#include "core/model/rule_tree.h"
#include "core/model/scalar_evaluator.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

struct BlockMask;

// How a model is compiled. No setting changes a result; they exist to be measured and tested.
struct CompileOptions {
  std::size_t maximum_paths = 4096;        // of one event; beyond, its labels are coarse
  std::size_t maximum_rules = 512;         // of one event; beyond, it runs as bytecode
  std::size_t maximum_tree_rules = 20000;  // in all leaves of a decision tree; 0: no tree
  std::size_t maximum_inverses = 4;        // of one path; beyond, its label has no way back
};

// A GameModel as a StateSpace.
//
// Each event becomes rules (masked tests and writes, tried on many states at once), one for each
// path through its conditions; events for which that does not work run as bytecode, state by state.
// A decision tree says which rules a state can meet: a block is sorted by the value of the variable
// that leaves the fewest, each part by another one, and so on for as long as it pays.
class CompiledModel final : public StateSpace {
 public:
  // Validates and keeps the model.
  explicit CompiledModel(GameModel model, const CompileOptions& options = {});
  ~CompiledModel() override;
  CompiledModel(const CompiledModel&) = delete;
  CompiledModel& operator=(const CompiledModel&) = delete;

  const GameModel& model() const { return model_; }
  const StateLayout& layout() const { return layout_; }
  const LabelTable& labels() const { return labels_; }

  // Evaluates one state at a time, without the rules.
  const ScalarEvaluator& scalar_evaluator() const { return *scalar_; }

  // What the model was compiled to.
  std::size_t rule_count() const { return rule_count_; }  // without a tree
  std::size_t bytecode_event_count() const { return bytecode_events_; }
  const RuleTree& rules() const { return forward_; }

  std::size_t word_count() const override { return layout_.word_count(); }
  std::size_t word_bits(std::size_t word) const override { return layout_.word_bits(word); }
  std::vector<Word> initial_states() const override;
  std::size_t label_count() const override { return labels_.labels().size(); }
  const TransitionLabel& label(std::size_t index) const override { return labels_.labels()[index]; }
  using StateSpace::make_expander;
  std::unique_ptr<Expander> make_expander(Sources sources) const override;
  bool invertible(std::size_t label) const override { return invertible_[label]; }
  std::unique_ptr<Expander> make_predecessor_expander() const override;
  std::unique_ptr<Expander> make_one_way_expander() const override;
  bool undoable() const override;
  std::size_t quest_count() const override { return model_.quests.size(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override;

 private:
  // A condition over a block: one of these conjunctions, or a program.
  struct BlockCondition {
    std::vector<std::vector<PackedTest>> any;
    std::optional<std::uint32_t> program;
  };
  struct QuestConditions {
    BlockCondition open, done, failed;
  };

  void compile_events(const CompileOptions& options);
  void invert_paths(const std::vector<LabelledPath>& paths, const CompileOptions& options);
  std::unique_ptr<Expander> expander(const RuleTree& tree, bool with_bytecode,
                                     Sources sources) const;
  BlockCondition compile_condition(const Condition& condition);
  void evaluate(const BlockCondition& condition, const StateBlock& block, BlockMask& mask) const;

  GameModel model_;
  StateLayout layout_;
  LabelTable labels_;
  std::unique_ptr<ScalarEvaluator> scalar_;    // all events
  std::unique_ptr<ScalarEvaluator> bytecode_;  // the events without rules
  std::size_t rule_count_ = 0;
  std::size_t bytecode_events_ = 0;
  RuleTree forward_;
  RuleTree backward_;             // the ways back through the labels that have them
  RuleTree one_way_;              // the rules of the other labels
  std::vector<bool> invertible_;  // by label
  Bytecode conditions_;
  std::vector<QuestConditions> quests_;
};

}  // namespace questproof
