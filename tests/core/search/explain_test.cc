// SPDX-License-Identifier: MIT
#include "core/search/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/compiled_model.h"
#include "tests/support/model_builder.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A door that takes a key, or a spare key and a coin. One step throws all three away; the lamp goes
// out with them, which matters to nobody.
//
//   KEY ----------------> DOOR
//   SPARE and COIN -----> DOOR
class ExplainTest : public testing::Test {
 protected:
  ExplainTest() {
    testing_support::ModelBuilder builder;
    for (const char* name : {"KEY", "SPARE", "COIN", "LAMP", "DOOR"}) {
      variables_.push_back(builder.variable(name, 0, 1));
    }
    const auto has = [&](int v) { return Condition::equals(variables_[v], 1); };
    builder.event("open with key", has(0), {builder.assign(variables_[4], 1)});
    builder.event("open with spare", Condition::all({has(1), has(2)}),
                  {builder.assign(variables_[4], 1)});
    builder.event("throw away", Condition::always(),
                  {builder.assign(variables_[0], 0), builder.assign(variables_[1], 0),
                   builder.assign(variables_[2], 0), builder.assign(variables_[3], 0)});
    builder.quest("door", has(4));
    builder.model().variants[0].values = {1, 1, 1, 1, 0};
    space_ = std::make_unique<CompiledModel>(builder.model());
    certification_ = certify(*space_, nullptr, {});
  }

  Explanation explain(const SolvedSpace* solved, const ExplainOptions& options = {}) const {
    return explain_fatal_step(*space_, space_->layout(), solved, 0, packed({1, 1, 1, 1, 0}),
                              packed({0, 0, 0, 0, 0}), candidates(), options);
  }
  std::vector<VariableId> candidates() const { return {variables_.begin(), variables_.end() - 1}; }
  std::vector<Word> packed(const Valuation& values) const {
    std::vector<Word> state(space_->word_count(), 0);
    space_->layout().pack(values, state);
    return state;
  }

  std::vector<VariableId> variables_;
  std::unique_ptr<CompiledModel> space_;
  Certification certification_;
};

TEST_F(ExplainTest, FindsTheMinimalSets) {
  ASSERT_EQ(certification_.quests[0].fatal_transitions, 1U);
  const Explanation found = explain(certification_.solved.get());
  EXPECT_THAT(found.sufficient,
              ElementsAre(ElementsAre(variables_[0]), ElementsAre(variables_[1], variables_[2])));
  EXPECT_TRUE(found.complete);
}

TEST_F(ExplainTest, FindsTheSameWithoutTheSolvedSpace) {
  EXPECT_EQ(explain(nullptr).sufficient, explain(certification_.solved.get()).sufficient);
}

TEST_F(ExplainTest, SaysSoWhenTheBudgetRunsOut) {
  const Explanation none = explain(nullptr, {.state_budget = 200, .set_budget = 0});
  EXPECT_THAT(none.sufficient, IsEmpty());
  EXPECT_FALSE(none.complete);
  const Explanation few = explain(nullptr, {.state_budget = 0, .set_budget = 100});
  EXPECT_FALSE(few.complete);
}

TEST_F(ExplainTest, WhatIsNoCandidateIsPutBack) {
  // With the coin put back in any case, the spare key alone is enough.
  const std::vector<VariableId> some = {variables_[0], variables_[1], variables_[3]};
  const Explanation found =
      explain_fatal_step(*space_, space_->layout(), certification_.solved.get(), 0,
                         packed({1, 1, 1, 1, 0}), packed({0, 0, 0, 0, 0}), some);
  EXPECT_THAT(found.sufficient,
              ElementsAre(ElementsAre(variables_[0]), ElementsAre(variables_[1])));
}

}  // namespace
}  // namespace questproof
