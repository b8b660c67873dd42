// SPDX-License-Identifier: MIT
#include "core/search/sorted_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/error.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

template <unsigned W>
using KeyLevels = std::map<Key<W>, std::uint32_t>;

Word low_bits(unsigned bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }

template <unsigned W>
struct Shape {
  RunFormat<W> format;
  std::size_t partition = 0;
};

template <unsigned W>
Shape<W> random_shape(Random& random, unsigned head_bits, unsigned partition_bits) {
  Shape<W> shape;
  shape.format.head_bits = head_bits;
  shape.format.partition_bits = partition_bits;
  for (unsigned w = 1; w < W; ++w) {
    shape.format.tail_bytes[w] = static_cast<std::uint8_t>(random.next() % 9);
  }
  shape.partition = random.next() & low_bits(partition_bits);
  return shape;
}

// `dense`: heads and tails of few values, so that many keys share a head or a bucket.
template <unsigned W>
Key<W> random_key(Random& random, const Shape<W>& shape, bool dense) {
  const RunFormat<W>& format = shape.format;
  const unsigned rest = format.head_bits - format.partition_bits;
  Key<W> key{};
  Word value = random.next() & low_bits(rest);
  if (dense) value &= 0xff;
  key.words[0] = value << (64 - format.head_bits);
  if (format.partition_bits > 0) {
    key.words[0] |= static_cast<Word>(shape.partition) << (64 - format.partition_bits);
  }
  for (unsigned w = 1; w < W; ++w) {
    key.words[w] = random.next() & low_bits(8 * format.tail_bytes[w]);
    if (dense) key.words[w] &= 3;
  }
  return key;
}

template <unsigned W>
KeyLevels<W> random_keys(Random& random, const Shape<W>& shape, std::size_t count, bool dense,
                         std::uint32_t lowest, std::uint32_t highest) {
  KeyLevels<W> keys;
  for (std::size_t i = 0; i < count; ++i) {
    keys[random_key(random, shape, dense)] =
        lowest + static_cast<std::uint32_t>(random.next() % (highest - lowest + 1));
  }
  return keys;
}

template <unsigned W>
SortedRun<W> build(const Shape<W>& shape, const KeyLevels<W>& keys, std::uint32_t lowest,
                   std::uint32_t highest) {
  typename SortedRun<W>::Builder builder(shape.format, shape.partition,
                                         static_cast<std::uint32_t>(keys.size()), lowest, highest);
  for (const auto& [key, level] : keys) builder.append(key, level);
  return builder.finish();
}

template <unsigned W>
void expect_holds(const SortedRun<W>& run, const KeyLevels<W>& keys) {
  ASSERT_EQ(run.size(), keys.size());
  typename SortedRun<W>::Cursor cursor(run, 0);
  std::uint32_t rank = 0;
  for (const auto& [key, level] : keys) {
    ASSERT_EQ(run.find(key), rank);
    ASSERT_EQ(run.level(rank), level);
    ASSERT_FALSE(cursor.done());
    ASSERT_EQ(cursor.rank(), rank);
    ASSERT_EQ(cursor.key(), key);
    cursor.next();
    ++rank;
  }
  ASSERT_TRUE(cursor.done());
}

template <unsigned W>
void expect_finds_nothing_else(Random& random, const SortedRun<W>& run, const Shape<W>& shape,
                               const KeyLevels<W>& keys, bool dense) {
  for (int i = 0; i < 300; ++i) {
    Key<W> key = random_key(random, shape, dense);
    if (i % 2 == 0 && !keys.empty()) {  // a neighbour of one that is there
      key =
          std::next(keys.begin(), static_cast<std::ptrdiff_t>(random.next() % keys.size()))->first;
      const unsigned w = static_cast<unsigned>(random.next() % W);
      if (w == 0 && shape.format.head_bits > shape.format.partition_bits) {
        key.words[0] ^= Word{1} << (64 - shape.format.head_bits);
      } else if (w > 0 && shape.format.tail_bytes[w] > 0) {
        key.words[w] ^= Word{1} << (random.next() % (8u * shape.format.tail_bytes[w]));
      }
    }
    const auto at = keys.find(key);
    const std::uint32_t expected =
        at == keys.end() ? SortedRun<W>::kNone
                         : static_cast<std::uint32_t>(std::distance(keys.begin(), at));
    ASSERT_EQ(run.find(key), expected);
  }
}

