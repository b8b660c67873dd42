// SPDX-License-Identifier: MIT
#include "core/search/run_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

// Keys of one partition and their levels, in no order.
template <unsigned W>
std::vector<std::pair<Key<W>, std::uint32_t>> random_keys(Random& random,
                                                          const RunFormat<W>& format,
                                                          std::size_t partition,
                                                          std::uint32_t levels, std::size_t most) {
  std::vector<std::pair<Key<W>, std::uint32_t>> keys;
  std::set<std::array<Word, W>> seen;
  for (std::size_t i = 0; i < most; ++i) {
    Key<W> key{};
    Word head = random.next();
    if (random.next() % 4 == 0)
      head &= ~Word{0} << 60;  // many with one head, and gaps that are wide
    if (format.partition_bits > 0) {
      head = head >> format.partition_bits | Word{partition} << (64 - format.partition_bits);
    }
    key.words[0] = head & (~Word{0} << (64 - format.head_bits));
    for (unsigned w = 1; w < W; ++w) {
      const unsigned bits = 8 * format.tail_bytes[w];
      key.words[w] = bits == 0 ? 0 : random.next() >> (64 - bits);
    }
    if (!seen.insert(key.words).second) continue;
    keys.emplace_back(key, static_cast<std::uint32_t>(random.next() % levels));
  }
  return keys;
}

template <unsigned W>
SortedRun<W> run_of_level(std::vector<std::pair<Key<W>, std::uint32_t>> keys,
                          const RunFormat<W>& format, std::size_t partition, std::uint32_t level) {
  std::erase_if(keys, [&](const auto& entry) { return entry.second != level; });
  std::sort(keys.begin(), keys.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  typename SortedRun<W>::Builder builder(format, partition, static_cast<std::uint32_t>(keys.size()),
                                         level, level);
  for (const auto& [key, l] : keys) builder.append(key, l);
  return builder.finish();
}

template <unsigned W>
void check_levels(std::uint64_t seed) {
  Random random(seed);
  RunFormat<W> format;
  format.head_bits = static_cast<unsigned>(random.between(1, 64));
  format.partition_bits = static_cast<unsigned>(
      random.between(0, std::min<int>(12, static_cast<int>(format.head_bits))));
  for (unsigned w = 1; w < W; ++w) {
    format.tail_bytes[w] = static_cast<std::uint8_t>(random.between(0, 8));
  }
  const std::size_t partition = random.next() & ((std::size_t{1} << format.partition_bits) - 1);
  const auto levels = static_cast<std::uint32_t>(random.between(1, 40));
  auto keys = random_keys<W>(random, format, partition, levels,
                             static_cast<std::size_t>(random.between(1, 600)));
  std::vector<std::vector<std::uint8_t>> columns(1);
  for (std::uint32_t level = 0; level < levels; ++level) {
    if (random.next() % 3 == 0) columns.emplace_back();
    encode_level<W>(run_of_level<W>(keys, format, partition, level), format, level, columns.back());
  }
  const auto first = static_cast<std::uint32_t>(random.next() % levels);
  const auto last = first + static_cast<std::uint32_t>(random.next() % levels);
  std::erase_if(keys, [&](const auto& key) { return key.second < first || key.second > last; });
  std::sort(keys.begin(), keys.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });

  const SortedRun<W> run = merge_levels<W>(columns, format, partition, first, last);
  ASSERT_EQ(run.size(), keys.size()) << seed;
  std::size_t at = 0;
  for (typename SortedRun<W>::Cursor cursor(run, 0); !cursor.done(); cursor.next(), ++at) {
    ASSERT_TRUE(cursor.key() == keys[at].first) << seed;
    ASSERT_EQ(run.level(cursor.rank()), keys[at].second) << seed;
  }
}

TEST(RunCodecTest, LevelsComeBackAsOneRun) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    check_levels<1>(seed);
    check_levels<2>(seed);
    check_levels<8>(seed);
  }
}

TEST(RunCodecTest, EvenlySpreadKeysTakeLittleMoreThanTheirInformation) {
  Random random(1);
  const RunFormat<1> format{40, 8, {}};
  std::vector<std::pair<Key<1>, std::uint32_t>> even;
  for (int i = 0; i < 20000; ++i) {
    Key<1> key{};
    key.words[0] = Word{3} << 56 | (random.next() >> 32) << 24;
    even.emplace_back(key, 0);
  }
  std::sort(even.begin(), even.end());
  even.erase(std::unique(even.begin(), even.end()), even.end());
  std::vector<std::uint8_t> bytes;
  encode_level<1>(run_of_level<1>(even, format, 3, 0), format, 0, bytes);
  // log2(2^32 / 20000) + 1.45 bits is what a set of evenly spread keys takes at least.
  EXPECT_LT(8.0 * static_cast<double>(bytes.size()) / static_cast<double>(even.size()), 19.4);
}

