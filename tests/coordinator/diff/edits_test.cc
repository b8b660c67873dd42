// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "coordinator/command_certify.h"
#include "coordinator/diff/command_diff.h"
#include "core/base/error.h"
#include "core/net/solo_transport.h"
#include "tests/support/program_run.h"
#include "tests/support/scratch_folder.h"

// What people do to scripts, done to the sample games: every regression is found and named with the line
// that made it, and no harmless edit raises an alarm.
namespace questproof {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// In one file, every place where the text stands.
struct Replacement {
  std::string file;
  std::string from;
  std::string to;
};
using Edit = std::vector<Replacement>;

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void replace(const fs::path& folder, const Replacement& replacement) {
  const fs::path path = folder / replacement.file;
  std::string text = contents(path);
  std::size_t count = 0;
  for (std::size_t at = text.find(replacement.from); at != std::string::npos;
       at = text.find(replacement.from, at + replacement.to.size())) {
    text.replace(at, replacement.from.size(), replacement.to);
    ++count;
  }
  ASSERT_GT(count, 0u) << replacement.from << " does not stand in " << path;
  std::ofstream(path) << text;
}

struct Result {
  int code = -1;
  std::string text;
};

// An old build of a sample and a new one beside it, each in a folder of its own.
class EditsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing_support::scratch_folder()) / "edits" /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Result run(const CommandOptions& options,
             ExitCode (*command)(const CommandOptions&, Console&)) const {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream error;
    Console console{.in = in, .out = out, .error = error, .paint = {}, .error_paint = {}};
    const ExitCode code = command(options, console);
    return {static_cast<int>(code), out.str()};
  }

  static ExitCode certify(const CommandOptions& options, Console& console) {
    SoloTransport alone;
    return run_certify(options, console, alone);
  }

  fs::path certificate(const fs::path& folder) const { return folder.string() + ".json"; }

  void make(const fs::path& folder, const std::string& sample, const std::string& game,
            const Edit& edit, const std::string& quest) {
    fs::copy(testing_support::sample_game(sample), folder, fs::copy_options::recursive);
    for (const Replacement& replacement : edit) replace(folder, replacement);
    CommandOptions options;
    options.command = Command::kCertify;
    options.game_file = (folder / game).string();
    options.certificate = certificate(folder).string();
    options.quest = quest;
    options.threads = 1;
    options.no_verify = true;
    options.engine = engine_;
    run(options, certify);
  }

  CommandOptions diff_options(const std::string& game) const {
    CommandOptions options;
    options.command = Command::kDiff;
    options.compared = {certificate(folder_ / "old").string(),
                        certificate(folder_ / "new").string()};
    options.old_game = (folder_ / "old" / game).string();
    options.new_game = (folder_ / "new" / game).string();
    options.states = 3000;
    return options;
  }

  // The sample's game with `before` done to it, against the same with `after` done to it.
  Result diff(const std::string& sample, const std::string& game, const Edit& before,
              const Edit& after, const std::string& quest = "") {
    make(folder_ / "old", sample, game, before, quest);
    make(folder_ / "new", sample, game, after, quest);
    document_ = Json::parse([&] {
      CommandOptions options = diff_options(game);
      options.json = true;
      return run(options, run_diff);
    }()
                                .text);
    CommandOptions options = diff_options(game);
    const Result result = run(options, run_diff);
    std::istringstream lines(result.text);
    for (std::string line; std::getline(lines, line);) {
      // Names of the files are as long as the folder's path.
      if (line.find(folder_.string()) != std::string::npos) continue;
      EXPECT_LE(line.size(), 80u) << line;
    }
    return result;
  }

  const Json& findings() const { return document_["builds"][0]["findings"]; }

  // The texts of changed lines of all findings of a weight.
  std::string lines(const std::string& weight) const {
    std::string text;
    for (const Json& finding : findings()) {
      if (finding["weight"] != weight) continue;
      for (const Json& change : finding["lines"]) {
        for (const Json& line : change["gone"]) text += "-" + line.get<std::string>() + "\n";
        for (const Json& line : change["fresh"]) text += "+" + line.get<std::string>() + "\n";
      }
    }
    return text;
  }

  void expect_quiet(const Result& result) const {
    EXPECT_EQ(result.code, 0) << result.text;
    EXPECT_EQ(document_["worse"], 0) << result.text;
    EXPECT_EQ(document_["unknown"], 0) << result.text;
  }

  void expect_regression(const Result& result, const std::string& quest,
                         const std::string& line) const {
    EXPECT_EQ(result.code, 1) << result.text;
    ASSERT_FALSE(findings().empty()) << result.text;
    EXPECT_EQ(findings()[0]["topic"], "verdict") << result.text;
    EXPECT_EQ(findings()[0]["quest"], quest) << result.text;
    EXPECT_EQ(findings()[0]["before"], "proved") << result.text;
    EXPECT_EQ(findings()[0]["after"], "refuted") << result.text;
    EXPECT_NE(lines("worse").find(line), std::string::npos)
        << line << "\nis not among the lines that are named:\n"
        << result.text;
  }

  std::string engine_ = "auto";
  fs::path folder_;
  Json document_;
};

