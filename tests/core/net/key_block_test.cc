// SPDX-License-Identifier: MIT
#include "core/net/key_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "core/base/error.h"
#include "core/base/hash.h"

namespace questproof {
namespace {

struct Sample {
  KeyBlockFormat format;
  std::vector<Word> words;
  Bytes payload;
  std::size_t count() const { return words.size() / format.words; }
};

// Keys of drawn shapes: spread evenly or crowded, with tails that are random or nearly constant.
Sample draw_sample(std::uint64_t seed, std::size_t most_keys) {
  std::mt19937_64 random(seed);
  Sample sample;
  KeyBlockFormat& format = sample.format;
  format.words = 1 + static_cast<unsigned>(random() % 4 * (random() % 2));
  format.head_bits = 1 + static_cast<unsigned>(random() % 64);
  for (unsigned w = 1; w < format.words; ++w) {
    format.tail_bytes[w] = static_cast<std::uint8_t>(random() % 9);
  }
  format.payload_bytes = static_cast<unsigned>(random() % 11 * (random() % 2));
  const Word mask = random() % 2 == 0 ? ~Word{0} : ~Word{0} >> (random() % 64);
  std::vector<std::vector<Word>> keys(1 + random() % most_keys);
  for (std::vector<Word>& key : keys) {
    key.push_back((random() & mask) << (64 - format.head_bits));
    for (unsigned w = 1; w < format.words; ++w) {
      const unsigned bits = 8u * format.tail_bytes[w];
      key.push_back(bits == 0 ? 0 : (random() & mask) >> (64 - bits));
    }
  }
  std::sort(keys.begin(), keys.end());
  for (const std::vector<Word>& key : keys) {
    sample.words.insert(sample.words.end(), key.begin(), key.end());
  }
  sample.payload.resize(keys.size() * format.payload_bytes);
  for (std::uint8_t& byte : sample.payload) byte = static_cast<std::uint8_t>(random() & mask);
  return sample;
}

Bytes encoded(const Sample& sample, std::uint32_t tag) {
  KeyBlockEncoder encoder(sample.format);
  Bytes bytes;
  encoder.encode(tag, sample.words, sample.payload, bytes);
  return bytes;
}

TEST(KeyBlockTest, GivesBackWhatWasPut) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Sample sample = draw_sample(seed, seed % 50 == 0 ? 20000 : 300);
    KeyBlockDecoder decoder(sample.format);
    KeyBlock block;
    block.words.assign(5, 77);  // of an earlier block
    decoder.decode(encoded(sample, static_cast<std::uint32_t>(seed)), block);
    ASSERT_EQ(block.tag, seed);
    ASSERT_EQ(block.count, sample.count());
    ASSERT_EQ(block.words, sample.words);
    ASSERT_EQ(block.payload, sample.payload);
  }
}

TEST(KeyBlockTest, AnEncoderAndADecoderServeManyBlocks) {
  const Sample sample = draw_sample(17, 1000);
  KeyBlockEncoder encoder(sample.format);
  KeyBlockDecoder decoder(sample.format);
  Bytes bytes;
  KeyBlock block;
  for (std::size_t count = sample.count(); count > 0; count /= 2) {
    const auto words = std::span(sample.words).first(count * sample.format.words);
    const auto payload = std::span(sample.payload).first(count * sample.format.payload_bytes);
    encoder.encode(3, words, payload, bytes);
    decoder.decode(bytes, block);
    ASSERT_TRUE(std::equal(words.begin(), words.end(), block.words.begin(), block.words.end()));
    ASSERT_TRUE(
        std::equal(payload.begin(), payload.end(), block.payload.begin(), block.payload.end()));
  }
}

TEST(KeyBlockTest, ADamagedByteIsFound) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const Sample sample = draw_sample(seed, 200);
    const Bytes bytes = encoded(sample, 0);
    KeyBlockDecoder decoder(sample.format);
    KeyBlock block;
    for (int i = 0; i < 20; ++i) {
      Bytes damaged = bytes;
      if (i % 4 == 0) {
        damaged.resize(random() % bytes.size());
      } else {
        damaged[random() % bytes.size()] ^= static_cast<std::uint8_t>(1u << (random() % 8));
      }
      ASSERT_THROW(decoder.decode(damaged, block), Error);
    }
  }
}

// With a checksum that fits, damage reaches the decoder itself: it may read other keys, but of the
// format, in order, and never beyond its bytes.
TEST(KeyBlockTest, NoBytesMakeTheDecoderFail) {
  std::size_t refused = 0;
  std::size_t read = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const Sample sample = draw_sample(seed, 60);
    Bytes damaged = encoded(sample, 0);
    for (std::uint64_t i = 0; i <= random() % 4; ++i) {
      damaged[8 + random() % (damaged.size() - 8)] = static_cast<std::uint8_t>(random());
    }
    if (random() % 4 == 0) damaged.resize((1 + random() % (damaged.size() / 8)) * 8);
    const std::uint64_t checksum =
        hash_64(std::as_bytes(std::span<const std::uint8_t>(damaged).subspan(8)));
    std::memcpy(damaged.data(), &checksum, sizeof(checksum));
    KeyBlockDecoder decoder(sample.format);
    KeyBlock block;
    try {
      decoder.decode(damaged, block);
      ++read;
    } catch (const Error&) {
      ++refused;
      continue;
    }
    ASSERT_EQ(block.words.size(), block.count * sample.format.words);
    ASSERT_EQ(block.payload.size(), block.count * sample.format.payload_bytes);
    for (std::size_t key = 1; key < block.count; ++key) {
      ASSERT_LE(block.words[(key - 1) * sample.format.words],
                block.words[key * sample.format.words]);
    }
  }
  EXPECT_GT(refused, 200u);
  EXPECT_GT(read, 200u);
}

// 2^20 of 2^26 possible states, as a round of a large search has them: log2 of the mean gap and a half
// bits or so each. Every second one of a dense set is hardly anything.
TEST(KeyBlockTest, SpreadKeysTakeAByteAndCrowdedOnesLess) {
  std::mt19937_64 random(5);
  KeyBlockFormat format;
  format.head_bits = 26;
  std::vector<Word> words;
  for (int i = 0; i < 1 << 20; ++i) words.push_back(random() << (64 - format.head_bits));
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  KeyBlockEncoder encoder(format);
  Bytes bytes;
  encoder.encode(0, words, {}, bytes);
  EXPECT_LT(static_cast<double>(bytes.size()) / static_cast<double>(words.size()), 0.96);

  for (std::size_t i = 0; i < words.size(); ++i) words[i] = Word{2 * i} << (64 - format.head_bits);
  encoder.encode(0, words, {}, bytes);
  EXPECT_LT(static_cast<double>(bytes.size()) / static_cast<double>(words.size()), 0.01);
}

TEST(KeyBlockTest, KeysAreSpansOfTheirWords) {
  struct TwoWords {
    std::array<Word, 2> words;
  };
  const std::vector<TwoWords> keys{{{1, 2}}, {{3, 4}}};
  const auto words = words_of_keys(std::span<const TwoWords>(keys));
  ASSERT_EQ(words.size(), 4u);
  EXPECT_EQ(words[2], 3u);
  EXPECT_EQ(keys_of_words<TwoWords>(words).back().words[1], 4u);
}

}  // namespace
}  // namespace questproof
