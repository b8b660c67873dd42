// SPDX-License-Identifier: MIT
#include "core/base/scratch_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "core/base/byte_block.h"
#include "core/base/large_array.h"
#include "core/base/process_usage.h"
#include "core/base/scratch_log.h"

namespace questproof {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

class ScratchMemoryTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }
  ScratchMemory make(std::uint64_t resident = 1, std::uint64_t disk = 0) {
    return {folder_, {.resident_bytes = resident, .disk_bytes = disk}};
  }
  const std::string folder_ =
      testing::TempDir() + "scratch_memory_test_" + std::to_string(getpid()) + "/below/another";
};

TEST_F(ScratchMemoryTest, BlocksAreZeroedAndHoldWhatIsWritten) {
  ScratchMemory scratch = make();
  LargeArray<std::uint64_t> array(100000, &scratch);
  for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], 0u);
  for (std::size_t i = 0; i < array.size(); ++i) array[i] = i * i;
  scratch.release_pages();
  for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], i * i);
}

TEST_F(ScratchMemoryTest, FilesHaveNoNames) {
  ScratchMemory scratch = make();
  const LargeArray<std::uint8_t> array(10000, &scratch);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(ScratchMemoryTest, CountsWholePagesUntilBlocksAreGone) {
  ScratchMemory scratch = make();
  {
    LargeArray<std::uint8_t> one(1, &scratch);
    EXPECT_EQ(scratch.disk_bytes(), kPage);
    const LargeArray<std::uint8_t> other(kPage + 1, &scratch);
    EXPECT_EQ(scratch.disk_bytes(), 3 * kPage);
    const LargeArray<std::uint8_t> nothing(0, &scratch);
    EXPECT_EQ(scratch.disk_bytes(), 3 * kPage);
    const LargeArray<std::uint8_t> moved = std::move(one);
    EXPECT_EQ(scratch.disk_bytes(), 3 * kPage);
  }
  EXPECT_EQ(scratch.disk_bytes(), 0u);
  EXPECT_EQ(scratch.peak_disk_bytes(), 3 * kPage);
}

TEST_F(ScratchMemoryTest, ALimitOfDiskHoldsAndIsNamed) {
  ScratchMemory scratch = make(1, 2 * kMiB);
  const LargeArray<std::uint8_t> first(kMiB, &scratch);
  try {
    const LargeArray<std::uint8_t> second(kMiB + 1, &scratch);
    FAIL() << "that is more than two MiB";
  } catch (const DiskFull& full) {
    EXPECT_STREQ(full.what(), "limit of 2 MiB of disk reached");
    EXPECT_EQ(full.kind(), Error::Kind::kResource);
  }
  EXPECT_EQ(scratch.disk_bytes(), kMiB) << "what failed is not counted";
  const LargeArray<std::uint8_t> third(kMiB, &scratch);
}

TEST_F(ScratchMemoryTest, WhatElseIsOnDiskCounts) {
  ScratchMemory scratch = make(1, 2 * kMiB);
  scratch.set_other_disk_bytes(kMiB + 1);
  EXPECT_FALSE(scratch.disk_limit_hit());
  EXPECT_THROW(LargeArray<std::uint8_t>(kMiB, &scratch), DiskFull);
  scratch.set_other_disk_bytes(2 * kMiB + 1);
  EXPECT_TRUE(scratch.disk_limit_hit());
}

TEST_F(ScratchMemoryTest, AFileThatTheDiskCannotHoldIsDiskFull) {
  ScratchMemory scratch = make();
  EXPECT_THROW(scratch.map_zeroed(std::size_t{1} << 50), DiskFull);
  EXPECT_EQ(scratch.disk_bytes(), 0u);
}

TEST_F(ScratchMemoryTest, AFolderThatCannotBeMadeIsRefused) {
  EXPECT_THROW(ScratchMemory("/dev/null/scratch", {.resident_bytes = 1}), Error);
  EXPECT_THROW(ScratchMemory("/proc/self", {.resident_bytes = 1}), Error);
}

TEST_F(ScratchMemoryTest, ReleasedPagesAreNoLongerResident) {
  ScratchMemory scratch = make(1);
  LargeArray<std::uint8_t> array(64 * kMiB, &scratch);
  std::memset(array.data(), 1, array.size());
  const std::uint64_t before = resident_bytes();
  EXPECT_GT(before, resident_memory().anonymous_bytes + 60 * kMiB);
  scratch.relieve();
  EXPECT_LT(resident_bytes() + 60 * kMiB, before);
  EXPECT_EQ(array[12345], 1);
}

TEST_F(ScratchMemoryTest, RelieveLeavesPagesAloneWhileThereIsRoom) {
  ScratchMemory scratch = make(std::uint64_t{1} << 40);
  LargeArray<std::uint8_t> array(64 * kMiB, &scratch);
  std::memset(array.data(), 1, array.size());
  const std::uint64_t before = resident_bytes();
  scratch.relieve();
  EXPECT_GT(resident_bytes() + 4 * kMiB, before);
  EXPECT_FALSE(scratch.crowded());
  EXPECT_TRUE(scratch.crowded(std::uint64_t{1} << 40));
  EXPECT_TRUE(make(1).crowded());
}

TEST_F(ScratchMemoryTest, PagesMayBeReleasedWhileOthersUseThem) {
  ScratchMemory scratch = make();
  LargeArray<std::uint32_t> array(1 << 18, &scratch);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint32_t round = 1; round <= 20; ++round) {
        for (std::size_t i = t; i < array.size(); i += 3) {
          ASSERT_EQ(array[i], (round - 1) * (t + 1));
          array[i] = round * (t + 1);
        }
        const ByteBlock block(5000);
        scratch.relieve();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ScratchMemoryTest, AFrozenBlockKeepsItsContents) {
  ScratchMemory scratch = make();
  ByteBlock block(3 * kPage + 7);
  for (std::size_t i = 0; i < block.size(); ++i) block.writable()[i] = static_cast<std::uint8_t>(i);
  const std::vector<std::uint8_t> expected(block.data(), block.data() + block.size());
  block.freeze(scratch);
  EXPECT_TRUE(block.frozen());
  EXPECT_EQ(scratch.disk_bytes(), 4 * kPage);
  EXPECT_EQ(std::memcmp(block.data(), expected.data(), expected.size()), 0);
  ByteBlock moved = std::move(block);
  EXPECT_EQ(std::memcmp(moved.data(), expected.data(), expected.size()), 0);
  moved = ByteBlock();
  EXPECT_EQ(scratch.disk_bytes(), 4 * kPage) << "the file of the copies stays";
  ByteBlock next(4 * kPage);
  next.writable()[4 * kPage - 1] = 99;
  next.freeze(scratch);
  EXPECT_EQ(scratch.disk_bytes(), 4 * kPage) << "in the place of the first one";
  EXPECT_EQ(next.data()[4 * kPage - 1], 99);
}

TEST_F(ScratchMemoryTest, ABlockThatDoesNotFitStaysOnTheHeap) {
  ScratchMemory scratch = make(1, kPage);
  ByteBlock block(2 * kPage);
  block.writable()[5000] = 77;
  EXPECT_THROW(block.freeze(scratch), DiskFull);
  EXPECT_FALSE(block.frozen());
  EXPECT_EQ(block.data()[5000], 77);
}

TEST_F(ScratchMemoryTest, ALogGivesBackItsPiecesInAnyOrder) {
  ScratchMemory scratch = make(1, kMiB);
  {
    ScratchLog log(scratch);
    std::vector<std::uint64_t> places;
    for (std::uint8_t i = 0; i < 100; ++i) {
      const std::vector<std::uint8_t> piece(i * 7u, i);
      places.push_back(log.append(piece.data(), piece.size()));
    }
    EXPECT_EQ(scratch.disk_bytes(), 7u * 99 * 100 / 2);
    for (std::uint8_t i = 100; i-- > 0;) {
      std::vector<std::uint8_t> piece(i * 7u);
      log.read(places[i], piece.data(), piece.size());
      EXPECT_EQ(piece, std::vector<std::uint8_t>(i * 7u, i));
    }
    std::vector<std::uint8_t> more(kMiB);
    EXPECT_THROW(log.append(more.data(), more.size()), DiskFull);
    EXPECT_THROW(log.read(1 << 20, more.data(), 1), Error) << "behind the end";
  }
  EXPECT_EQ(scratch.disk_bytes(), 0u);
}

// A page behind the end of its file stands for one that the disk has lost.
TEST_F(ScratchMemoryTest, ALostPageEndsTheProcessWithAMessage) {
  const ScratchMemory scratch = make();
  EXPECT_EXIT(
      {
        std::FILE* const file = std::tmpfile();
        auto* const page = static_cast<volatile char*>(
            mmap(nullptr, kPage, PROT_READ, MAP_SHARED, fileno(file), 0));
        std::exit(page[0]);
      },
      testing::ExitedWithCode(12), "scratch folder");
}

}  // namespace
}  // namespace questproof
