// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <set>
#include <thread>

#include "coordinator/atomic_file.h"
#include "coordinator/sweep/history.h"
#include "coordinator/sweep/kept_certificates.h"
#include "coordinator/sweep/night.h"
#include "coordinator/sweep/sweep_folder.h"
#include "tests/coordinator/sweep/test_folder.h"
#include "tests/support/program_run.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::ProgramResult;
using testing_support::Random;
using testing_support::run_program;

class SweepProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/games");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string read(const std::string& name) const { return read_file(folder_ + "/" + name); }
  void copy_sample(const std::string& sample, const std::string& name) const {
    std::filesystem::copy(testing_support::sample_game(sample), folder_ + "/games/" + name,
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::overwrite_existing);
  }

  // One after the other, so that the order in which jobs end is always the same.
  ProgramResult sweep(const std::string& night, const std::string& more = "") const {
    return run_program(fmt::format(
        "sweep {0}/nightly.toml --out {0}/out --night {1} --threads 2 {2}", folder_, night, more));
  }
  Night night(const std::string& name) const { return read_night(folder_ + "/out", name); }

  // Jobs of a night that have a result.
  std::size_t results(const std::string& night_name) const {
    std::size_t count = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator
             entry(folder_ + "/out/nights/" + night_name + "/jobs", error),
         end;
         !error && entry != end; entry.increment(error)) {
      count += std::filesystem::exists(entry->path() / "result.json");
    }
    return count;
  }

  const NightJob& job(const Night& night, const std::string& id) const {
    const auto found = std::find_if(night.jobs.begin(), night.jobs.end(),
                                    [&](const NightJob& one) { return one.id == id; });
    if (found == night.jobs.end()) throw std::out_of_range("no job " + id);
    return *found;
  }

  std::string folder_ = testing_support::test_folder();
};

TEST_F(SweepProgramTest, TellsVerdictsReasonsAndExitCodes) {
  copy_sample("betrayal", "betrayal");
  write("games/wrong.quest", "Scene {");
  write("nightly.toml", R"(version = 1
[[game]]
name = "broken"
file = "games/betrayal/broken.quest"
expect = "refuted"
[[game]]
name = "repaired"
file = "games/betrayal/repaired_*.quest"
[[game]]
name = "wrong"
file = "games/wrong.quest"
expect = "unknown"
)");
  const ProgramResult first = sweep("one");
  EXPECT_EQ(first.code, 0) << first.output;
  const Night one = night("one");
  EXPECT_TRUE(one.finished());
  ASSERT_EQ(one.jobs.size(), 4U);
  EXPECT_EQ(job(one, "broken").verdict, Verdict::kRefuted);
  EXPECT_EQ(job(one, "broken").quests.at(0).name, "QUEST_TREASURY");
  EXPECT_TRUE(job(one, "broken").quests.at(0).counterexample);
  EXPECT_EQ(one.jobs[1].game, "repaired/repaired_drop");
  EXPECT_EQ(one.jobs[1].verdict, Verdict::kProved);
  EXPECT_EQ(job(one, "wrong").outcome, JobOutcome::kInvalid);
  EXPECT_NE(job(one, "wrong").message.find("wrong.quest:1:"), std::string::npos);

  // The same again: nothing is explored.
  const ProgramResult second = sweep("two");
  EXPECT_EQ(second.code, 0) << second.output;
  const Night two = night("two");
  EXPECT_EQ(two.before, "one");
  for (const char* id : {"broken", "repaired_repaired_drop+"}) {
    for (const NightJob& one_job : two.jobs) {
      if (!one_job.id.starts_with(id)) continue;
      EXPECT_EQ(one_job.source, JobSource::kReused) << id;
      EXPECT_EQ(one_job.from_night, "one");
      EXPECT_TRUE(std::filesystem::exists(folder_ + "/out/" + one_job.certificate));
    }
  }
  EXPECT_NE(second.output.find("no verdict has changed"), std::string::npos);
  // Shown again, and nothing else.
  EXPECT_EQ(sweep("two").code, 0);
  EXPECT_EQ(night("two"), two);

  // A verdict that is not expected outweighs one that is not known.
  write("nightly.toml", R"(version = 1
[[game]]
name = "broken"
file = "games/betrayal/broken.quest"
expect = "proved"
[[game]]
name = "wrong"
file = "games/wrong.quest"
)");
  const ProgramResult third = sweep("three");
  EXPECT_EQ(third.code, 1) << third.output;
  EXPECT_NE(third.output.find("not there any more"), std::string::npos) << third.output;
  EXPECT_NE(third.output.find("1. "), std::string::npos);
  const std::string junit = read("out/nights/three/junit.xml");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junit.c_str()));
  const pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 2);
  EXPECT_EQ(root.attribute("failures").as_int(), 1);
  EXPECT_EQ(root.attribute("errors").as_int(), 1);
  const pugi::xml_node suite = root.child("testsuite");
  EXPECT_STREQ(suite.child("testcase").attribute("name").value(), "QUEST_TREASURY");
  const std::string steps = suite.child("testcase").child("failure").text().get();
  EXPECT_NE(steps.find("1. "), std::string::npos);
  EXPECT_NE(steps.find(" -> "), std::string::npos);
  EXPECT_STREQ(suite.next_sibling().child("testcase").child("error").attribute("type").value(),
               "invalid");

  write("nightly.toml", "version = 1\n[[game]]\nfile = \"games/wrong.quest\"\n");
  EXPECT_EQ(sweep("four").code, 2);

  // The history has all of it.
  const auto history = History::open_to_read(folder_ + "/out/history.sqlite");
  const std::vector<NightFigures> nights = history->nights();
  ASSERT_EQ(nights.size(), 4U);
  EXPECT_EQ(nights[1].reused, 3U);
  EXPECT_EQ(nights[2].unexpected, 1U);
  EXPECT_EQ(history->last_verdict("broken", "QUEST_TREASURY", ""), Verdict::kRefuted);
}

