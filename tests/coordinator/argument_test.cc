// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coordinator/argument_text.h"
#include "coordinator/argument_verification.h"
#include "coordinator/make_report.h"
#include "coordinator/report_json.h"
#include "coordinator/report_text.h"
#include "coordinator/search_run.h"
#include "core/base/error.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_level.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::ModelBuilder;
using testing_support::random_level;
using testing_support::RandomLevelOptions;

// Two doors turned together, one that no button opens, and one behind the first.
GameModel level() {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 1);
  const VariableId b = builder.variable("B", 0, 1);
  const VariableId shut = builder.variable("SHUT", 0, 1);
  const VariableId room = builder.variable("ROOM", 0, 1);
  builder.model().variants[0].values[a.index] = 1;
  builder.event("both", Condition::equals(room, 0),
                {builder.add(a, 1, Overflow::kWrap), builder.add(b, 1, Overflow::kWrap)});
  for (const Value from : {0, 1}) {
    builder.event("walk" + std::to_string(from),
                  Condition::all({Condition::equals(room, from), Condition::equals(b, 1)}),
                  {builder.assign(room, 1 - from)});
  }
  builder.quest("there", Condition::equals(room, 1));
  builder.quest("both open", Condition::all({Condition::equals(a, 1), Condition::equals(b, 1)}));
  builder.quest("shut", Condition::equals(shut, 1));
  builder.quest("never", Condition::equals(a, 1), Condition::equals(shut, 1));
  return builder.model();
}

Report argued(const Game& game) {
  Report report = make_report(game, not_explored(game, ""));
  add_argument(report, game, argue(CompiledModel(game.written()), {}));
  return report;
}

std::string certificate_of(const GameModel& model) {
  const Game game(model, "none");
  CommandOptions options;
  options.command = Command::kCertify;
  options.reduce = game.reduce();
  options.method = "argue";
  return report_json(model, argued(game), options);
}

Verification verify(const GameModel& model, const Certificate& certificate) {
  return verify_certificate(certificate, Game(model, "none"), {}, {});
}

TEST(ArgumentTest, VerdictsComeFromTheArgument) {
  const Game game(level(), "none");
  const Report report = argued(game);
  EXPECT_EQ(report.verdict, Verdict::kRefuted);
  EXPECT_FALSE(report.complete);
  ASSERT_TRUE(report.argument.has_value());
  const std::vector<ArguedQuest>& quests = report.argument->quests;
  EXPECT_EQ(quests[0].ground, Ground::kWayBack);
  EXPECT_EQ(quests[1].ground, Ground::kOutOfReach);
  EXPECT_EQ(quests[1].kept.size(), 2U);
  EXPECT_EQ(quests[2].ground, Ground::kOutOfReach);
  EXPECT_THAT(quests[2].kept, IsEmpty());
  EXPECT_EQ(quests[3].ground, Ground::kNeverOpen);
  for (std::size_t q = 0; q < 4; ++q) EXPECT_EQ(report.quests[q].verdict, quests[q].verdict);
}

TEST(ArgumentTest, TheTextSaysWhatVerdictsRestOn) {
  const Game game(level(), "none");
  const std::string text = ReportText(game.written(), argued(game), Paint(false), 200).to_string();
  EXPECT_THAT(text, HasSubstr("can be done after 2 steps"));
  EXPECT_THAT(text, HasSubstr("the events that concern A and B exclude it"));
  EXPECT_THAT(text, HasSubstr("no event brings about the values"));
  EXPECT_THAT(text, HasSubstr("no state explored"));
  EXPECT_THAT(text, Not(HasSubstr("in 0 of 0 states")));
}

TEST(ArgumentTest, ACertificateByArgumentIsVerified) {
  const Certificate certificate = parse_certificate(certificate_of(level()), "c.json", level());
  const Verification found = verify(level(), certificate);
  for (const Check& check : found.checks) EXPECT_TRUE(check.agrees) << check.what << check.found;
  EXPECT_TRUE(found.by_argument);
  EXPECT_EQ(found.witnesses, 3U);
}

TEST(ArgumentTest, LevelsAreVerified) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomLevelOptions options;
    options.variants = 1 + static_cast<int>(seed % 2);
    options.one_way = seed % 4 == 3 ? 1 : 0;
    const GameModel model = random_level(seed, options);
    const Certificate certificate = parse_certificate(certificate_of(model), "c.json", model);
    const Verification found = verify(model, certificate);
    for (const Check& check : found.checks) {
      EXPECT_TRUE(check.agrees) << seed << " " << check.what << " " << check.found;
    }
    bool all = true;
    for (const Certificate::QuestClaim& claim : certificate.quests) {
      all = all && claim.verdict != Verdict::kUnknown;
    }
    EXPECT_EQ(found.by_argument, all) << seed;
  }
}

// An argument that could not be followed to its end is not wrong.
TEST(ArgumentTest, ALimitOfTheCheckMeansUnknown) {
  const Certificate certificate = parse_certificate(certificate_of(level()), "c.json", level());
  PlainOptions options;
  options.memory_bytes = 1;
  const Verification found = verify_certificate(certificate, Game(level(), "none"), options, {});
  EXPECT_TRUE(found.agrees());
  EXPECT_FALSE(found.by_argument);
  EXPECT_THAT(found.limit, HasSubstr("memory limit"));
}

