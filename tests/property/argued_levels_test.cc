// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "coordinator/argument_verification.h"
#include "coordinator/make_report.h"
#include "coordinator/report_json.h"
#include "coordinator/search_run.h"
#include "games/registry.h"
#include "tests/support/shared_folder.h"

namespace questproof {
namespace {

struct Expected {
  std::string file;
  std::size_t proved = 0;
  std::set<std::string> refuted;
};

// Real levels of 2^21 to 2^42 combinations of pressed buttons. Every door and flag is decided, and
// what decides it is checked by other code.
class ArguedLevelsTest : public ::testing::TestWithParam<Expected> {};

TEST_P(ArguedLevelsTest, AllQuestsAreDecidedAndVerified) {
  const auto shared = testing_support::shared_folder();
  if (!shared) GTEST_SKIP() << "there is no folder with real levels";
  const LoadResult loaded = load_game(*shared / "data" / "labrecruits" / GetParam().file);
  ASSERT_TRUE(loaded.model.has_value());

  const Game game(*loaded.model, "none");
  Report report = make_report(game, not_explored(game, ""));
  add_argument(report, game, argue(CompiledModel(game.written()), {}));
  std::size_t proved = 0;
  std::set<std::string> refuted;
  for (const QuestReport& quest : report.quests) {
    EXPECT_NE(quest.verdict, Verdict::kUnknown) << quest.name;
    if (quest.verdict == Verdict::kProved) ++proved;
    if (quest.verdict == Verdict::kRefuted) refuted.insert(quest.name);
  }
  EXPECT_EQ(proved, GetParam().proved);
  EXPECT_EQ(refuted, GetParam().refuted);

  CommandOptions options;
  options.command = Command::kCertify;
  options.reduce = game.reduce();
  const Certificate certificate = parse_certificate(report_json(game.written(), report, options),
                                                    "level.cert.json", game.written());
  const Verification found = verify_certificate(certificate, game, {}, {});
  EXPECT_TRUE(found.agrees());
  EXPECT_TRUE(found.by_argument);
}

const Expected kLevels[] = {
    {"jlabgymsolver/levels-stvr/FBK_largerandom_R9_cleaned.csv",
     48,
     {"door13", "door21", "door24", "door25", "gf4"}},
    {"jlabgymsolver/levels-stvr/durk_1.csv",
     28,
     {"door26", "door27", "door28", "door29", "door30", "door31", "door32", "door33"}},
    {"iv4xr-rlbt/extreme_1424237637.csv",
     52,
     {"door11", "door23", "door27", "door28", "door33", "door35", "door42", "door53"}},
    {"jlabgymsolver/levels-stvr/sanctuary_1.csv", 46, {}},
};

INSTANTIATE_TEST_SUITE_P(RealLevels, ArguedLevelsTest, ::testing::ValuesIn(kLevels),
                         [](const auto& level) {
                           return std::string(level.param.file.substr(
                               level.param.file.rfind('/') + 1,
                               level.param.file.find('.') - level.param.file.rfind('/') - 1));
                         });

}  // namespace
}  // namespace questproof
