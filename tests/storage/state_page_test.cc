// SPDX-License-Identifier: MIT
#include "storage/state_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.h"
#include "storage/key_translator.h"
#include "storage/state_database.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

Word random_bits(Random& random, std::uint32_t bits) {
  return bits == 0 ? 0 : random.next() >> (64 - bits);
}

std::vector<std::uint32_t> random_shape(Random& random) {
  std::vector<std::uint32_t> bits(random.next() % 5 + 1);
  for (std::uint32_t& b : bits) b = static_cast<std::uint32_t>(random.next() % 65);
  return bits;
}

struct RandomPage {
  std::vector<std::vector<Word>> keys;  // rows, ascending
  PageContents contents;
};

RandomPage random_page(Random& random, const KeyTranslator& translator, const PageShape& shape,
                       const std::vector<std::uint32_t>& bits) {
  RandomPage page;
  const std::size_t wanted = random.next() % 300 + 1;
  for (std::size_t i = 0; i < wanted; ++i) {
    std::vector<Word> state(bits.size());
    for (std::size_t w = 0; w < bits.size(); ++w) state[w] = random_bits(random, bits[w]);
    std::vector<Word> key(bits.size());
    translator.encode(state.data(), key.data());
    page.keys.push_back(key);
  }
  std::sort(page.keys.begin(), page.keys.end());
  page.keys.erase(std::unique(page.keys.begin(), page.keys.end()), page.keys.end());
  PageContents& contents = page.contents;
  contents.count = page.keys.size();
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (const std::vector<Word>& key : page.keys) contents.keys.push_back(key[w]);
  }
  for (std::size_t i = 0; i < contents.count; ++i) {
    contents.depths.push_back(static_cast<std::uint32_t>(random_bits(random, 32)));
    contents.steps.push_back(random.next() % 40);
    if (contents.steps.back() != PageStep::kWritten) continue;
    WrittenStep step{static_cast<std::uint32_t>(random.next()), {}};
    for (const std::uint32_t b : bits) step.change.push_back(random_bits(random, b));
    contents.written.push_back(step);
  }
  for (std::size_t i = 0; i < contents.count * shape.quests; ++i) {
    const std::uint64_t dice = random.next() % 10;
    contents.distances.push_back(dice == 0   ? kBlockedDistance
                                 : dice == 1 ? kLostDistance
                                             : static_cast<std::uint32_t>(random.next() % 300));
  }
  return page;
}

TEST(StatePageTest, WhatWasEncodedIsRead) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const std::vector<std::uint32_t> bits = random_shape(random);
    const auto translator = make_key_translator(bits, {});
    const PageShape shape = translator->shape(random.next() % 4);
    const RandomPage page = random_page(random, *translator, shape, bits);
    const PageContents& contents = page.contents;
    const std::string bytes = encode_page(shape, contents);
    const std::string first = key_bytes(shape, contents.keys.data(), contents.count);
    const PageReader reader(shape, first, bytes);
    ASSERT_EQ(reader.count(), contents.count);
    std::vector<Word> keys(contents.keys.size());
    reader.copy_keys(keys.data(), contents.count);
    ASSERT_EQ(keys, contents.keys) << "round " << round;
    auto written = contents.written.begin();
    for (std::size_t i = 0; i < contents.count; ++i) {
      ASSERT_EQ(reader.position(page.keys[i].data()), i);
      ASSERT_EQ(reader.depth(i), contents.depths[i]);
      ASSERT_EQ(reader.step(i), contents.steps[i]);
      if (contents.steps[i] == PageStep::kWritten) {
        ASSERT_EQ(reader.written_step(i), *written++);
      }
      for (std::size_t q = 0; q < shape.quests; ++q) {
        ASSERT_EQ(reader.distance(i, q), contents.distances[q * contents.count + i]);
      }
    }
    for (int probe = 0; probe < 50; ++probe) {
      std::vector<Word> state(bits.size());
      for (std::size_t w = 0; w < bits.size(); ++w) state[w] = random_bits(random, bits[w]);
      std::vector<Word> key(bits.size());
      translator->encode(state.data(), key.data());
      ASSERT_EQ(reader.position(key.data()).has_value(),
                std::binary_search(page.keys.begin(), page.keys.end(), key));
    }
  }
}

TEST(StatePageTest, TheOrderOfBytesIsTheOrderOfKeys) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::uint32_t> bits = random_shape(random);
    const auto translator = make_key_translator(bits, {});
    const PageShape shape = translator->shape(0);
    const RandomPage page = random_page(random, *translator, shape, bits);
    for (std::size_t i = 1; i < page.keys.size(); ++i) {
      ASSERT_LT(key_bytes(shape, page.keys[i - 1].data(), 1),
                key_bytes(shape, page.keys[i].data(), 1));
    }
  }
}

TEST(StatePageTest, KeysAreTranslatedBack) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::uint32_t> bits = random_shape(random);
    const auto translator = make_key_translator(bits, {});
    std::vector<Word> state(bits.size());
    for (std::size_t w = 0; w < bits.size(); ++w) state[w] = random_bits(random, bits[w]);
    std::vector<Word> key(bits.size());
    translator->encode(state.data(), key.data());
    translator->decode(key.data(), 1, 1);
    ASSERT_EQ(key, state);
  }
}

TEST(StatePageTest, AShortenedPageIsRefused) {
  Random random(4);
  const std::vector<std::uint32_t> bits = {40, 20};
  const auto translator = make_key_translator(bits, {});
  const PageShape shape = translator->shape(2);
  const RandomPage page = random_page(random, *translator, shape, bits);
  const std::string bytes = encode_page(shape, page.contents);
  const std::string first = key_bytes(shape, page.contents.keys.data(), page.contents.count);
  int refused = 0;
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    try {
      const PageReader reader(shape, first, std::string_view(bytes).substr(0, size));
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10);
  EXPECT_THROW(PageReader(shape, first.substr(0, 2), bytes), Error);
}

}  // namespace
}  // namespace questproof
