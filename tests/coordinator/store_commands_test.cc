// SPDX-License-Identifier: MIT
// What a person does with the folder of a finished run: index, hint, check. `query` has tests of its own.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "coordinator/game.h"
#include "coordinator/run_store.h"
#include "games/registry.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::begin_program;
using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::sample_game;
using testing_support::TemporaryFolder;

namespace fs = std::filesystem;

class StoreCommandsTest : public testing::Test {
 protected:
  std::string store() const { return folder_.path() + "/run"; }
  ProgramResult certify(const std::string& game, const std::string& more = "") const {
    return run_program(fmt::format("certify {} --store {} {}", sample_game(game), store(), more));
  }
  // A byte in the middle of the file becomes another one.
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

// The run falls back to the commit before, and `check` does not call that all right.
TEST_F(StoreCommandsTest, CheckTellsThatTheNewestCommitWasLost) {
  ASSERT_EQ(certify("betrayal/broken.quest", "--no-index").code, 1);
  EXPECT_EQ(run_program("check " + store()).code, 0);
  fs::path newest;
  for (const auto& entry : fs::directory_iterator(store())) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("MANIFEST-", 0) != 0) continue;
    const auto number = [](const fs::path& path) {
      return std::stoul(path.filename().string().substr(std::string("MANIFEST-").size()));
    };
    if (newest.empty() || number(entry.path()) > number(newest)) newest = entry.path();
  }
  ASSERT_FALSE(newest.empty());
  damage(newest);
  const ProgramResult checked = run_program("check " + store());
  EXPECT_EQ(checked.code, 11) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("is lost"));
  EXPECT_THAT(checked.output, HasSubstr("DAMAGED"));
  EXPECT_THAT(checked.output, Not(HasSubstr("OK")));
}

// The store knows where the game lies, wherever it is asked from.
TEST_F(StoreCommandsTest, TheGameIsFoundFromAnotherFolder) {
  fs::copy(sample_game("betrayal"), folder_.path() + "/game", fs::copy_options::recursive);
  const fs::path here = fs::current_path();
  fs::current_path(folder_.path());
  const ProgramResult certified = run_program("certify game/broken.quest --store run");
  fs::current_path(here);
  ASSERT_EQ(certified.code, 1) << certified.output;
  const ProgramResult hinted = run_program("hint " + store());
  EXPECT_EQ(hinted.code, 0) << hinted.output;
}

TEST_F(StoreCommandsTest, IndexBuildsWhatCertifyLeftOut) {
  ASSERT_EQ(certify("betrayal/broken.quest", "--no-index --reduce none").code, 1);
  const ProgramResult without = run_program("query " + store() + " quests");
  EXPECT_EQ(without.code, 11);
  EXPECT_THAT(without.output, HasSubstr("questproof index " + store()));
  const ProgramResult built = run_program("index " + store());
  EXPECT_EQ(built.code, 0);
  EXPECT_THAT(built.output, HasSubstr("Indexed: 23 states"));
  EXPECT_THAT(built.output, HasSubstr("questproof query " + store()));
  EXPECT_EQ(run_program("query " + store() + " quests").code, 0);
  // Once more replaces it.
  const ProgramResult again = run_program("index " + store() + " --json", "2>/dev/null");
  EXPECT_EQ(again.code, 0);
  const auto document = nlohmann::json::parse(again.output);
  EXPECT_EQ(document["schema"], "questproof/index");
  EXPECT_EQ(document["states"], 23);
  EXPECT_EQ(run_program("query " + store() + " quests").code, 0);
}

TEST_F(StoreCommandsTest, IndexRefusesWhatIsNotFinished) {
  ASSERT_EQ(certify("betrayal/broken.quest", "--reduce none --time 0.000001").code, 2);
  const ProgramResult refused = run_program("index " + store());
  EXPECT_EQ(refused.code, 11);
  EXPECT_THAT(refused.output, HasSubstr("questproof resume " + store()));
  EXPECT_EQ(run_program("index " + folder_.path() + "/nothing").code, 10);
}

TEST_F(StoreCommandsTest, HintAnswersFromTheFolder) {
  ASSERT_EQ(certify("betrayal/broken.quest", "--reduce none").code, 1);
  const auto hint = [&](const std::string& more) {
    return nlohmann::json::parse(
        run_program(fmt::format("hint {} --json {}", store(), more), "2>/dev/null").output);
  };
  const auto start = hint("")["quests"][0];
  EXPECT_EQ(start["standing"], "possible");
  EXPECT_EQ(start["distance"], 3);
  EXPECT_EQ(start["source"], "store");
  EXPECT_EQ(start["searched_states"], 0);
  // The trap that the certificate shows.
  const std::string trap = "--state VAR_ANSELM_ALIVE=false,VAR_BETRAYED=BRANDT";
  EXPECT_EQ(hint(trap)["quests"][0]["standing"], "blocked");
  EXPECT_EQ(run_program(fmt::format("hint {} {}", store(), trap)).code, 1);
}

