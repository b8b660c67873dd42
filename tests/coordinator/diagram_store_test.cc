// SPDX-License-Identifier: MIT
// The folder of a run that decision diagrams have decided, as a person at a shell uses it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/atomic_file.h"
#include "core/model/export_json.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"
#include "tests/support/quest_family.h"

namespace questproof {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::sample_game;
using testing_support::TemporaryFolder;

namespace fs = std::filesystem;

class DiagramStoreTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  ProgramResult certify(const std::string& game, const std::string& more) const {
    return run_program(fmt::format("certify {} --quiet {}", game, more));
  }
  // A game of the benchmark family, as a file.
  std::string family(const std::string& size, bool dead = false) const {
    const std::string file = path(size + ".json");
    write_file_atomically(file, to_json(testing_support::quest_family(size, dead)));
    return file;
  }
  json answer(const std::string& arguments) const {
    const ProgramResult result = run_program(arguments + " --json", "2>/dev/null");
    EXPECT_THAT(result.code, testing::AnyOf(0, 1)) << arguments;
    json document = json::parse(result.output, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << arguments << "\n" << result.output;
    if (document.is_object()) document.erase("run");
    return document;
  }
  static void damage(const fs::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(file) / 2);
    stream.seekg(middle);
    const auto byte = static_cast<char>(stream.get() ^ 0x10);
    stream.seekp(middle);
    stream.put(byte);
  }

  TemporaryFolder folder_;
};

TEST_F(DiagramStoreTest, KeepsToTheLimitOfTheDisk) {
  const std::string game = sample_game("teeny_tiny_mansion/both_bugs.quest");
  const std::string symbolic = "--engine symbolic --store " + path("sets");
  const ProgramResult refused = certify(game, symbolic + " --disk 100");
  EXPECT_EQ(refused.code, 12) << refused.output;
  EXPECT_THAT(refused.output, HasSubstr("more than the limit of 100; please raise --disk"));
  EXPECT_FALSE(fs::exists(path("sets/DIAGRAMS")));
  EXPECT_FALSE(fs::exists(path("sets/DIAGRAMS.tmp")));
  const ProgramResult kept =
      certify(game, "--engine symbolic --store " + path("more") + " --disk 1M");
  EXPECT_EQ(kept.code, 1) << kept.output;
  EXPECT_TRUE(fs::exists(path("more/DIAGRAMS")));
}

TEST_F(DiagramStoreTest, AnswersAsTheStoreOfStatesDoes) {
  const std::string game = sample_game("teeny_tiny_mansion/both_bugs.quest");
  ASSERT_EQ(certify(game, "--reduce none --engine explicit --store " + path("states")).code, 1);
  const ProgramResult decided =
      certify(game, "--reduce none --engine symbolic --store " + path("sets"));
  ASSERT_EQ(decided.code, 1) << decided.output;
  EXPECT_THAT(decided.output, HasSubstr("for sets of states, as decision diagrams"));
  EXPECT_THAT(decided.output, HasSubstr("To ask: questproof query " + path("sets")));
  EXPECT_FALSE(fs::exists(path("sets/states")));
  for (const char* question : {"quests", "hardest", "hardest --by farthest", "hardest --by blocked",
                               "blocked --limit 3", "fatal-events", "coverage", "levels"}) {
    const auto asked = [&](const char* store) {
      return answer(fmt::format("query {} {}", path(store), question));
    };
    EXPECT_EQ(asked("sets").dump(1), asked("states").dump(1)) << question;
  }
  const auto hints = [&](const char* store) { return answer("hint " + path(store)); };
  EXPECT_EQ(hints("sets").dump(1), hints("states").dump(1));
}

