// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/model/compiled_model.h"
#include "core/model/reduce/reduce.h"
#include "core/search/certify.h"
#include "core/symbolic/symbolic_certify.h"
#include "games/registry.h"
#include "tests/support/expect_symbolic.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"
#include "tests/support/shared_folder.h"

// The two engines share a model's data, the places of variables in packed states and the numbers of labels.
// How they find out what events do, which states there are and from where a quest can be done has nothing
// in common, but for the proof that every event of a game can be taken back.
namespace questproof {
namespace {

using testing_support::certify_explicitly;
using testing_support::expect_same_findings;

// With all levels from the beginnings, or with few: paths are then found from behind.
void expect_same(const GameModel& model, std::uint32_t most_levels) {
  const CompiledModel compiled(model);
  SymbolicOptions options;
  options.most_levels = most_levels;
  const SymbolicCertification found = certify_symbolically(compiled, options);
  EXPECT_TRUE(found.completions_known && found.routes_known && found.farthest_known);
  expect_same_findings(compiled, certify_explicitly(compiled), found);
}

std::uint32_t levels_for(std::uint64_t seed) {
  return seed % 2 == 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(seed / 2 % 4);
}

TEST(EnginesTest, AgreeOnRandomModels) {
  for (std::uint64_t seed = 1; seed <= 3500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    testing_support::RandomModelOptions options;
    options.maximum_states = 200;
    const GameModel model = testing_support::random_model(seed, options);
    expect_same(model, levels_for(seed));
    ASSERT_FALSE(HasFailure()) << testing_support::describe(model);
  }
}

TEST(EnginesTest, AgreeOnRandomAdventures) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_same(testing_support::random_adventure(seed), levels_for(seed));
    ASSERT_FALSE(HasFailure());
  }
}

TEST(EnginesTest, AgreeOnRandomLevels) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    testing_support::RandomLevelOptions options;
    options.one_way = static_cast<int>(seed % 3);
    options.variants = 1 + static_cast<int>(seed % 2);
    expect_same(testing_support::random_level(seed, options), levels_for(seed));
    ASSERT_FALSE(HasFailure());
  }
}

// What is found within some work: all verdicts and counts, and whatever else it is enough for.
void expect_same_within_work(const GameModel& model) {
  const CompiledModel compiled(model);
  SymbolicOptions options;
  options.detail_work = 1'000'000;
  expect_same_findings(compiled, certify_explicitly(compiled),
                       certify_symbolically(compiled, options));
}

GameModel sample(const std::string& path) {
  return load_game(std::filesystem::path(QUESTPROOF_SOURCE_DIR) / "games/samples" / path)
      .model.value();
}

TEST(EnginesTest, AgreeOnTheSamples) {
  for (const char* path :
       {"betrayal/broken.quest", "betrayal/repaired_drop.quest", "betrayal/repaired_sword.quest",
        "teeny_tiny_mansion/as_designed.quest", "teeny_tiny_mansion/both_bugs.quest",
        "teeny_tiny_mansion/green_key_bug.quest", "teeny_tiny_mansion/help_me_bug.quest",
        "labrecruits/airlock.csv", "labrecruits/gallery.csv"}) {
    SCOPED_TRACE(path);
    expect_same(sample(path), ~std::uint32_t{0});
  }
}

TEST(EnginesTest, AgreeOnTheAdventure) {
  const GameModel model = sample("borrowed_hour/wrong_key.quest");
  expect_same_within_work(reduce(model, parse_reductions("none,saturate-counters")).model);
}

// Levels of up to a hundred thousand states; of a million where QUESTPROOF_LARGE_LEVELS is set.
TEST(EnginesTest, AgreeOnRealLevels) {
  const auto shared = testing_support::shared_folder();
  if (!shared) GTEST_SKIP() << "there is no folder with real levels";
  const BigCount most = std::getenv("QUESTPROOF_LARGE_LEVELS") != nullptr ? 1'000'000 : 100'000;
  int compared = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(*shared / "data" / "labrecruits")) {
    if (file.path().extension() != ".csv") continue;
    SCOPED_TRACE(file.path().string());
    const LoadResult loaded = load_game(file.path());
    if (!loaded.model) continue;
    const CompiledModel compiled(*loaded.model);
    SymbolicOptions options;
    options.most_work = 3'000'000;
    options.detail_work = 1'000'000;
    const SymbolicCertification found = certify_symbolically(compiled, options);
    if (!found.limit.empty() || found.states > most) continue;
    expect_same_findings(compiled, certify_explicitly(compiled), found);
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace questproof