template <unsigned W>
void expect_skips(Random& random, const SortedRun<W>& run, const KeyLevels<W>& keys) {
  std::vector<Key<W>> list;
  for (const auto& [key, level] : keys) list.push_back(key);
  for (int i = 0; i < 20; ++i) {
    auto rank = static_cast<std::uint32_t>(random.next() % (list.size() + 1));
    typename SortedRun<W>::Cursor cursor(run, rank);
    const std::size_t stride = 1 + random.next() % (list.size() + 1);
    for (; rank < list.size(); rank += static_cast<std::uint32_t>(random.next() % stride)) {
      cursor.skip_to(rank);
      ASSERT_EQ(cursor.rank(), rank);
      ASSERT_EQ(cursor.key(), list[rank]);
      if (random.chance(30)) {
        cursor.next();
        if (++rank == list.size()) break;
        ASSERT_EQ(cursor.key(), list[rank]);
      }
      if (stride == 1) break;
    }
    cursor.skip_to(static_cast<std::uint32_t>(list.size()));
    ASSERT_TRUE(cursor.done());
  }
}

template <unsigned W>
void check_run(Random& random, const Shape<W>& shape, std::size_t count, bool dense,
               std::uint32_t lowest, std::uint32_t highest) {
  const KeyLevels<W> keys = random_keys(random, shape, count, dense, lowest, highest);
  const SortedRun<W> run = build(shape, keys, lowest, highest);
  expect_holds(run, keys);
  expect_finds_nothing_else(random, run, shape, keys, dense);
  expect_skips(random, run, keys);
}

