// SPDX-License-Identifier: MIT
#include "coordinator/verification.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "coordinator/make_report.h"
#include "coordinator/report_json.h"
#include "core/base/error.h"
#include "tests/coordinator/betrayal.h"
#include "tests/support/model_builder.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_maze.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::string certificate_of(const GameModel& model, const std::string& reduce) {
  const Game game(model, reduce);
  const Certification certification = certify(game.space(), nullptr, {});
  CommandOptions options;
  options.command = Command::kCertify;
  options.reduce = game.reduce();
  return report_json(model, make_report(game, certification), options);
}

Verification verify(const GameModel& model, const std::string& certificate,
                    const std::string& reduce, const std::string& engine = "auto") {
  const Game game(model, reduce);
  return verify_certificate(parse_certificate(certificate, "cert.json", model), game, {}, {},
                            engine);
}

std::vector<std::string> disagreements(const Verification& verification) {
  std::vector<std::string> result;
  for (const Check& check : verification.checks) {
    if (!check.agrees) result.push_back(check.what + ": " + check.claimed + " / " + check.found);
  }
  return result;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(VerificationTest, AgreesWithWhatWasCertified) {
  for (const char* reduce : {"none", "default"}) {
    const std::string certificate = certificate_of(betrayal(), reduce);
    const Verification found = verify(betrayal(), certificate, reduce);
    EXPECT_THAT(disagreements(found), SizeIs(0)) << reduce;
    EXPECT_GT(found.witnesses, 3U);
    EXPECT_GT(found.checks.size(), 15U);
  }
}

TEST(VerificationTest, AReducedRunIsVerifiedOnTheGameAsWritten) {
  const std::string certificate = certificate_of(betrayal(), "default");
  EXPECT_THAT(disagreements(verify(betrayal(), certificate, "none")), SizeIs(0));
}

TEST(VerificationTest, AgreesOnRandomAdventures) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const GameModel model = testing_support::random_adventure(seed);
    const std::string certificate = certificate_of(model, "default");
    EXPECT_THAT(disagreements(verify(model, certificate, "default")), SizeIs(0)) << seed;
    EXPECT_THAT(disagreements(verify(model, certificate, "none")), SizeIs(0)) << seed;
  }
}

// Free moves collapsed: with them, replayed, and on the game in which every step of a walk is a state.
TEST(VerificationTest, AgreesOnRandomMazes) {
  std::size_t walks = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const GameModel model = testing_support::random_maze(seed);
    for (const char* reduce : {"free-moves", "default"}) {
      const std::string certificate = certificate_of(model, reduce);
      EXPECT_THAT(disagreements(verify(model, certificate, reduce)), SizeIs(0)) << seed;
      EXPECT_THAT(disagreements(verify(model, certificate, "none")), SizeIs(0)) << seed;
      for (std::size_t at = 0; (at = certificate.find("\"move\": true", at)) != std::string::npos;
           ++at) {
        ++walks;
      }
    }
  }
  EXPECT_GT(walks, 200U);
}

// One quest at a time, on what influences it: the same verdicts, and walkthroughs that replay.
TEST(VerificationTest, RandomMazesQuestByQuest) {
  for (std::uint64_t seed = 100; seed <= 140; ++seed) {
    const GameModel model = testing_support::random_maze(seed);
    const Game whole(model, "none");
    const Certification expected = certify(whole.space(), nullptr, {});
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      const Game game(model, "default", q);
      const Certification found = certify(game.space(), game.make_checker().get(), {});
      const Report report = make_report(game, found);
      ASSERT_THAT(report.quests, SizeIs(1));
      EXPECT_EQ(report.quests[0].verdict, expected.quests[q].verdict) << seed;
      EXPECT_EQ(report.quests[0].completion.has_value(), expected.quests[q].completion.has_value());
    }
  }
}

TEST(VerificationTest, NoticesAWrongNumberOfRegionsAndAWalkThroughAWall) {
  testing_support::ModelBuilder builder;
  const VariableId where = builder.variable("where", 0, 2);
  builder.model().variables[0].kind = VariableKind::kPosition;
  const VariableId door = builder.variable("door", 0, 1);
  const auto walk = [&](const char* name, Value from, Value to, Condition open) {
    builder.event(name, Condition::all({Condition::equals(where, from), std::move(open)}),
                  {builder.assign(where, to)});
  };
  walk("to the button", 0, 1, {});
  walk("from the button", 1, 0, {});
  walk("through the door", 0, 2, Condition::equals(door, 1));
  walk("back through the door", 2, 0, Condition::equals(door, 1));
  builder.event("press", Condition::equals(where, 1), {builder.add(door, 1, Overflow::kWrap)});
  builder.quest("out", Condition::equals(where, 2));
  const std::string good = certificate_of(builder.model(), "free-moves");
  EXPECT_THAT(disagreements(verify(builder.model(), good, "free-moves")), SizeIs(0));
  EXPECT_THAT(good, HasSubstr("\"states\": 2,"));
  EXPECT_THAT(good, HasSubstr("\"length\": 1,"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    return disagreements(verify(builder.model(), replaced(good, from, to), "free-moves"));
  };
  EXPECT_THAT(changed("\"states\": 2,", "\"states\": 3,"), SizeIs(1));
  EXPECT_THAT(changed("\"event\": \"to the button\"", "\"event\": \"through the door\""),
              SizeIs(1));
}

class EveryEngine : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(VerificationTest, EveryEngine, testing::Values("explicit", "symbolic"));

TEST_P(EveryEngine, AgreesOnRandomAdventures) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GameModel model = testing_support::random_adventure(seed);
    const Verification found = verify(model, certificate_of(model, "none"), "none", GetParam());
    EXPECT_THAT(disagreements(found), SizeIs(0)) << "seed " << seed;
    EXPECT_EQ(found.limit, "");
    EXPECT_TRUE(found.lengths_checked);
    EXPECT_EQ(found.with_diagrams, GetParam() == std::string("symbolic"));
  }
}

