// SPDX-License-Identifier: MIT
#include "core/search/key_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

template <unsigned W>
void check_sort(Random& random, std::size_t count, unsigned partition_bits, int heads,
                SortScratch<Key<W>>& scratch) {
  const Word partition = partition_bits == 0 ? 0 : Word{1} << (64 - partition_bits);
  RecordBuffers<Key<W>> buffers(3, 2);
  std::vector<Key<W>> expected;
  for (std::size_t i = 0; i < count; ++i) {
    Key<W> key{};
    key.words[0] = partition | (random.next() >> partition_bits);
    if (heads > 0) {  // crowded: few different heads, in one corner of the range
      key.words[0] = partition | (random.next() % static_cast<std::uint64_t>(heads));
    }
    for (unsigned w = 1; w < W; ++w) key.words[w] = random.next() % 3;
    if (i % 5 == 1) key = expected[random.next() % expected.size()];
    buffers.append(static_cast<int>(i % 3), 1, key);
    expected.push_back(key);
  }
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const std::size_t unique = sort_unique<W>(buffers, 1, partition_bits, scratch);
  ASSERT_EQ(unique, expected.size());
  scratch.records.resize(std::max(scratch.records.size(), unique));
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), scratch.records.begin()));
  ASSERT_EQ(sort_unique<W>(buffers, 0, partition_bits, scratch), 0u);
}

template <unsigned W>
void check_sorts() {
  Random random(W);
  SortScratch<Key<W>> scratch;
  for (const std::size_t count : {1u, 2u, 3u, 31u, 32u, 33u, 1000u, 70000u}) {
    for (const unsigned partition_bits : {0u, 1u, 8u, 12u}) {
      for (const int heads : {0, 1, 40}) {
        SCOPED_TRACE(testing::Message() << count << ' ' << partition_bits << ' ' << heads);
        check_sort<W>(random, count, partition_bits, heads, scratch);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(SortUniqueTest, AgreesWithSortAndUniqueOneWord) { check_sorts<1>(); }
TEST(SortUniqueTest, AgreesWithSortAndUniqueTwoWords) { check_sorts<2>(); }
TEST(SortUniqueTest, AgreesWithSortAndUniqueEightWords) { check_sorts<8>(); }

TEST(FinishSortingTest, SortsAndDropsRepetitionsWhateverTheOrder) {
  Random random(9);
  for (std::size_t count = 0; count < 300; ++count) {
    const std::uint64_t spread = 1 + count / 3;  // many repetitions, and full disorder
    std::vector<Key<2>> keys(count);
    for (Key<2>& key : keys) key = {{random.next() % spread, random.next() % 6}};
    std::vector<Key<2>> expected = keys;
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    keys.resize(finish_sorting<2>(keys.data(), count));
    EXPECT_EQ(keys, expected);
  }
}

}  // namespace
}  // namespace questproof
