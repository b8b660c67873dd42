// SPDX-License-Identifier: MIT
#include "core/model/guard_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/naive_evaluator.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

std::vector<EventId> all_events(const GameModel& model) {
  std::vector<EventId> events;
  for (std::uint32_t i = 0; i < model.events.size(); ++i) events.push_back({i});
  return events;
}

TEST(GuardTreeTest, ListsEveryEventThatIsEnabled) {
  testing_support::RandomModelOptions options;
  options.events = 25;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const GameModel model = testing_support::random_model(seed, options);
    const StateLayout layout(model.variables);
    const GuardTree tree = make_guard_tree(model, layout, all_events(model));
    std::vector<Word> state(layout.word_count());
    for (const Valuation& values : testing_support::reachable_valuations(model, 50)) {
      layout.pack(values, state);
      const std::vector<std::uint32_t>& listed = tree.events(state);
      ASSERT_TRUE(std::is_sorted(listed.begin(), listed.end()));
      for (std::uint32_t e = 0; e < model.events.size(); ++e) {
        if (!holds(model, model.events[e].guard, values)) continue;
        ASSERT_TRUE(std::binary_search(listed.begin(), listed.end(), e))
            << "event " << e << "\n"
            << testing_support::describe(model);
      }
    }
  }
}

TEST(GuardTreeTest, TheFamilyIsAskedForItsRoom) {
  const GameModel model = testing_support::quest_family("m");
  const GuardTree tree = make_guard_tree(model, StateLayout(model.variables), all_events(model));
  ASSERT_TRUE(tree.nodes[0].field.has_value());
  EXPECT_EQ(tree.nodes[0].children.size(), 6u);
  for (const GuardTree::Node& node : tree.nodes) EXPECT_LE(node.events.size(), 20u);
}

}  // namespace
}  // namespace questproof
