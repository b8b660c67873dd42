// SPDX-License-Identifier: MIT
#include "core/search/record_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/search/inquiry.h"
#include "tests/support/on_ranks.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::on_ranks;
using testing_support::plan_of;
using testing_support::Random;

constexpr unsigned kBits = 4;  // of partitions

RunFormat<2> format_of_keys() {
  RunFormat<2> format;
  format.head_bits = 40;
  format.partition_bits = kBits;
  format.tail_bytes[1] = 2;
  return format;
}

Key<2> random_key(Random& random) {
  Key<2> key{};
  key.words[0] = random.next() % 3 == 0 ? random.next() << 61 : random.next() << 24;
  key.words[1] = random.next() % 1000;
  return key;
}

// What a rank's workers find, by seed.
std::vector<Key<2>> keys_of(std::uint64_t seed, int rank) {
  Random random(seed * 100 + static_cast<std::uint64_t>(rank));
  std::vector<Key<2>> keys(static_cast<std::size_t>(random.between(0, 3000)));
  for (Key<2>& key : keys) key = random_key(random);
  return keys;
}

TEST(RecordExchangeTest, EveryKeyComesToItsOwner) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const int count = 1 + static_cast<int>(seed % 5);
    std::vector<std::set<Key<2>>> expected(std::size_t{1} << kBits);
    for (int rank = 0; rank < count; ++rank) {
      for (const Key<2>& key : keys_of(seed, rank)) {
        expected[partition_of(key.head(), kBits)].insert(key);
      }
    }
    on_ranks<int>(count, plan_of(seed), [&](Transport& transport) {
      const Ranks ranks(expected.size(), &transport);
      const Parallel parallel(1 + static_cast<int>(seed % 2));
      RecordBuffers<Key<2>> buffers(parallel.threads(), expected.size());
      RecordExchange<Key<2>, KeyWire<2>> exchange(ranks, parallel, buffers,
                                                  KeyWire<2>(format_of_keys()));
      for (const Key<2>& key : keys_of(seed, ranks.rank())) {
        buffers.append(0, partition_of(key.head(), kBits), key);
      }
      exchange.run();
      for (std::size_t p = 0; p < expected.size(); ++p) {
        std::set<Key<2>> found;
        buffers.for_each_block(
            p, [&](std::span<const Key<2>> block) { found.insert(block.begin(), block.end()); });
        EXPECT_TRUE(found == (ranks.owns(p) ? expected[p] : std::set<Key<2>>()))
            << "partition " << p;
      }
      return 0;
    });
  }
}

struct Question {
  Key<2> key;
  std::uint32_t note;
};

// The owner answers with a function of the key; notes that come together are the smallest of the asker.
TEST(InquiryTest, EveryRecordGetsTheAnswerToItsKey) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const int count = 2 + static_cast<int>(seed % 4);
    on_ranks<int>(count, plan_of(seed), [&](Transport& transport) {
      const Ranks ranks(std::size_t{1} << kBits, &transport);
      const Parallel parallel(1);
      RecordBuffers<Question> buffers(1, ranks.partitions());
      Inquiry<2, Question> inquiry(ranks, format_of_keys(), parallel, buffers);
      const auto answer_to = [](const Key<2>& key) {
        return static_cast<std::uint16_t>(key.words[0] >> 40 ^ key.words[1]);
      };
      std::size_t asked = 0;
      std::uint32_t note = 0;
      for (const Key<2>& key : keys_of(seed, ranks.rank())) {
        const std::size_t partition = partition_of(key.head(), kBits);
        if (ranks.owns(partition)) continue;
        ++asked;
        buffers.append(0, partition, {key, 5 + note++ % 7});
      }
      std::size_t settled = 0;
      inquiry.run(
          2, [](const Question& question) -> const Key<2>& { return question.key; },
          [](const Question& question) { return question.note; },
          [&](std::size_t partition, const Key<2>& key, std::uint32_t smallest, std::uint8_t* out) {
            EXPECT_TRUE(ranks.owns(partition));
            EXPECT_GE(smallest, 5u);
            EXPECT_LT(smallest, 12u);
            const std::uint16_t answer = answer_to(key);
            std::memcpy(out, &answer, sizeof(answer));
          },
          [&](const Question& question, const std::uint8_t* in) {
            std::uint16_t answer = 0;
            std::memcpy(&answer, in, sizeof(answer));
            EXPECT_EQ(answer, answer_to(question.key));
            ++settled;
          });
      EXPECT_EQ(settled, asked);
      EXPECT_EQ(buffers.size(), 0u);
      return 0;
    });
  }
}

TEST(ChunksTest, AreWholePartitionsOfOneOwner) {
  on_ranks<int>(3, {}, [](Transport& transport) {
    const Ranks ranks(8, &transport);
    std::vector<std::size_t> counts = {5, 0, 40'000, 3, 1, 30'000, 0, 3'000};
    for (std::size_t p = 0; p < counts.size(); ++p) {
      if (ranks.owns(p)) counts[p] = 0;
    }
    std::size_t sum = 0;
    for (const Chunk& chunk : cut_into_chunks(ranks, counts)) {
      std::size_t records = 0;
      for (std::size_t p = chunk.begin; p < chunk.end; ++p) {
        EXPECT_EQ(ranks.owner(p), chunk.to);
        records += counts[p];
      }
      EXPECT_EQ(records, chunk.records);
      sum += records;
    }
    std::size_t all = 0;
    for (const std::size_t records : counts) all += records;
    EXPECT_EQ(sum, all);
    return 0;
  });
}

}  // namespace
}  // namespace questproof
