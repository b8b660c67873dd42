// SPDX-License-Identifier: MIT
#include "core/verify/plain_diagram.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr std::size_t kCacheSize = std::size_t{1} << 20;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29);
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

}  // namespace

PlainDiagrams::PlainDiagrams(std::uint32_t levels, std::size_t most_nodes)
    : levels_(levels),
      most_nodes_(std::min<std::size_t>(most_nodes, std::numeric_limits<Node>::max())),
      nodes_(2, NodeInfo{levels, 0, 0}),
      cache_(kCacheSize) {}

PlainDiagrams::Node PlainDiagrams::make(std::uint32_t level, std::vector<Edge> edges) {
  std::erase_if(edges, [](const Edge& edge) { return edge.child == kNothing; });
  if (edges.empty()) return kNothing;
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  std::uint64_t hash = level;
  for (const Edge& edge : edges) {
    hash = mix(mix(hash, std::uint64_t{edge.from} << 32 | edge.to), edge.child);
  }
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    const NodeInfo& info = nodes_[known->second];
    if (info.level == level && info.count == edges.size() &&
        std::equal(edges.begin(), edges.end(),
                   edges_.begin() + static_cast<std::ptrdiff_t>(info.begin))) {
      return known->second;
    }
  }
  if (nodes_.size() >= most_nodes_) throw Full{};
  nodes_.push_back({level, static_cast<std::uint32_t>(edges.size()), edges_.size()});
  edges_.insert(edges_.end(), edges.begin(), edges.end());
  const auto node = static_cast<Node>(nodes_.size() - 1);
  by_hash_.emplace(hash, node);
  return node;
}

PlainDiagrams::Node PlainDiagrams::all(const std::vector<std::uint32_t>& sizes) {
  Node below = kEverything;
  for (std::uint32_t level = levels_; level-- > 0;) {
    std::vector<Edge> edges;
    for (std::uint32_t value = 0; value < sizes[level]; ++value) {
      edges.push_back({value, value, below});
    }
    below = make(level, std::move(edges));
  }
  return below;
}

PlainDiagrams::Node PlainDiagrams::single(const std::vector<std::uint32_t>& values) {
  Node below = kEverything;
  for (std::uint32_t level = levels_; level-- > 0;) {
    below = make(level, {{values[level], values[level], below}});
  }
  return below;
}

PlainDiagrams::Node PlainDiagrams::unite(Node a, Node b) {
  return apply(Operation::kUnite, std::min(a, b), std::max(a, b));
}

PlainDiagrams::Node PlainDiagrams::intersect(Node a, Node b) {
  return apply(Operation::kIntersect, std::min(a, b), std::max(a, b));
}

PlainDiagrams::Node PlainDiagrams::subtract(Node a, Node b) {
  return apply(Operation::kSubtract, a, b);
}

// What is known without looking at edges.
bool PlainDiagrams::decided(Operation operation, Node a, Node b, Node& result) {
  const bool any_nothing = a == kNothing || b == kNothing;
  switch (operation) {
    case Operation::kUnite: result = a == kNothing ? b : a; return any_nothing || a == b;
    case Operation::kIntersect: result = any_nothing ? kNothing : a; return any_nothing || a == b;
    case Operation::kSubtract: result = a == b ? kNothing : a; return any_nothing || a == b;
    case Operation::kImage:
    case Operation::kPreimage:
      result = any_nothing ? kNothing : a;
      return any_nothing || b == kEverything;
  }
  return false;
}

PlainDiagrams::Node PlainDiagrams::apply(Operation operation, Node a, Node b) {
  Node result = kNothing;
  if (decided(operation, a, b, result)) return result;
  const std::uint64_t hash =
      mix(mix(static_cast<std::uint64_t>(operation), std::uint64_t{a} << 32 | b), 0);
  const std::size_t place = hash % kCacheSize;
  const Cached& cached = cache_[place];
  if (cached.a == a && cached.b == b && cached.operation == operation) return cached.result;
  const bool moves = operation == Operation::kImage || operation == Operation::kPreimage;
  result = moves ? move(operation, a, b) : combine(operation, a, b);
  cache_[place] = {a, b, operation, result};
  return result;
}

