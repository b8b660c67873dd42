// SPDX-License-Identifier: MIT
#include "coordinator/findings/found_game.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::run_program;
using testing_support::sample_game;

std::string certificate(const std::string& game, const std::string& options) {
  return run_program(fmt::format("certify {} --json --quiet {}", sample_game(game), options),
                     "2>/dev/null")
      .output;
}

TEST(FoundGameTest, TellWhatACertificateTells) {
  const FoundGame found = parse_found_game(certificate("betrayal/broken.quest", ""), "c.json");
  EXPECT_EQ(found.game, "Betrayal");
  EXPECT_EQ(found.verdict, Verdict::kRefuted);
  EXPECT_TRUE(found.complete && found.verified);
  EXPECT_EQ(found.states, "23");
  EXPECT_EQ(found.states_per_level, (std::vector<std::uint64_t>{1, 3, 5, 4, 4, 4, 2}));
  EXPECT_EQ(found.options.at("reduce"), "\"none\"");
  ASSERT_EQ(found.quests.size(), 1U);
  const FoundQuest& quest = found.quests[0];
  EXPECT_EQ(quest.blocked_states, 1U);
  ASSERT_TRUE(quest.counterexample);
  ASSERT_EQ(quest.counterexample->steps.size(), 2U);
  EXPECT_EQ(quest.counterexample->steps[1].label, "denounce Brandt to the watch");
  EXPECT_EQ(quest.counterexample->steps[1].changes,
            (std::vector<FoundChange>{{"VAR_BETRAYED", "NOBODY", "BRANDT"}}));
  ASSERT_EQ(quest.fatal_events.size(), 1U);
  EXPECT_THAT(quest.fatal_events[0].where, HasSubstr("town.quest:46"));
  ASSERT_EQ(quest.fatal_events[0].remedies.size(), 1U);
  ASSERT_TRUE(quest.random_play && quest.random_play->stuck_probability);
  EXPECT_NEAR(*quest.random_play->stuck_probability, 1.0 / 6, 1e-9);
  ASSERT_TRUE(found.content);
  EXPECT_EQ((*found.content)[0].kind, "event");
}

TEST(FoundGameTest, ReadWhatEachEngineAndFrontEndWrites) {
  for (const char* game : {"betrayal/repaired_sword.quest", "teeny_tiny_mansion/both_bugs.quest",
                           "labrecruits/airlock.csv", "labrecruits/gallery.csv"}) {
    for (const char* options : {"", "--engine symbolic", "--method argue", "--time 1e-9"}) {
      const std::string text = certificate(game, options);
      const FoundGame found = parse_found_game(text, "c.json");
      const nlohmann::json document = nlohmann::json::parse(text);
      EXPECT_EQ(found.quests.size(), document["quests"].size()) << game << options;
      EXPECT_EQ(to_string(found.verdict), document["verdict"].get<std::string>());
      EXPECT_EQ(found.engine, document["engine"].get<std::string>());
    }
  }
}

// Whatever is left out or of another type is refused, and named, never guessed.
TEST(FoundGameTest, RefuseWhatIsNoCertificate) {
  const std::string text = certificate("betrayal/broken.quest", "");
  const nlohmann::json whole = nlohmann::json::parse(text).flatten();
  std::size_t refused = 0;
  for (const auto& [pointer, value] : whole.items()) {
    nlohmann::json damaged = nlohmann::json::parse(text);
    damaged[nlohmann::json::json_pointer(pointer)] = nlohmann::json::array({nullptr});
    try {
      parse_found_game(damaged.dump(), "c.json");
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("c.json: ")) << pointer;
      ++refused;
    }
  }
  EXPECT_GT(refused, whole.size() / 2);
  EXPECT_THROW(parse_found_game("{}", "c.json"), Error);
  EXPECT_THROW(parse_found_game("", "c.json"), Error);
  EXPECT_THROW(read_found_game("/nonexistent/c.json"), Error);
}

}  // namespace
}  // namespace questproof
