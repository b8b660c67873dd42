// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/model/reduce/reduce.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using oracle::Label;

bool pending(const Quest& quest, const Valuation& values) {
  return oracle::holds(quest.open, values) && !oracle::holds(quest.done, values) &&
         !oracle::holds(quest.failed, values);
}

// What is left of a label of the original; nothing when its event is not examined.
std::optional<Label> projected(const Label& label, const ReducedModel& reduced) {
  if (!reduced.examined[label.branches.front().index]) return std::nullopt;
  Label result{label.event, {}, label.fault};
  for (const BranchId branch : label.branches) {
    if (reduced.examined[branch.index]) result.branches.push_back(branch);
  }
  return result;
}

// Walks both models side by side, from the variants, and checks that neither can do anything that
// the other can not: a bisimulation, checked pair by pair.
class Bisimulation {
 public:
  Bisimulation(const GameModel& original, const ReducedModel& reduced)
      : original_(original), reduced_(reduced) {}

  // Empty, or what differs.
  std::string check() {
    for (std::size_t i = 0; i < original_.variants.size(); ++i) {
      add(original_.variants[i].values, reduced_.model.variants[i].values);
    }
    for (std::size_t next = 0; next < pairs_.size() && fault_.empty(); ++next) {
      const auto [left, right] = *pairs_[next];
      compare_quests(left, right);
      compare_runs(left, right);
    }
    return fault_;
  }

 private:
  void add(const Valuation& left, const Valuation& right) {
    const auto [pair, fresh] = seen_.emplace(left, right);
    if (fresh) pairs_.push_back(&*pair);
  }

  void compare_quests(const Valuation& left, const Valuation& right) {
    for (std::size_t i = 0; i < original_.quests.size(); ++i) {
      const Quest& before = original_.quests[i];
      const Quest& after = reduced_.model.quests[i];
      if (oracle::holds(before.done, left) != oracle::holds(after.done, right)) fail("done", left);
      if (pending(before, left) != pending(after, right)) fail("pending", left);
    }
  }

  void compare_runs(const Valuation& left, const Valuation& right) {
    std::map<Label, Valuation> there;
    for (oracle::Run& run : oracle::runs(reduced_.model, right)) {
      for (const Value& value : run.values) {
        const Variable& variable =
            reduced_.model.variables[static_cast<std::size_t>(&value - run.values.data())];
        if (value < variable.low || value > variable.high) fail("value outside its domain", left);
      }
      there.emplace(std::move(run.label), std::move(run.values));
    }
    std::set<Label> met;
    for (const oracle::Run& run : oracle::runs(original_, left)) {
      const auto label = projected(run.label, reduced_);
      if (!label) {
        if (run.label.fault) fail("a fault is not examined", left);
        add(run.values, right);
        continue;
      }
      const auto found = there.find(*label);
      if (found == there.end()) return fail("the reduced model lacks a label", left);
      met.insert(*label);
      if (!run.label.fault) add(run.values, found->second);
    }
    if (met.size() != there.size()) fail("the reduced model has one label more", left);
  }

  void fail(const std::string& what, const Valuation& where) {
    fault_ = what + " at";
    for (const Value value : where) fault_ += " " + std::to_string(value);
  }

  const GameModel& original_;
  const ReducedModel& reduced_;
  std::set<std::pair<Valuation, Valuation>> seen_;
  std::vector<const std::pair<Valuation, Valuation>*> pairs_;
  std::string fault_;
};

template <typename Number>
std::map<Label, Number> least(const std::map<Label, Number>& figures, const ReducedModel& reduced) {
  std::map<Label, Number> result;
  for (const auto& [label, number] : figures) {
    const auto short_label = projected(label, reduced);
    if (!short_label) continue;
    const auto [found, fresh] = result.emplace(*short_label, number);
    if (!fresh) found->second = std::min(found->second, number);
  }
  return result;
}

std::map<Label, std::uint32_t> fatal_lengths(const oracle::QuestFigures& quest) {
  std::map<Label, std::uint32_t> result;
  for (const auto& [label, fatal] : quest.fatal) result[label] = fatal.length;
  return result;
}

// Everything that a reduction promises to preserve.
void expect_same(const oracle::Figures& before, const oracle::Figures& after,
                 const ReducedModel& reduced) {
  for (std::size_t i = 0; i < before.quests.size(); ++i) {
    const oracle::QuestFigures& one = before.quests[i];
    const oracle::QuestFigures& two = after.quests[i];
    EXPECT_EQ(one.done > 0, two.done > 0);
    EXPECT_EQ(one.pending > 0, two.pending > 0);
    EXPECT_EQ(one.blocked > 0, two.blocked > 0);
    EXPECT_EQ(one.initial_blocked > 0, two.initial_blocked > 0);
    EXPECT_EQ(one.completion, two.completion);
    EXPECT_EQ(one.counterexample, two.counterexample);
    EXPECT_EQ(one.farthest, two.farthest);
    EXPECT_EQ(least(fatal_lengths(one), reduced), fatal_lengths(two));
  }
  EXPECT_EQ(least(before.faults, reduced), after.faults);
  for (std::size_t i = 0; i < before.branch_runs.size(); ++i) {
    if (reduced.examined[i]) {
      EXPECT_EQ(before.branch_runs[i], after.branch_runs[i]) << "branch " << i;
    } else {
      EXPECT_FALSE(after.branch_runs[i]) << "branch " << i;
    }
  }
}

