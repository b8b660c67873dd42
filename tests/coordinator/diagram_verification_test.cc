// SPDX-License-Identifier: MIT
#include "coordinator/diagram_verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "core/base/error.h"
#include "core/symbolic/symbolic_certify.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

Certification certified_with_diagrams(const GameModel& model) {
  return certify_symbolically(CompiledModel(model), {}).certification;
}

TEST(DiagramVerificationTest, AgreesWithTheDiagramsThatDecided) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const GameModel model = seed % 3 == 0 ? testing_support::random_adventure(seed)
                                          : testing_support::random_model(seed);
    Certification found = certified_with_diagrams(model);
    EXPECT_FALSE(found.verified);
    verify_diagrams(model, found, 0);
    EXPECT_TRUE(found.verified) << "seed " << seed;
    EXPECT_EQ(found.phases.back().phase, "verify");
  }
}

TEST(DiagramVerificationTest, NoticesEveryWrongNumber) {
  const GameModel model = testing_support::random_adventure(2);
  const std::vector<std::function<void(Certification&)>> changes = {
      [](Certification& c) { ++c.profile.states; },
      [](Certification& c) { --c.profile.transitions; },
      [](Certification& c) { ++c.profile.deadlocks; },
      [](Certification& c) { ++c.quests[0].done_states; },
      [](Certification& c) { ++c.quests[0].pending_states; },
      [](Certification& c) { ++c.quests[0].blocked_states; },
      [](Certification& c) { ++c.quests[0].initial_blocked; },
      [](Certification& c) { ++c.quests[0].fatal_transitions; },
      [](Certification& c) { c.faults.emplace_back(); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Certification wrong = certified_with_diagrams(model);
    changes[i](wrong);
    EXPECT_THROW(verify_diagrams(model, wrong, 0), Error) << "change " << i;
  }
}

TEST(DiagramVerificationTest, ALimitLeavesItUnverified) {
  const GameModel model = testing_support::random_adventure(2);
  Certification found = certified_with_diagrams(model);
  verify_diagrams(model, found, 1e-9);
  EXPECT_FALSE(found.verified);
}

}  // namespace
}  // namespace questproof
