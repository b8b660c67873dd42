// SPDX-License-Identifier: MIT
#include "core/search/run_codec.h"

#include <cmath>
#include <memory>

#include "core/search/widths.h"

namespace questproof {
namespace {

unsigned tail_size(std::span<const std::uint8_t> tail_bytes) {
  unsigned size = 0;
  for (std::size_t w = 1; w < tail_bytes.size(); ++w) size += tail_bytes[w];
  return size;
}

// A head without the partition and without what is always zero.
template <unsigned W>
Word rest_of(Word head, const RunFormat<W>& format) {
  const unsigned rest = format.head_bits - format.partition_bits;
  return rest == 0 ? 0 : head << format.partition_bits >> (64 - rest);
}

// The best parameter for `count` gaps that add up to `sum`.
unsigned rice_parameter(Word sum, std::uint64_t count) {
  const double mean = static_cast<double>(sum) / static_cast<double>(count);
  return mean < 2 ? 0 : static_cast<unsigned>(std::log2(mean * 0.69314718));
}

}  // namespace

template <unsigned W>
void encode_level(const SortedRun<W>& run, const RunFormat<W>& format, std::uint32_t level,
                  std::vector<std::uint8_t>& out) {
  const std::uint32_t size = run.size();
  if (size == 0) return;
  const Word last = rest_of(typename SortedRun<W>::Cursor(run, size - 1).key().head(), format);
  const unsigned k = rice_parameter(last, size);
  std::vector<std::uint8_t> heads;
  heads.reserve(std::size_t{size} * (k + 3) / 8 + 16);
  const unsigned stride = tail_size(format.tail_bytes);
  std::vector<std::uint8_t> tails(std::size_t{size} * stride);

  RiceWriter writer(heads);
  Word before = 0;
  for (typename SortedRun<W>::Cursor cursor(run, 0); !cursor.done(); cursor.next()) {
    const Key<W> key = cursor.key();
    const Word head = rest_of(key.head(), format);
    writer.append(head - before, k);
    before = head;
    if constexpr (W > 1) {
      std::uint8_t* plane = tails.data() + cursor.rank();
      for (unsigned w = 1; w < W; ++w) {
        for (unsigned b = 0; b < format.tail_bytes[w]; ++b, plane += size) {
          *plane = static_cast<std::uint8_t>(key.words[w] >> (8 * b));
        }
      }
    }
  }
  writer.finish();

  ByteWriter section{std::move(out)};
  section.varint(level);
  section.varint(size);
  section.varint(k);
  section.varint(heads.size());
  section.append(heads.data(), heads.size());
  section.append(tails.data(), tails.size());
  out = std::move(section.bytes);
}

template <unsigned W>
LevelReader<W>::LevelReader(ByteReader& bytes, const RunFormat<W>& format, std::size_t partition)
    : partition_bits_(format.partition_bits),
      rest_bits_(format.head_bits - format.partition_bits),
      tail_bytes_(format.tail_bytes) {
  level_ = bytes.number32();
  size_ = bytes.number32();
  const std::uint64_t k = bytes.varint();
  if (size_ == 0 || size_ == SortedRun<W>::kNone || k > 63) ByteReader::fail();
  k_ = static_cast<unsigned>(k);
  heads_ = RiceReader(bytes.take(bytes.count()));
  tails_ = bytes.take(std::size_t{size_} * tail_size(format.tail_bytes));
  top_ = partition_bits_ == 0 ? 0 : static_cast<Word>(partition) << (64 - partition_bits_);
  highest_ = rest_bits_ == 0 ? 0 : ~Word{0} >> (64 - rest_bits_);
  next();
}

namespace {

// The streams by their current keys, the smallest on top.
template <unsigned W>
class LevelHeap {
 public:
  explicit LevelHeap(std::vector<LevelReader<W>>& streams) : streams_(streams) {
    for (std::uint32_t s = 0; s < streams.size(); ++s) entries_.push_back({streams[s].key(), s});
    for (std::size_t i = entries_.size() / 2; i-- > 0;) sift(i);
  }
  bool empty() const { return entries_.empty(); }
  const Key<W>& key() const { return entries_[0].key; }
  std::uint32_t level() const { return streams_[entries_[0].stream].level(); }
  void next() {
    LevelReader<W>& stream = streams_[entries_[0].stream];
    stream.next();
    if (stream.done()) {
      entries_[0] = entries_.back();
      entries_.pop_back();
    } else {
      entries_[0].key = stream.key();
    }
    if (!entries_.empty()) sift(0);
  }

 private:
  struct Entry {
    Key<W> key;
    std::uint32_t stream;
  };
  void sift(std::size_t at) {
    const Entry moved = entries_[at];
    const std::size_t size = entries_.size();
    for (std::size_t child = 2 * at + 1; child < size; child = 2 * at + 1) {
      child += child + 1 < size && entries_[child + 1].key < entries_[child].key;
      if (!(entries_[child].key < moved.key)) break;
      entries_[at] = entries_[child];
      at = child;
    }
    entries_[at] = moved;
  }

