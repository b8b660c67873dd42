// SPDX-License-Identifier: MIT
#include "core/model/rule_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/compiled_model.h"
#include "tests/support/quest_family.h"

namespace questproof {
namespace {

RuleTree tree_of(const GameModel& model, std::size_t maximum_rules) {
  PathFinder finder(model, 4096);
  std::vector<LabelledPath> paths;
  for (std::uint32_t e = 0; e < model.events.size(); ++e) {
    const auto found = finder.event_paths({e});
    for (const EventPath& path : found.value()) paths.push_back({path, e});
  }
  return make_rule_tree(model, StateLayout(model.variables), std::move(paths), maximum_rules);
}

TEST(RuleTreeTest, TheFamilyIsAskedForItsRoom) {
  const GameModel model = testing_support::quest_family("m");
  const RuleTree tree = tree_of(model, 20000);
  const StateLayout layout(model.variables);
  ASSERT_TRUE(tree.nodes[0].field.has_value());
  ASSERT_EQ(model.variables[0].name, "pos");
  EXPECT_EQ(tree.nodes[0].field->shift, layout.field({0}).shift);
  EXPECT_EQ(tree.nodes[0].children.size(), 6u);
  EXPECT_EQ(tree.depth(), 1u);
  for (const std::uint32_t child : tree.nodes[0].children) {
    EXPECT_LT(tree.nodes[child].rules.size(), model.events.size());
    for (const PackedRule& rule : tree.nodes[child].rules) {
      for (const PackedTest& test : rule.tests) {
        EXPECT_EQ(test.mask & layout.field({0}).mask(), 0u) << "the room is tested in spite of all";
      }
    }
  }
}

TEST(RuleTreeTest, WithoutABudgetAllRulesStandInOneLeaf) {
  const GameModel model = testing_support::quest_family("m");
  const RuleTree tree = tree_of(model, 0);
  ASSERT_EQ(tree.nodes.size(), 1u);
  EXPECT_FALSE(tree.nodes[0].field.has_value());
  EXPECT_GE(tree.nodes[0].rules.size(), model.events.size());
  EXPECT_EQ(tree.depth(), 0u);
}

TEST(RuleTreeTest, NoRulesMakeAnEmptyLeaf) {
  const RuleTree tree = make_rule_tree({}, StateLayout(std::vector<Variable>{}), {}, 100);
  EXPECT_EQ(tree.nodes.size(), 1u);
  EXPECT_TRUE(tree.empty());
}

// Forty rooms with ten things to do in each, and a dialogue of thirty steps that may take place
// anywhere: rooms and steps are both asked for.
TEST(RuleTreeTest, TwoVariablesAreAskedForWhereBothDecide) {
  GameModel model;
  for (const auto& [name, high] : {std::pair{"ROOM", 39}, {"STEP", 30}, {"A", 9}}) {
    Variable variable;
    variable.name = name;
    variable.high = high;
    model.variables.push_back(variable);
  }
  const auto add = [&](Condition guard, VariableId target, Value value) {
    Event event;
    event.guard = std::move(guard);
    Statement put;
    put.target = target;
    put.value = Term::of(value);
    event.body = {put};
    model.events.push_back(std::move(event));
  };
  for (Value room = 0; room < 40; ++room) {
    for (Value a = 0; a < 10; ++a) {
      add(Condition::all({Condition::equals({0}, room), Condition::equals({1}, 0)}), {2}, a);
    }
  }
  for (Value step = 1; step < 30; ++step) add(Condition::equals({1}, step), {1}, step + 1);
  const RuleTree tree = tree_of(model, 20000);
  EXPECT_EQ(tree.depth(), 2u);
  for (const RuleTree::Node& node : tree.nodes) EXPECT_LE(node.rules.size(), 10u);
}

}  // namespace
}  // namespace questproof