template <unsigned W>
void check_every_head_width() {
  Random random(W);
  for (unsigned head_bits = 1; head_bits <= 64; ++head_bits) {
    for (unsigned partition_bits = 0; partition_bits <= std::min(head_bits, 12u);
         partition_bits += 1 + static_cast<unsigned>(random.next() % 6)) {
      const Shape<W> shape = random_shape<W>(random, head_bits, partition_bits);
      const auto count = static_cast<std::size_t>(1) << (random.next() % 11);
      SCOPED_TRACE(testing::Message() << "head bits " << head_bits << ", partition bits "
                                      << partition_bits << ", count " << count);
      check_run(random, shape, count, head_bits % 2 == 0, 3, 3 + (head_bits % 3) * 200);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(SortedRunTest, AgreesWithAMapForEveryHeadWidthOneWord) { check_every_head_width<1>(); }
TEST(SortedRunTest, AgreesWithAMapForEveryHeadWidthTwoWords) { check_every_head_width<2>(); }
TEST(SortedRunTest, AgreesWithAMapForEveryHeadWidthFourWords) { check_every_head_width<4>(); }
TEST(SortedRunTest, AgreesWithAMapForEveryHeadWidthThirtyTwoWords) { check_every_head_width<32>(); }

TEST(SortedRunTest, PartitionBitsMayTakeTheWholeHead) {
  Random random(5);
  for (unsigned bits = 1; bits <= 12; ++bits) {
    check_run(random, random_shape<1>(random, bits, bits), 1, false, 0, 0);
    check_run(random, random_shape<2>(random, bits, bits), 500, false, 0, 9);
  }
}

TEST(SortedRunTest, AnEmptyRunHoldsNothing) {
  for (const unsigned partition_bits : {0u, 8u}) {
    const Shape<2> shape{{40, partition_bits, {0, 3}}, 0};
    const SortedRun<2> run = build(shape, {}, 0, 0);
    EXPECT_EQ(run.size(), 0u);
    EXPECT_EQ(run.find(Key<2>{}), SortedRun<2>::kNone);
    EXPECT_TRUE(SortedRun<2>::Cursor(run, 0).done());
  }
  const SortedRun<2> none;
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.find(Key<2>{}), SortedRun<2>::kNone);
  EXPECT_EQ(none.memory_bytes(), 0u);
}

TEST(SortedRunTest, TheSmallestAndTheLargestKey) {
  const Shape<2> shape{{64, 0, {0, 8}}, 0};
  const KeyLevels<2> keys = {{{{0, 0}}, 1}, {{{0, ~Word{0}}}, 1}, {{{~Word{0}, ~Word{0}}}, 1}};
  expect_holds(build(shape, keys, 1, 1), keys);
}

TEST(SortedRunTest, AllKeysMayShareOneHead) {
  const Shape<2> shape{{30, 4, {0, 2}}, 0};
  KeyLevels<2> keys;
  for (Word tail = 0; tail < 5000; ++tail) keys[{{Word{77} << 34, 3 * tail}}] = 8;
  const SortedRun<2> run = build(shape, keys, 8, 8);
  expect_holds(run, keys);
  for (Word tail = 0; tail < 5000; ++tail) {
    EXPECT_EQ(run.find({{Word{77} << 34, 3 * tail + 1}}), SortedRun<2>::kNone);
  }
}

// Long skips look the bucket up anew, short ones walk.
TEST(SortedRunTest, SkipsInALargeRun) {
  Random random(6);
  const Shape<1> shape{{48, 3, {}}, 5};
  check_run(random, shape, 60000, false, 0, 255);
}

TEST(SortedRunTest, LevelsTakeAsManyBytesAsTheDeepestNeeds) {
  Random random(7);
  const Shape<1> shape{{50, 0, {}}, 0};
  const std::pair<std::uint32_t, unsigned> cases[] = {
      {255, 1}, {256, 2}, {65535, 2}, {65536, 3}, {0xffffff, 3}, {0x1000000, 4}, {~0u - 1, 4}};
  for (const auto& [highest, bytes] : cases) {
    const KeyLevels<1> keys = random_keys(random, shape, 3000, false, 0, highest);
    const SortedRun<1> run = build(shape, keys, 0, highest);
    EXPECT_EQ(run.level_stride(), bytes);
    expect_holds(run, keys);
    if (bytes == 1) {
      for (std::uint32_t r = 0; r < run.size(); ++r) EXPECT_EQ(run.level_bytes()[r], run.level(r));
    }
  }
  const KeyLevels<1> flat = random_keys(random, shape, 3000, false, 70000, 70000);
  const SortedRun<1> run = build(shape, flat, 70000, 70000);
  EXPECT_EQ(run.level_stride(), 0u);
  expect_holds(run, flat);
}

TEST(SortedRunTest, DenseRunsTakeFewBytesAKey) {
  const Shape<1> shape{{20, 0, {}}, 0};
  KeyLevels<1> keys;
  for (Word x = 0; x < (Word{1} << 20); ++x) keys[{{x << 44}}] = 1;
  const SortedRun<1> run = build(shape, keys, 1, 1);
  expect_holds(run, keys);
  EXPECT_LE(run.memory_bytes(), 2u << 20);
}

TEST(SortedRunTest, ABuilderThatGotTooFewKeysIsABrokenInvariant) {
  SortedRun<1>::Builder builder({40, 0, {}}, 0, 2, 0, 0);
  builder.append({{Word{1} << 30}}, 0);
  EXPECT_THROW(builder.finish(), Error);
}

template <unsigned W>
void check_merge() {
  Random random(100 + W);
  for (int round = 0; round < 60; ++round) {
    const auto head_bits = static_cast<unsigned>(1 + random.next() % 64);
    const auto partition_bits =
        static_cast<unsigned>(random.next() % (std::min(head_bits, 12u) + 1));
    const Shape<W> shape = random_shape<W>(random, head_bits, partition_bits);
    const std::size_t count = random.next() % 6;
    std::vector<KeyLevels<W>> parts(count);
    KeyLevels<W> all;
    for (std::size_t i = 0; i < count; ++i) {
      const auto lowest = static_cast<std::uint32_t>(random.next() % 400);
      const std::uint32_t highest = lowest + (random.chance(50) ? 0 : 300);
      const auto keys =
          random_keys(random, shape, random.next() % 400, random.chance(50), lowest, highest);
      for (const auto& [key, level] : keys) {
        if (all.emplace(key, level).second) parts[i].emplace(key, level);
      }
    }
    std::vector<SortedRun<W>> runs;
    for (const auto& part : parts) {
      std::uint32_t lowest = 0;
      std::uint32_t highest = 0;
      if (!part.empty()) {
        const auto by_level = [](const auto& a, const auto& b) { return a.second < b.second; };
        lowest = std::min_element(part.begin(), part.end(), by_level)->second;
        highest = std::max_element(part.begin(), part.end(), by_level)->second;
      }
      runs.push_back(build(shape, part, lowest, highest));
    }
    expect_holds(merge_runs<W>(std::move(runs)), all);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(MergeRunsTest, HoldsTheKeysAndLevelsOfAllOneWord) { check_merge<1>(); }
TEST(MergeRunsTest, HoldsTheKeysAndLevelsOfAllFourWords) { check_merge<4>(); }

}  // namespace
}  // namespace questproof
