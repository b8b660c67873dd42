// SPDX-License-Identifier: MIT
#include "core/search/key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "core/search/widths.h"
#include "tests/support/graph_space.h"
#include "tests/support/random_model.h"
#include "tests/support/random_ownership.h"

namespace questproof {
namespace {

using testing_support::GraphSpace;
using testing_support::LabelledGraph;
using testing_support::Random;

Word low_bits(std::size_t bits) { return bits == 64 ? ~Word{0} : (Word{1} << bits) - 1; }

// A space that has a shape and nothing else.
GraphSpace shape(const std::vector<std::size_t>& word_bits) {
  LabelledGraph graph;
  graph.word_bits = word_bits;
  return GraphSpace(graph);
}

TEST(BitMixerTest, IsAPermutationOfAllWordsOfFewBits) {
  for (unsigned bits = 1; bits <= 16; ++bits) {
    const BitMixer mixer(bits);
    std::vector<bool> seen(std::size_t{1} << bits);
    for (Word x = 0; x <= low_bits(bits); ++x) {
      const Word mixed = mixer.mix(x);
      ASSERT_LE(mixed, low_bits(bits)) << bits << ' ' << x;
      ASSERT_FALSE(seen[mixed]) << bits << ' ' << x;
      seen[mixed] = true;
      ASSERT_EQ(mixer.unmix(mixed), x) << bits;
    }
  }
}

TEST(BitMixerTest, CanBeUndoneForEveryNumberOfBits) {
  Random random(1);
  for (unsigned bits = 1; bits <= 64; ++bits) {
    const BitMixer mixer(bits);
    for (int i = 0; i < 2000; ++i) {
      const Word x = i == 0 ? low_bits(bits) : random.next() & low_bits(bits);
      const Word mixed = mixer.mix(x);
      ASSERT_LE(mixed, low_bits(bits)) << bits;
      ASSERT_EQ(mixer.unmix(mixed), x) << bits;
      ASSERT_EQ(mixer.mix(mixer.unmix(x)), x) << bits;
    }
  }
}

TEST(BitMixerTest, InverseOfOddIsTheInverse) {
  Random random(2);
  for (int i = 0; i < 10000; ++i) {
    const Word odd = random.next() | 1;
    ASSERT_EQ(odd * inverse_of_odd(odd), 1u) << odd;
  }
}

// Small numbers, as packed states are, must not crowd in few partitions.
TEST(BitMixerTest, SpreadsSmallNumbersOverItsRange) {
  for (const unsigned bits : {20u, 33u, 48u, 64u}) {
    const BitMixer mixer(bits);
    std::vector<int> counts(256);
    for (Word x = 0; x < 256 * 64; ++x) ++counts[mixer.mix(x) >> (bits - 8)];
    EXPECT_LT(*std::max_element(counts.begin(), counts.end()), 128) << bits;
    EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 16) << bits;
  }
}

Ownership random_ownership(Random& random, const std::vector<std::size_t>& word_bits) {
  return testing_support::random_ownership(random, word_bits.size(),
                                           [&](std::size_t w) { return word_bits[w]; });
}

template <unsigned W>
void check_codec(Random& random, const std::vector<std::size_t>& word_bits,
                 const Ownership& ownership) {
  const GraphSpace space = shape(word_bits);
  const KeyCodec<W> codec(space, ownership);
  const std::size_t words = word_bits.size();
  ASSERT_EQ(codec.word_count(), words);
  ASSERT_EQ(codec.head_bits(), std::max<std::size_t>(1, word_bits[ownership.word]));
  for (std::size_t w = 1; w < W; ++w) {
    const std::size_t word = w == ownership.word ? 0 : w;
    ASSERT_EQ(codec.tail_bytes()[w], w < words ? (word_bits[word] + 7) / 8 : 0);
  }
  for (int i = 0; i < 100; ++i) {
    const std::size_t stride = 1 + random.next() % 5;
    std::vector<Word> state(words * stride, 0x5555);
    for (std::size_t w = 0; w < words; ++w) {
      state[w * stride] = (i == 0 ? ~Word{0} : random.next()) & low_bits(word_bits[w]);
    }
    const Key<W> key = codec.encode(state.data(), stride);
    ASSERT_EQ(key.head() & ~(low_bits(codec.head_bits()) << (64 - codec.head_bits())), 0u);
    for (std::size_t w = words; w < W; ++w) ASSERT_EQ(key.words[w], 0u);
    std::vector<Word> back(words * stride, 0x5555);
    codec.decode(key, back.data(), stride);
    ASSERT_EQ(back, state);
  }
}

TEST(KeyCodecTest, DecodeUndoesEncodeForEveryShape) {
  Random random(3);
  for (std::size_t words = 1; words <= kMaximumWords; ++words) {
    for (int i = 0; i < 50; ++i) {
      std::vector<std::size_t> bits;
      for (std::size_t w = 0; w < words; ++w) bits.push_back(random.next() % 65);
      with_width(words, [&]<unsigned W>() { check_codec<W>(random, bits, {}); });
      const Ownership ownership = random_ownership(random, bits);
      with_width(words, [&]<unsigned W>() { check_codec<W>(random, bits, ownership); });
    }
  }
}

// All states of 3 + 4 + 2 bits: as many keys as states, and each of them a state again.
TEST(KeyCodecTest, DifferentStatesHaveDifferentKeys) {
  const GraphSpace space = shape({3, 4, 2});
  for (const Ownership& ownership :
       {Ownership{}, Ownership{0, 7, 7}, Ownership{1, 0b1011, 0b1010}, Ownership{2, 3, 1}}) {
    const KeyCodec<4> codec(space, ownership);
    std::set<Key<4>> keys;
    for (Word a = 0; a < 8; ++a) {
      for (Word b = 0; b < 16; ++b) {
        for (Word c = 0; c < 4; ++c) {
          const Word state[] = {a, b, c};
          keys.insert(codec.encode(state, 1));
        }
      }
    }
    EXPECT_EQ(keys.size(), 8u * 16u * 4u);
  }
}

// Games that differ only in late words must use all partitions all the same.
TEST(KeyCodecTest, TheHeadDependsOnEveryWord) {
  const GraphSpace space = shape({40, 20, 20, 20, 20});
  const KeyCodec<8> codec(space, {});
  for (std::size_t w = 0; w < 5; ++w) {
    std::set<std::size_t> partitions;
    for (Word x = 0; x < 4096; ++x) {
      Word state[5] = {7, 7, 7, 7, 7};
      state[w] = x;
      partitions.insert(partition_of(codec.encode(state, 1).head(), 8));
    }
    EXPECT_EQ(partitions.size(), 256u) << "word " << w;
  }
}

// The pivot's bits of the head follow from the projection, whatever else is in the state; and states
// of one partition are spread evenly over its buckets.
TEST(KeyCodecTest, TheOwnerDependsOnTheProjectionAlone) {
  Random random(7);
  const std::vector<std::size_t> bits = {37, 50, 9};
  for (int round = 0; round < 200; ++round) {
    const Ownership ownership = random_ownership(random, bits);
    const auto pivot_bits = static_cast<unsigned>(std::popcount(ownership.pivot));
    const KeyCodec<4> codec(shape(bits), ownership);
    Word state[3] = {};
    const auto set_rest = [&] {
      for (std::size_t w = 0; w < 3; ++w) {
        const Word kept = w == ownership.word ? ownership.projection : 0;
        state[w] = (state[w] & kept) | (random.next() & low_bits(bits[w]) & ~kept);
      }
    };
    for (std::size_t w = 0; w < 3; ++w) state[w] = random.next() & low_bits(bits[w]);
    const std::size_t owner = partition_of(codec.encode(state, 1).head(), pivot_bits);
    for (int i = 0; i < 50; ++i) {
      set_rest();
      ASSERT_EQ(partition_of(codec.encode(state, 1).head(), pivot_bits), owner);
    }
  }
}

TEST(KeyCodecTest, SmallProjectionsFillAllPartitionsEvenly) {
  const KeyCodec<1> codec(shape({40}), {0, 0xffff0, 0xff0});
  std::vector<int> partitions(256), buckets(256);
  for (Word x = 0; x < 1 << 20; ++x) {
    const Word head = codec.encode(&x, 1).head();
    ++partitions[partition_of(head, 8)];
    if (partition_of(head, 8) == 17) ++buckets[head << 8 >> 56];
  }
  EXPECT_EQ(*std::min_element(partitions.begin(), partitions.end()), 4096);
  EXPECT_EQ(*std::max_element(partitions.begin(), partitions.end()), 4096);
  EXPECT_GT(*std::min_element(buckets.begin(), buckets.end()), 2);
  EXPECT_LT(*std::max_element(buckets.begin(), buckets.end()), 48);
}

TEST(KeyCodecTest, APivotOutsideItsProjectionIsABrokenInvariant) {
  const GraphSpace space = shape({8, 8});
  EXPECT_THROW((KeyCodec<2>(space, {0, 0b1100, 0b0110})), Error);
  EXPECT_THROW((KeyCodec<2>(space, {0, 0x100, 0x100})), Error);
  EXPECT_THROW((KeyCodec<2>(space, {2, 1, 1})), Error);
}

TEST(BitGatherTest, TakesBitsTogetherAndPutsThemBack) {
  Random random(11);
  for (int i = 0; i < 1000; ++i) {
    Word mask = random.next();
    if (i % 4 == 1) mask &= random.next() & random.next();
    if (i == 2) mask = ~Word{0};
    if (i == 3) mask = 0;
    const BitGather gather(mask);
    const Word x = random.next();
    Word expected = 0;
    unsigned to = 0;
    for (unsigned from = 0; from < 64; ++from) {
      if ((mask >> from & 1) != 0) expected |= (x >> from & 1) << to++;
    }
    ASSERT_EQ(gather.gather(x), expected);
    ASSERT_EQ(gather.scatter(expected), x & mask);
  }
}

TEST(KeyCodecTest, AStateOfMoreWordsThanTheWidthIsABrokenInvariant) {
  const GraphSpace space = shape({8, 8, 8});
  EXPECT_THROW((KeyCodec<2>(space, {})), Error);
}

TEST(PartitionOfTest, TakesTheTopBits) {
  EXPECT_EQ(partition_of(~Word{0}, 0), 0u);
  EXPECT_EQ(partition_of(Word{1} << 63, 1), 1u);
  EXPECT_EQ(partition_of(Word{0xabc} << 52, 12), 0xabcu);
}

TEST(WidthsTest, TheSmallestCompiledWidthThatHoldsTheState) {
  const auto width = [](std::size_t words) {
    return with_width(words, []<unsigned W>() { return W; });
  };
  EXPECT_EQ(width(1), 1u);
  EXPECT_EQ(width(2), 2u);
  EXPECT_EQ(width(3), 4u);
  EXPECT_EQ(width(5), 8u);
  EXPECT_EQ(width(9), 16u);
  EXPECT_EQ(width(17), 32u);
  EXPECT_EQ(width(32), 32u);
}

TEST(WidthsTest, AStateThatIsTooLargeIsAnInputError) {
  try {
    with_width(kMaximumWords + 1, []<unsigned W>() { return W; });
    FAIL() << "33 words were accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
  }
}

// What keys of stored runs are made of, by shifts alone: tables may not change a bit of it.
Word plain_head(Word state, unsigned bits, const Ownership& ownership) {
  const auto owner_bits = static_cast<unsigned>(std::popcount(ownership.pivot));
  const Word hashed = state & ownership.projection & ~ownership.pivot;
  Word hash = hashed * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93;
  const Word owner = BitMixer(owner_bits).mix(BitGather(ownership.pivot).gather(state)) ^
                     hash >> (64 - owner_bits);
  const BitGather rest(low_bits(bits) & ~ownership.pivot);
  return owner << (64 - owner_bits) | BitMixer(bits - owner_bits).mix(rest.gather(state))
                                          << (64 - bits);
}

TEST(KeyCodecTest, ProjectionsOfAllSizesAreLookedUpAsTheyAreComputed) {
  Random random(11);
  for (int i = 0; i < 400; ++i) {
    const auto bits = static_cast<unsigned>(random.between(1, 64));
    Ownership ownership;
    const std::int64_t wanted = random.between(1, static_cast<std::int64_t>(std::min(20u, bits)));
    while (std::popcount(ownership.projection) < wanted) {
      ownership.projection |= Word{1} << random.next() % bits;
    }
    while (ownership.pivot == 0) ownership.pivot = ownership.projection & random.next();
    while (std::popcount(ownership.pivot) > 8) ownership.pivot &= ownership.pivot - 1;
    const KeyCodec<1> codec(
        1, [&](std::size_t) { return std::size_t{bits}; }, ownership);
    for (int k = 0; k < 200; ++k) {
      const Word state = random.next() & low_bits(bits);
      const Key<1> key = codec.encode(&state, 1);
      ASSERT_EQ(key.head(), plain_head(state, bits, ownership)) << bits;
      Word back = 0;
      codec.decode(key, &back, 1);
      ASSERT_EQ(back, state) << bits;
    }
  }
}

}  // namespace
}  // namespace questproof
