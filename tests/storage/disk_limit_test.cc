// SPDX-License-Identifier: MIT
#include "storage/disk_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "tests/support/faulty_file_system.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::FaultyFileSystem;

constexpr std::uint64_t kMegabyte = 1'000'000;

TEST(DiskLimitTest, TheRunStaysWithinItsLimit) {
  const FaultyFileSystem disk;
  const DiskLimit limit{10 * kMegabyte};
  EXPECT_FALSE(disk_shortage(disk, "/", limit, 4 * kMegabyte, 6 * kMegabyte));
  EXPECT_THAT(*disk_shortage(disk, "/", limit, 4 * kMegabyte, 6 * kMegabyte + 1),
              HasSubstr("4.0 MB are used, 6.0 MB more are needed, and the limit is 10.0 MB"));
  EXPECT_TRUE(disk_shortage(disk, "/", limit, 11 * kMegabyte, 0));
  EXPECT_TRUE(disk_shortage(disk, "/", limit, 1, ~std::uint64_t{0}));
}

TEST(DiskLimitTest, TheDiskHasToHaveRoom) {
  const FaultyFileSystem disk;
  const std::uint64_t free = disk.free_bytes("/");
  EXPECT_FALSE(disk_shortage(disk, "/", {}, 0, free - DiskLimit::kReserve));
  EXPECT_THAT(*disk_shortage(disk, "/", {}, 0, free - DiskLimit::kReserve + 1),
              HasSubstr("the disk has"));
}

}  // namespace
}  // namespace questproof
