// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/model/collapsed_model.h"
#include "core/search/certify.h"
#include "games/registry.h"

namespace questproof {
namespace {

struct Certified {
  GameModel model;
  Certification result;

  const QuestResult& quest(const std::string& name) const {
    for (const QuestResult& each : result.quests) {
      if (each.name == name) return each;
    }
    // Results carry positions when the space does not know names.
    for (std::size_t i = 0; i < model.quests.size(); ++i) {
      if (model.quests[i].name == name) return result.quests.at(i);
    }
    throw std::runtime_error("no quest " + name);
  }
};

Certified certify_level(const std::string& name, const Settings& settings) {
  const auto path =
      std::filesystem::path(QUESTPROOF_SOURCE_DIR) / "games/samples/labrecruits" / (name + ".csv");
  LoadResult loaded = load_game(path, settings);
  for (const Diagnostic& each : loaded.diagnostics) ADD_FAILURE() << to_string(each);
  GameModel model = std::move(loaded.model).value();
  const CollapsedModel space(model, find_free_moves(model));
  SearchOptions options;
  options.threads = 1;
  options.random_play = false;
  Certification result = certify(space, nullptr, options);
  return {std::move(model), std::move(result)};
}

TEST(LabrecruitsSamplesTest, OneAgentCannotPassTheAirlock) {
  const Certified alone = certify_level("airlock", {});
  EXPECT_EQ(alone.result.profile.states, 2U);
  EXPECT_EQ(alone.quest("d1").verdict, Verdict::kProved);
  EXPECT_EQ(alone.quest("d2").verdict, Verdict::kRefuted);
  EXPECT_EQ(alone.quest("Finish").verdict, Verdict::kRefuted);
}

TEST(LabrecruitsSamplesTest, TwoAgentsPassTheAirlock) {
  const Certified both = certify_level("airlock", {{"agents", "all"}});
  EXPECT_EQ(both.result.verdict, Verdict::kProved);
  EXPECT_EQ(both.quest("Finish").completion.value().steps.size(), 2U);
}

// d1 is open when an odd number of buttons is pressed, d2 when b2 is; b2 and b3 are behind d1, b1 before
// it. States by buttons pressed and where the agent can be: none, before; b1, on both sides; b1 b2,
// behind; b1 b3, behind; all, everywhere; b2 b3, before and on the gallery. No two have the same doors
// and zones.
TEST(LabrecruitsSamplesTest, TheGalleryTakesThreePresses) {
  const Certified doors = certify_level("gallery", {});
  EXPECT_EQ(doors.result.verdict, Verdict::kProved);
  EXPECT_EQ(doors.result.profile.states, 6U);
  EXPECT_EQ(doors.quest("Finish").completion.value().steps.size(), 3U);
  const Certified buttons = certify_level("gallery", {{"state", "buttons"}});
  EXPECT_EQ(buttons.result.profile.states, 6U);
}

TEST(LabrecruitsSamplesTest, WithoutItsGalleryTheFlagIsGone) {
  const Certified plane = certify_level("gallery", {{"floors", "0"}});
  EXPECT_EQ(plane.model.quests.size(), 1U);
}

}  // namespace
}  // namespace questproof
