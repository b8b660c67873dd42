// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "coordinator/bench_model_builder.h"
#include "coordinator/make_report.h"
#include "coordinator/report_json.h"
#include "coordinator/report_text.h"
#include "core/base/error.h"
#include "tests/coordinator/betrayal.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class ReportTest : public testing::Test {
 protected:
  Report report_on(GameModel model, const std::string& reduce = "default") {
    game_ = std::make_unique<Game>(std::move(model), reduce);
    certification_ = certify(game_->space(), nullptr, {});
    return make_report(*game_, certification_);
  }
  std::string text_of(const Report& report) {
    return ReportText(game_->written(), report, Paint(false), 80).to_string();
  }

  std::unique_ptr<Game> game_;
  Certification certification_;
};

// What a step of a game that cannot go wrong looks like.
GameModel lamp() {
  BenchModelBuilder builder("Lamp");
  const VariableId light = builder.variable("VAR_LIGHT", 0, 1);
  builder.event("switch it on", Condition::equals(light, 0), {BenchModelBuilder::assign(light, 1)});
  builder.event("switch it off", Condition::equals(light, 1),
                {BenchModelBuilder::assign(light, 0)});
  builder.quest("QUEST_LIGHT", Condition::equals(light, 1));
  return builder.build();
}

TEST_F(ReportTest, ARefutationIsReplayedAndExplained) {
  const Report report = report_on(betrayal(), "none");
  EXPECT_EQ(report.verdict, Verdict::kRefuted);
  EXPECT_EQ(report.profile.states, 11U);
  ASSERT_THAT(report.quests, SizeIs(1));
  const QuestReport& quest = report.quests[0];
  EXPECT_EQ(quest.blocked_states, 1U);
  ASSERT_TRUE(quest.completion.has_value());
  EXPECT_THAT(quest.completion->steps, SizeIs(3));
  ASSERT_TRUE(quest.counterexample.has_value());
  ASSERT_THAT(quest.counterexample->steps, SizeIs(1));
  const Step& fatal = quest.counterexample->steps[0].step;
  EXPECT_EQ(game_->written().events[fatal.event.index].name, "KillA");

  ASSERT_THAT(quest.fatal_groups, SizeIs(1));
  ASSERT_THAT(quest.fatal_groups[0].events, SizeIs(1));
  const FatalEventReport& event = quest.fatal_groups[0].events[0];
  EXPECT_EQ(event.count, 1U);
  EXPECT_TRUE(event.all_remedies);
  ASSERT_THAT(event.remedies, SizeIs(1));
  ASSERT_THAT(event.remedies[0].parts, SizeIs(1));
  EXPECT_EQ(event.remedies[0].parts[0].change, (Change{VariableId{0}, 1, 0}));
}

TEST_F(ReportTest, ReductionsChangeNoConclusion) {
  const Report plain = report_on(betrayal(), "none");
  const Report reduced = report_on(betrayal(), "default");
  ASSERT_THAT(reduced.quests, SizeIs(1));
  EXPECT_EQ(reduced.verdict, plain.verdict);
  EXPECT_EQ(reduced.quests[0].completion->steps.size(), plain.quests[0].completion->steps.size());
  EXPECT_EQ(reduced.quests[0].counterexample->steps.size(),
            plain.quests[0].counterexample->steps.size());
  EXPECT_EQ(reduced.quests[0].fatal_groups[0].events[0].remedies,
            plain.quests[0].fatal_groups[0].events[0].remedies);
}