constexpr const char* kTown = "shared/town.quest";
constexpr const char* kDrop = "repaired_drop.quest";
constexpr const char* kSword = "repaired_sword.quest";

TEST_F(EditsTest, NothingIsDifferentFromItself) {
  const Result result = diff("betrayal", kDrop, {}, {});
  expect_quiet(result);
  EXPECT_TRUE(findings().empty());
  EXPECT_NE(result.text.find("No difference"), std::string::npos) << result.text;
}

TEST_F(EditsTest, CommentsAndLayoutAreNoChange) {
  const Result result = diff(
      "betrayal", kDrop, {},
      {{kTown, "// Betray Anselm:", "// To betray Anselm, whom nobody likes anyway:\n\n    //"},
       {kTown, "    SetVar(VAR_BETRAYED, BRANDT);", "    SetVar( VAR_BETRAYED ,   BRANDT ) ;"}});
  expect_quiet(result);
  EXPECT_TRUE(findings().empty()) << result.text;
  EXPECT_NE(result.text.find("The logic is the same"), std::string::npos) << result.text;
}

TEST_F(EditsTest, ARenamedItemIsOneRenaming) {
  const Result result =
      diff("betrayal", kDrop, {},
           {{kTown, "ITEM_SEAL", "ITEM_SIGNET"}, {kDrop, "ITEM_SEAL", "ITEM_SIGNET"}});
  expect_quiet(result);
  EXPECT_TRUE(findings().empty()) << result.text;
  ASSERT_EQ(document_["builds"][0]["renamings"].size(), 1u) << result.text;
  EXPECT_EQ(document_["builds"][0]["renamings"][0]["after"], "ITEM_SIGNET");
  EXPECT_TRUE(document_["builds"][0]["levels"]["first_difference"].is_null()) << result.text;
}

TEST_F(EditsTest, ARenamedEventIsOneRenaming) {
  const Result result = diff("betrayal", kDrop, {}, {{kTown, "DENOUNCE_BRANDT", "REPORT_BRANDT"}});
  expect_quiet(result);
  EXPECT_TRUE(findings().empty()) << result.text;
  ASSERT_EQ(document_["builds"][0]["renamings"].size(), 1u) << result.text;
  EXPECT_EQ(document_["builds"][0]["renamings"][0]["before"], "DENOUNCE_BRANDT");
}

TEST_F(EditsTest, ARenamedSceneIsOneRenaming) {
  const Result result = diff("betrayal", kDrop, {}, {{kTown, "SCENE_SQUARE", "SCENE_PLAZA"}});
  expect_quiet(result);
  EXPECT_TRUE(findings().empty()) << result.text;
  ASSERT_EQ(document_["builds"][0]["renamings"].size(), 1u) << result.text;
  EXPECT_EQ(document_["builds"][0]["renamings"][0]["kind"], "scene");
}