// An unknown verdict says why, also where no limit was hit; a trap at the start says that no step is needed.
TEST_F(SweepProgramTest, EveryReasonIsSaid) {
  write("games/fault.quest", R"(Item(ITEM_A)
Quest(Q, main) { DoneWhen(HasItem(ITEM_A)) }
Rule(TAKE, "take it") { AddItem(ITEM_A); }
)");
  write("games/lost.quest", R"(Boolean(VAR_A, false)
Quest(Q, main) { DoneWhen(VAR_A) }
)");
  write("nightly.toml", R"(version = 1
[[game]]
file = "games/*.quest"
expect = "proved"
)");
  const ProgramResult result = sweep("one");
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("TAKE goes out of range at"), std::string::npos) << result.output;
  EXPECT_EQ(result.output.find(": finished"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("no step is needed"), std::string::npos) << result.output;
  const std::string junit = read("out/nights/one/junit.xml");
  EXPECT_NE(junit.find("TAKE goes out of range"), std::string::npos) << junit;
  EXPECT_NE(junit.find("no step is needed"), std::string::npos) << junit;
}

// What is in the way, whatever it is, is named with what to do about it.
TEST_F(SweepProgramTest, WhatIsInTheWayIsNamed) {
  copy_sample("betrayal", "betrayal");
  write("nightly.toml", "version = 1\n[[game]]\nfile = \"games/betrayal/repaired_drop.quest\"\n");
  for (const char* name : {"nights", "certificates", "sources", "lock", "history.sqlite"}) {
    std::filesystem::remove_all(folder_ + "/out");
    std::filesystem::create_directories(folder_ + "/out");
    if (name == std::string("lock") || name == std::string("history.sqlite")) {
      std::filesystem::create_directory(folder_ + "/out/" + name);
    } else {
      write(std::string("out/") + name, "x");
    }
    const ProgramResult result = sweep("one");
    EXPECT_EQ(result.code, 12) << name << result.output;
    EXPECT_NE(result.output.find(std::string("out/") + name), std::string::npos) << result.output;
    EXPECT_EQ(result.output.find("internal"), std::string::npos) << result.output;
  }
  std::filesystem::remove_all(folder_ + "/out");
  EXPECT_EQ(sweep("one").code, 0);
  std::filesystem::resize_file(folder_ + "/out/nights/one/night.json", 100);
  const ProgramResult damaged = sweep("two");
  EXPECT_EQ(damaged.code, 11) << damaged.output;
  EXPECT_NE(damaged.output.find("night.json:"), std::string::npos) << damaged.output;
  EXPECT_NE(damaged.output.find("move "), std::string::npos) << damaged.output;
}

