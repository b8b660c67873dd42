// SPDX-License-Identifier: MIT
#include "core/search/state_set.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "tests/support/random_model.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using testing_support::Random;

using Members = std::set<std::pair<std::size_t, std::uint32_t>>;

Members members(const StateSet& states) {
  Members found;
  for (const RankRange& block : states.blocks()) {
    std::size_t count = 0;
    states.for_each(block, [&](std::uint32_t rank) {
      EXPECT_TRUE(found.emplace(block.partition, rank).second) << "in two blocks";
      EXPECT_TRUE(rank >= block.begin && rank < block.end);
      ++count;
    });
    EXPECT_TRUE(count >= 1 && count <= kSearchBlock);
  }
  return found;
}

// Against a set of pairs: dense, sparse, filled and cleared again and again.
void check_states(const std::vector<std::uint32_t>& sizes, ScratchMemory* scratch) {
  Random random(sizes.size());
  StateSet states(sizes, scratch);
  for (const int adds : {0, 1, 10, 1000, 60000}) {
    Members expected;
    for (int i = 0; i < adds; ++i) {
      const std::size_t partition = random.next() % sizes.size();
      if (sizes[partition] == 0) continue;
      const auto rank = static_cast<std::uint32_t>(random.next() % sizes[partition]);
      EXPECT_EQ(states.contains(partition, rank), expected.contains({partition, rank}));
      EXPECT_EQ(states.add(partition, rank), expected.emplace(partition, rank).second);
      EXPECT_TRUE(states.contains(partition, rank));
    }
    EXPECT_EQ(states.size(), expected.size());
    EXPECT_EQ(members(states), expected);
    states.clear();
    EXPECT_EQ(states.size(), 0u);
    EXPECT_TRUE(states.blocks().empty());
  }
}

TEST(StateSetTest, AgreesWithASet) {
  check_states({5}, nullptr);
  check_states({0, 1, 63, 64, 65, 4095, 4096, 4097, 0}, nullptr);
  check_states({100000, 3, 40000}, nullptr);
}

TEST(StateSetTest, AgreesWithASetInScratch) {
  ScratchMemory scratch(testing_support::scratch_folder(), {.resident_bytes = 1});
  check_states({0, 1, 63, 64, 65, 4095, 4096, 4097, 0}, &scratch);
  check_states({100000, 3, 40000}, &scratch);
}

TEST(StateSetTest, NoPartitionsHoldNothing) {
  const StateSet states(std::span<const std::uint32_t>{});
  EXPECT_EQ(states.size(), 0u);
  EXPECT_TRUE(states.blocks().empty());
}

}  // namespace
}  // namespace questproof
