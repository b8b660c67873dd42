// SPDX-License-Identifier: MIT
#include "core/model/compiled_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/check.h"
#include "core/model/block_expander.h"
#include "core/model/block_kernels.h"
#include "core/model/event_paths.h"
#include "core/model/rule_compiler.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumConjunctions = 64;  // of a quest's condition
constexpr std::uint64_t kLargestIndex = 256;      // values of an index variable
constexpr double kWorthwhileIndex = 0.75;         // of the rules that would be tried without

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
  if (options.use_index) choose_index(all, options);
  make_rules(all);
}

// The variable with the fewest rules for a value, taken over its values alike.
void CompiledModel::choose_index(const std::vector<LabelledPath>& paths,
                                 const CompileOptions& options) {
  std::vector<double> rules(model_.variables.size(), 0);  // over all values of the variable
  std::vector<double> sizes;
  for (const Variable& variable : model_.variables) {
    sizes.push_back(static_cast<double>(std::int64_t{variable.high} - variable.low + 1));
  }
  std::vector<std::size_t> mentioned(model_.variables.size(), 0);
  for (const LabelledPath& each : paths) {
    for (const auto& [variable, set] : each.path.sets) {
      rules[variable.index] += static_cast<double>(set.size());
      ++mentioned[variable.index];
    }
  }
  double best = kWorthwhileIndex * static_cast<double>(paths.size());
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    if (sizes[i] < 2 || sizes[i] > static_cast<double>(kLargestIndex)) continue;
    const double total = rules[i] + sizes[i] * static_cast<double>(paths.size() - mentioned[i]);
    const double average = total / sizes[i];
    if (total > static_cast<double>(options.maximum_indexed_rules) || average >= best) continue;
    best = average;
    index_ = VariableId{i};
  }
}

void CompiledModel::make_rules(const std::vector<LabelledPath>& paths) {
  const PathFinder finder(model_, 0);
  const RuleCompiler compiler(model_, layout_, finder);
  const auto make = [&](const RuleCompiler::Known& known) {
    std::vector<PackedRule> rules;
    for (const LabelledPath& each : paths) {
      auto rule = compiler.rule(each.path, each.label, known);
      if (rule) rules.push_back(std::move(*rule));
    }
    return rules;
  };
  if (!index_) {
    rules_.push_back(make(std::nullopt));
    return;
  }
  const Variable& variable = model_.variables[index_->index];
  for (Value value = variable.low; value <= variable.high; ++value) {
    rules_.push_back(make(std::pair{*index_, value}));
  }
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
    auto tests = compiler.tests(path, std::nullopt);
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

std::unique_ptr<Expander> CompiledModel::make_expander(Sources sources) const {
  BlockExpander::Parts parts;
  parts.word_count = word_count();
  parts.rules = rules_;
  if (index_) parts.index = layout_.field(*index_);
  parts.bytecode = bytecode_.get();
  parts.sources = sources;
  return std::make_unique<BlockExpander>(parts);
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

}  // namespace questproof