TEST_F(StoreCommandsTest, CheckReadsAllOfARun) {
  ASSERT_EQ(certify("teeny_tiny_mansion/both_bugs.quest", "--reduce none").code, 1);
  const ProgramResult text = run_program("check " + store());
  EXPECT_EQ(text.code, 0) << text.output;
  EXPECT_THAT(text.output, HasSubstr("finished: 785 states on 7 levels"));
  EXPECT_THAT(text.output, HasSubstr("store of states"));
  const auto document =
      nlohmann::json::parse(run_program("check " + store() + " --json", "2>/dev/null").output);
  EXPECT_EQ(document["schema"], "questproof/stored-run");
  EXPECT_EQ(document["states"], 785);
  EXPECT_GT(document["index_bytes"], 0);
  std::uint64_t in_columns = 0;
  for (const auto& kind : document["columns"]) in_columns += kind["bytes"].get<std::uint64_t>();
  EXPECT_GT(in_columns, 785);
  EXPECT_LT(in_columns, document["bytes"]);
}

TEST_F(StoreCommandsTest, CheckNamesWhatIsDamaged) {
  ASSERT_EQ(certify("teeny_tiny_mansion/both_bugs.quest", "--reduce none --no-index").code, 1);
  EXPECT_THAT(run_program("check " + store()).output, HasSubstr("questproof index " + store()));
  int damaged = 0;
  for (const auto& entry : fs::directory_iterator(store())) {
    const std::string name = entry.path().filename();
    // A damaged manifest is gone back from, to the commit before; a lock holds nothing.
    if (name == "LOCK" || name.starts_with("MANIFEST-")) continue;
    const fs::path kept = folder_.path() + "/kept";
    fs::copy(store(), kept, fs::copy_options::recursive);
    damage(entry.path());
    const ProgramResult refused = run_program("check " + store());
    EXPECT_TRUE(refused.code == 11 || refused.output.find("commit") != std::string::npos) << name;
    EXPECT_THAT(refused.output, HasSubstr(name));
    fs::remove_all(store());
    fs::rename(kept, store());
    ++damaged;
    if (HasFailure()) break;
  }
  EXPECT_GE(damaged, 3);
  EXPECT_EQ(run_program("check " + store()).code, 0);
}

TEST_F(StoreCommandsTest, CheckNamesADamagedStoreOfStates) {
  ASSERT_EQ(certify("teeny_tiny_mansion/both_bugs.quest", "--reduce none").code, 1);
  for (const auto& entry : fs::directory_iterator(store() + "/states")) {
    if (entry.path().extension() == ".sst") damage(entry.path());
  }
  const ProgramResult refused = run_program("check " + store());
  EXPECT_EQ(refused.code, 11);
  EXPECT_THAT(refused.output, HasSubstr("questproof index " + store()));
  EXPECT_EQ(run_program("index " + store()).code, 0);
  EXPECT_EQ(run_program("check " + store()).code, 0);
}

// Killed when the new store of states is about to appear: the run stays whole, a store that was there is
// there, and the next build clears away what is left.
TEST_F(StoreCommandsTest, AKilledBuildLeavesTheRunWhole) {
  ASSERT_EQ(certify("teeny_tiny_mansion/both_bugs.quest", "--reduce none --no-index").code, 1);
  const auto kill_while_it_builds = [&] {
    fs::remove_all(store() + "/states.building");
    const int process = begin_program({"index", store(), "--quiet"});
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
      if (fs::exists(store() + "/states.building")) {
        kill(process, SIGKILL);
        waitpid(process, &status, 0);
        break;
      }
      std::this_thread::yield();
    }
    return WIFSIGNALED(status) && fs::exists(store() + "/states.building");
  };
  const auto kill_often = [&](int times) {
    for (int tries = 0; times > 0 && tries < 300; ++tries) times -= kill_while_it_builds() ? 1 : 0;
    EXPECT_EQ(times, 0);
  };
  kill_often(3);
  EXPECT_EQ(run_program("resume " + store() + " --no-index").code, 1);
  ASSERT_EQ(run_program("index " + store()).code, 0);
  EXPECT_FALSE(fs::exists(store() + "/states.building"));
  const ProgramResult answer = run_program("query " + store() + " quests");
  EXPECT_EQ(answer.code, 0);
  kill_often(3);
  EXPECT_EQ(run_program("query " + store() + " quests").output, answer.output);
  EXPECT_EQ(run_program("check " + store()).code, 0);
}

TEST(RunStoreTest, ScratchLiesInTheFolderIfNothingIsSaid) {
  const TemporaryFolder folder;
  const Game game(*load_game(sample_game("betrayal/broken.quest")).model, "none");
  CommandOptions options;
  options.game_file = sample_game("betrayal/broken.quest");
  options.command = Command::kCertify;
  const std::string path = folder.path() + "/run";
  {
    const auto store = RunStore::create(path, game, options);
    EXPECT_EQ(store->adapted({}).scratch_directory, path + "/scratch");
    EXPECT_EQ(store->adapted({.scratch_directory = "/elsewhere"}).scratch_directory, "/elsewhere");
    fs::create_directory(path + "/scratch");
  }
  EXPECT_FALSE(fs::exists(path + "/scratch"));
}

}  // namespace
}  // namespace questproof
