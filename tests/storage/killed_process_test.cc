// SPDX-License-Identifier: MIT
// A scripted run on the disk of this machine, in processes that are killed at random moments.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/posix_file_system.h"
#include "storage/run_directory.h"
#include "tests/support/memory_run_storage.h"
#include "tests/support/random_model.h"
#include "tests/support/run_contents.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing_support::contents_of;
using testing_support::kScriptPartitions;
using testing_support::kScriptSteps;
using testing_support::MemoryRunStorage;
using testing_support::Random;
using testing_support::run_step;
using testing_support::sample_run;
using testing_support::script_contents;

// The step that comes next; fails the test when the run is as no step left it.
std::size_t next_step(const RunDirectory& run,
                      const std::vector<MemoryRunStorage::Contents>& expected) {
  const auto found =
      std::find(expected.begin(), expected.end(), contents_of(run, kScriptPartitions));
  EXPECT_NE(found, expected.end());
  EXPECT_TRUE(run.recovery_notes().empty());
  return static_cast<std::size_t>(found - expected.begin());
}

// Ends by being killed, or with code 0 when all steps are done.
[[noreturn]] void child(const std::string& folder,
                        const std::vector<MemoryRunStorage::Contents>& expected) {
  try {
    PosixFileSystem files;
    const auto run = RunDirectory::holds_run(files, folder)
                         ? RunDirectory::open(files, folder)
                         : RunDirectory::create(files, folder, sample_run());
    for (std::size_t step = next_step(*run, expected); step < kScriptSteps; ++step) {
      run_step(*run, step);
    }
  } catch (...) {
    _exit(1);
  }
  _exit(testing::Test::HasFailure() ? 2 : 0);
}

// How long a run takes that nobody kills.
std::uint64_t undisturbed_microseconds(const std::string& folder,
                                       const std::vector<MemoryRunStorage::Contents>& expected) {
  std::filesystem::remove_all(folder);
  const auto start = std::chrono::steady_clock::now();
  const pid_t process = fork();
  if (process == 0) child(folder, expected);
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, 0), process);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
  return static_cast<std::uint64_t>(taken.count()) + 1;
}

TEST(KilledProcessTest, KeepsWhatWasCommitted) {
  const std::string folder = fmt::format("{}killed_process_{}", testing::TempDir(), getpid());
  const std::vector<MemoryRunStorage::Contents> expected = script_contents();
  PosixFileSystem files;
  Random random(1);
  const std::uint64_t undisturbed = undisturbed_microseconds(folder, expected);
  std::size_t kills = 0;
  for (int runs = 0; runs < 5 || (kills <= 5 && runs < 200); ++runs) {
    std::filesystem::remove_all(folder);
    std::size_t reached = 0;
    for (bool finished = false; !finished;) {
      const pid_t process = fork();
      ASSERT_GE(process, 0);
      if (process == 0) child(folder, expected);
      // Somewhere in the run; longer from time to time, so that it ends on a machine that became slow.
      const std::uint64_t longest = undisturbed << kills % 12 / 3;
      std::this_thread::sleep_for(std::chrono::microseconds(random.next() % longest));
      kill(process, SIGKILL);
      int status = 0;
      ASSERT_EQ(waitpid(process, &status, 0), process);
      finished = WIFEXITED(status);
      if (finished) {
        ASSERT_EQ(WEXITSTATUS(status), 0);
      }
      kills += finished ? 0 : 1;
      if (!RunDirectory::holds_run(files, folder)) continue;
      const std::size_t next = next_step(*RunDirectory::open(files, folder), expected);
      ASSERT_FALSE(testing::Test::HasFailure());
      EXPECT_GE(next, reached);
      reached = next;
      EXPECT_TRUE(!finished || next == kScriptSteps);
    }
  }
  EXPECT_GT(kills, 5u);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace questproof