struct Totals {
  std::uint64_t states_before = 0;
  std::uint64_t states_after = 0;
  std::uint64_t models_changed = 0;
};

void check(const GameModel& model, const oracle::Figures& before, const ReductionOptions& options,
           Totals& totals) {
  const ReducedModel reduced = reduce(model, options);
  const std::string difference = Bisimulation(model, reduced).check();
  EXPECT_EQ(difference, "");
  const auto after = oracle::explore(reduced.model);
  ASSERT_TRUE(after);
  expect_same(before, *after, reduced);
  totals.states_before += before.states;
  totals.states_after += after->states;
  if (reduced.model != model) ++totals.models_changed;
  if (testing::Test::HasFailure()) {
    ADD_FAILURE() << to_string(options) << "\n"
                  << testing_support::describe(model) << "became\n"
                  << testing_support::describe(reduced.model);
  }
}

GameModel model_of(std::uint64_t seed) {
  if (seed % 2 == 0) return testing_support::random_adventure(seed, 400);
  testing_support::RandomModelOptions options;
  options.minimum_states = 10;
  if (seed % 10 == 1) options.minimum_bits = 70;  // wide domains too
  options.maximum_states = 400;
  return testing_support::random_model(seed, options);
}

// One test per block of seeds, so that several run at a time.
class ReducePropertyTest : public testing::TestWithParam<std::uint64_t> {
 protected:
  static constexpr std::uint64_t kSeeds = 1000;

  template <typename Check>
  void for_all_seeds(const Check& check_seed) const {
    for (std::uint64_t i = 0; i < kSeeds && !HasFailure(); ++i) {
      const std::uint64_t seed = GetParam() * kSeeds + i;
      SCOPED_TRACE("seed " + std::to_string(seed));
      const GameModel model = model_of(seed);
      const auto before = oracle::explore(model);
      ASSERT_TRUE(before);
      check_seed(seed, model, *before);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Seeds, ReducePropertyTest, testing::Range<std::uint64_t>(0, 4));

TEST_P(ReducePropertyTest, EachReductionAlonePreservesWhatItPromises) {
  std::map<std::string, Totals> totals;
  for_all_seeds([&](std::uint64_t, const GameModel& model, const oracle::Figures& before) {
    for (const Reduction& reduction : reductions()) {
      // Free moves leave the model as it is and collapse its states: free_moves tests hold them.
      if (reduction.enabled == &ReductionOptions::free_moves) continue;
      SCOPED_TRACE(reduction.name);
      ReductionOptions options = parse_reductions("none");
      options.*reduction.enabled = true;
      check(model, before, options, totals[reduction.name]);
    }
  });
  for (const auto& [name, total] : totals) {
    EXPECT_GT(total.models_changed, kSeeds / 20) << name << " does nothing";
    RecordProperty(name, std::to_string(total.states_before) + " states became " +
                             std::to_string(total.states_after));
  }
}

TEST_P(ReducePropertyTest, AnySubsetPreservesWhatItPromises) {
  Totals totals;
  for_all_seeds([&](std::uint64_t seed, const GameModel& model, const oracle::Figures& before) {
    testing_support::Random random(seed);
    ReductionOptions options;
    for (const Reduction& reduction : reductions()) {
      options.*reduction.enabled = random.chance(60);
    }
    check(model, before, options, totals);
    check(model, before, parse_reductions("default"), totals);
  });
  EXPECT_LT(totals.states_after, totals.states_before);
}

TEST_P(ReducePropertyTest, AConeAnswersItsQuest) {
  for_all_seeds([&](std::uint64_t seed, const GameModel& model, const oracle::Figures& before) {
    const QuestId quest{static_cast<std::uint32_t>(seed % model.quests.size())};
    const ReducedModel reduced = cone(model, quest, {});
    ASSERT_EQ(reduced.model.quests.size(), 1u);
    GameModel one = model;
    one.quests = {model.quests[quest.index]};
    EXPECT_EQ(Bisimulation(one, reduced).check(), "");
    oracle::Figures figures = before;
    figures.quests = {before.quests[quest.index]};
    const auto after = oracle::explore(reduced.model);
    ASSERT_TRUE(after);
    expect_same(figures, *after, reduced);
    if (HasFailure()) ADD_FAILURE() << testing_support::describe(model);
  });
}

}  // namespace
}  // namespace questproof
