// SPDX-License-Identifier: MIT
#include "core/search/state_block.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/explored.h"
#include "tests/support/graph_space.h"

namespace questproof {
namespace {

using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::LabelledGraph;

TEST(CutIntoBlocksTest, TilesEveryRunInOrder) {
  const auto block = static_cast<std::uint32_t>(kSearchBlock);
  const std::vector<std::uint32_t> sizes = {0, 1, block, 0, block + 1, 5 * block, 3, 0};
  std::vector<std::uint32_t> covered(sizes.size());
  std::uint32_t partition = 0;
  for (const RankRange& range : cut_into_blocks(sizes)) {
    EXPECT_GE(range.partition, partition);
    partition = range.partition;
    EXPECT_EQ(range.begin, covered[partition]);
    EXPECT_GT(range.end, range.begin);
    EXPECT_LE(range.end - range.begin, block);
    covered[partition] = range.end;
  }
  EXPECT_EQ(covered, sizes);
  EXPECT_TRUE(cut_into_blocks(std::vector<std::uint32_t>{0, 0}).empty());
}

TEST(CutIntoBlocksTest, TheLargestRun) {
  const std::vector<std::uint32_t> sizes = {~std::uint32_t{0} - 1};
  EXPECT_EQ(cut_into_blocks(sizes).back().end, sizes[0]);
}

TEST(BlockColumnsTest, FillDecodesARangeOfARun) {
  LabelledGraph graph = LabelledGraph::numbered(0, 1);
  graph.word_bits = {20, 13, 40};
  for (Word s = 0; s < 3000; ++s) {
    graph.rows.push_back({s * 7, s % 5000, s * s * 1001});
    graph.initial.push_back(static_cast<std::uint32_t>(s));
  }
  const GraphSpace space(graph);
  Explored<4> explored(space, {.threads = 1, .partitions = 1});
  const StateStore<4>& store = explored.store;
  ASSERT_EQ(store.size(), 3000u);
  BlockColumns columns(3);
  for (const RankRange& range : store.blocks()) {
    const std::size_t count = columns.fill(store.run(0), store.codec(), range.begin, range.end);
    ASSERT_EQ(count, range.end - range.begin);
    EXPECT_EQ(columns.view(count).count, count);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Word> expected(3);
      std::vector<Word> found(3);
      store.copy_state(range.begin + static_cast<Ordinal>(i), expected.data());
      columns.copy_state(i, found.data());
      ASSERT_EQ(found, expected);
      ASSERT_EQ(columns.column(2)[i], expected[2]);
    }
  }
}

}  // namespace
}  // namespace questproof