TEST_F(ReportTest, TheTextTellsARefutationFromTheVerdictToTheCause) {
  const std::string text = text_of(report_on(betrayal()));
  EXPECT_THAT(text, HasSubstr("REFUTED  QUEST_AREA  \"Reach the area\""));
  EXPECT_THAT(text, HasSubstr("1. KillA"));
  EXPECT_THAT(text, HasSubstr("A_ALIVE 1 -> 0"));
  EXPECT_THAT(text, HasSubstr("From here on QUEST_AREA cannot be done."));
  EXPECT_THAT(text, HasSubstr("It would stay possible if this step kept A_ALIVE at 1 (not 0)"));
  EXPECT_THAT(text, HasSubstr("1 of 1 quest can be blocked."));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST_F(ReportTest, TheTextFitsOnATerminal) {
  std::string line;
  for (char letter : text_of(report_on(betrayal()))) {
    if (letter == '\n') {
      EXPECT_LE(line.size(), 80U) << line;
      line.clear();
    } else {
      line += letter;
    }
  }
}

TEST_F(ReportTest, AProofIsOneWord) {
  const std::string text = text_of(report_on(lamp()));
  EXPECT_THAT(text, HasSubstr("PROVED  No sequence of events can block a quest."));
  EXPECT_THAT(text, Not(HasSubstr("REFUTED")));
}

TEST_F(ReportTest, ALimitIsNeverAProof) {
  game_ = std::make_unique<Game>(lamp(), "default");
  Certification cut;
  cut.limit = "time limit reached at level 3";
  cut.quests.resize(1);
  const Report report = make_report(*game_, cut);
  EXPECT_EQ(report.verdict, Verdict::kUnknown);
  EXPECT_FALSE(report.coverage.has_value());
  EXPECT_THAT(text_of(report), HasSubstr("UNKNOWN time limit reached at level 3"));
  EXPECT_THAT(text_of(report), Not(HasSubstr("PROVED")));
}

TEST_F(ReportTest, AFaultIsShownWithTheWayToIt) {
  BenchModelBuilder builder("Overflow");
  const VariableId gold = builder.variable("VAR_GOLD", 0, 2);
  builder.event("earn", Condition::always(), {BenchModelBuilder::add(gold, 1, Overflow::kError)});
  builder.quest("QUEST_RICH", Condition::equals(gold, 2));
  const Report report = report_on(builder.build(), "none");
  EXPECT_EQ(report.verdict, Verdict::kUnknown);
  ASSERT_THAT(report.faults, SizeIs(1));
  EXPECT_THAT(report.faults[0].shortest.steps, SizeIs(2));
  EXPECT_THAT(text_of(report), HasSubstr("FAULT  earn"));
}

TEST_F(ReportTest, WhatNobodyCanReachIsListedWithItsGuard) {
  GameModel model = lamp();
  model.events[1].guard = Condition::equals(VariableId{0}, 0);
  model.events[1].body[0].value = Term::of(Value{0});
  Event never = model.events[1];
  never.name = "never";
  never.guard =
      Condition::all({Condition::equals(VariableId{0}, 0), Condition::equals(VariableId{0}, 1)});
  never.body_branch = BranchId{2};
  model.branches.push_back({EventId{2}, {}, "never"});
  model.events.push_back(never);
  model.contents = {{"scene", "SCENE_SECRET", {}, {BranchId{2}}, false},
                    {"scene", "SCENE_START", {}, {}, true}};
  const Report report = report_on(std::move(model), "none");
  ASSERT_TRUE(report.coverage.has_value());
  const Coverage& coverage = *report.coverage;
  ASSERT_THAT(coverage.missing, SizeIs(2));
  EXPECT_EQ(coverage.missing[0].kind, "event");
  EXPECT_EQ(coverage.missing[0].name, "never");
  EXPECT_EQ(coverage.missing[1].name, "SCENE_SECRET");
  EXPECT_EQ(coverage.missing[1].never_true, coverage.missing[0].never_true);
  EXPECT_THAT(text_of(report), HasSubstr("1 of 2 scenes"));
  EXPECT_THAT(text_of(report), HasSubstr("never true: VAR_LIGHT == 0 && VAR_LIGHT == 1"));
}

TEST_F(ReportTest, JsonHoldsTheWholeReport) {
  const Report report = report_on(betrayal());
  CommandOptions options;
  options.command = Command::kCertify;
  const auto document = nlohmann::json::parse(report_json(game_->written(), report, options));
  EXPECT_EQ(document.at("schema"), "questproof/certificate");
  EXPECT_EQ(document.at("version"), 1);
  EXPECT_EQ(document.at("verdict"), "refuted");
  EXPECT_EQ(document.at("model_hash").get<std::string>().size(), 32U);
  EXPECT_EQ(document.at("profile").at("states"), report.profile.states);
  const auto& quest = document.at("quests").at(0);
  EXPECT_EQ(quest.at("counterexample").at("steps").at(0).at("event"), "KillA");
  EXPECT_EQ(quest.at("fatal_lines").at(0).at("events").at(0).at("keep").at(0).at(0).at("variable"),
            "A_ALIVE");
  EXPECT_TRUE(document.at("coverage").contains("never"));
  EXPECT_TRUE(document.at("options").contains("reduce"));
}

TEST_F(ReportTest, AWrongTraceIsAnInternalError) {
  game_ = std::make_unique<Game>(betrayal(), "none");
  Certification wrong = certify(game_->space(), nullptr, {});
  wrong.quests[0].completion = wrong.quests[0].counterexample;  // does not end done
  try {
    make_report(*game_, wrong);
    FAIL() << "the trace was believed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInternal);
  }
}

}  // namespace
}  // namespace questproof
