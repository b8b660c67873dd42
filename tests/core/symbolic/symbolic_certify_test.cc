// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_certify.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/support/expect_symbolic.h"
#include "tests/support/model_builder.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::certify_explicitly;
using testing_support::expect_same_findings;
using testing_support::ModelBuilder;

// Once with all levels from the beginnings, and once with few: paths are then found from behind.
void expect_same(const GameModel& model, const std::string& what, std::uint32_t few_levels) {
  SCOPED_TRACE(what);
  const CompiledModel compiled(model);
  const Certification expected = certify_explicitly(compiled);
  expect_same_findings(compiled, expected, certify_symbolically(compiled, {}));
  SymbolicOptions few;
  few.most_levels = few_levels;
  expect_same_findings(compiled, expected, certify_symbolically(compiled, few));
}

TEST(SymbolicCertifyTest, FindsWhatTheExplicitSearchFindsInTheFamily) {
  expect_same(testing_support::quest_family("xs"), "xs", 5);
}

// So many ways through one event that its labels are coarse; with chance, and with a fault at the end.
TEST(SymbolicCertifyTest, FindsWhatTheExplicitSearchFindsWhereLabelsAreCoarse) {
  ModelBuilder builder;
  std::vector<Statement> body;
  std::vector<VariableId> switches;
  for (int i = 0; i < 13; ++i) switches.push_back(builder.variable("S" + std::to_string(i), 0, 1));
  const VariableId count = builder.variable("COUNT", 0, 3);
  for (const VariableId each : switches) {
    body.push_back(
        builder.choice({builder.branch(Condition::equals(each, 0), {builder.assign(each, 1)}),
                        builder.branch({}, {builder.assign(each, 0)})}));
  }
  body.push_back(builder.choose({builder.branch({}, {builder.add(count, 1, Overflow::kError)}),
                                 builder.branch({}, {builder.add(count, 1)})}));
  builder.event("turn all", {}, std::move(body));
  for (int i = 0; i < 4; ++i) {
    builder.event("turn " + std::to_string(i), {}, {builder.add(switches[i], 1, Overflow::kWrap)});
  }
  builder.quest("all", Condition::equals(switches[0], 1));
  const CompiledModel compiled(builder.model());
  ASSERT_TRUE(compiled.labels().is_coarse({0}));
  const SymbolicCertification found = certify_symbolically(compiled, {});
  expect_same_findings(compiled, certify_explicitly(compiled), found);
  EXPECT_EQ(found.certification.faults.size(), 1u);
  EXPECT_EQ(found.certification.verdict, Verdict::kUnknown);
}

TEST(SymbolicCertifyTest, ALimitIsNoAnswer) {
  const CompiledModel compiled(testing_support::quest_family("s"));
  SymbolicOptions little;
  little.most_work = 5000;
  const SymbolicCertification stopped = certify_symbolically(compiled, little);
  EXPECT_NE(stopped.limit, "");
  EXPECT_EQ(stopped.certification.verdict, Verdict::kUnknown);
  EXPECT_FALSE(stopped.certification.complete);
  ASSERT_EQ(stopped.certification.quests.size(), 1u);
  EXPECT_EQ(stopped.certification.quests[0].verdict, Verdict::kUnknown);

  SymbolicOptions small;
  small.memory_bytes = 40'000;
  EXPECT_NE(certify_symbolically(compiled, small).limit, "");

  SymbolicOptions many;
  many.least_states = 2'000'000;
  EXPECT_TRUE(certify_symbolically(compiled, many).few_states);

  std::atomic<bool> stop{true};
  SymbolicOptions interrupted;
  interrupted.stop_requested = &stop;
  EXPECT_EQ(certify_symbolically(compiled, interrupted).limit, "stopped on request");
}

TEST(SymbolicCertifyTest, WhatIsNoMatterForDiagramsIsSaidSo) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 3'000'000);
  builder.event("count", {}, {builder.add(a, 1)});
  builder.quest("high", Condition::equals(a, 3));
  const SymbolicCertification found = certify_symbolically(CompiledModel(builder.model()), {});
  EXPECT_TRUE(found.not_symbolic);
  EXPECT_EQ(found.limit, "A has a very large domain");
}

// Large sizes, whose counts another checker (LTSmin) has found too.
TEST(SymbolicCertifyTest, CountsLargeGames) {
  const auto states = [](const char* size, bool dead) {
    const CompiledModel compiled(testing_support::quest_family(size, dead));
    SymbolicOptions options;
    options.detail_work = 100'000;
    return certify_symbolically(compiled, options);
  };
  EXPECT_EQ(states("l", false).states.to_string(), "162277200");
  EXPECT_EQ(states("l", false).transitions.to_string(), "752001072");
  EXPECT_EQ(states("xl", false).states.to_string(), "1449636400");
  const SymbolicCertification trap = states("dl", true);
  EXPECT_EQ(trap.states.to_string(), "30902800");
  EXPECT_EQ(trap.quests.at(0).blocked.to_string(), "119200");
  EXPECT_EQ(trap.certification.quests.at(0).counterexample->steps.size(), 2u);
}

// What it says of single states.
TEST(SymbolicCertifyTest, KnowsWhereAStateStands) {
  const GameModel model = testing_support::quest_family("xs", true);
  const CompiledModel compiled(model);
  const Certification expected = certify_explicitly(compiled);
  const SymbolicCertification found = certify_symbolically(compiled, {});
  const SolvedSpace& known = *found.certification.solved;
  EXPECT_EQ(known.size(), expected.solved->size());
  testing_support::Random random(5);
  std::vector<Word> state(compiled.word_count());
  int reachable = 0;
  for (int i = 0; i < 20'000; ++i) {
    Valuation values;
    for (const Variable& variable : model.variables) {
      values.push_back(static_cast<Value>(random.between(variable.low, variable.high)));
    }
    compiled.layout().pack(values, state);
    ASSERT_EQ(known.contains(state), expected.solved->contains(state));
    if (!known.contains(state)) continue;
    ++reachable;
    const auto a = known.standing(state, 0), b = expected.solved->standing(state, 0);
    EXPECT_EQ(a->done, b->done);
    EXPECT_EQ(a->live, b->live);
    EXPECT_EQ(a->blocked, b->blocked);
  }
  EXPECT_GT(reachable, 50);
}

}  // namespace
}  // namespace questproof