TEST_P(EveryEngine, NoticesEveryWrongFigure) {
  const std::string good = certificate_of(betrayal(), "none");
  const auto changed = [&](const std::string& from, const std::string& to) {
    return disagreements(verify(betrayal(), replaced(good, from, to), "none", GetParam()));
  };
  EXPECT_THAT(changed("\"states\": 11", "\"states\": 12"), SizeIs(1));
  EXPECT_THAT(
      changed("\"verdict\": \"refuted\",\n      \"done", "\"verdict\": \"proved\",\n      \"done"),
      SizeIs(1));
  EXPECT_THAT(changed("\"blocked_states\": 1", "\"blocked_states\": 0"), SizeIs(1));
  EXPECT_THAT(changed("\"fatal_transitions\": 1", "\"fatal_transitions\": 2"), SizeIs(1));
  EXPECT_THAT(changed("\"initial_blocked\": 0", "\"initial_blocked\": 1"), SizeIs(1));
}

TEST(VerificationTest, NoticesAWrongVerdictOfTheWholeGame) {
  const std::string good = certificate_of(betrayal(), "none");
  const std::string wrong =
      replaced(good, "\"verdict\": \"refuted\",\n  \"limit", "\"verdict\": \"proved\",\n  \"limit");
  EXPECT_THAT(disagreements(verify(betrayal(), wrong, "none")),
              ElementsAre("verdict: proved / refuted"));
}

TEST(VerificationTest, NoticesAQuestThatIsLeftOutOrClaimedTwice) {
  GameModel model = betrayal();
  model.quests.push_back(model.quests[0]);
  model.quests[1].name = "QUEST_OTHER";
  const std::string good = certificate_of(model, "none");
  Certificate certificate = parse_certificate(good, "cert.json", model);
  const Game game(model, "none");
  certificate.quests.pop_back();
  EXPECT_THAT(disagreements(verify_certificate(certificate, game, {}, {})),
              ElementsAre("quests: QUEST_AREA / QUEST_AREA, QUEST_OTHER"));
  certificate.quests.push_back(certificate.quests[0]);
  EXPECT_FALSE(verify_certificate(certificate, game, {}, {}).agrees());
}

// All states were seen, and then there was no memory or time left: nothing is claimed.
TEST(VerificationTest, ARunThatCameToNoVerdictIsNotFinished) {
  const Game game(betrayal(), "none");
  Certification certification = certify(game.space(), nullptr, {});
  certification.verdict = Verdict::kUnknown;
  for (QuestResult& quest : certification.quests) quest.verdict = Verdict::kUnknown;
  CommandOptions options;
  options.command = Command::kCertify;
  options.reduce = game.reduce();
  const std::string document = report_json(betrayal(), make_report(game, certification), options);
  EXPECT_FALSE(parse_certificate(document, "cert.json", betrayal()).complete);
  EXPECT_TRUE(verify(betrayal(), document, "none").agrees());
}

// The first group of quests was decided, one of them is refuted, and then a limit was hit.
TEST(VerificationTest, ARunThatDecidedSomeQuestsIsNotFinished) {
  for (const bool faults : {false, true}) {
    SCOPED_TRACE(faults);
    testing_support::ModelBuilder builder;
    const VariableId trap = builder.variable("TRAP", 0, 1);
    const VariableId lamp = builder.variable("LAMP", 0, 1);
    builder.event("fall", Condition::equals(lamp, 1), {builder.assign(trap, 1)});
    builder.event("light", Condition::equals(lamp, 0), {builder.assign(lamp, 1)});
    if (faults) builder.event("break", {}, {builder.add(lamp, 2, Overflow::kError)});
    builder.quest("free", Condition::equals(trap, 0));
    builder.quest("caught", Condition::equals(trap, 1));
    const GameModel& model = builder.model();
    const Game game(model, "none");
    Certification certification = certify(game.space(), nullptr, {});
    ASSERT_TRUE(certification.decided);
    CommandOptions options;
    options.command = Command::kCertify;
    options.reduce = game.reduce();
    const auto document = [&] {
      return report_json(model, make_report(game, certification), options);
    };
    EXPECT_TRUE(parse_certificate(document(), "cert.json", model).complete);
    certification.quests[1] = QuestResult();
    certification.limit = "time limit of 1 s reached";
    const Certificate certificate = parse_certificate(document(), "cert.json", model);
    EXPECT_EQ(certificate.verdict, faults ? Verdict::kUnknown : Verdict::kRefuted);
    EXPECT_FALSE(certificate.complete);
    EXPECT_TRUE(verify(model, document(), "none").agrees());
  }
}

