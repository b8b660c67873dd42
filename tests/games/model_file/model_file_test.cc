// SPDX-License-Identifier: MIT
#include "games/model_file/model_file.h"

#include <gtest/gtest.h>

#include <string>

#include "core/model/export_json.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

LoadResult read(const std::string& json) {
  const SourceText text = {"model.json", json};
  return parse_model_file({&text, 1}, "model", {});
}

// Places in source files are the only thing that is left out.
void forget_places(std::vector<Statement>& body) {
  for (Statement& statement : body) {
    statement.where = {};
    for (Branch& branch : statement.branches) forget_places(branch.body);
  }
}

GameModel without_places(GameModel model) {
  model.source_files = {"model.json"};
  for (Variable& each : model.variables) each.where = {};
  for (Event& each : model.events) {
    each.where = {};
    forget_places(each.body);
  }
  for (BranchInfo& each : model.branches) each.where = {};
  for (Quest& each : model.quests) each.where = {};
  for (Content& each : model.contents) each.where = {};
  return model;
}

TEST(ModelFileTest, ReadsBackWhatIsExported) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    const LoadResult result = read(to_json(model));
    ASSERT_TRUE(result.model) << seed << ": " << to_string(result.diagnostics.at(0));
    EXPECT_EQ(*result.model, without_places(model)) << seed;
  }
}

TEST(ModelFileTest, WhatIsNoModelIsRefused) {
  const std::string good = to_json(testing_support::random_model(1));
  EXPECT_FALSE(read("").model);
  EXPECT_FALSE(read("{}").model);
  EXPECT_FALSE(read("[1]").model);
  EXPECT_FALSE(read(good.substr(0, good.size() / 2)).model);
  for (const auto& [from, to] : {std::pair{"\"version\": 1", "\"version\": 2"},
                                 {"\"trigger\": \"player\"", "\"trigger\": \"nobody\""},
                                 {"\"low\": ", "\"low\": 99999999999, \"x\": "},
                                 {"\"low\": ", "\"low\": 0.5, \"x\": "},
                                 {"\"branch\": 0", "\"branch\": 4000000000"}}) {
    std::string broken = good;
    const std::size_t at = broken.find(from);
    if (at == std::string::npos) continue;
    broken.replace(at, std::string(from).size(), to);
    const LoadResult result = read(broken);
    EXPECT_FALSE(result.model) << to;
    ASSERT_EQ(result.diagnostics.size(), 1U);
    EXPECT_NE(result.diagnostics[0].message, "");
  }
}

TEST(ModelFileTest, DeepNestingEnds) {
  std::string deep = to_json(testing_support::random_model(1));
  const std::size_t at = deep.find("\"guard\": ");
  std::string nested;
  for (int i = 0; i < 5000; ++i) nested += "{\"not\": ";
  nested += "true" + std::string(5000, '}');
  deep.replace(at, 9, "\"guard\": " + nested + ", \"x\": ");
  EXPECT_FALSE(read(deep).model);
}

}  // namespace
}  // namespace questproof