TEST_F(SweepProgramTest, WithoutExpectationsTheNightBeforeDecides) {
  copy_sample("betrayal", "betrayal");
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"game\"\nfile = \"games/betrayal/now.quest\"\n");
  const auto use = [&](const char* name) {
    std::filesystem::copy_file(folder_ + "/games/betrayal/" + name,
                               folder_ + "/games/betrayal/now.quest",
                               std::filesystem::copy_options::overwrite_existing);
  };
  use("repaired_drop.quest");
  EXPECT_EQ(sweep("a").code, 0);
  use("broken.quest");
  EXPECT_EQ(sweep("b").code, 1);
  EXPECT_EQ(night("b").jobs[0].quests.at(0).before, Verdict::kProved);
  EXPECT_EQ(sweep("c").code, 0);  // it was refuted before, too
  EXPECT_EQ(night("c").jobs[0].source, JobSource::kReused);
  use("repaired_drop.quest");
  EXPECT_EQ(sweep("d").code, 0);
  EXPECT_EQ(night("d").jobs[0].source, JobSource::kReused);  // from two nights ago
  EXPECT_EQ(night("d").jobs[0].from_night, "a");
  // What was cleared away is gone, what is needed is not.
  EXPECT_EQ(sweep("e", "--keep 2").code, 0);
  EXPECT_EQ(night_names(folder_ + "/out"), (std::vector<std::string>{"d", "e"}));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/out/" + night("e").jobs[0].certificate));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/out/" + night("e").jobs[0].certificate_sources));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ + "/out/sources"),
                          std::filesystem::directory_iterator()),
            1);
  EXPECT_EQ(History::open_to_read(folder_ + "/out/history.sqlite")->nights().size(), 5U);
}

TEST_F(SweepProgramTest, OtherOptionsAreAnotherQuestion) {
  copy_sample("betrayal", "betrayal");
  const auto manifest = [&](const std::string& more) {
    write("nightly.toml",
          "version = 1\n[[game]]\nname = \"game\"\n"
          "file = \"games/betrayal/repaired_drop.quest\"\n" +
              more);
  };
  manifest("");
  EXPECT_EQ(sweep("first").code, 0);
  const char* const others[] = {"engine = \"symbolic\"",  "reduce = \"none\"",
                                "method = \"enumerate\"", "verify = false",
                                "random_play = false",    "quests = \"each\""};
  int number = 0;
  for (const char* other : others) {
    manifest(other);
    const std::string name = fmt::format("n{}", ++number);
    EXPECT_EQ(sweep(name).code, 0) << other;
    EXPECT_EQ(night(name).jobs.at(0).source, JobSource::kRun) << other;
  }
  // Limits do not shape what is found; a new name does not either.
  manifest("time = \"1h\"\nmemory = \"1G\"\npriority = 3");
  EXPECT_EQ(sweep("limits").code, 0);
  EXPECT_EQ(night("limits").jobs.at(0).source, JobSource::kReused);
  EXPECT_EQ(sweep("fresh", "--fresh").code, 0);
  EXPECT_EQ(night("fresh").jobs.at(0).source, JobSource::kRun);

  // A certificate that is not what it was when it was kept is not used.
  const std::string kept =
      folder_ + "/out/certificates/" + night("limits").jobs.at(0).kept + ".json";
  std::string text = read_file(kept);
  text.replace(text.find("\"verdict\": \"proved\""), 19, "\"verdict\": \"refuted\"");
  std::ofstream(kept) << text;
  EXPECT_EQ(sweep("damaged").code, 0);
  EXPECT_EQ(night("damaged").jobs.at(0).source, JobSource::kRun);
  EXPECT_EQ(sweep("healed").code, 0);
  EXPECT_EQ(night("healed").jobs.at(0).source, JobSource::kReused);
}

