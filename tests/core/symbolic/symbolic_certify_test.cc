// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_certify.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/expect_symbolic.h"
#include "tests/support/model_builder.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_maze.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::expect_same_findings;
using testing_support::ModelBuilder;
using testing_support::random_model;
using testing_support::RandomModelOptions;

Certification certify_explicitly(const CompiledModel& compiled) {
  SearchOptions options;
  options.threads = 1;
  options.partitions = 1;
  options.verify = false;
  options.random_play = false;
  options.distances = Distances::kAlways;
  return certify(compiled, nullptr, options);
}

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

TEST(SymbolicCertifyTest, FindsWhatTheExplicitSearchFindsInRandomModels) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    RandomModelOptions options;
    options.maximum_states = 200;
    const GameModel model = random_model(seed, options);
    expect_same(model, "seed " + std::to_string(seed), seed % 4);
    if (HasFailure()) {
      std::cout << describe(model);
      return;
    }
  }
}

TEST(SymbolicCertifyTest, FindsWhatTheExplicitSearchFindsInTheFamily) {
  expect_same(testing_support::quest_family("xs"), "xs", 5);
}

}  // namespace
}  // namespace questproof
