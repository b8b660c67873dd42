// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/base/byte_stream.h"
#include "core/search/distance_table.h"
#include "core/search/state_store.h"

namespace questproof {

// Collective. What all ranks hold, on each of them, as if it were alone: for small spaces. Takes 8 W bytes a
// state on the way.
template <unsigned W>
StateStore<W> gather_store(const StateStore<W>& store) {
  ByteWriter out;
  for (std::size_t p = store.ranks().begin(); p < store.ranks().end(); ++p) {
    const SortedRun<W>& run = store.run(p);
    out.varint(run.lowest_level());
    out.varint(run.highest_level());
    for (typename SortedRun<W>::Cursor cursor(run, 0); !cursor.done(); cursor.next()) {
      const Key<W> key = cursor.key();
      for (std::size_t w = 0; w < store.codec().word_count(); ++w) out.word(key.words[w]);
      out.varint(run.level(cursor.rank()));
    }
  }
  std::vector<SortedRun<W>> runs;
  for (const Bytes& bytes : store.ranks().gather_long(out.bytes)) {
    for (ByteReader in(bytes); !in.done();) {
      const std::size_t partition = runs.size();
      QUEST_CHECK(partition < store.partition_count());
      const auto size = static_cast<std::uint32_t>(store.size_of(partition));
      const std::uint32_t lowest = in.number32();
      const std::uint32_t highest = in.number32();
      typename SortedRun<W>::Builder builder(store.format(), partition, size, lowest, highest);
      for (std::uint32_t rank = 0; rank < size; ++rank) {
        Key<W> key{};
        for (std::size_t w = 0; w < store.codec().word_count(); ++w) key.words[w] = in.word();
        builder.append(key, in.number32());
      }
      runs.push_back(builder.finish());
    }
  }
  QUEST_CHECK(runs.size() == store.partition_count());
  return StateStore<W>(store.codec(), store.format(), std::move(runs));
}

// The same of distances. `store`: the one that the table belongs to.
template <unsigned W>
DistanceTable gather_distances(const StateStore<W>& store, const DistanceTable& table) {
  const std::size_t row = table.quests() * table.cell_bytes();
  const std::span<const std::uint8_t> mine(table.template cells<std::uint8_t>(),
                                           store.own_size() * row);
  DistanceTable all(store.size(), table.group(), table.cell_bytes());
  std::uint8_t* at = all.template cells<std::uint8_t>();
  for (const Bytes& bytes : store.ranks().gather_long(mine)) {
    at = std::copy(bytes.begin(), bytes.end(), at);
  }
  QUEST_CHECK(at == all.template cells<std::uint8_t>() + store.size() * row);
  return all;
}

}  // namespace questproof
