// SPDX-License-Identifier: MIT
// A run directory over ranks: what one process would leave, whoever dies when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/net/collective.h"
#include "core/net/loopback.h"
#include "core/net/remote_error.h"
#include "storage/run_directory.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/owned_storage.h"
#include "tests/support/run_contents.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::contents_of;
using testing_support::error_of;
using testing_support::FaultyFileSystem;
using testing_support::kScriptPartitions;
using testing_support::kScriptSteps;
using testing_support::MemoryRunStorage;
using testing_support::OwnedStorage;
using testing_support::Random;
using testing_support::run_step;
using testing_support::sample_run;
using testing_support::script_contents;
using testing_support::write_column;

constexpr const char* kFolder = "/run";

LoopbackPlan plan_of(std::uint64_t seed) {
  LoopbackPlan plan;
  plan.seed = seed;
  plan.stepped = true;
  plan.longest_delay = 10;
  return plan;
}

// Which step of the script comes next, by what is there. kScriptSteps + 1: what is there is of no step.
std::size_t next_step(const RunStorage& storage) {
  const auto all = script_contents();
  const auto place = std::find(all.begin(), all.end(), contents_of(storage, kScriptPartitions));
  return static_cast<std::size_t>(place - all.begin());
}

// Begins or takes up the run on this rank and goes on to the end of the script.
void go_on(FaultyFileSystem& disk, Transport& transport) {
  with_abandon(transport, [&] {
    const bool there =
        any_rank(transport, transport.rank() == 0 && RunDirectory::holds_run(disk, kFolder));
    const auto run = there ? RunDirectory::open(disk, kFolder, nullptr, &transport)
                           : RunDirectory::create(disk, kFolder, sample_run(), &transport);
    const auto ranks = static_cast<std::size_t>(transport.ranks());
    OwnedStorage owned(*run, [&](std::size_t partition) {
      return static_cast<int>(partition * ranks / kScriptPartitions) == transport.rank();
    });
    const std::size_t next = next_step(*run);
    ASSERT_LE(next, kScriptSteps);
    ASSERT_EQ(minimum(transport, next), maximum(transport, next));
    for (std::size_t step = next; step < kScriptSteps; ++step) run_step(owned, step);
    ASSERT_EQ(contents_of(*run, kScriptPartitions), script_contents().back());
  });
}

void go_on(FaultyFileSystem& disk, int ranks, std::uint64_t seed) {
  LoopbackWorld world(ranks, plan_of(seed));
  world.run([&](Transport& transport) { go_on(disk, transport); });
  world.rethrow();
}

TEST(RanksRunTest, LeaveWhatOneProcessLeaves) {
  for (int ranks = 1; ranks <= 6; ++ranks) {
    SCOPED_TRACE(testing::Message() << ranks << " ranks");
    FaultyFileSystem disk;
    go_on(disk, ranks, 1);
    const auto run = RunDirectory::open(disk, kFolder);
    EXPECT_EQ(contents_of(*run, kScriptPartitions), script_contents().back());
    run->verify();
  }
}

TEST(RanksRunTest, ARunOfOneRankStaysInTheOldFormat) {
  for (const int ranks : {1, 3}) {
    FaultyFileSystem disk;
    go_on(disk, ranks, 1);
    const std::uint64_t commit = RunDirectory::open(disk, kFolder)->commit_number();
    const std::string name = std::string(kFolder) + "/" + manifest_name(commit);
    EXPECT_EQ(disk.contents(name).at(12), ranks == 1 ? 1 : 2);
  }
}

