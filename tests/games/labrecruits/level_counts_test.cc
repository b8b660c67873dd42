// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "core/model/collapsed_model.h"
#include "core/model/compiled_model.h"
#include "core/search/certify.h"
#include "tests/games/labrecruits/level_twin.h"
#include "tests/games/labrecruits/real_levels.h"

namespace questproof::labrecruits {
namespace {

// More are for tests/bench/levels.py.
constexpr std::uint64_t kMostStates = 100'000;
constexpr std::uint64_t kMostStatesWithPlace = 60'000;

GameModel model_of(const RealLevels& levels, const std::string& file, const Settings& settings) {
  LoadResult loaded = levels.load(file, settings);
  EXPECT_TRUE(loaded.model.has_value()) << file;
  return loaded.model ? *std::move(loaded.model) : GameModel{};
}

SearchOptions quickly() {
  SearchOptions options;
  options.threads = 1;
  options.partitions = 16;
  options.random_play = false;
  return options;
}

// One state for all places that the agent can walk to, where it can walk at all.
Certification certify_regions(const GameModel& model) {
  FreeMoves moves = find_free_moves(model);
  if (moves.empty()) return certify(CompiledModel(model), nullptr, quickly());
  return certify(CollapsedModel(model, std::move(moves)), nullptr, quickly());
}

std::uint64_t sum(const std::vector<std::uint64_t>& list) {
  return std::accumulate(list.begin(), list.end(), std::uint64_t{0});
}

// The level files that the twin can count, and their counts.
struct CountedLevel {
  std::string file;
  std::size_t wired_buttons = 0;
  LevelTwin::Counts counts;
};

std::vector<CountedLevel> counted_levels(const RealLevels& levels) {
  std::vector<CountedLevel> result;
  for (const std::string& file : levels.files()) {
    if (!levels.load(file, {{"floors", "0"}}).model) continue;
    const LevelTwin twin(levels.text_of(file));
    if (!twin.is_usable()) continue;
    std::optional<LevelTwin::Counts> counts = twin.explore(kMostStates);
    if (counts) result.push_back({file, twin.wired_buttons(), *std::move(counts)});
  }
  return result;
}

void expect_doors_as_the_twin(const GameModel& model, const Certification& result,
                              const CountedLevel& level) {
  for (std::size_t i = 0; i < model.quests.size(); ++i) {
    if (!model.quests[i].title.starts_with("see ")) continue;
    const auto seen = level.counts.seen_open.find(model.quests[i].name);
    const QuestResult& quest = result.quests[i];
    if (seen == level.counts.seen_open.end()) {
      EXPECT_FALSE(quest.completion.has_value()) << level.file << " " << quest.name;
      EXPECT_EQ(quest.verdict, Verdict::kRefuted) << level.file << " " << quest.name;
    } else {
      ASSERT_TRUE(quest.completion.has_value()) << level.file << " " << quest.name;
      EXPECT_EQ(quest.completion->steps.size(), seen->second) << level.file << " " << quest.name;
    }
  }
}

TEST(LevelCountsTest, RegionsAreThoseThatAPlainProgramCounts) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  fmt::print("{:<56} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "file", "wired", "states", "diameter",
             "by doors", "+place", "index");
  const std::vector<CountedLevel> counted = counted_levels(*levels);
  EXPECT_GT(counted.size(), 100U);
  for (const CountedLevel& level : counted) {
    const GameModel buttons =
        model_of(*levels, level.file, {{"floors", "0"}, {"state", "buttons"}});
    const Certification by_buttons = certify_regions(buttons);
    EXPECT_EQ(by_buttons.profile.states, level.counts.states) << level.file;
    EXPECT_EQ(by_buttons.profile.states_per_level, level.counts.new_states) << level.file;
    expect_doors_as_the_twin(buttons, by_buttons, level);

    const GameModel doors = model_of(*levels, level.file, {{"floors", "0"}});
    const Certification by_doors = certify_regions(doors);
    EXPECT_EQ(by_doors.profile.states, level.counts.door_states) << level.file;
    expect_doors_as_the_twin(doors, by_doors, level);

    const auto row = levels->index().find(level.file);
    const std::string index =
        row == levels->index().end() ? "" : row->second.at("reachable_abstract_states");
    fmt::print("{:<56} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8}\n", level.file, level.wired_buttons,
               level.counts.states, level.counts.new_states.size() - 1, level.counts.door_states,
               level.counts.door_states_with_place, index);
    // The index follows the agent whose identifier is the smallest: BOSS, who can press nothing.
    if (index.empty() || level.file.ends_with("visibilitytest.csv")) continue;
    EXPECT_EQ(std::to_string(level.counts.door_states), index) << level.file;
    EXPECT_EQ(std::to_string(level.counts.seen_open.size()),
              row->second.at("doors_observable_open"))
        << level.file;
  }
}

TEST(LevelCountsTest, StatesWithAPlaceAreThoseOfARegionTimesItsPlaces) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  for (const CountedLevel& level : counted_levels(*levels)) {
    if (level.counts.states_with_place > kMostStatesWithPlace) continue;
    const GameModel buttons =
        model_of(*levels, level.file, {{"floors", "0"}, {"state", "buttons"}});
    const Certification by_buttons = certify(CompiledModel(buttons), nullptr, quickly());
    EXPECT_EQ(by_buttons.profile.states, level.counts.states_with_place) << level.file;
    const GameModel doors = model_of(*levels, level.file, {{"floors", "0"}});
    const Certification by_doors = certify(CompiledModel(doors), nullptr, quickly());
    EXPECT_EQ(by_doors.profile.states, level.counts.door_states_with_place) << level.file;
  }
}

// As published: wired buttons, states, presses to the farthest one.
TEST(LevelCountsTest, PublishedLevelsHaveTheirPublishedCounts) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  struct Published {
    const char* file;
    std::uint64_t states;
    std::size_t diameter;
  };
  for (const Published& published : {
           Published{"jlabgymsolver/levels-stvr/BM2021_diff1_R3_1_1_H.csv", 16, 4},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff1_R4_1_1.csv", 64, 7},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff1_R4_1_1_M.csv", 32, 5},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff2_R5_2_2_M.csv", 16, 5},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff2_R7_2_2.csv", 64, 7},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff3_R4_2_2.csv", 64, 6},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff3_R4_2_2_M.csv", 56, 9},
           Published{"jlabgymsolver/levels-stvr/BM2021_diff3_R7_3_3.csv", 96, 8},
           Published{"iv4xr-rlbt/LabRecruits_random_level2-1_fixed.csv", 16'704, 17},
           Published{"iv4xr-rlbt/RandomLarge.csv", 144, 9},
           Published{"iv4xr-rlbt/samira_8room.csv", 32'768, 15},
       }) {
    // With all sheets, too, since nothing leads up in these levels and nobody has to duck.
    for (const char* floors : {"0", "all"}) {
      const GameModel model =
          model_of(*levels, published.file, {{"floors", floors}, {"state", "buttons"}});
      const Certification result = certify_regions(model);
      EXPECT_EQ(result.profile.states, published.states) << published.file << " " << floors;
      EXPECT_EQ(result.profile.states_per_level.size() - 1, published.diameter)
          << published.file << " " << floors;
      EXPECT_EQ(sum(result.profile.states_per_level), published.states) << published.file;
    }
  }
}

}  // namespace
}  // namespace questproof::labrecruits