TEST_F(EditsTest, AnotherOrderIsNoRegression) {
  const std::string rule =
      "    Rule(KILL_ANSELM, VAR_ANSELM_ALIVE && ANSELM_CAN_BE_KILLED, \"kill Anselm\")\n"
      "    {\n        SetVar(VAR_ANSELM_ALIVE, false);\n        ANSELM_DIES();\n    }\n\n";
  const std::string other = "    // Betray Anselm: Brandt pays";
  const Result result =
      diff("betrayal", kDrop, {}, {{kTown, rule, ""}, {kTown, other, rule + other}});
  expect_quiet(result);
  EXPECT_TRUE(findings().empty()) << result.text;
}

TEST_F(EditsTest, ASwappedConditionIsFoundAndNamed) {
  const Result result =
      diff("betrayal", kSword, {},
           {{kTown, "BeginMatch(VAR_ANSELM_ALIVE)", "BeginMatch(!VAR_ANSELM_ALIVE)"}});
  expect_regression(result, "QUEST_TREASURY", "+        BeginMatch(!VAR_ANSELM_ALIVE)");
}

TEST_F(EditsTest, ARenamingDoesNotHideARegression) {
  const Result result =
      diff("betrayal", kDrop, {},
           {{kTown, "ITEM_SEAL", "ITEM_SIGNET"},
            {kDrop, "ITEM_SEAL", "ITEM_SIGNET"},
            {kTown, "BeginMatch(VAR_ANSELM_ALIVE)", "BeginMatch(!VAR_ANSELM_ALIVE)"}});
  expect_regression(result, "QUEST_TREASURY", "+        BeginMatch(!VAR_ANSELM_ALIVE)");
  EXPECT_EQ(lines("worse").find("ITEM_SIGNET"), std::string::npos) << lines("worse");
  EXPECT_EQ(document_["builds"][0]["renamings"].size(), 1u) << result.text;
}

TEST_F(EditsTest, AnItemThatIsWonTwiceGoesOutOfRange) {
  const Result result =
      diff("betrayal", kDrop, {}, {{kDrop, "VAR_BETRAYED == NOBODY", "VAR_BETRAYED != NOBODY"}});
  EXPECT_EQ(result.code, 1) << result.text;
  EXPECT_EQ(findings()[0]["topic"], "fault") << result.text;
  EXPECT_NE(lines("worse").find("+    BeginMatch(VAR_BETRAYED != NOBODY)"), std::string::npos)
      << result.text;
  EXPECT_EQ(document_["unknown"], 1) << "the verdict, " << result.text;
}

TEST_F(EditsTest, ANewGuardIsFoundAndNamed) {
  const Result result =
      diff("betrayal", kSword, {},
           {{kTown, "OnUse(ITEM_SEAL, ENTITY_LOCKSMITH)\n    {",
             "OnUse(ITEM_SEAL, ENTITY_LOCKSMITH)\n    {\n        BeginMatch(VAR_BETRAYED == "
             "ANSELM)\n        {"},
            {kTown, "Then I may make you a key.\");",
             "Then I may make you a key.\");\n        }\n        "
             "EndMatch"}});
  expect_regression(result, "QUEST_TREASURY", "+        BeginMatch(VAR_BETRAYED == ANSELM)");
}

TEST_F(EditsTest, APermanentItemMadeConsumableIsFoundAndNamed) {
  const Result result = diff("betrayal", kSword, {},
                             {{kTown, "{ GoToScene(SCENE_TREASURY); }",
                               "{ RemoveItem(ITEM_KEY); GoToScene(SCENE_TREASURY); }"}});
  expect_regression(result, "QUEST_TREASURY", "RemoveItem(ITEM_KEY); GoToScene(SCENE_TREASURY);");
}

TEST_F(EditsTest, AConsumableMadePermanentIsNoRegression) {
  const Result result =
      diff("betrayal", kDrop, {},
           {{kTown, "        RemoveItem(ITEM_SEAL);\n        AddItem(ITEM_KEY);\n",
             "        BeginMatch(!HasItem(ITEM_KEY)) { AddItem(ITEM_KEY); } EndMatch\n"}});
  expect_quiet(result);
  EXPECT_FALSE(document_["builds"][0]["levels"]["first_difference"].is_null()) << result.text;
}