// A door that any of 24 keys opens and shuts: too many cases for the check, and two states.
GameModel many_keys() {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  std::vector<Condition> keys;
  for (int i = 0; i < 24; ++i) {
    keys.push_back(Condition::equals(builder.variable("KEY" + std::to_string(i), 0, 1), 0));
  }
  builder.event("turn", Condition::any(keys), {builder.add(door, 1, Overflow::kWrap)});
  builder.quest("open", Condition::equals(door, 1));
  return builder.model();
}

TEST(ArgumentTest, TooManyCasesMeanUnknown) {
  const GameModel model = many_keys();
  const Certificate certificate = parse_certificate(certificate_of(model), "c.json", model);
  ASSERT_EQ(certificate.verdict, Verdict::kProved);
  const Verification found = verify(model, certificate);
  EXPECT_TRUE(found.agrees());
  EXPECT_FALSE(found.by_argument);
  EXPECT_THAT(found.limit, HasSubstr("too many cases"));
}

TEST(ArgumentTest, WhereAllWasExploredAnArgumentThatCannotBeCheckedDoesNotMatter) {
  const GameModel model = many_keys();
  const Game game(model, "none");
  Report report = make_report(game, certify(game.space(), nullptr, {}));
  add_argument(report, game, argue(CompiledModel(model), {}));
  CommandOptions options;
  options.command = Command::kCertify;
  options.reduce = game.reduce();
  const std::string document = report_json(model, report, options);
  const Verification found = verify(model, parse_certificate(document, "c.json", model));
  EXPECT_TRUE(found.agrees());
  EXPECT_EQ(found.limit, "");
}

class ChangedArgument : public ::testing::Test {
 protected:
  ChangedArgument() : certificate_(parse_certificate(certificate_of(level()), "c.json", level())) {}

  Certificate::QuestArgument& quest(std::size_t q) { return certificate_.argument->quests[q]; }
  // Whether the change is noticed.
  bool noticed() const { return noticed_in(level()); }
  bool noticed_in(const GameModel& model) const {
    const Verification found = verify(model, certificate_);
    return !found.agrees() || !found.by_argument;
  }

  Certificate certificate_;
};

TEST_F(ChangedArgument, NothingIsNotedWithoutAChange) { EXPECT_FALSE(noticed()); }

TEST_F(ChangedArgument, AStepLess) {
  quest(0).ways[0].steps.pop_back();
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AnotherStep) {
  quest(0).ways[0].steps[0].event = EventId{2};
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, NoWay) {
  quest(0).ways.clear();
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, NoWayToPending) {
  quest(2).ways.clear();
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, OtherVerdicts) {
  quest(0).verdict = certificate_.quests[0].verdict = Verdict::kRefuted;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AnotherVerdictOfTheQuestAlone) {
  certificate_.quests[1].verdict = Verdict::kProved;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AnotherVerdictOfTheWhole) {
  certificate_.verdict = Verdict::kProved;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, ABlockedStateOfAProvedQuest) {
  certificate_.quests[0].blocked_states = 1;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, ACounterexampleToAProvedQuest) {
  certificate_.quests[0].counterexample = Certificate::Witness{};  // the start, where it is pending
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AFault) {
  certificate_.faults = true;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AnotherGround) {
  quest(0).ground = Ground::kNeverOpen;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, ARefutedQuestCalledProved) {
  quest(1).ground = Ground::kWayBack;
  quest(1).verdict = certificate_.quests[1].verdict = Verdict::kProved;
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, FewerVariablesKept) {
  quest(1).kept.pop_back();
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, NoProjection) {
  quest(1).kept.clear();  // the bounds alone do not show it
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, NarrowerBounds) {
  for (ValueSet& values : certificate_.argument->bounds) {
    const ValueSet whole = values;
    values = ValueSet::single(values.lowest());
    EXPECT_EQ(noticed(), values != whole);
    values = whole;
  }
}

TEST_F(ChangedArgument, WiderBounds) {
  certificate_.argument->bounds[2] = ValueSet::range(0, 1);  // now SHUT may be open
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, NoBounds) {
  certificate_.argument->bounds.clear();
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AQuestLess) {
  certificate_.argument->quests.pop_back();
  EXPECT_TRUE(noticed());
}

TEST_F(ChangedArgument, AGameWithAOneWayEvent) {
  GameModel model = level();
  model.events[2].guard = Condition::never();  // no walking back
  EXPECT_TRUE(noticed_in(model));
}

TEST_F(ChangedArgument, AGameWithAFault) {
  GameModel model = level();
  model.events[0].body[0].overflow = Overflow::kError;
  EXPECT_TRUE(noticed_in(model));
}

TEST_F(ChangedArgument, AGameWithAnotherStart) {
  GameModel model = level();
  model.variants.push_back(model.variants[0]);
  model.variants[1].name = "other";
  EXPECT_TRUE(noticed_in(model));
}

TEST(ArgumentTest, AContradictionEndsTheRun) {
  const Game game(level(), "none");
  Report report = make_report(game, certify(game.space(), nullptr, {}));
  Argument wrong = argue(CompiledModel(game.written()), {});
  wrong.quests[0].verdict = Verdict::kRefuted;
  EXPECT_THROW(add_argument(report, game, wrong), Error);
}

TEST(ArgumentTest, BothWaysAgree) {
  for (std::uint64_t seed = 100; seed < 140; ++seed) {
    const Game game(random_level(seed), "none");
    Report report = make_report(game, certify(game.space(), nullptr, {}));
    const Verdict before = report.verdict;
    add_argument(report, game, argue(CompiledModel(game.written()), {}));
    EXPECT_EQ(report.verdict, before) << seed;
  }
}

}  // namespace
}  // namespace questproof
