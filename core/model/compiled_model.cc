// SPDX-License-Identifier: MIT
#include "core/model/compiled_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/check.h"
#include "core/model/block_expander.h"
#include "core/model/block_kernels.h"
#include "core/model/event_paths.h"
#include "core/model/inverse_paths.h"
#include "core/model/rule_compiler.h"
#include "core/model/undoable.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumConjunctions = 64;  // of a quest's condition

GameModel validated(GameModel model) {
  validate(model);
  return model;
}

}  // namespace

CompiledModel::CompiledModel(GameModel model, const CompileOptions& options)
    : model_(validated(std::move(model))),
      layout_(model_.variables),
      conditions_(model_, layout_, labels_) {
  compile_events(options);
  scalar_ = std::make_unique<ScalarEvaluator>(model_, layout_, labels_);
  for (const Quest& quest : model_.quests) {
    quests_.push_back({compile_condition(quest.open), compile_condition(quest.done),
                       compile_condition(quest.failed)});
  }
}

CompiledModel::~CompiledModel() = default;

void CompiledModel::compile_events(const CompileOptions& options) {
  PathFinder finder(model_, options.maximum_paths);
  std::vector<LabelledPath> all;
  std::vector<EventId> without_rules;
  for (std::uint32_t i = 0; i < model_.events.size(); ++i) {
    const EventId event{i};
    auto paths = finder.event_paths(event);
    labels_.add_event(model_, event, paths);
    const bool as_rules =
        paths && paths->size() <= options.maximum_rules &&
        std::all_of(paths->begin(), paths->end(), [](const EventPath& p) { return p.exact; });
    if (!as_rules) {
      without_rules.push_back(event);
      continue;
    }
    for (EventPath& path : *paths) {
      const std::uint32_t label = labels_.label_of(event, path);
      all.push_back({std::move(path), label});
    }
  }
  rule_count_ = all.size();
  bytecode_events_ = without_rules.size();
  bytecode_ = std::make_unique<ScalarEvaluator>(model_, layout_, labels_, without_rules);
  forward_ = make_rule_tree(model_, layout_, all, options.maximum_tree_rules);
  invert_paths(all, options);
}

// A label can be gone back through when all its paths can; labels of bytecode cannot.
void CompiledModel::invert_paths(const std::vector<LabelledPath>& paths,
                                 const CompileOptions& options) {
  invertible_.assign(label_count(), false);
  std::vector<std::vector<EventPath>> inverses;
  for (const LabelledPath& each : paths) invertible_[each.label] = true;
  for (const LabelledPath& each : paths) {
    inverses.emplace_back();
    if (each.path.fault) continue;
    if (auto found = invert(model_, each.path, options.maximum_inverses)) {
      inverses.back() = std::move(*found);
    } else {
      invertible_[each.label] = false;
    }
  }
  std::vector<LabelledPath> back, one_way;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].path.fault) continue;
    if (!invertible_[paths[i].label]) {
      one_way.push_back(paths[i]);
      continue;
    }
    for (EventPath& inverse : inverses[i]) back.push_back({std::move(inverse), paths[i].label});
  }
  backward_ = make_rule_tree(model_, layout_, back, options.maximum_tree_rules);
  one_way_ = make_rule_tree(model_, layout_, one_way, options.maximum_tree_rules);
}

CompiledModel::BlockCondition CompiledModel::compile_condition(const Condition& condition) {
  PathFinder finder(model_, kMaximumConjunctions);
  const RuleCompiler compiler(model_, layout_, finder);
  BlockCondition result;
  const auto paths = finder.condition_paths(condition);
  if (!paths) {
    result.program = conditions_.compile_condition(condition);
    return result;
  }
  for (const EventPath& path : *paths) {
    auto tests = compiler.tests(path, {});
    if (tests) result.any.push_back(std::move(*tests));
  }
  return result;
}

std::vector<Word> CompiledModel::initial_states() const {
  std::vector<Word> states(model_.variants.size() * word_count());
  for (std::size_t i = 0; i < model_.variants.size(); ++i) {
    layout_.pack(model_.variants[i].values,
                 std::span(states).subspan(i * word_count(), word_count()));
  }
  return states;
}

std::unique_ptr<Expander> CompiledModel::expander(const RuleTree& tree, bool with_bytecode,
                                                  Sources sources) const {
  BlockExpander::Parts parts;
  parts.word_count = word_count();
  parts.rules = &tree;
  if (with_bytecode) parts.bytecode = bytecode_.get();
  parts.sources = sources;
  return std::make_unique<BlockExpander>(parts);
}

std::unique_ptr<Expander> CompiledModel::make_expander(Sources sources) const {
  return expander(forward_, true, sources);
}

std::unique_ptr<Expander> CompiledModel::make_predecessor_expander() const {
  return expander(backward_, false, Sources::kKeep);
}

std::unique_ptr<Expander> CompiledModel::make_one_way_expander() const {
  if (one_way_.empty() && bytecode_events_ == 0) return nullptr;
  return expander(one_way_, true, Sources::kKeep);
}

void CompiledModel::evaluate(const BlockCondition& condition, const StateBlock& block,
                             BlockMask& mask) const {
  const std::size_t words = (block.count + 63) / 64;
  std::fill_n(mask.words, words, std::uint64_t{0});
  if (!condition.program) {
    BlockMask one;
    for (const std::vector<PackedTest>& tests : condition.any) {
      filter_block(tests, block, one);
      for (std::size_t i = 0; i < words; ++i) mask.words[i] |= one.words[i];
    }
    return;
  }
  std::vector<Word> state(word_count());
  for (std::size_t i = 0; i < block.count; ++i) {
    for (std::size_t word = 0; word < state.size(); ++word) {
      state[word] = block.words[word * block.stride + i];
    }
    const std::uint64_t bit = conditions_.holds(*condition.program, state) ? 1 : 0;
    mask.words[i / 64] |= bit << i % 64;
  }
}

void CompiledModel::evaluate_quests(const StateBlock& block, std::size_t group,
                                    std::span<std::uint64_t> done,
                                    std::span<std::uint64_t> pending) const {
  QUEST_CHECK(block.count <= kMaximumBlock);
  QUEST_CHECK(done.size() == block.count && pending.size() == block.count);
  std::fill(done.begin(), done.end(), std::uint64_t{0});
  std::fill(pending.begin(), pending.end(), std::uint64_t{0});
  const std::size_t words = (block.count + 63) / 64;
  const std::size_t end = std::min(quests_.size(), 64 * group + 64);
  for (std::size_t q = 64 * group; q < end; ++q) {
    BlockMask is_done, is_open, has_failed;
    evaluate(quests_[q].done, block, is_done);
    evaluate(quests_[q].open, block, is_open);
    evaluate(quests_[q].failed, block, has_failed);
    for (std::size_t i = 0; i < words; ++i) {
      is_open.words[i] &= ~is_done.words[i] & ~has_failed.words[i];
    }
    mark_states(is_done, block.count, std::uint64_t{1} << q % 64, done);
    mark_states(is_open, block.count, std::uint64_t{1} << q % 64, pending);
  }
}

bool CompiledModel::undoable() const { return prove_undoable(model_).undoable; }

}  // namespace questproof
