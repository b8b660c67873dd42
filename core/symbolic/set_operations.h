// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/symbolic/big_count.h"
#include "core/symbolic/diagram_store.h"

namespace questproof {

// Which operation a cached result is of; the low 28 bits of the cache's `what` are the operation's.
enum class DiagramOperation : std::uint32_t {
  kUnite,
  kIntersect,
  kSubtract,
  kImage,
  kSaturate,
  kFire
};
constexpr std::uint32_t cache_key(DiagramOperation operation, std::uint32_t detail = 0) {
  return static_cast<std::uint32_t>(operation) << 28 | detail;
}

// Sets of tuples, as decision diagrams. Values of tuples count from 0; all tuples of one store are of one
// length, or cached results would be mixed up. Nothing is collected in here.
// All operations may throw DiagramLimit.
class SetOperations {
 public:
  explicit SetOperations(DiagramStore& store) : store_(store) {}

  DiagramStore& store() const { return store_; }

  NodeId tuple(std::span<const std::uint32_t> values);        // the set of this one
  NodeId everything(std::span<const std::uint32_t> domains);  // all tuples
  NodeId unite(NodeId a, NodeId b);
  NodeId intersect(NodeId a, NodeId b);
  NodeId subtract(NodeId a, NodeId b);

  // The tuples whose value at `position` is one of these (allowed[value]; what lies beyond is not).
  NodeId restrict(NodeId set, std::size_t position, const std::vector<bool>& allowed);

  // The list of (value, down) pairs, in any order, as a set; pairs of equal value are united.
  NodeId from_pairs(std::vector<std::pair<std::uint32_t, NodeId>>& pairs);

  BigCount count(NodeId set);

  bool contains(NodeId set, std::span<const std::uint32_t> values) const;

  // Smallest value at `position`. Requires: the set is not empty.
  std::uint32_t smallest_value(NodeId set, std::size_t position) const;

  // Calls visit(tuple) for each, in ascending order; until it returns false.
  void enumerate(NodeId set, std::size_t length,
                 const std::function<bool(std::span<const std::uint32_t>)>& visit) const;

  std::uint64_t node_count(NodeId set) const;  // of its graph

  // After an operation has thrown.
  void recover() { scratch_.clear(); }

 private:
  DiagramStore& store_;
  std::vector<std::pair<std::uint32_t, NodeId>> scratch_;  // lists under construction, a stack

  NodeId take_list(std::size_t base, NodeId tail);

  std::unordered_map<NodeId, BigCount> counts_;
  std::uint64_t counted_ = 0;  // collections when the counts were made
};

}  // namespace questproof