TEST_F(DiagramStoreTest, ResumeShowsTheResultAgain) {
  const std::string game = sample_game("betrayal/broken.quest");
  const std::string store = path("run");
  json first =
      json::parse(run_program(fmt::format("certify {} --engine symbolic --json --quiet --store {}",
                                          game, store),
                              "2>/dev/null")
                      .output);
  const ProgramResult resumed = run_program("resume " + store + " --json", "2>/dev/null");
  EXPECT_EQ(resumed.code, 1);
  json again = json::parse(resumed.output);
  first.erase("run");
  again.erase("run");
  EXPECT_EQ(again.dump(1), first.dump(1));
  EXPECT_THAT(run_program("resume " + store).output, HasSubstr("the run was finished before"));
  EXPECT_EQ(run_program(fmt::format("verify {}/certificate.json {}", store, game)).code, 0);
  const ProgramResult begun =
      run_program(fmt::format("certify {} --engine symbolic --store {}", game, store));
  EXPECT_EQ(begun.code, 10);
  EXPECT_THAT(begun.output, HasSubstr("questproof resume " + store));
}

TEST_F(DiagramStoreTest, OtherCommandsReadIt) {
  const std::string game = sample_game("betrayal/broken.quest");
  const std::string store = path("run");
  ASSERT_EQ(certify(game, "--engine symbolic --store " + store).code, 1);
  const ProgramResult checked = run_program("check " + store);
  EXPECT_EQ(checked.code, 0) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("Decided with decision diagrams"));
  EXPECT_THAT(checked.output, Not(HasSubstr("To go on")));
  EXPECT_GT(answer("check " + store)["diagrams"]["nodes"], 10);
  const ProgramResult index = run_program("index " + store);
  EXPECT_EQ(index.code, 10);
  EXPECT_THAT(index.output, HasSubstr("there is nothing to index"));
  EXPECT_THAT(index.output, HasSubstr("--engine explicit"));
  EXPECT_EQ(run_program(fmt::format("report {} -o {}", store, path("page.html"))).code, 0);
  EXPECT_TRUE(fs::exists(path("page.html")));
  const ProgramResult diff = run_program(fmt::format("diff {} {}", store, store));
  EXPECT_EQ(diff.code, 0) << diff.output;
}

TEST_F(DiagramStoreTest, DamageIsRefusedByName) {
  const std::string game = sample_game("betrayal/broken.quest");
  const std::string store = path("run");
  ASSERT_EQ(certify(game, "--engine symbolic --store " + store).code, 1);
  damage(store + "/DIAGRAMS");
  for (const std::string command : {"check ", "resume ", "hint "}) {
    const ProgramResult refused = run_program(command + store);
    EXPECT_EQ(refused.code, 11) << command << refused.output;
    EXPECT_THAT(refused.output, HasSubstr(store + "/DIAGRAMS: does not match its checksum"));
    EXPECT_THAT(refused.output, HasSubstr("questproof resume " + store));
  }
  EXPECT_EQ(run_program("query " + store + " quests").code, 11);
  // What it says about help is true.
  fs::remove(store + "/DIAGRAMS");
  EXPECT_EQ(run_program("resume " + store).code, 1);
  EXPECT_EQ(run_program("check " + store).code, 0);
  EXPECT_EQ(run_program("query " + store + " quests").code, 0);
}

TEST_F(DiagramStoreTest, SetsOfAnotherRunAreNotTaken) {
  const std::string game = family("xs");
  ASSERT_EQ(certify(game, "--engine symbolic --store " + path("run")).code, 0);
  ASSERT_EQ(
      certify(sample_game("betrayal/broken.quest"), "--engine symbolic --store " + path("other"))
          .code,
      1);
  fs::copy_file(path("other/DIAGRAMS"), path("run/DIAGRAMS"), fs::copy_options::overwrite_existing);
  for (const std::string command : {"check ", "resume ", "hint "}) {
    const ProgramResult refused = run_program(command + path("run"));
    EXPECT_EQ(refused.code, 11) << command << refused.output;
    EXPECT_THAT(refused.output, HasSubstr("run/DIAGRAMS is of another run"));
  }
}

