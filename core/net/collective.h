// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/net/transport.h"

namespace questproof {

// What ranks agree on, built on Transport::all_gather: every function here is collective, and every rank
// gets the same answer. Values travel as they lie in memory: all ranks run the same program
// on machines of one kind.

inline void barrier(Transport& transport) { transport.all_gather({}); }

// One value, or one list of any length, from each rank, in order of ranks.
template <typename Value>
std::vector<std::vector<Value>> all_gather_lists(Transport& transport,
                                                 std::span<const Value> mine) {
  static_assert(std::is_trivially_copyable_v<Value>);
  const std::vector<Bytes> all =
      transport.all_gather({reinterpret_cast<const std::uint8_t*>(mine.data()), mine.size_bytes()});
  std::vector<std::vector<Value>> lists(all.size());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    QUEST_CHECK(all[rank].size() % sizeof(Value) == 0);
    lists[rank].resize(all[rank].size() / sizeof(Value));
    if (!all[rank].empty()) std::memcpy(lists[rank].data(), all[rank].data(), all[rank].size());
  }
  return lists;
}
template <typename Value>
std::vector<Value> all_gather_value(Transport& transport, const Value& mine) {
  std::vector<Value> values;
  for (const std::vector<Value>& list :
       all_gather_lists(transport, std::span<const Value>(&mine, 1))) {
    QUEST_CHECK(list.size() == 1);
    values.push_back(list.front());
  }
  return values;
}

// Folds lists of one length, element by element. `fold(into, value)` in order of ranks.
template <typename Value, typename Fold>
void fold_lists(Transport& transport, std::span<Value> values, Fold&& fold) {
  const auto lists = all_gather_lists(transport, std::span<const Value>(values));
  for (const auto& list : lists) QUEST_CHECK(list.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    Value total = lists[0][i];
    for (std::size_t rank = 1; rank < lists.size(); ++rank) fold(total, lists[rank][i]);
    values[i] = total;
  }
}

template <typename Value>
void sum_lists(Transport& transport, std::span<Value> values) {
  fold_lists(transport, values,
             [](Value& into, const Value& value) { into = static_cast<Value>(into + value); });
}
template <typename Value>
Value sum(Transport& transport, Value value) {
  sum_lists(transport, std::span<Value>(&value, 1));
  return value;
}
template <typename Value>
Value minimum(Transport& transport, Value value) {
  fold_lists(transport, std::span<Value>(&value, 1), [](Value& into, const Value& other) {
    if (other < into) into = other;
  });
  return value;
}
template <typename Value>
Value maximum(Transport& transport, Value value) {
  fold_lists(transport, std::span<Value>(&value, 1), [](Value& into, const Value& other) {
    if (into < other) into = other;
  });
  return value;
}

inline bool any_rank(Transport& transport, bool mine) {
  return maximum<std::uint8_t>(transport, mine) != 0;
}
inline bool every_rank(Transport& transport, bool mine) {
  return minimum<std::uint8_t>(transport, mine) != 0;
}

// What `root` says; the strings of the others are not sent.
inline Bytes broadcast(Transport& transport, int root, std::span<const std::uint8_t> bytes) {
  if (transport.rank() != root) bytes = {};
  return std::move(transport.all_gather(bytes)[static_cast<std::size_t>(root)]);
}

}  // namespace questproof