TEST_F(SweepProgramTest, LimitsEndJobsAndNothingElse) {
  copy_sample("betrayal", "betrayal");
  copy_sample("borrowed_hour", "hour");
  write("nightly.toml", R"(version = 1
[options.written]
engine = "explicit"
method = "enumerate"
[defaults]
options = ["written"]
[[game]]
name = "time"
file = "games/hour/as_shipped.quest"
time = 0.05
[[game]]
name = "memory"
file = "games/hour/as_shipped.quest"
memory = "16M"
reduce = "none"
[[game]]
name = "good"
file = "games/betrayal/repaired_drop.quest"
[[game]]
name = "none"
file = "games/betrayal/repaired_drop.quest"
quests = ["QUEST_TREASURE"]
)");
  const ProgramResult result = sweep("one");
  EXPECT_EQ(result.code, 2) << result.output;
  const Night one = night("one");
  const auto outcome = [&](const char* game) {
    for (const NightJob& each : one.jobs) {
      if (each.game == game) return each.outcome;
    }
    return JobOutcome::kPending;
  };
  EXPECT_EQ(outcome("time"), JobOutcome::kOutOfTime);
  EXPECT_EQ(outcome("memory"), JobOutcome::kOutOfMemory);
  EXPECT_EQ(outcome("good"), JobOutcome::kFinished);
  EXPECT_EQ(outcome("none"), JobOutcome::kInvalid);
  EXPECT_NE(result.output.find("did you mean 'QUEST_TREASURY'"), std::string::npos);
  // What ended by a limit is tried again, with the limits of then.
  EXPECT_EQ(sweep("two").code, 2);
  for (const NightJob& each : night("two").jobs) {
    EXPECT_EQ(each.source == JobSource::kReused, each.game == "good") << each.id;
  }
}

// What a night found, without times and without what depends on them.
Night timeless(Night night) {
  night.name = night.began = night.ended = "";
  night.seconds = 0;
  for (NightJob& job : night.jobs) {
    job.seconds = job.cpu_seconds = 0;
    job.peak_bytes = 0;
    for (std::string* path : {&job.certificate, &job.log, &job.from_night}) {
      *path = path->empty() ? "" : "some";
    }
  }
  return night;
}

TEST_F(SweepProgramTest, AKilledNightGoesOnToTheSameEnd) {
  copy_sample("betrayal", "betrayal");
  copy_sample("teeny_tiny_mansion", "mansion");
  std::filesystem::create_directories(folder_ + "/other");
  std::filesystem::copy(folder_ + "/games", folder_ + "/other",
                        std::filesystem::copy_options::recursive);
  write("nightly.toml", R"(version = 1
[builds]
one = "games"
two = "other"
[[game]]
file = "betrayal/*.quest"
[[game]]
file = "mansion/*.quest"
)");
  EXPECT_EQ(sweep("whole").code, 1);
  const Night whole = timeless(night("whole"));
  std::filesystem::rename(folder_ + "/out", folder_ + "/whole");

  Random random(17);
  int kills = 0;
  for (int round = 0; round < 2; ++round) {
    std::filesystem::remove_all(folder_ + "/out");
    for (int session = 0; session < 3; ++session) {
      const int process =
          testing_support::begin_program({"sweep", folder_ + "/nightly.toml", "--out",
                                          folder_ + "/out", "--night", "x", "--threads", "2"});
      const std::size_t wanted = results("x") + static_cast<std::size_t>(random.between(0, 3));
      int status = 0;
      bool ended = false;
      while (!ended && results("x") < wanted) {
        ended = ::waitpid(process, &status, WNOHANG) != 0;
        std::this_thread::sleep_for(std::chrono::microseconds(random.between(100, 3000)));
      }
      if (!ended) {
        ::kill(process, session == 1 ? SIGTERM : SIGKILL);
        ::waitpid(process, &status, 0);
      }
      kills += !WIFEXITED(status) || WEXITSTATUS(status) == 75;
    }
    EXPECT_EQ(sweep("x").code, 1);
    EXPECT_EQ(timeless(night("x")), whole) << round;
  }
  EXPECT_GT(kills, 0);
}

