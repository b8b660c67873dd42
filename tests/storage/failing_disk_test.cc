// SPDX-License-Identifier: MIT
// A scripted run on a disk whose k-th call fails, for every k.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "storage/run_directory.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/memory_run_storage.h"
#include "tests/support/run_contents.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing_support::contents_of;
using testing_support::FaultyFileSystem;
using testing_support::kScriptPartitions;
using testing_support::kScriptSteps;
using testing_support::MemoryRunStorage;
using testing_support::Random;
using testing_support::run_step;
using testing_support::sample_run;
using testing_support::script_contents;

using Contents = MemoryRunStorage::Contents;
using Fault = FaultyFileSystem::Fault;
using Left = FaultyFileSystem::Left;

constexpr const char* kFolder = "/run";

// How far a script came before the disk failed it.
struct Course {
  std::optional<std::size_t> confirmed;  // steps whose commit returned; nothing: not even created
  bool finished = false;
};

std::unique_ptr<RunDirectory> begin_or_open(FileSystem& disk) {
  return RunDirectory::holds_run(disk, kFolder) ? RunDirectory::open(disk, kFolder)
                                                : RunDirectory::create(disk, kFolder, sample_run());
}

Contents contents(const RunDirectory& run) { return contents_of(run, kScriptPartitions); }

// The steps from `first` on, the run opened again in the middle. When the disk fails,
// `after_failure` sees the directory as it is then, if there is one.
Course run_script(FaultyFileSystem& disk, std::size_t first,
                  const std::function<void(RunDirectory&)>& after_failure = {}) {
  Course course;
  std::unique_ptr<RunDirectory> run;
  try {
    run = begin_or_open(disk);
    course.confirmed = first;
    for (std::size_t step = first; step < kScriptSteps; ++step) {
      if (step == 2) {
        run.reset();
        run = RunDirectory::open(disk, kFolder);
      }
      run_step(*run, step);
      course.confirmed = step + 1;
      if (disk.has_failed()) contents(*run);  // clearing away may fail, and only that
    }
    course.finished = true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kResource) << error.what();
    if (run && after_failure) after_failure(*run);
  }
  return course;
}

// The run holds what was confirmed, or the commit that was under way; it goes on to the right end.
void expect_recovery(FaultyFileSystem& disk, const Course& course,
                     const std::vector<Contents>& expected) {
  std::size_t reached = 0;
  if (!RunDirectory::holds_run(disk, kFolder)) {
    EXPECT_FALSE(course.confirmed);
  } else {
    const auto run = RunDirectory::open(disk, kFolder);
    const Contents found = contents(*run);
    while (reached < kScriptSteps && found != expected[reached]) ++reached;
    ASSERT_EQ(found, expected[reached]);
    const std::size_t confirmed = course.confirmed.value_or(0);
    EXPECT_GE(reached, confirmed);
    EXPECT_LE(reached, confirmed + (course.finished ? 0 : 1));
    EXPECT_TRUE(run->recovery_notes().empty()) << run->recovery_notes()[0];
    run->verify();
  }
  EXPECT_TRUE(run_script(disk, reached).finished);
  EXPECT_EQ(contents(*RunDirectory::open(disk, kFolder)), expected.back());
  // Nothing is left over: two manifests, the game, the lock, and the files of the columns.
  std::size_t manifests = 0;
  for (const std::string& name : disk.list(kFolder)) {
    manifests += manifest_number(name) ? 1 : 0;
    EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
  }
  EXPECT_EQ(manifests, 2u);
}