// Reductions can be named in more than one way; what is compared must not depend on it.
TEST(VerificationTest, ReductionsInOtherWordsLeaveNothingOut) {
  const std::string good = certificate_of(betrayal(), "default");
  const std::string other =
      replaced(good, "\"reduce\": \"" + Game(betrayal(), "default").reduce() + "\"",
               "\"reduce\": \"all,default\"");
  const std::size_t checks = verify(betrayal(), good, "default").checks.size();
  EXPECT_THAT(disagreements(verify(betrayal(), other, "default")), SizeIs(0));
  EXPECT_THAT(verify(betrayal(), other, "default").checks, SizeIs(checks));
  const std::string wrong = replaced(other, "\"fatal_transitions\": 1", "\"fatal_transitions\": 2");
  EXPECT_THAT(disagreements(verify(betrayal(), wrong, "default")), SizeIs(1));
}

// A walkthrough that was taken out says that there is none: that is held against what is found also where
// lengths are not.
TEST(VerificationTest, NoticesAWalkthroughThatWasTakenOutWhereLengthsAreNotCompared) {
  std::size_t taken = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const GameModel model = testing_support::random_maze(seed);
    const Game game(model, "none");
    const std::string document = certificate_of(model, "free-moves");
    Certificate certificate = parse_certificate(document, "cert.json", model);
    for (Certificate::QuestClaim& claim : certificate.quests) {
      for (auto* witness : {&claim.completion, &claim.counterexample}) {
        if (!*witness) continue;
        const auto kept = std::exchange(*witness, std::nullopt);
        EXPECT_FALSE(verify_certificate(certificate, game, {}, {}).agrees()) << seed;
        *witness = kept;
        ++taken;
      }
    }
    EXPECT_TRUE(verify_certificate(certificate, game, {}, {}).agrees()) << seed;
  }
  EXPECT_GT(taken, 10U);
}

TEST(VerificationTest, LevelsAndStatesBelongTogether) {
  const std::string good = certificate_of(betrayal(), "none");
  Certificate certificate = parse_certificate(good, "cert.json", betrayal());
  const Game game(betrayal(), "none");
  certificate.states_per_level.back() += 1;
  EXPECT_THAT(disagreements(verify_certificate(certificate, game, {}, {})),
              testing::Contains("states of all levels: 12 / 11"));
}

TEST(VerificationTest, NoticesAWitnessThatCannotBePlayed) {
  const std::string good = certificate_of(betrayal(), "none");
  const Verification found =
      verify(betrayal(), replaced(good, "\"event\": \"KillA\"", "\"event\": \"Open\""), "none");
  EXPECT_FALSE(found.agrees());
}

// Counts of diagrams are shown in place of those that are checked.
TEST(CertificateTest, CountsOfDiagramsAreThoseOfTheProfile) {
  const std::string good = certificate_of(betrayal(), "none");
  const Certificate plain = parse_certificate(good, "cert.json", betrayal());
  const auto with = [&](const std::string& states) {
    const std::string text = replaced(
        good, "\"diagrams\": null",
        fmt::format("\"diagrams\": {{\"states\": \"{}\", \"transitions\": \"{}\", \"deadlocks\": "
                    "\"{}\", \"levels_known\": true, \"completions_known\": true}}",
                    states, plain.transitions, plain.deadlocks));
    return parse_certificate(text, "cert.json", betrayal());
  };
  EXPECT_TRUE(with("11").from_diagrams);
  for (const char* wrong : {"12", "", "011", "+11", "11 ", "18446744073709551627"}) {
    EXPECT_THROW(with(wrong), Error) << wrong;
  }
}

TEST(CertificateTest, IsReadStrictly) {
  const std::string good = certificate_of(betrayal(), "none");
  const auto refused = [&](const std::string& from, const std::string& to) {
    try {
      parse_certificate(replaced(good, from, to), "cert.json", betrayal());
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      return std::string(error.what());
    }
    return std::string("nothing was refused");
  };
  EXPECT_THAT(refused("questproof/certificate", "other"), HasSubstr("cert.json: schema"));
  EXPECT_THAT(refused("\"version\": 1", "\"version\": 9"), HasSubstr("version 1"));
  EXPECT_THAT(refused("\"QUEST_AREA\"", "\"QUEST_ARENA\""), HasSubstr("'QUEST_ARENA' is no quest"));
  EXPECT_THAT(refused("\"states\": 11", "\"states\": -1"), HasSubstr("profile: states"));
  EXPECT_THAT(refused("\"complete\"", "\"compleet\""), HasSubstr("complete"));
}

}  // namespace
}  // namespace questproof