TEST(RanksRunTest, AnotherNumberOfRanksGoesOnAfterADeathAnywhere) {
  std::size_t deaths = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    FaultyFileSystem disk;
    for (int life = 0; life < 3; ++life) {
      const int ranks = 1 + static_cast<int>(random.next() % 5);
      LoopbackPlan plan = plan_of(random.next());
      const int victim = static_cast<int>(random.next() % static_cast<unsigned>(ranks));
      plan.kills = {{victim, 1 + random.next() % 150}};
      LoopbackWorld world(ranks, plan);
      world.run([&](Transport& transport) { go_on(disk, transport); });
      try {
        world.rethrow();
      } catch (const LoopbackWorld::Killed&) {
        ++deaths;
      }
      disk.power_on(
          random.chance(50) ? FaultyFileSystem::Left::kEverything : FaultyFileSystem::Left::kSome,
          random);
    }
    go_on(disk, 1 + static_cast<int>(random.next() % 5), seed);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(deaths, 60u);
}

TEST(RanksRunTest, ADiskThatFailsOneRankEndsAllByName) {
  std::size_t failures = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    FaultyFileSystem disk;
    disk.fail_call(random.next() % 150,
                   random.chance(50) ? FaultyFileSystem::Fault::kNoSpace
                                     : FaultyFileSystem::Fault::kInputOutput,
                   random.chance(50));
    LoopbackWorld world(3, plan_of(seed));
    world.run([&](Transport& transport) { go_on(disk, transport); });
    std::size_t ended = 0;
    for (const std::exception_ptr& outcome : world.outcomes()) ended += outcome != nullptr;
    try {
      world.rethrow();
    } catch (const Error& error) {
      ++failures;
      ASSERT_EQ(error.kind(), Error::Kind::kResource) << error.what();
      ASSERT_THAT(error.what(), testing::StartsWith("/"));  // a path
      // Nobody goes on alone, but for those that had nothing left to do.
      ASSERT_GE(ended, 1u);
    }
    disk.power_on(FaultyFileSystem::Left::kSome, random);
    go_on(disk, 2, seed);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(failures, 30u);
}

TEST(RanksRunTest, ARankThatSeesAnotherFolderIsNamed) {
  FaultyFileSystem shared;
  FaultyFileSystem other;
  go_on(shared, 2, 1);
  LoopbackWorld world(3, plan_of(1));
  world.run(
      [&](Transport& transport) { go_on(transport.rank() == 2 ? other : shared, transport); });
  EXPECT_THAT(error_of(Error::Kind::kResource, [&] { world.rethrow(); }),
              HasSubstr("/run: the run that rank 0 sees in this folder is not here"));
  EXPECT_THAT(
      error_of(Error::Kind::kResource, [&] { std::rethrow_exception(world.outcomes()[0]); }),
      HasSubstr("rank 2: /run"));
}

TEST(RanksRunTest, APartitionThatTwoRanksPutIsFoundWhenTheRunIsOpened) {
  FaultyFileSystem disk;
  LoopbackWorld world(2, plan_of(1));
  world.run([&](Transport& transport) {
    const auto run = RunDirectory::create(disk, kFolder, sample_run(), &transport);
    write_column(*run, {ColumnKind::kLevelKeys, 0}, {{1, {1, 2, 3}}});
    run->commit({});
  });
  world.rethrow();
  const auto run = RunDirectory::open(disk, kFolder);
  EXPECT_THAT(run->recovery_notes(),
              testing::ElementsAre(HasSubstr("two parts of the column level-keys 0 that hold "
                                             "partition 1; commit 1 is lost")));
}

TEST(RanksRunTest, RanksThatSealDifferentColumnsAreToldSo) {
  FaultyFileSystem disk;
  LoopbackWorld world(2, plan_of(1));
  world.run([&](Transport& transport) {
    with_abandon(transport, [&] {
      const auto run = RunDirectory::create(disk, kFolder, sample_run(), &transport);
      if (transport.rank() == 1) write_column(*run, {ColumnKind::kResult, 0}, {{1, {1}}});
      run->commit({});
    });
  });
  EXPECT_THAT(error_of(Error::Kind::kInternal, [&] { world.rethrow(); }),
              HasSubstr("ranks have sealed different columns"));
}

}  // namespace
}  // namespace questproof
