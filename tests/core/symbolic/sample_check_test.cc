// SPDX-License-Identifier: MIT
#include "core/symbolic/sample_check.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/quest_family.h"

namespace questproof {
namespace {

class SampleCheckTest : public ::testing::Test {
 protected:
  SampleCheckTest() {
    space.explore();
    sets.push_back(space.decide(compiled.model().quests[0]));
  }

  CompiledModel compiled{testing_support::quest_family("xs", true)};
  SymbolicSpace space{compiled, variable_orders(compiled.model()).front(), {}};
  std::vector<QuestSets> sets;
};

TEST_F(SampleCheckTest, RightSetsPass) { EXPECT_GE(check_samples(space, sets, 500), 500u); }

TEST_F(SampleCheckTest, WrongSetsAreFound) {
  const QuestSets right = sets[0];
  sets[0].live = right.done;
  EXPECT_THROW(check_samples(space, sets, 500), Error);
  sets[0] = right;
  sets[0].pending = right.live;
  EXPECT_THROW(check_samples(space, sets, 500), Error);
  sets[0] = right;
  sets[0].done = Diagram();
  EXPECT_THROW(check_samples(space, sets, 5000), Error);
}

}  // namespace
}  // namespace questproof