// Whatever lies in the folder under the name of a night, it tells nothing of other games.
TEST_F(SweepProgramTest, ANightTellsOfItsOwnGamesOnly) {
  copy_sample("betrayal", "betrayal");
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"game\"\nfile = \"games/betrayal/now.quest\"\n");
  const auto use = [&](const char* name) {
    std::filesystem::copy_file(folder_ + "/games/betrayal/" + name,
                               folder_ + "/games/betrayal/now.quest",
                               std::filesystem::copy_options::overwrite_existing);
  };
  use("repaired_drop.quest");
  EXPECT_EQ(sweep("a").code, 0);
  use("broken.quest");
  const ProgramResult refused = sweep("a");
  EXPECT_EQ(refused.code, 10) << refused.output;
  EXPECT_NE(refused.output.find("cannot be shown again"), std::string::npos) << refused.output;

  // Half cleared away, or broken off before it was written: a new night of that name begins anew.
  std::filesystem::remove(folder_ + "/out/nights/a/night.json");
  EXPECT_EQ(sweep("a").code, 1);
  EXPECT_EQ(night("a").jobs.at(0).verdict, Verdict::kRefuted);
  EXPECT_EQ(night("a").jobs.at(0).source, JobSource::kRun);

  // A result of another model that lies in a night which goes on.
  Night broken = night("a");
  broken.ended.clear();
  write_night(folder_ + "/out", broken);
  NightJob wrong = broken.jobs.at(0);
  wrong.model_hash.back() = wrong.model_hash.back() == '0' ? '1' : '0';
  wrong.verdict = wrong.quests.at(0).verdict = Verdict::kProved;
  write_result(folder_ + "/out", "a", wrong);
  EXPECT_EQ(sweep("a").code, 1);
}

TEST_F(SweepProgramTest, FreshIsFreshAlsoWhereANightGoesOn) {
  copy_sample("betrayal", "betrayal");
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"game\"\nfile = \"games/betrayal/repaired_drop.quest\"\n"
        "[[game]]\nname = \"twin\"\nfile = \"games/betrayal/repaired_drop.quest\"\n");
  EXPECT_EQ(sweep("a").code, 0);
  EXPECT_EQ(sweep("b").code, 0);
  Night broken = night("b");
  EXPECT_EQ(broken.jobs.at(0).source, JobSource::kReused);
  broken.ended.clear();
  write_night(folder_ + "/out", broken);
  EXPECT_EQ(sweep("b", "--fresh").code, 0);
  EXPECT_EQ(night("b").jobs.at(0).source, JobSource::kRun);
  EXPECT_EQ(night("b").jobs.at(1).from_night, "b");

  // And what it has found is what is re-used from now on.
  EXPECT_EQ(sweep("c").code, 0);
  EXPECT_EQ(night("c").jobs.at(0).source, JobSource::kReused);
  EXPECT_EQ(night("c").jobs.at(0).from_night, "b");
}

// A program that differs in one byte may decide otherwise.
TEST_F(SweepProgramTest, AnotherProgramUsesNothingOfThisOne) {
  copy_sample("betrayal", "betrayal");
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"game\"\nfile = \"games/betrayal/repaired_drop.quest\"\n");
  EXPECT_EQ(sweep("a").code, 0);
  const std::string other = folder_ + "/other";
  std::filesystem::copy(QUESTPROOF_PROGRAM, other);
  std::ofstream(other, std::ios::app) << "x";
  const auto sweep_with_other = [&](const std::string& name) {
    return testing_support::run_line(
        other.c_str(),
        fmt::format("sweep {0}/nightly.toml --out {0}/out --night {1}", folder_, name), "2>&1");
  };
  const ProgramResult first = sweep_with_other("b");
  EXPECT_EQ(first.code, 0) << first.output;
  EXPECT_EQ(night("b").jobs.at(0).source, JobSource::kRun);
  EXPECT_EQ(sweep("c").code, 0);
  EXPECT_EQ(night("c").jobs.at(0).from_night, "a");
  // Nor does it go on with what this one has begun.
  Night broken = night("c");
  broken.ended.clear();
  write_night(folder_ + "/out", broken);
  const ProgramResult second = sweep_with_other("c");
  EXPECT_EQ(second.code, 10) << second.output;
  EXPECT_NE(second.output.find("cannot go on"), std::string::npos) << second.output;
}

