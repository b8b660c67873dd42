// SPDX-License-Identifier: MIT
#include "coordinator/sweep/job_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "coordinator/atomic_file.h"
#include "core/base/error.h"
#include "tests/coordinator/sweep/test_folder.h"

namespace questproof {
namespace {

class JobProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  JobStart shell(const std::string& line) const {
    JobStart start;
    start.command = {"/bin/sh", "-c", line};
    start.folder = folder_;
    start.log = folder_ + "/log.txt";
    return start;
  }

  static JobEnd wait_for(JobProcess& process) {
    while (true) {
      if (const auto end = process.poll()) return *end;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  JobEnd run(const JobStart& start) const {
    JobProcess process(start);
    return wait_for(process);
  }
  std::string log() const { return read_file(folder_ + "/log.txt"); }

  std::string folder_ = testing_support::test_folder();
};

TEST_F(JobProcessTest, TellsExitCodeAndOutput) {
  const JobEnd end = run(shell("echo out; echo error >&2; pwd; exit 7"));
  EXPECT_EQ(end.exit_code, 7);
  EXPECT_EQ(end.signal, 0);
  EXPECT_EQ(log(), "out\nerror\n" + folder_ + "\n");
  EXPECT_GT(end.peak_bytes, 0U);
}

TEST_F(JobProcessTest, TellsSignals) {
  const JobEnd end = run(shell("kill -SEGV $$"));
  EXPECT_EQ(end.exit_code, -1);
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_FALSE(end.over_time);
}

TEST_F(JobProcessTest, EndsWhatTakesTooLong) {
  JobStart start = shell("trap 'exit 3' TERM; while true; do sleep 0.01; done");
  start.seconds = 0.1;
  const JobEnd end = run(start);
  EXPECT_TRUE(end.over_time);
  EXPECT_EQ(end.exit_code, 3);
}

TEST_F(JobProcessTest, KillsWhatHoldsTooMuchMemory) {
  JobStart start =
      shell("exec python3 -c 'import time; kept = b\"x\" * (300 << 20); time.sleep(60)'");
  start.memory_bytes = std::uint64_t{100} << 20;
  const JobEnd end = run(start);
  EXPECT_TRUE(end.over_memory);
  EXPECT_EQ(end.signal, SIGKILL);
}

TEST_F(JobProcessTest, StopsWhenItIsTold) {
  JobProcess process(shell("sleep 60 & wait"));
  EXPECT_FALSE(process.poll());
  process.stop();
  EXPECT_EQ(wait_for(process).signal, SIGTERM);
}

TEST_F(JobProcessTest, LeavesOutWhatALauncherHasSet) {
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  ::setenv("PMIX_RANK", "1", 1);
  ::setenv("QUESTPROOF_TEST_STAYS", "yes", 1);
  run(shell("env"));
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "QUESTPROOF_TEST_STAYS"}) {
    ::unsetenv(name);
  }
  EXPECT_EQ(log().find("OMPI_"), std::string::npos);
  EXPECT_EQ(log().find("PMIX_"), std::string::npos);
  EXPECT_NE(log().find("QUESTPROOF_TEST_STAYS=yes"), std::string::npos);
}

// However a sweep ends, its jobs end with it.
TEST_F(JobProcessTest, DiesWithItsParent) {
  const pid_t parent = ::fork();
  if (parent == 0) {
    JobProcess process(shell("echo $$ > child; exec sleep 60"));
    while (true) ::pause();
  }
  const std::string file = folder_ + "/child";
  while (!std::filesystem::exists(file) || read_file(file).find('\n') == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const pid_t child = std::stoi(read_file(file));
  EXPECT_EQ(::kill(child, 0), 0);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  // Whoever adopts it may take a while to clear it away; a dead process has no command line any more.
  const auto is_alive = [&] {
    const std::string command = "/proc/" + std::to_string(child) + "/cmdline";
    return std::filesystem::exists(command) && !read_file(command).empty();
  };
  for (int i = 0; i < 5000 && is_alive(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(is_alive());
}

TEST_F(JobProcessTest, SaysWhatCannotBeStarted) {
  JobStart start = shell("");
  start.command = {folder_ + "/not/there"};
  EXPECT_EQ(run(start).exit_code, 127);
  EXPECT_NE(log().find("cannot be started"), std::string::npos);
  start.log = folder_ + "/not/there/log.txt";
  EXPECT_THROW(JobProcess process(start), Error);
}

}  // namespace
}  // namespace questproof
