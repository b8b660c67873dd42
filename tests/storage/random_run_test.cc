// SPDX-License-Identifier: MIT
// Random use of a run directory on a disk that fails and loses its power, against a storage that does
// neither.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "storage/run_directory.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/memory_run_storage.h"
#include "tests/support/run_contents.h"
#include "tests/support/run_progress_samples.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing_support::contents_of;
using testing_support::FaultyFileSystem;
using testing_support::MemoryRunStorage;
using testing_support::noise;
using testing_support::Random;
using testing_support::random_progress;
using testing_support::sample_run;

constexpr std::size_t kPartitions = 4;

class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : random_(seed) {
    run_ = RunDirectory::create(disk_, "/run", sample_run());
  }

  void step() {
    if (random_.chance(5)) {
      const std::uint64_t call = random_.next() % 30;
      const FaultyFileSystem::Fault fault = random_fault();
      disk_.fail_call(call, fault, random_.chance(50));
    }
    try {
      act();
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), Error::Kind::kResource) << error.what();
      restart();
      return;
    }
    if (random_.chance(3)) restart();
    if (random_.chance(10) && !disk_.has_failed()) {
      disk_.work_again();
      ASSERT_EQ(contents_of(*run_, kPartitions), contents_of(twin_, kPartitions));
    }
  }

  std::size_t restarts() const { return restarts_; }
  std::size_t commits() const { return twin_.commit_count(); }
  std::size_t surprises() const { return surprises_; }

 private:
  FaultyFileSystem::Fault random_fault() {
    constexpr FaultyFileSystem::Fault kFaults[] = {FaultyFileSystem::Fault::kNoSpace,
                                                   FaultyFileSystem::Fault::kInputOutput,
                                                   FaultyFileSystem::Fault::kPowerLoss};
    return kFaults[random_.next() % 3];
  }

  ColumnName random_name() {
    const auto kinds = column_kinds();
    return {kinds[random_.next() % kinds.size()], static_cast<std::uint32_t>(random_.next() % 3)};
  }

  void act() {
    const std::uint64_t choice = random_.next() % 10;
    if (choice < 6) {
      add_column();
    } else if (choice < 7) {
      const std::vector<ColumnName> names = twin_.columns();
      if (names.empty()) return;
      const ColumnName name = names[random_.next() % names.size()];
      run_->drop(name);
      twin_.drop(name);
    } else {
      pending_ = random_progress(random_);
      run_->commit(*pending_);
      twin_.commit(*pending_);
      pending_.reset();
    }
  }

  void add_column() {
    const ColumnName name = random_name();
    const auto writer = run_->create(name);
    const auto twin_writer = twin_.create(name);
    for (std::size_t partition = 0; partition < kPartitions; ++partition) {
      if (random_.chance(30)) continue;
      const std::size_t size = random_.next() % (random_.chance(5) ? 200'000 : 300);
      std::vector<std::uint8_t> bytes = noise(size, random_.next());
      if (random_.chance(30)) bytes.assign(size, 7);
      writer->put(partition, bytes);
      twin_writer->put(partition, bytes);
    }
    if (random_.chance(10)) return;
    writer->seal();
    twin_writer->seal();
  }

  // The process ends, with or without the machine, and another one goes on.
  void restart() {
    ++restarts_;
    run_.reset();
    constexpr FaultyFileSystem::Left kLeft[] = {FaultyFileSystem::Left::kNothing,
                                                FaultyFileSystem::Left::kSome,
                                                FaultyFileSystem::Left::kEverything};
    disk_.power_on(kLeft[random_.next() % 3], random_);
    run_ = RunDirectory::open(disk_, "/run");
    ASSERT_TRUE(run_->recovery_notes().empty()) << run_->recovery_notes()[0];
    // A commit that failed may have come far enough.
    if (pending_ && run_->progress() == pending_) {
      ++surprises_;
      twin_.commit(*pending_);
    }
    pending_.reset();
    twin_.lose_uncommitted();
    ASSERT_EQ(contents_of(*run_, kPartitions), contents_of(twin_, kPartitions));
  }

  Random random_;
  FaultyFileSystem disk_;
  MemoryRunStorage twin_;
  std::unique_ptr<RunDirectory> run_;
  std::optional<RunProgress> pending_;  // of a commit that is under way
  std::size_t restarts_ = 0;
  std::size_t surprises_ = 0;
};

// QUESTPROOF_RANDOM_RUNS: how many, for a night of them.
TEST(RandomRunTest, IsAsItsTwin) {
  const char* const wanted = std::getenv("QUESTPROOF_RANDOM_RUNS");
  const std::uint64_t runs = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 40;
  std::size_t restarts = 0;
  std::size_t commits = 0;
  std::size_t surprises = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    SCOPED_TRACE(seed);
    RandomRun run(seed);
    for (int step = 0; step < 100; ++step) {
      run.step();
      ASSERT_FALSE(testing::Test::HasFailure());
    }
    restarts += run.restarts();
    commits += run.commits();
    surprises += run.surprises();
  }
  EXPECT_GT(restarts, 2 * runs);
  EXPECT_GT(commits, 12 * runs);
  EXPECT_GT(surprises, 0u);
}

}  // namespace
}  // namespace questproof