// Of two sets that begin at the same level.
PlainDiagrams::Node PlainDiagrams::combine(Operation operation, Node a, Node b) {
  QUEST_CHECK(nodes_[a].level == nodes_[b].level && nodes_[a].level < levels_);
  const std::vector<Edge> left = edges_of(a);
  const std::vector<Edge> right = edges_of(b);
  std::vector<Edge> edges;
  auto other = right.begin();
  for (const Edge& edge : left) {
    for (; other != right.end() && other->from < edge.from; ++other) {
      if (operation == Operation::kUnite) edges.push_back(*other);
    }
    const bool both = other != right.end() && other->from == edge.from;
    const Node child = apply(operation, edge.child, both ? other->child : kNothing);
    edges.push_back({edge.from, edge.from, child});
    if (both) ++other;
  }
  if (operation == Operation::kUnite) edges.insert(edges.end(), other, right.end());
  return make(nodes_[a].level, std::move(edges));
}

PlainDiagrams::Node PlainDiagrams::move(Operation operation, Node set, Node relation) {
  const std::uint32_t level = nodes_[set].level;
  QUEST_CHECK(level <= nodes_[relation].level);
  if (level == nodes_[relation].level) {
    return move_here(operation == Operation::kImage, set, relation);
  }
  std::vector<Edge> edges = edges_of(set);
  for (Edge& edge : edges) edge.child = apply(operation, edge.child, relation);
  return make(level, std::move(edges));
}

PlainDiagrams::Node PlainDiagrams::move_here(bool forward, Node set, Node relation) {
  const Operation operation = forward ? Operation::kImage : Operation::kPreimage;
  std::vector<Edge> edges;
  for (const Edge& edge : edges_of(relation)) {
    const Node child = child_of(set, forward ? edge.from : edge.to);
    const Node moved = apply(operation, child, edge.child);
    if (moved == kNothing) continue;
    const std::uint32_t value = forward ? edge.to : edge.from;
    const auto same = std::find_if(edges.begin(), edges.end(),
                                   [&](const Edge& made) { return made.from == value; });
    if (same == edges.end()) {
      edges.push_back({value, value, moved});
    } else {
      same->child = unite(same->child, moved);
    }
  }
  return make(nodes_[set].level, std::move(edges));
}

PlainDiagrams::Node PlainDiagrams::child_of(Node set, std::uint32_t value) const {
  const NodeInfo& info = nodes_[set];
  const auto begin = edges_.begin() + static_cast<std::ptrdiff_t>(info.begin);
  const auto end = begin + info.count;
  const auto found = std::lower_bound(
      begin, end, value, [](const Edge& edge, std::uint32_t wanted) { return edge.from < wanted; });
  return found != end && found->from == value ? found->child : kNothing;
}

std::vector<PlainDiagrams::Edge> PlainDiagrams::edges_of(Node node) const {
  const auto begin = edges_.begin() + static_cast<std::ptrdiff_t>(nodes_[node].begin);
  return {begin, begin + nodes_[node].count};
}

std::uint64_t PlainDiagrams::count(Node set) {
  if (set <= kEverything) return set;
  const auto known = counts_.find(set);
  if (known != counts_.end()) return known->second;
  std::uint64_t sum = 0;
  for (const Edge& edge : edges_of(set)) sum = saturating_sum(sum, count(edge.child));
  counts_.emplace(set, sum);
  return sum;
}

bool PlainDiagrams::contains(Node set, const std::vector<std::uint32_t>& values) const {
  for (std::uint32_t level = 0; level < levels_ && set != kNothing; ++level) {
    set = child_of(set, values[level]);
  }
  return set != kNothing;
}

std::size_t PlainDiagrams::memory_bytes() const {
  constexpr std::size_t kTableBytes = 40;  // of the two tables, for a node
  return nodes_.size() * (sizeof(NodeInfo) + kTableBytes) + edges_.size() * sizeof(Edge) +
         cache_.size() * sizeof(Cached);
}

}  // namespace questproof