// Lets every call of the script fail in turn, until it passes untouched; then `check` is asked.
template <typename Check>
void for_every_call(Fault fault, bool lasting, const Check& check) {
  bool touched = true;
  std::uint64_t calls = 0;
  for (; touched; ++calls) {
    FaultyFileSystem disk;
    disk.fail_call(calls, fault, lasting);
    SCOPED_TRACE(fmt::format("call {}", calls));
    check(disk, touched);
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
  EXPECT_GT(calls, 100u);  // there were calls to fail
}

class FailingDiskTest : public testing::TestWithParam<std::pair<Fault, bool>> {};

TEST_P(FailingDiskTest, KeepsWhatWasCommitted) {
  const auto [fault, lasting] = GetParam();
  const std::vector<Contents> expected = script_contents();
  for_every_call(fault, lasting, [&](FaultyFileSystem& disk, bool& touched) {
    const Course course = run_script(disk, 0);
    touched = disk.has_failed();
    EXPECT_TRUE(touched || course.finished);
    disk.work_again();
    expect_recovery(disk, course, expected);
  });
}

// After a failure that passes, a commit that says it succeeded is there even when the power goes
// right after it.
TEST_P(FailingDiskTest, ConfirmsNothingThatIsNotThere) {
  const auto [fault, lasting] = GetParam();
  Random random(1);
  for_every_call(fault, lasting, [&](FaultyFileSystem& disk, bool& touched) {
    std::optional<Contents> confirmed;
    run_script(disk, 0, [&](RunDirectory& run) {
      disk.work_again();
      try {
        RunProgress progress;
        progress.level = 4711;
        run.commit(progress);
        confirmed = contents(run);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Error::Kind::kResource) << error.what();
      }
    });
    touched = disk.has_failed();
    disk.power_on(Left::kNothing, random);
    if (confirmed) {
      EXPECT_EQ(contents(*RunDirectory::open(disk, kFolder)), *confirmed);
    }
  });
}

// The process ends at any moment, another one opens the run, and then the power goes: what opening
// showed, and what was committed after it, is there.
TEST_P(FailingDiskTest, WhatOpeningShowsIsThere) {
  const auto [fault, lasting] = GetParam();
  Random random(1);
  for_every_call(fault, lasting, [&](FaultyFileSystem& disk, bool& touched) {
    run_script(disk, 0);
    touched = disk.has_failed();
    disk.work_again();
    if (!RunDirectory::holds_run(disk, kFolder)) return;
    const Contents shown = contents(*RunDirectory::open(disk, kFolder));
    disk.power_on(Left::kNothing, random);
    EXPECT_EQ(contents(*RunDirectory::open(disk, kFolder)), shown);
  });
}

INSTANTIATE_TEST_SUITE_P(All, FailingDiskTest,
                         testing::Values(std::pair(Fault::kNoSpace, true),
                                         std::pair(Fault::kInputOutput, false),
                                         std::pair(Fault::kInputOutput, true)));

// Files are synced before the commit when there are many. Such a sync fails, and the next one says
// that all is well, which it is not.
TEST(FailingDiskTest, ASyncThatFailedIsNotForgotten) {
  FaultyFileSystem disk;
  const auto run = RunDirectory::create(disk, kFolder, sample_run());
  const std::vector<std::uint8_t> large = testing_support::noise(300'000, 1);
  std::uint32_t level = 0;
  const auto add_level = [&] {
    testing_support::write_column(*run, {ColumnKind::kLevelKeys, level++}, {{0, large}});
  };
  const std::uint64_t before = disk.calls();
  add_level();
  const std::uint64_t calls_of_one = disk.calls() - before;
  const std::uint64_t syncs = disk.syncs();
  while (disk.syncs() == syncs && level < 1000) add_level();
  const std::uint32_t between_syncs = level - 1;
  while (level < 2 * between_syncs) add_level();
  ASSERT_EQ(disk.syncs(), syncs + between_syncs);
  disk.fail_call(calls_of_one, Fault::kInputOutput, false);  // the first sync
  EXPECT_THROW(add_level(), Error);
  EXPECT_TRUE(disk.has_failed());
  EXPECT_THROW(run->commit({}), Error);
}

class PowerLossTest : public testing::TestWithParam<std::pair<Left, std::uint64_t>> {};

TEST_P(PowerLossTest, KeepsWhatWasCommitted) {
  const auto [left, seed] = GetParam();
  const std::vector<Contents> expected = script_contents();
  Random random(seed);
  for_every_call(Fault::kPowerLoss, true, [&](FaultyFileSystem& disk, bool& touched) {
    const Course course = run_script(disk, 0);
    touched = disk.has_failed();
    disk.power_on(left, random);
    expect_recovery(disk, course, expected);
  });
}

INSTANTIATE_TEST_SUITE_P(All, PowerLossTest,
                         testing::Values(std::pair(Left::kNothing, 0),
                                         std::pair(Left::kEverything, 0), std::pair(Left::kSome, 1),
                                         std::pair(Left::kSome, 2), std::pair(Left::kSome, 3)));

}  // namespace
}  // namespace questproof