TEST_F(DiagramStoreTest, SetsForAnotherQuestAreNotTaken) {
  const std::string game = sample_game("teeny_tiny_mansion/both_bugs.quest");
  ASSERT_EQ(certify(game, "--engine symbolic --store " + path("all")).code, 1);
  const std::string quest = answer("query " + path("all") + " quests")["quests"][0]["quest"];
  certify(game, fmt::format("--engine symbolic --quest {} --store {}", quest, path("one")));
  ASSERT_TRUE(fs::exists(path("one/DIAGRAMS")));
  fs::copy_file(path("one/DIAGRAMS"), path("all/DIAGRAMS"), fs::copy_options::overwrite_existing);
  for (const std::string command : {"check ", "resume "}) {
    const ProgramResult refused = run_program(command + path("all"));
    EXPECT_EQ(refused.code, 11) << command << refused.output;
    EXPECT_THAT(refused.output, HasSubstr("its quest is \"" + quest + "\""));
  }
  EXPECT_EQ(run_program("query " + path("all") + " quests").code, 11);
  fs::remove(path("all/DIAGRAMS"));
  EXPECT_EQ(run_program("resume " + path("all")).code, 1);
}

TEST_F(DiagramStoreTest, AGameThatHasChangedIsAnotherOne) {
  const std::string game = family("xs");
  const std::string store = path("run");
  ASSERT_EQ(certify(game, "--engine symbolic --store " + store).code, 0);
  write_file_atomically(game, to_json(testing_support::quest_family("xs", true)));
  const ProgramResult resumed = run_program("resume " + store);
  EXPECT_EQ(resumed.code, 11) << resumed.output;
  EXPECT_THAT(resumed.output, HasSubstr("changed"));
  EXPECT_EQ(run_program("query " + store + " quests").code, 0);
}

// Forty million states: nobody wants to wait for them where diagrams have decided.
TEST_F(DiagramStoreTest, AutoKeepsSetsWhereDiagramsDecide) {
  const std::string store = path("run");
  const ProgramResult decided = certify(family("m"), "--store " + store);
  ASSERT_EQ(decided.code, 0) << decided.output;
  EXPECT_TRUE(fs::exists(store + "/DIAGRAMS"));
  const json quests = answer("query " + store + " quests");
  EXPECT_EQ(quests["quests"][0]["verdict"], "proved");
  const json path_to_end = answer("query " + store + " hardest");
  EXPECT_EQ(path_to_end["ranking"].size(), quests["quests"].size());
  EXPECT_EQ(run_program("hint " + store).code, 0);
  EXPECT_EQ(run_program("check " + store).code, 0);
}

// Few states are seen one by one, unless a limit is in the way; then diagrams take over, and the folder holds
// what they found and nothing else.
TEST_F(DiagramStoreTest, DiagramsTakeOverWhereALimitEndsTheExploration) {
  const std::string store = path("run");
  const ProgramResult decided = certify(family("s"), "--disk 800K --store " + store);
  ASSERT_EQ(decided.code, 0) << decided.output;
  ASSERT_TRUE(fs::exists(store + "/DIAGRAMS")) << decided.output;
  for (const auto& entry : fs::directory_iterator(store)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("columns-", 0) == 0) {
      // The commit before the last one may still name them.
      EXPECT_EQ(run_program("check " + store).code, 0);
    }
  }
  EXPECT_EQ(run_program("resume " + store).code, 0);
  EXPECT_EQ(run_program("query " + store + " fatal-events").code, 0);
  fs::remove(store + "/DIAGRAMS");
  EXPECT_EQ(run_program("resume " + store).code, 0) << "diagrams decide it once more";
  EXPECT_TRUE(fs::exists(store + "/DIAGRAMS"));
}

TEST_F(DiagramStoreTest, WhereNothingIsDecidedNothingIsKept) {
  const ProgramResult none = certify(sample_game("borrowed_hour/wrong_key.quest"),
                                     "--engine symbolic --time 1e-9 --store " + path("run"));
  EXPECT_EQ(none.code, 2) << none.output;
  EXPECT_THAT(none.output, HasSubstr("Nothing is kept in " + path("run")));
  EXPECT_FALSE(fs::exists(path("run")));
}

}  // namespace
}  // namespace questproof
