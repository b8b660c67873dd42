// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/net/key_block.h"
#include "core/search/key_sort.h"
#include "core/search/ranks.h"
#include "core/search/record_buffers.h"
#include "core/search/sorted_run.h"

namespace questproof {

// How keys of a search are laid out in messages.
template <unsigned W>
KeyBlockFormat block_format(const RunFormat<W>& format, unsigned payload_bytes) {
  KeyBlockFormat blocks;
  blocks.words = W;
  blocks.head_bits = format.head_bits;
  for (unsigned w = 1; w < W; ++w) blocks.tail_bytes[w] = format.tail_bytes[w];
  blocks.payload_bytes = payload_bytes;
  return blocks;
}

// Partitions of one other rank in a row, whose records travel in one block.
struct Chunk {
  int to = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t records = 0;
};
// `counts`: of the records for each partition. Chunks of some ten thousand records, where one partition
// does not hold more.
std::vector<Chunk> cut_into_chunks(const Ranks& ranks, std::span<const std::size_t> counts);

// Keys that travel alone, each of them once.
template <unsigned W>
class KeyWire {
 public:
  using KeyType = Key<W>;
  explicit KeyWire(const RunFormat<W>& format) : format_(format) {}

  KeyBlockFormat format() const { return block_format<W>(format_, 0); }
  std::size_t sort(const RecordBuffers<Key<W>>& buffers, std::size_t partition,
                   SortScratch<Key<W>>& scratch) const {
    return sort_unique<W>(buffers, partition, format_.partition_bits, scratch);
  }
  const Key<W>& key(std::size_t, const Key<W>& record) const { return record; }
  void write(const Key<W>&, std::uint8_t*) const {}
  std::size_t partition(const Key<W>& key) const {
    return partition_of(key.head(), format_.partition_bits);
  }
  const Key<W>& read(std::size_t, const Key<W>& key, const std::uint8_t*) const { return key; }

 private:
  RunFormat<W> format_;
};

// Takes records to the owners of the partitions in whose buffers they wait, in order and without
// repetition. `Wire` says what a record is made of:
//   KeyBlockFormat format() const
//   std::size_t sort(buffers, partition, scratch) const   into scratch.records, in order of keys, with
//                                                         what can be united united; returns how many
//   key(partition, record)                                a Key of format().words words
//   void write(record, payload) const
//   std::size_t partition(key) const, Record read(partition, key, payload) const
//   using KeyType
template <typename Record, typename Wire>
class RecordExchange {
 public:
  RecordExchange(const Ranks& ranks, const Parallel& parallel, RecordBuffers<Record>& buffers,
                 Wire wire)
      : ranks_(ranks), parallel_(parallel), buffers_(buffers), wire_(std::move(wire)) {}

  // Collective. Afterwards the buffers hold records of own partitions only, theirs and what arrived.
  void run() {
    if (workers_.empty()) {
      for (int t = 0; t < parallel_.threads(); ++t) {
        workers_.push_back(std::make_unique<Worker>(wire_.format()));
      }
    }
    std::vector<std::size_t> counts(ranks_.partitions(), 0);
    ranks_.for_each_foreign(parallel_, [&](std::size_t partition, int slot) {
      if (buffers_.size(partition) == 0) return;
      SortScratch<Record>& scratch = worker(slot).scratch;
      counts[partition] = wire_.sort(buffers_, partition, scratch);
      buffers_.rewrite(partition, scratch.records.data());
    });
    std::vector<std::vector<Bytes>> outgoing = encode(counts);
    for (std::size_t p = 0; p < ranks_.partitions(); ++p) {
      if (!ranks_.owns(p)) buffers_.clear(p);
    }
    const std::vector<Ranks::Arrival> arrived = ranks_.exchange(std::move(outgoing));
    parallel_.parallel_for(arrived.size(), 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) decode(arrived[at].bytes, slot);
    });
  }

 private:
  using KeyType = typename Wire::KeyType;

  struct Worker {
    explicit Worker(const KeyBlockFormat& format) : encoder(format), decoder(format) {}
    SortScratch<Record> scratch;
    std::vector<KeyType> keys;
    std::vector<std::uint8_t> payload;
    KeyBlock block;
    KeyBlockEncoder encoder;
    KeyBlockDecoder decoder;
  };

  Worker& worker(int slot) { return *workers_[static_cast<std::size_t>(slot)]; }

  std::vector<std::vector<Bytes>> encode(std::span<const std::size_t> counts) {
    const std::vector<Chunk> chunks = cut_into_chunks(ranks_, counts);
    std::vector<Bytes> blocks(chunks.size());
    parallel_.parallel_for(chunks.size(), 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) encode(chunks[at], counts, worker(slot), blocks[at]);
    });
    std::vector<std::vector<Bytes>> outgoing(static_cast<std::size_t>(ranks_.count()));
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      outgoing[static_cast<std::size_t>(chunks[i].to)].push_back(std::move(blocks[i]));
    }
    return outgoing;
  }

  void encode(const Chunk& chunk, std::span<const std::size_t> counts, Worker& mine, Bytes& out) {
    const std::size_t payload_bytes = wire_.format().payload_bytes;
    mine.keys.clear();
    mine.payload.resize(chunk.records * payload_bytes);
    std::uint8_t* payload = mine.payload.data();
    for (std::size_t p = chunk.begin; p < chunk.end; ++p) {
      std::size_t rest = counts[p];
      buffers_.for_each_block(p, [&](std::span<const Record> block) {
        for (const Record& record : block.first(std::min(rest, block.size()))) {
          mine.keys.push_back(wire_.key(p, record));
          wire_.write(record, payload);
          payload += payload_bytes;
        }
        rest -= std::min(rest, block.size());
      });
    }
    mine.encoder.encode(0, words_of_keys(std::span<const KeyType>(mine.keys)), mine.payload, out);
  }

  void decode(const Bytes& bytes, int slot) {
    Worker& mine = worker(slot);
    mine.decoder.decode(bytes, mine.block);
    const std::size_t payload_bytes = wire_.format().payload_bytes;
    const std::uint8_t* payload = mine.block.payload.data();
    for (const KeyType& key : keys_of_words<KeyType>(mine.block.words)) {
      const std::size_t partition = wire_.partition(key);
      QUEST_CHECK_MSG(ranks_.owns(partition), "a rank was sent what another one owns");
      buffers_.append(slot, partition, wire_.read(partition, key, payload));
      payload += payload_bytes;
    }
  }

  const Ranks& ranks_;
  const Parallel& parallel_;
  RecordBuffers<Record>& buffers_;
  Wire wire_;
  std::vector<std::unique_ptr<Worker>> workers_;  // made when the first records travel
};

}  // namespace questproof