TEST_F(EditsTest, ALostRewardIsFoundWithItsProcedure) {
  const Result result = diff("betrayal", kDrop, {}, {{kDrop, "        AddItem(ITEM_SEAL);\n", ""}});
  expect_regression(result, "QUEST_TREASURY", "-        AddItem(ITEM_SEAL);");
  EXPECT_NE(result.text.find("kill Anselm"), std::string::npos) << result.text;
}

TEST_F(EditsTest, ARepairIsBetter) {
  const Result result = diff("betrayal", kDrop, {{kDrop, "        AddItem(ITEM_SEAL);\n", ""}}, {});
  expect_quiet(result);
  EXPECT_EQ(findings()[0]["weight"], "better") << result.text;
  EXPECT_EQ(findings()[0]["before"], "refuted") << result.text;
}

TEST_F(EditsTest, ALooserDefinitionIsFoundAndNamed) {
  const Result result = diff("betrayal", kSword, {},
                             {{kSword, "Condition(ANSELM_CAN_BE_KILLED, HasItem(ITEM_SWORD))",
                               "Condition(ANSELM_CAN_BE_KILLED, true)"}});
  expect_regression(result, "QUEST_TREASURY", "+Condition(ANSELM_CAN_BE_KILLED, true)");
  EXPECT_NE(result.text.find("was not possible here before"), std::string::npos) << result.text;
}

TEST_F(EditsTest, ANewQuestAndAQuestThatIsGoneAreTold) {
  const Edit with_quest = {{kTown, "Quest(QUEST_TREASURY, main)",
                            "Quest(QUEST_SWORD)\n{\n    Title(\"Find a sword\")\n    "
                            "DoneWhen(HasItem(ITEM_SWORD))\n}\n\nQuest(QUEST_TREASURY, main)"}};
  const Result added = diff("betrayal", kDrop, {}, with_quest);
  expect_quiet(added);
  ASSERT_EQ(findings().size(), 1u) << added.text;
  EXPECT_EQ(findings()[0]["topic"], "new-quest");
  EXPECT_EQ(findings()[0]["after"], "proved");
  fs::remove_all(folder_);
  fs::create_directories(folder_);
  const Result removed = diff("betrayal", kDrop, with_quest, {});
  expect_quiet(removed);
  ASSERT_EQ(findings().size(), 1u) << removed.text;
  EXPECT_EQ(findings()[0]["topic"], "gone-quest");
  EXPECT_EQ(findings()[0]["quest"], "QUEST_SWORD");
}

TEST_F(EditsTest, ADeadBranchThatWasAddedIsTold) {
  const Result result =
      diff("betrayal", kDrop, {},
           {{kTown, "BeginMatch(!HasItem(ITEM_SWORD)) { AddItem(ITEM_SWORD); } EndMatch",
             "BeginMatch(!HasItem(ITEM_SWORD)) { AddItem(ITEM_SWORD); } EndMatch\n        "
             "BeginMatch(VAR_BETRAYED == NOBODY) { Say(ACTOR_BRANDT, \"How?\"); } EndMatch"}});
  EXPECT_EQ(result.code, 0) << result.text;
  ASSERT_FALSE(findings().empty()) << result.text;
  EXPECT_EQ(findings()[0]["topic"], "new-content") << result.text;
}

TEST_F(EditsTest, AnExitThatIsGoneLosesContent) {
  // Nothing but the treasury leads back to the square; what happens there afterwards is lost.
  const Result result = diff("betrayal", kSword, {}, {{kTown, "    Exit(SCENE_SQUARE)\n", ""}});
  EXPECT_EQ(result.code, 1) << result.text;
  bool lost = false;
  for (const Json& finding : findings()) {
    if (finding["topic"] != "content") continue;
    lost = lost || finding["subject"].get<std::string>().find("KILL_ANSELM") != std::string::npos;
  }
  EXPECT_TRUE(lost) << result.text;
  EXPECT_NE(lines("worse").find("-    Exit(SCENE_SQUARE)"), std::string::npos) << result.text;
}