// Whatever the bytes are: an error, or some keys, but nothing else.
TEST(RunCodecTest, DamagedLevelsAreRefusedOrReadWithinBounds) {
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    RunFormat<2> format{50, 4, {}};
    format.tail_bytes[1] = 3;
    const auto keys = random_keys<2>(random, format, 5, 1, 50);
    std::vector<std::uint8_t> bytes;
    encode_level<2>(run_of_level<2>(keys, format, 5, 0), format, 0, bytes);
    if (seed % 2 == 0) {
      bytes.resize(random.next() % bytes.size());
    } else {
      bytes[random.next() % std::min<std::size_t>(bytes.size(), 12)] ^=
          static_cast<std::uint8_t>(1u << random.next() % 8);
    }
    try {
      ByteReader in(bytes);
      LevelReader<2> reader(in, format, 5);
      for (; !reader.done(); reader.next()) {
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
}

template <typename Cell>
void check_cells(std::uint64_t seed) {
  Random random(seed);
  const auto quests = static_cast<std::uint32_t>(random.between(0, 64));
  const auto states = static_cast<std::uint32_t>(random.between(1, 300));
  DistanceTable table(states, {0, quests}, sizeof(Cell));
  for (std::size_t i = 0; i < std::size_t{states} * quests; ++i) {
    table.cells<Cell>()[i] = static_cast<Cell>(
        random.next() % 3 == 0 ? random.next() % 2 + DistanceTable::kLostCell<Cell>
                               : random.next());
  }
  const auto first = static_cast<Ordinal>(random.next() % states);
  const std::uint32_t count = states - first;
  const std::vector<std::uint8_t> bytes = encode_cells(table, first, count);
  EXPECT_EQ(cells_shape(bytes), (CellsShape{count, quests, sizeof(Cell)}));
  DistanceTable back(states, {0, quests}, sizeof(Cell));
  decode_cells(bytes, back, first, count);
  for (std::uint32_t state = 0; state < states; ++state) {
    for (std::size_t q = 0; q < quests; ++q) {
      ASSERT_EQ(back.at(state, q), state < first ? 0u : table.at(state, q));
      if (state < first) continue;
      ASSERT_EQ(cell_at(bytes, state - first, q), table.at(state, q));
    }
  }
  std::vector<std::uint8_t> cut = bytes;
  cut.pop_back();
  EXPECT_THROW(cells_shape(cut), Error);
  EXPECT_THROW(decode_cells(bytes, back, first, count - 1), Error);
}

TEST(RunCodecTest, CellsComeBack) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    check_cells<std::uint8_t>(seed);
    check_cells<std::uint16_t>(seed);
    check_cells<std::uint32_t>(seed);
  }
}

TEST(RunCodecTest, BitsComeBackPieceByPiece) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const auto size = static_cast<std::uint64_t>(random.between(1, 700));
    AtomicBits bits(size);
    for (std::uint64_t i = 0; i < size; ++i) {
      if (random.next() % 3 != 0) bits.set(i);
    }
    AtomicBits back(size);
    for (std::uint64_t first = 0; first < size;) {
      const auto rest = static_cast<std::uint64_t>(size - first);
      const std::uint64_t count = random.next() % (rest + 1);
      ByteWriter out;
      encode_bits(bits, first, count, out);
      ByteReader in(out.bytes);
      decode_bits(in, back, first, count);
      EXPECT_TRUE(in.done());
      first += count;
    }
    for (std::uint64_t i = 0; i < size; ++i)
      ASSERT_EQ(back.get(i), bits.get(i)) << seed << ' ' << i;
  }
}

TEST(RunCodecTest, RiceCodesHoldEveryNumber) {
  Random random(7);
  std::vector<std::pair<Word, unsigned>> numbers;
  for (unsigned k = 0; k < 64; ++k) {
    for (unsigned bits = 0; bits <= 64; ++bits) {
      numbers.emplace_back(bits == 0 ? 0 : random.next() >> (64 - bits), k);
    }
    numbers.emplace_back(~Word{0}, k);
  }
  std::vector<std::uint8_t> bytes;
  RiceWriter writer(bytes);
  for (const auto& [number, k] : numbers) writer.append(number, k);
  writer.finish();
  RiceReader reader(bytes);
  for (const auto& [number, k] : numbers) ASSERT_EQ(reader.next(k), number) << k;
  const std::span<const std::uint8_t> whole(bytes);
  RiceReader cut(whole.first(whole.size() / 2));
  EXPECT_THROW(
      {
        for (const auto& [number, k] : numbers) cut.next(k);
      },
      Error);
}

}  // namespace
}  // namespace questproof
