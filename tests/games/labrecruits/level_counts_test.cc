// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model/collapsed_model.h"
#include "core/model/compiled_model.h"
#include "core/search/certify.h"
#include "tests/games/labrecruits/level_twin.h"
#include "tests/games/labrecruits/real_levels.h"

namespace questproof::labrecruits {
namespace {

// The plain program is slow. What it leaves out has a million states and more, as far as it can be seen to
// its end at all; see below, and tests/bench/levels.py.
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

// Keyed by doors they have a million states. By buttons it is twice that; the quests are left out there.
TEST(LevelCountsTest, LevelsOfAMillionStatesHaveTheirPublishedCounts) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  const std::string folder = "jlabgymsolver/levels-stvr/";
  for (const char* name : {"FBK_largerandom_R9.csv", "FBK_largerandom_R9_cleaned.csv",
                           "FBK_largerandom_samiraorig.csv"}) {
    GameModel model = model_of(*levels, folder + name, {{"floors", "0"}});
    model.quests.clear();
    EXPECT_EQ(certify_regions(model).profile.states, 1'048'576U) << name;
  }
  GameModel buttons = model_of(*levels, folder + "FBK_largerandom_R9_cleaned.csv",
                               {{"floors", "0"}, {"state", "buttons"}});
  buttons.quests.clear();
  const Certification by_buttons = certify_regions(buttons);
  EXPECT_EQ(by_buttons.profile.states, 2'097'152U);
  EXPECT_EQ(by_buttons.profile.states_per_level.size() - 1, 25U);
}

// Presses until ten doors are seen open, and four that never are.
TEST(LevelCountsTest, DoorsOfALevelOfAMillionStatesAreSeenAsPublished) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  const std::map<std::string, std::optional<std::size_t>> published = {
      {"door17", 1},  {"door12", 2},  {"door5", 1},   {"door39", 3}, {"door2", 2},
      {"door33", 2},  {"door16", 2},  {"door30", 3},  {"door15", 3}, {"door9", 3},
      {"door13", {}}, {"door21", {}}, {"door24", {}}, {"door25", {}}};
  GameModel model = model_of(*levels, "jlabgymsolver/levels-stvr/FBK_largerandom_R9_cleaned.csv",
                             {{"floors", "0"}});
  std::erase_if(model.quests, [&](const Quest& quest) { return !published.contains(quest.name); });
  ASSERT_EQ(model.quests.size(), published.size());
  const Certification result = certify_regions(model);
  for (std::size_t i = 0; i < model.quests.size(); ++i) {
    const QuestResult& quest = result.quests[i];
    const std::optional<std::size_t>& presses = published.at(model.quests[i].name);
    EXPECT_EQ(quest.verdict, presses ? Verdict::kProved : Verdict::kRefuted)
        << model.quests[i].name;
    ASSERT_EQ(quest.completion.has_value(), presses.has_value()) << model.quests[i].name;
    if (!presses) continue;
    EXPECT_EQ(quest.completion->steps.size(), *presses) << model.quests[i].name;
  }
}

// No level lies between those that the plain program counts and those above.
TEST(LevelCountsTest, OnlyTheLargestLevelsAreLeftOut) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  std::set<std::string> counted;
  for (const CountedLevel& level : counted_levels(*levels)) counted.insert(level.file);
  std::vector<std::string> left_out;
  for (const std::string& file : levels->files()) {
    if (counted.contains(file) || !levels->load(file, {{"floors", "0"}}).model) continue;
    if (LevelTwin(levels->text_of(file)).is_usable()) left_out.push_back(file);
  }
  EXPECT_THAT(left_out,
              testing::ElementsAre("iv4xr-rlbt/Random-Extreme.csv",
                                   "jlabgymsolver/levels-stvr/FBK_largerandom_R9.csv",
                                   "jlabgymsolver/levels-stvr/FBK_largerandom_R9_cleaned.csv",
                                   "jlabgymsolver/levels-stvr/FBK_largerandom_samiraorig.csv",
                                   "jlabgymsolver/levels-stvr/durk_1.csv",
                                   "jlabgymsolver/levels-stvr/sanctuary_1.csv"));
}

}  // namespace
}  // namespace questproof::labrecruits
