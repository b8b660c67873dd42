// SPDX-License-Identifier: MIT
#include "core/search/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/base/scratch_memory.h"
#include "tests/support/random_model.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using testing_support::Random;

template <unsigned W>
std::vector<Key<W>> keys_of(const SortedRun<W>& run) {
  std::vector<Key<W>> keys;
  for (typename SortedRun<W>::Cursor cursor(run, 0); !cursor.done(); cursor.next()) {
    keys.push_back(cursor.key());
  }
  return keys;
}

// Many levels of several rounds, against a map from key to level. With `scratch` runs are moved
// there now and then.
template <unsigned W>
void check_partition(Random& random, int levels, std::size_t round_size, Word values,
                     ScratchMemory* scratch = nullptr) {
  RunFormat<W> format;
  format.head_bits = 44;
  format.partition_bits = 4;
  for (unsigned w = 1; w < W; ++w) format.tail_bytes[w] = 1;
  constexpr std::size_t kIndex = 9;
  Partition<W> partition(format, kIndex);
  std::map<Key<W>, std::uint32_t> known;
  std::set<Key<W>> frontier;
  for (std::uint32_t level = 0; level < static_cast<std::uint32_t>(levels); ++level) {
    std::set<Key<W>> next;
    const std::size_t rounds = random.next() % 9;
    for (std::size_t round = 0; round < rounds; ++round) {
      std::set<Key<W>> candidates;
      const std::size_t count = random.next() % (round_size + 1);
      for (std::size_t i = 0; i < count; ++i) {
        Key<W> key{};
        const Word low = (random.next() % values) * 0x9e3779b1 & ((Word{1} << 40) - 1);
        key.words[0] = Word{kIndex} << 60 | low << 20;
        for (unsigned w = 1; w < W; ++w) key.words[w] = random.next() % 2;
        candidates.insert(key);
      }
      std::size_t fresh = 0;
      for (const Key<W>& key : candidates) {
        if (!known.emplace(key, level).second) continue;
        next.insert(key);
        ++fresh;
      }
      std::vector<Key<W>> list(candidates.begin(), candidates.end());
      ASSERT_EQ(partition.insert(list, level), fresh);
      if (scratch != nullptr && random.chance(30)) partition.freeze(*scratch);
      ASSERT_EQ(partition.size(), known.size());
      ASSERT_EQ(keys_of(partition.frontier()), std::vector(frontier.begin(), frontier.end()))
          << "the frontier does not change before advance()";
    }
    partition.advance();
    if (scratch != nullptr && random.chance(30)) partition.freeze(*scratch);
    if (scratch != nullptr && random.chance(10)) scratch->release_pages();
    frontier = next;
    ASSERT_EQ(keys_of(partition.frontier()), std::vector(frontier.begin(), frontier.end()));
    for (std::uint32_t r = 0; r < partition.frontier().size(); ++r) {
      ASSERT_EQ(partition.frontier().level(r), level);
    }
    ASSERT_GT(partition.memory_bytes() + 1, frontier.size());
  }
  const SortedRun<W> all = partition.take();
  ASSERT_EQ(all.size(), known.size());
  std::uint32_t rank = 0;
  for (const auto& [key, level] : known) {
    ASSERT_EQ(all.find(key), rank);
    ASSERT_EQ(all.level(rank), level);
    ++rank;
  }
  EXPECT_EQ(partition.size(), 0u);
  EXPECT_EQ(partition.frontier().size(), 0u);
}

TEST(PartitionTest, AgreesWithASetOverManyLevels) {
  Random random(1);
  for (int round = 0; round < 12; ++round) {
    check_partition<1>(random, 60, 30, 4000);
    check_partition<4>(random, 25, 60, 300);
  }
}

TEST(PartitionTest, AgreesWithASetWhenLevelsAreLarge) {
  Random random(2);
  check_partition<1>(random, 8, 6000, 50000);
  check_partition<2>(random, 400, 5, 100000);
}

TEST(PartitionTest, AgreesWithASetWhenRunsLieInScratch) {
  ScratchMemory scratch(testing_support::scratch_folder(), {.resident_bytes = 1});
  Random random(3);
  for (int round = 0; round < 3; ++round) {
    check_partition<1>(random, 60, 30, 4000, &scratch);
    check_partition<4>(random, 25, 60, 300, &scratch);
  }
  check_partition<1>(random, 8, 6000, 50000, &scratch);
  EXPECT_GT(scratch.disk_bytes(), 0u);
}

TEST(PartitionTest, TakesEverythingInTheMiddleOfALevel) {
  Partition<1> partition({40, 0, {}}, 0);
  std::vector<Key<1>> first = {{{Word{1} << 30}}};
  std::vector<Key<1>> second = {{{Word{2} << 30}}, {{Word{3} << 30}}};
  EXPECT_EQ(partition.insert(first, 0), 1u);
  partition.advance();
  EXPECT_EQ(partition.insert(second, 1), 2u);
  const SortedRun<1> all = partition.take();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all.level(0), 0u);
  EXPECT_EQ(all.level(2), 1u);
}

TEST(PartitionTest, AnEmptyPartitionGivesAnEmptyRun) {
  Partition<2> partition({40, 0, {0, 1}}, 0);
  partition.advance();
  partition.advance();
  EXPECT_EQ(partition.frontier().size(), 0u);
  EXPECT_EQ(partition.take().size(), 0u);
}

}  // namespace
}  // namespace questproof