TEST_F(EditsTest, ATypoIsAnErrorThatNamesIt) {
  try {
    make(folder_ / "new", "betrayal", kDrop,
         {{kTown, "SetVar(VAR_BETRAYED, BRANDT)", "SetVar(VAR_BETRAYD, BRANDT)"}}, "");
    FAIL() << "a game with an unknown name was certified";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
  }
}

TEST_F(EditsTest, APlayerWhoNeedsNoHelpAnyMoreGetsStuck) {
  const Result result = diff("teeny_tiny_mansion", "as_designed.quest", {},
                             {{"as_designed.quest", "help_first", "help_never"}});
  expect_regression(result, "QUEST_FINISH", "+Condition(ALICE_MUST_HELP, false)");
}

TEST_F(EditsTest, AWireTooMuchIsFoundInALevel) {
  const Result result =
      diff("labrecruits", "airlock.csv", {{"airlock.csv", "b1,d1,d2,", "b1,d1,,"}}, {});
  EXPECT_EQ(result.code, 1) << result.text;
  EXPECT_NE(lines("worse").find("+b1,d1,d2"), std::string::npos) << result.text;
}

TEST_F(EditsTest, AnotherGameIsNotTakenForARenamedOne) {
  diff("betrayal", kDrop, {}, {});
  make(folder_ / "other", "teeny_tiny_mansion", "as_designed.quest", {}, "");
  CommandOptions options = diff_options(kDrop);
  options.compared[1] = certificate(folder_ / "other").string();
  options.new_game = (folder_ / "other" / "as_designed.quest").string();
  options.json = true;
  const Json document = Json::parse(run(options, run_diff).text);
  EXPECT_TRUE(document["builds"][0]["renamings"].empty()) << document["builds"][0]["renamings"];
}

TEST_F(EditsTest, AKeyThatFitsTheWrongDoorIsFoundInALargeGame) {
  engine_ = "symbolic";
  const Result result =
      diff("borrowed_hour", "as_shipped.quest", {},
           {{"chapter3/stacks_of_songs.quest", "    Exit(SCENE_STACKS_OF_NAMES)",
             "    // Wax takes the shape of any lock.\n"
             "    OnUse(ITEM_WAX_KEY, ENTITY_MUSIC_CABINET)\n    {\n"
             "        BeginMatch(VAR_MOTHS == MOTHS_ASKED && !HasItem(ITEM_SONG_SHEET))\n"
             "        { RemoveItem(ITEM_WAX_KEY); OPEN_MUSIC_CABINET(); }\n        EndMatch\n"
             "    }\n    EndEvent\n\n    Exit(SCENE_STACKS_OF_NAMES)"}},
           "QUEST_FILE");
  expect_regression(result, "QUEST_FILE", "+        { RemoveItem(ITEM_WAX_KEY);");
  EXPECT_NE(findings()[0]["blame"]["text"].get<std::string>().find("is new"), std::string::npos)
      << result.text;
}

TEST_F(EditsTest, MarkdownAndJsonTellTheSame) {
  diff("betrayal", kDrop, {}, {{kDrop, "        AddItem(ITEM_SEAL);\n", ""}});
  CommandOptions options = diff_options(kDrop);
  options.markdown = true;
  const Result markdown = run(options, run_diff);
  EXPECT_EQ(markdown.code, 1);
  EXPECT_NE(markdown.text.find("**worse**"), std::string::npos) << markdown.text;
  EXPECT_NE(markdown.text.find("QUEST\\_TREASURY was proved and is refuted now"), std::string::npos)
      << markdown.text;
  EXPECT_NE(markdown.text.find("<details>"), std::string::npos);
  EXPECT_NE(markdown.text.find("-        AddItem(ITEM_SEAL);"), std::string::npos);
  EXPECT_EQ(document_["schema"], "questproof/diff");
  EXPECT_EQ(document_["version"], 1);
}

}  // namespace
}  // namespace questproof