// Whoever builds the program while a night is under way does not change who decides.
TEST_F(SweepProgramTest, ANightIsOfOneProgram) {
  copy_sample("betrayal", "betrayal");
  std::string manifest = "version = 1\n";
  for (int i = 0; i < 30; ++i) {
    const std::string name = fmt::format("g{}", i);
    std::string text = read("games/betrayal/repaired_drop.quest");
    write("games/betrayal/" + name + ".quest", text);
    manifest +=
        fmt::format("[[game]]\nname = \"{0}\"\nfile = \"games/betrayal/{0}.quest\"\n", name);
  }
  write("nightly.toml", manifest);
  const std::string program = folder_ + "/program";
  std::filesystem::copy(QUESTPROOF_PROGRAM, program);
  const int process =
      testing_support::begin_process(program, {"sweep", folder_ + "/nightly.toml", "--out",
                                               folder_ + "/out", "--night", "a", "--threads", "1"});
  for (int i = 0; i < 20'000 && !std::filesystem::exists(folder_ + "/out/lock"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::filesystem::remove(program);
  write("program", "#!/bin/sh\nexit 42\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  int status = 0;
  ::waitpid(process, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);
  for (const NightJob& one : night("a").jobs) EXPECT_EQ(one.outcome, JobOutcome::kFinished);
}

// What somebody puts beside the files that were kept is not part of the game.
TEST_F(SweepProgramTest, RunsAreOfTheGameThatWasRead) {
  std::filesystem::create_directories(folder_ + "/games/pier");
  write("games/pier/pier.quest", R"(
Item(ITEM_ROPE, "a rope")
Start(SCENE_PIER)
Quest(QUEST_ROPE, main) { Title("Fetch the rope") DoneWhen(HasItem(ITEM_ROPE)) }
Scene(SCENE_PIER, "the pier")
{
    Rule(TAKE_ROPE, !HasItem(ITEM_ROPE), "take the rope") { AddItem(ITEM_ROPE); }
}
)");
  write("nightly.toml", "version = 1\n[[game]]\nname = \"pier\"\nfile = \"games/pier\"\n");
  const ProgramResult first = sweep("a");
  EXPECT_EQ(first.code, 0) << first.output;
  const NightJob before = night("a").jobs.at(0);
  std::string beside;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder_ + "/out/" + before.sources)) {
    if (entry.path().extension() == ".quest") beside = entry.path().parent_path().string();
  }
  std::ofstream(beside + "/more.quest") << "Item(ITEM_HOOK, \"a hook\")\n";
  EXPECT_EQ(sweep("b").code, 0);
  EXPECT_EQ(night("b").jobs.at(0).model_hash, before.model_hash);
  EXPECT_FALSE(std::filesystem::exists(beside + "/more.quest"));
}

TEST_F(SweepProgramTest, OneAtATimeAndOnlyInAFolderOfItsOwn) {
  copy_sample("borrowed_hour", "hour");
  copy_sample("betrayal", "betrayal");
  write("nightly.toml", "version = 1\n[[game]]\nfile = \"games/hour/as_shipped.quest\"\n");
  const int process = testing_support::begin_program(
      {"sweep", folder_ + "/nightly.toml", "--out", folder_ + "/out", "--night", "long"});
  while (!std::filesystem::exists(folder_ + "/out/nights/long/night.json")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const ProgramResult second = sweep("other");
  EXPECT_EQ(second.code, 10) << second.output;
  EXPECT_NE(second.output.find("another process works"), std::string::npos);
  ::kill(process, SIGTERM);
  int status = 0;
  ::waitpid(process, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 75);
  EXPECT_FALSE(night("long").finished());
  EXPECT_EQ(night("long").jobs.at(0).outcome, JobOutcome::kPending);
  // With other games the night cannot go on, and a new one is a new one.
  write("nightly.toml", "version = 1\n[[game]]\nfile = \"games/betrayal/repaired_drop.quest\"\n");
  EXPECT_EQ(sweep("long").code, 10);
  EXPECT_EQ(run_program(fmt::format("sweep {0}/nightly.toml --out {0}/out", folder_)).code, 0);
  EXPECT_EQ(night_names(folder_ + "/out").size(), 2U);
  EXPECT_EQ(run_program(fmt::format("sweep {0}/nightly.toml --out {0}/games", folder_)).code, 10);
  EXPECT_EQ(run_program(fmt::format("sweep {0}/nightly.toml", folder_)).code, 10);
  EXPECT_EQ(sweep("../x").code, 10);
  write("nightly.toml",
        fmt::format(
            "version = 1\n[[game]]\nname = \"g\"\nfile = \"{}/games/betrayal/repaired_d*.quest\"\n",
            std::filesystem::canonical(folder_).string()));
  EXPECT_EQ(sweep("absolute").code, 0);
  EXPECT_EQ(night("absolute").jobs.at(0).game, "g/repaired_drop");
  write("nightly.toml", "version = 1\n[[game]]\nfile = \"games/none_*.quest\"\n");
  EXPECT_EQ(sweep("none").code, 11);
}

}  // namespace
}  // namespace questproof
