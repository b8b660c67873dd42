// SPDX-License-Identifier: MIT
#include "core/search/record_buffers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/parallel.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

struct Record {
  int worker;
  int number;
  auto operator<=>(const Record&) const = default;
};

std::vector<Record> read(const RecordBuffers<Record>& buffers, std::size_t partition) {
  std::vector<Record> records;
  buffers.for_each_block(partition, [&](std::span<const Record> block) {
    EXPECT_FALSE(block.empty());
    records.insert(records.end(), block.begin(), block.end());
  });
  return records;
}

TEST(RecordBuffersTest, HoldWhatWasAppendedByWorkerAndInOrder) {
  Random random(1);
  RecordBuffers<Record> buffers(3, 5);
  std::size_t memory = 0;
  for (int round = 0; round < 4; ++round) {
    std::vector<std::vector<std::vector<Record>>> expected(5, std::vector<std::vector<Record>>(3));
    for (int i = 0; i < 20000; ++i) {
      const auto worker = static_cast<int>(random.next() % 3);
      const std::size_t partition = std::min<std::size_t>(random.next() % 8, 4);
      buffers.append(worker, partition, {worker, i});
      expected[partition][static_cast<std::size_t>(worker)].push_back({worker, i});
    }
    std::size_t total = 0;
    for (std::size_t p = 0; p < 5; ++p) {
      std::vector<Record> all;
      for (const auto& list : expected[p]) all.insert(all.end(), list.begin(), list.end());
      EXPECT_EQ(buffers.size(p), all.size());
      EXPECT_EQ(read(buffers, p), all);
      total += all.size();
    }
    EXPECT_EQ(buffers.size(), total);
    EXPECT_GE(buffers.memory_bytes(), total * sizeof(Record));
    if (round == 0) memory = buffers.memory_bytes();
    EXPECT_LE(buffers.memory_bytes(), memory + memory / 2) << "blocks are used again";
    buffers.clear();
    EXPECT_EQ(buffers.size(), 0u);
    EXPECT_TRUE(read(buffers, 4).empty());
  }
}

TEST(RecordBuffersTest, FullBlocksAreHandedOutWhole) {
  constexpr auto kBlock = static_cast<int>(RecordBuffers<Record>::kBlockRecords);
  for (const int count : {1, kBlock - 1, kBlock, kBlock + 1, 2 * kBlock, 200 * kBlock}) {
    RecordBuffers<Record> buffers(1, 2);
    for (int i = 0; i < count; ++i) buffers.append(0, 1, {0, i});
    const std::vector<Record> records = read(buffers, 1);
    ASSERT_EQ(records.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(records.back().number, count - 1);
    EXPECT_TRUE(read(buffers, 0).empty());
  }
}

TEST(RecordBuffersTest, WorkersMayAppendAtOneTime) {
  const Parallel parallel(4);
  RecordBuffers<Record> buffers(4, 16);
  parallel.parallel_for(100000, 64, [&](std::size_t begin, std::size_t end, int worker) {
    for (; begin < end; ++begin) {
      buffers.append(worker, begin % 16, {worker, static_cast<int>(begin)});
    }
  });
  std::vector<bool> seen(100000);
  for (std::size_t p = 0; p < 16; ++p) {
    for (const Record& record : read(buffers, p)) {
      EXPECT_EQ(static_cast<std::size_t>(record.number) % 16, p);
      EXPECT_FALSE(seen[static_cast<std::size_t>(record.number)]);
      seen[static_cast<std::size_t>(record.number)] = true;
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 100000);
}

}  // namespace
}  // namespace questproof
