// SPDX-License-Identifier: MIT
#include "coordinator/diagram_tries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "coordinator/console.h"
#include "coordinator/interrupt.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"

namespace questproof {
namespace {

class DiagramTriesTest : public testing::Test {
 protected:
  const InterruptGuard guard_;
  std::istringstream in_;
  std::ostringstream out_;
  std::ostringstream error_;
  Console console_{.in = in_, .out = out_, .error = error_, .paint = {}, .error_paint = {}};
  CommandOptions options_;
};

TEST_F(DiagramTriesTest, LeaveAGameOfFewStatesToTheExplicitSearch) {
  const GameModel model = testing_support::random_adventure(1);
  DiagramTries tries(model, std::nullopt, options_, console_);
  tries.try_first();
  EXPECT_FALSE(tries.decided());
  EXPECT_EQ(tries.account(), "");
}

TEST_F(DiagramTriesTest, DecideAfterALimitWhatTheExplicitSearchWouldHave) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GameModel model = testing_support::random_adventure(seed);
    DiagramTries tries(model, std::nullopt, options_, console_);
    tries.after_limit(1000);
    ASSERT_TRUE(tries.decided()) << "seed " << seed;
    const DiagramResult result = tries.take();
    const auto truth = oracle::explore(model);
    ASSERT_TRUE(truth.has_value());
    ASSERT_EQ(result.found.certification.quests.size(), truth->quests.size());
    for (std::size_t q = 0; q < truth->quests.size(); ++q) {
      EXPECT_EQ(result.found.certification.quests[q].blocked_states, truth->quests[q].blocked)
          << "seed " << seed;
    }
  }
}

TEST_F(DiagramTriesTest, KeepToTheTimeThatIsLeft) {
  const GameModel model = testing_support::random_adventure(1);
  options_.time_seconds = 1e-9;
  DiagramTries tries(model, std::nullopt, options_, console_);
  tries.after_limit(1000);
  EXPECT_FALSE(tries.decided());
}

}  // namespace
}  // namespace questproof
