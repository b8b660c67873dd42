// SPDX-License-Identifier: MIT
// The command as a person at a shell meets it. The files of golden/ hold what is printed about a
// sample; one that differs is printed in full by the failing test.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "coordinator/query/question.h"
#include "games/registry.h"
#include "tests/coordinator/query/stored_run.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::ProgramResult;
using testing_support::run_program;

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The sample game in a folder where it may be changed, and its store.
class SampleRun {
 public:
  explicit SampleRun(const std::string& sample, const std::string& reduce = "none") {
    namespace fs = std::filesystem;
    const fs::path source = fs::path(QUESTPROOF_SOURCE_DIR) / "games/samples" / sample;
    fs::copy(source.parent_path(), game_folder_.path(), fs::copy_options::recursive);
    game_file_ = (fs::path(game_folder_.path()) / source.filename()).string();
    const Game game(*load_game(game_file_).model, reduce);
    run_.emplace(game, game_file_);
  }

  const std::string& game_file() const { return game_file_; }
  const std::string& folder() const { return run_->folder(); }
  ProgramResult ask(const std::string& question) const {
    return run_program(fmt::format("query {} {}", folder(), question));
  }

 private:
  testing_support::TemporaryFolder game_folder_;
  std::string game_file_;
  std::optional<testing_support::StoredRun> run_;
};

const SampleRun& betrayal() {
  static const SampleRun kRun("betrayal/broken.quest");
  return kRun;
}

struct Golden {
  const char* file;
  const char* question;
  int code = 0;
};

constexpr std::array kGolden = {
    Golden{"quests", "quests"},
    Golden{"hardest", "hardest"},
    Golden{"hardest_farthest", "hardest --by farthest"},
    Golden{"hardest_random", "hardest --by random"},
    Golden{"hardest_blocked", "hardest --by blocked"},
    Golden{"hardest_bottlenecks", "hardest --by bottlenecks"},
    Golden{"hardest_scenes", "hardest --by scenes"},
    Golden{"path", "path --to 'HasItem(ITEM_KEY)'"},
    Golden{"path_none", "path --to 'HasItem(ITEM_KEY) && !HasItem(ITEM_KEY)'", 1},
    Golden{"states", "states --where 'HasItem(ITEM_KEY)' --limit 3"},
    Golden{"blocked", "blocked --limit 2"},
    Golden{"fatal_events", "fatal-events"},
    Golden{"coverage", "coverage"},
    Golden{"levels", "levels"},
};

TEST(QueryProgramTest, PrintsWhatTheGoldenFilesHold) {
  for (const Golden& golden : kGolden) {
    const std::string path =
        fmt::format("{}/tests/coordinator/query/golden/{}.txt", QUESTPROOF_SOURCE_DIR, golden.file);
    const ProgramResult result = betrayal().ask(golden.question);
    EXPECT_EQ(result.code, golden.code) << golden.question;
    EXPECT_EQ(result.output, read(path)) << path << " should hold:\n" << result.output;
  }
}

TEST(QueryProgramTest, EveryQuestionHasJson) {
  for (const Golden& golden : kGolden) {
    const ProgramResult result = betrayal().ask(std::string(golden.question) + " --json");
    EXPECT_EQ(result.code, golden.code);
    const nlohmann::json document = nlohmann::json::parse(result.output);
    EXPECT_EQ(document["schema"], "questproof/query");
    EXPECT_EQ(document["version"], 1);
    EXPECT_EQ(document["game_at_hand"], true);
    EXPECT_EQ(document["run"]["states"], 23);
  }
}

TEST(QueryProgramTest, HelpNamesEveryQuestion) {
  const ProgramResult help = run_program("query --help");
  EXPECT_EQ(help.code, 0);
  for (const QuestionInfo& question : kQuestions) {
    EXPECT_THAT(help.output, HasSubstr(std::string("\n  ") + question.name));
  }
  EXPECT_THAT(help.output, HasSubstr("Examples:"));
}

TEST(QueryProgramTest, WrongUsageIsTenAndNamesTheNearest) {
  const auto refused = [](const std::string& question, const std::string& why) {
    const ProgramResult result = betrayal().ask(question);
    EXPECT_EQ(result.code, 10) << question;
    EXPECT_THAT(result.output, HasSubstr(why));
  };
  refused("hardst", "did you mean 'hardest'?");
  refused("hardest --by shortst", "did you mean 'shortest'?");
  refused("blocked --quest QUEST_TRESURY", "did you mean 'QUEST_");
  refused("event NO_SUCH_EVENT_AT_ALL", "there is no event 'NO_SUCH_EVENT_AT_ALL'");
  refused("event", "wants the name of an event");
  refused("path", "wants --to CONDITION");
  refused("states", "wants --where CONDITION");
  refused("states --where 'HasItem(ITEM_KEY)' --limit -2", "--limit wants a number");
  refused("quests --by shortest", "does not take --by");
  refused("quests QUEST", "takes no name");
  refused("path --to 'HasItem(ITEM_KYE)'", "did you mean ITEM_KEY?");
  refused("path --to 'HasItem(ITEM_KYE)'", "\n          ^");
}

