// SPDX-License-Identifier: MIT
#include "coordinator/sweep/night.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/coordinator/sweep/random_night.h"

namespace questproof {
namespace {

using testing_support::Random;
using testing_support::random_night;

TEST(NightTest, ReadsWhatWasWritten) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Night night = random_night(random);
    EXPECT_EQ(parse_night(night_text(night), "night.json"), night) << seed;
    for (const NightJob& job : night.jobs) {
      EXPECT_EQ(parse_night_job(night_job_text(job), "result.json"), job) << seed;
    }
  }
}

TEST(NightTest, OutcomesHaveNamesOfTheirOwn) {
  for (const JobOutcome one : kOutcomes) {
    for (const JobOutcome other : kOutcomes) {
      EXPECT_EQ(std::string(to_string(one)) == to_string(other), one == other);
    }
  }
}

// A damaged file is refused, or is still a night; nothing else happens.
TEST(NightTest, RefusesDamage) {
  Random random(7);
  int refused = 0;
  for (int round = 0; round < 400; ++round) {
    std::string text = night_text(random_night(random));
    const auto at =
        static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(text.size()) - 1));
    switch (random.between(0, 2)) {
      case 0: text[at] = static_cast<char>(random.between(0, 255)); break;
      case 1: text.erase(at); break;
      default: text.erase(at, static_cast<std::size_t>(random.between(1, 40)));
    }
    try {
      const Night night = parse_night(text, "night.json");
      EXPECT_EQ(parse_night(night_text(night), "again"), night);
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(error.kind(), Error::Kind::kInput) << error.what();
      EXPECT_NE(std::string(error.what()).find("night.json"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(refused, 200);
}

TEST(NightTest, RefusesOtherVersions) {
  Random random(1);
  std::string text = night_text(random_night(random));
  const std::size_t at = text.find("\"version\": 1");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 12, "\"version\": 2");
  EXPECT_THROW(parse_night(text, "night.json"), Error);
}

TEST(NightTest, SaysWhatIsAsExpected) {
  const auto expected = [](Verdict verdict, std::optional<Verdict> wanted,
                           std::optional<Verdict> before) {
    NightQuest quest;
    quest.verdict = verdict;
    quest.expected = wanted;
    quest.before = before;
    return is_as_expected(quest);
  };
  EXPECT_TRUE(expected(Verdict::kProved, Verdict::kProved, {}));
  EXPECT_FALSE(expected(Verdict::kRefuted, Verdict::kProved, Verdict::kRefuted));
  EXPECT_FALSE(expected(Verdict::kProved, Verdict::kRefuted, {}));
  EXPECT_FALSE(expected(Verdict::kProved, Verdict::kUnknown, {}));
  EXPECT_TRUE(expected(Verdict::kUnknown, Verdict::kProved, {}));
  // Without expectations the night before says what is new.
  EXPECT_FALSE(expected(Verdict::kRefuted, {}, {}));
  EXPECT_FALSE(expected(Verdict::kRefuted, {}, Verdict::kProved));
  EXPECT_TRUE(expected(Verdict::kRefuted, {}, Verdict::kRefuted));
  EXPECT_TRUE(expected(Verdict::kProved, {}, Verdict::kRefuted));
  EXPECT_TRUE(expected(Verdict::kProved, {}, {}));
}

TEST(NightTest, WhatIsWrongOutweighsWhatIsUnknown) {
  Night night;
  EXPECT_EQ(outcome_of(night), NightOutcome::kAsExpected);
  NightJob job;
  job.quests = {NightQuest{}};
  night.jobs.push_back(job);
  EXPECT_EQ(outcome_of(night), NightOutcome::kUnknown);
  night.jobs[0].quests[0].expected = Verdict::kUnknown;
  EXPECT_EQ(outcome_of(night), NightOutcome::kAsExpected);
  night.jobs[0].quests.clear();  // a game that cannot be read
  EXPECT_EQ(outcome_of(night), NightOutcome::kUnknown);
  job.quests[0].verdict = Verdict::kRefuted;
  job.quests[0].as_expected = false;
  night.jobs.push_back(job);
  EXPECT_EQ(outcome_of(night), NightOutcome::kNotAsExpected);
}

}  // namespace
}  // namespace questproof
