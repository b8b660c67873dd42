// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/search/distance_table.h"
#include "core/search/forward_search.h"
#include "core/search/state_store.h"

namespace questproof {

// States and distances of a small space in the order that they have where whole states say who owns
// them: for sums of real numbers, which depend on the order in which they are added. Of one
// rank, which has all states; levels are left out.
template <unsigned W>
std::pair<StateStore<W>, DistanceTable> in_whole_order(const StateSpace& space,
                                                       const StateStore<W>& store,
                                                       const DistanceTable& distances) {
  const KeyCodec<W> codec(space, {});
  std::vector<std::pair<Key<W>, Ordinal>> order;
  std::vector<Word> state(space.word_count());
  Ordinal ordinal = 0;
  for (std::size_t p = 0; p < store.partition_count(); ++p) {
    for (typename SortedRun<W>::Cursor cursor(store.run(p), 0); !cursor.done(); cursor.next()) {
      store.codec().decode(cursor.key(), state.data(), 1);
      order.emplace_back(codec.encode(state.data(), 1), ordinal++);
    }
  }
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const RunFormat<W> format = run_format(codec, 1);
  typename SortedRun<W>::Builder builder(format, 0, static_cast<std::uint32_t>(order.size()), 0, 0);
  DistanceTable cells(order.size(), distances.group(), distances.cell_bytes());
  const std::size_t row = distances.quests() * distances.cell_bytes();
  for (Ordinal to = 0; to < order.size(); ++to) {
    builder.append(order[to].first, 0);
    std::copy_n(distances.template row<std::uint8_t>(order[to].second), row,
                cells.template row<std::uint8_t>(to));
  }
  std::vector<SortedRun<W>> runs;
  runs.push_back(builder.finish());
  return {StateStore<W>(codec, format, std::move(runs)), std::move(cells)};
}

}  // namespace questproof