TEST(QueryProgramTest, AFolderWithoutAStoreIsElevenWithARemedy) {
  const testing_support::TemporaryFolder empty;
  const ProgramResult result = run_program("query " + empty.path() + " quests");
  EXPECT_EQ(result.code, 11);
  EXPECT_THAT(result.output, HasSubstr(empty.path()));
  EXPECT_EQ(run_program("query /no/such/folder quests").code, 11);
}

TEST(QueryProgramTest, AChangedGameIsToldAndTheStoreStillAnswers) {
  const SampleRun sample("betrayal/broken.quest");
  std::ofstream(sample.game_file(), std::ios::app) << "\nBoolean(VAR_NEW, false)\n";
  const ProgramResult quests = sample.ask("quests");
  EXPECT_EQ(quests.code, 0);
  EXPECT_THAT(quests.output, HasSubstr("the game has changed since this run"));
  EXPECT_EQ(sample.ask("blocked").code, 0);
  EXPECT_EQ(sample.ask("path --to 'ITEM_KEY == 1'").code, 0);
  const ProgramResult unknown = sample.ask("path --to 'HasItem(ITEM_KEY)'");
  EXPECT_EQ(unknown.code, 10) << "without the game only names are understood";
  EXPECT_THAT(unknown.output, HasSubstr("the game has changed since this run"));
  const ProgramResult bottlenecks = sample.ask("hardest --by bottlenecks");
  EXPECT_EQ(bottlenecks.code, 0);
  EXPECT_THAT(bottlenecks.output, HasSubstr("not known"));
}

TEST(QueryProgramTest, AGameThatHasMovedIsGivenByName) {
  const SampleRun sample("betrayal/broken.quest");
  const std::string moved = sample.game_file() + ".moved.quest";
  std::filesystem::rename(sample.game_file(), moved);
  EXPECT_THAT(sample.ask("quests").output, HasSubstr("cannot be read"));
  EXPECT_THAT(sample.ask("quests --game " + moved).output, Not(HasSubstr("Note:")));
}

// Levels have positions and settings, which scripts have not.
TEST(QueryProgramTest, ALevelIsAskedAsItWasRead) {
  const testing_support::TemporaryFolder folder;
  const std::string store = folder.path() + "/run";
  const std::string level =
      QUESTPROOF_SOURCE_DIR "/games/samples/labrecruits/airlock.csv --set agents=all";
  ASSERT_EQ(run_program(fmt::format("certify {} --store {}", level, store)).code, 0);
  const auto ask = [&](const std::string& question) {
    const ProgramResult result = run_program(fmt::format("query {} {}", store, question));
    EXPECT_EQ(result.code, 0) << question << "\n" << result.output;
    EXPECT_THAT(result.output, Not(HasSubstr("Note:"))) << question;
    return result.output;
  };
  for (const char* question :
       {"quests", "blocked", "fatal-events", "coverage", "levels", "event 'agent0: press b1'"}) {
    ask(question);
  }
  for (const char* measure :
       {"shortest", "farthest", "random", "blocked", "bottlenecks", "scenes"}) {
    ask(std::string("hardest --by ") + measure);
  }
  EXPECT_THAT(ask("path --to 'd2 == open && agent0.zone == zone2'"), HasSubstr("press b1"));
  EXPECT_THAT(ask("states --where 'd1 == open'"), HasSubstr("d1=open,d2=closed"));
  EXPECT_EQ(run_program("hint " + store).code, 0);
}

// Nothing ever reads the sword, nor tells who was betrayed: the searched game leaves both out.
TEST(QueryProgramTest, AReducedStoreSaysWhatItCannotTell) {
  const SampleRun sample("betrayal/broken.quest", "default");
  const std::string condition = "'HasItem(ITEM_SWORD) && VAR_BETRAYED == BRANDT'";
  const ProgramResult refused = sample.ask("states --where " + condition);
  EXPECT_EQ(refused.code, 11);
  EXPECT_THAT(refused.output, HasSubstr("certify --reduce none"));
  const ProgramResult path = sample.ask("path --to " + condition);
  EXPECT_EQ(path.code, 0);
  EXPECT_THAT(path.output, HasSubstr("after 4 steps"));
  EXPECT_THAT(path.output, HasSubstr("The game was searched for this"));
}

}  // namespace
}  // namespace questproof