  std::vector<LevelReader<W>>& streams_;
  std::vector<Entry> entries_;
};

}  // namespace

template <unsigned W>
SortedRun<W> merge_levels(const std::vector<std::vector<std::uint8_t>>& columns,
                          const RunFormat<W>& format, std::size_t partition, std::uint32_t first,
                          std::uint32_t last) {
  std::vector<LevelReader<W>> streams;
  std::uint64_t size = 0;
  std::uint32_t lowest = ~std::uint32_t{0};
  std::uint32_t highest = 0;
  for (const std::vector<std::uint8_t>& column : columns) {
    for (ByteReader bytes(column); !bytes.done();) {
      LevelReader<W> stream(bytes, format, partition);
      if (stream.level() < first || stream.level() > last) continue;
      size += stream.size();
      lowest = std::min(lowest, stream.level());
      highest = std::max(highest, stream.level());
      streams.push_back(stream);
    }
  }
  if (streams.empty()) return {};
  QUEST_CHECK_MSG(size < SortedRun<W>::kNone, "a partition is too large: use more partitions");
  typename SortedRun<W>::Builder builder(format, partition, static_cast<std::uint32_t>(size),
                                         lowest, highest);
  for (LevelHeap<W> heap(streams); !heap.empty(); heap.next()) {
    builder.append(heap.key(), heap.level());
  }
  return builder.finish();
}

namespace {

struct CellsHeader {
  CellsShape shape;
  std::span<const std::uint8_t> cells;
};

CellsHeader read_header(std::span<const std::uint8_t> bytes) {
  ByteReader reader(bytes);
  CellsHeader header;
  header.shape.states = reader.number32();
  header.shape.quests = reader.number32();
  header.shape.cell_bytes = reader.byte();
  const unsigned width = header.shape.cell_bytes;
  if (width != 1 && width != 2 && width != 4) ByteReader::fail();
  if (header.shape.quests > 64) ByteReader::fail();
  header.cells = reader.take(std::size_t{header.shape.states} * header.shape.quests * width);
  if (!reader.done()) ByteReader::fail();
  return header;
}

}  // namespace

std::vector<std::uint8_t> encode_cells(const DistanceTable& table, Ordinal first,
                                       std::uint32_t states) {
  ByteWriter out;
  out.varint(states);
  out.varint(table.quests());
  out.byte(static_cast<std::uint8_t>(table.cell_bytes()));
  const std::size_t width = table.cell_bytes();
  const std::size_t row = table.quests() * width;
  const std::size_t begin = out.bytes.size();
  out.bytes.resize(begin + std::size_t{states} * row);
  std::uint8_t* const planes = out.bytes.data() + begin;
  const std::uint8_t* cells = table.row<std::uint8_t>(first);
  for (std::uint32_t state = 0; state < states; ++state, cells += row) {
    for (std::size_t b = 0; b < row; ++b) planes[b * states + state] = cells[b];
  }
  return std::move(out.bytes);
}

CellsShape cells_shape(std::span<const std::uint8_t> bytes) { return read_header(bytes).shape; }

void decode_cells(std::span<const std::uint8_t> bytes, DistanceTable& table, Ordinal first,
                  std::uint32_t states) {
  const CellsHeader header = read_header(bytes);
  const CellsShape expected{states, static_cast<std::uint32_t>(table.quests()), table.cell_bytes()};
  if (header.shape != expected) ByteReader::fail();
  const std::size_t row = table.quests() * table.cell_bytes();
  std::uint8_t* cells = table.row<std::uint8_t>(first);
  for (std::uint32_t state = 0; state < states; ++state, cells += row) {
    for (std::size_t b = 0; b < row; ++b) cells[b] = header.cells[b * states + state];
  }
}

std::uint32_t cell_at(std::span<const std::uint8_t> bytes, std::uint32_t rank, std::size_t quest) {
  const CellsHeader header = read_header(bytes);
  QUEST_CHECK(rank < header.shape.states && quest < header.shape.quests);
  const unsigned width = header.shape.cell_bytes;
  std::uint32_t cell = 0;
  for (unsigned b = 0; b < width; ++b) {
    const std::size_t plane = quest * width + b;
    cell |= std::uint32_t{header.cells[plane * header.shape.states + rank]} << (8 * b);
  }
  const std::uint32_t largest = ~std::uint32_t{0} >> (32 - 8 * width);
  return cell >= largest - 1 ? DistanceTable::kBlocked - (largest - cell) : cell;
}

void encode_bits(const AtomicBits& bits, std::uint64_t first, std::uint64_t count,
                 ByteWriter& out) {
  out.varint(count);
  for (std::uint64_t at = 0; at < count; at += 64) {
    const std::uint64_t rest = count - at;
    const std::uint64_t word = bits.word_at(first + at, std::min<std::uint64_t>(rest, 64));
    out.append(&word, std::min<std::size_t>(sizeof(word), (rest + 7) / 8));
  }
}

void decode_bits(ByteReader& in, AtomicBits& bits, std::uint64_t first, std::uint64_t count) {
  if (in.varint() != count) ByteReader::fail();
  for (std::uint64_t at = 0; at < count; at += 64) {
    const std::uint64_t rest = count - at;
    std::uint64_t word = 0;
    const auto bytes = in.take(std::min<std::size_t>(sizeof(word), (rest + 7) / 8));
    std::memcpy(&word, bytes.data(), bytes.size());
    if (rest < 64 && word >> rest != 0) ByteReader::fail();
    bits.set_word_at(first + at, word);
  }
}

#define QUESTPROOF_INSTANTIATE(W)                                                        \
  template void encode_level<W>(const SortedRun<W>&, const RunFormat<W>&, std::uint32_t, \
                                std::vector<std::uint8_t>&);                             \
  template class LevelReader<W>;                                                         \
  template SortedRun<W> merge_levels<W>(const std::vector<std::vector<std::uint8_t>>&,   \
                                        const RunFormat<W>&, std::size_t, std::uint32_t, \
                                        std::uint32_t);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
