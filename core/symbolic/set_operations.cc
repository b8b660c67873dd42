// SPDX-License-Identifier: MIT
#include "core/symbolic/set_operations.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/check.h"

namespace questproof {

NodeId SetOperations::tuple(std::span<const std::uint32_t> values) {
  NodeId set = kUnit;
  for (std::size_t i = values.size(); i-- > 0;) set = store_.make(values[i], set, kNothing);
  return set;
}

NodeId SetOperations::everything(std::span<const std::uint32_t> domains) {
  NodeId set = kUnit;
  for (std::size_t i = domains.size(); i-- > 0;) {
    NodeId list = kNothing;
    for (std::uint32_t value = domains[i]; value-- > 0;) list = store_.make(value, set, list);
    set = list;
  }
  return set;
}

// Turns the scratch from `base` on into a list that ends with `tail`.
NodeId SetOperations::take_list(std::size_t base, NodeId tail) {
  while (scratch_.size() > base) {
    const auto [value, down] = scratch_.back();
    scratch_.pop_back();
    tail = store_.make(value, down, tail);
  }
  return tail;
}

NodeId SetOperations::unite(NodeId a, NodeId b) {
  if (a == b || b == kNothing) return a;
  if (a == kNothing) return b;
  if (a > b) std::swap(a, b);
  constexpr std::uint32_t kWhat = cache_key(DiagramOperation::kUnite);
  if (const NodeId known = store_.cached(kWhat, a, b); known != DiagramStore::kMissing)
    return known;
  const std::size_t base = scratch_.size();
  NodeId x = a, y = b;
  while (x != y && x != kNothing && y != kNothing) {
    const DiagramStore::Node left = store_.node(x), right = store_.node(y);
    if (left.value == right.value) {
      scratch_.emplace_back(left.value, unite(left.down, right.down));
      x = left.right;
      y = right.right;
    } else if (left.value < right.value) {
      scratch_.emplace_back(left.value, left.down);
      x = left.right;
    } else {
      scratch_.emplace_back(right.value, right.down);
      y = right.right;
    }
  }
  const NodeId result = take_list(base, x != kNothing ? x : y);
  store_.remember(kWhat, a, b, result);
  return result;
}

NodeId SetOperations::intersect(NodeId a, NodeId b) {
  if (a == b) return a;
  if (a == kNothing || b == kNothing) return kNothing;
  if (a > b) std::swap(a, b);
  constexpr std::uint32_t kWhat = cache_key(DiagramOperation::kIntersect);
  if (const NodeId known = store_.cached(kWhat, a, b); known != DiagramStore::kMissing)
    return known;
  const std::size_t base = scratch_.size();
  NodeId x = a, y = b;
  while (x != y && x != kNothing && y != kNothing) {
    const DiagramStore::Node left = store_.node(x), right = store_.node(y);
    if (left.value == right.value) {
      scratch_.emplace_back(left.value, intersect(left.down, right.down));
    }
    if (left.value <= right.value) x = left.right;
    if (right.value <= left.value) y = right.right;
  }
  const NodeId result = take_list(base, x == y ? x : kNothing);
  store_.remember(kWhat, a, b, result);
  return result;
}

NodeId SetOperations::subtract(NodeId a, NodeId b) {
  if (a == b || a == kNothing) return kNothing;
  if (b == kNothing) return a;
  constexpr std::uint32_t kWhat = cache_key(DiagramOperation::kSubtract);
  if (const NodeId known = store_.cached(kWhat, a, b); known != DiagramStore::kMissing)
    return known;
  const std::size_t base = scratch_.size();
  NodeId x = a, y = b;
  while (x != y && x != kNothing && y != kNothing) {
    const DiagramStore::Node left = store_.node(x), right = store_.node(y);
    if (left.value == right.value) {
      scratch_.emplace_back(left.value, subtract(left.down, right.down));
    } else if (left.value < right.value) {
      scratch_.emplace_back(left.value, left.down);
    }
    if (left.value <= right.value) x = left.right;
    if (right.value <= left.value) y = right.right;
  }
  const NodeId result = take_list(base, x == y ? kNothing : x);
  store_.remember(kWhat, a, b, result);
  return result;
}

namespace {

// Each node once, with a memory of its own: what is allowed is no key for the cache.
class Restriction {
 public:
  Restriction(SetOperations& sets, std::size_t position, const std::vector<bool>& allowed)
      : sets_(sets), position_(position), allowed_(allowed) {}

  NodeId at(NodeId set, std::size_t level) {
    if (set == kNothing) return kNothing;
    if (const auto known = known_.find(set); known != known_.end()) return known->second;
    std::vector<std::pair<std::uint32_t, NodeId>> pairs;
    for (NodeId at_node = set; at_node != kNothing;) {
      const DiagramStore::Node node = sets_.store().node(at_node);
      at_node = node.right;
      if (level < position_) {
        pairs.emplace_back(node.value, at(node.down, level + 1));
      } else if (node.value < allowed_.size() && allowed_[node.value]) {
        pairs.emplace_back(node.value, node.down);
      }
    }
    return known_[set] = sets_.from_pairs(pairs);
  }

 private:
  SetOperations& sets_;
  std::size_t position_;
  const std::vector<bool>& allowed_;
  std::unordered_map<NodeId, NodeId> known_;
};

}  // namespace

NodeId SetOperations::restrict(NodeId set, std::size_t position, const std::vector<bool>& allowed) {
  return Restriction(*this, position, allowed).at(set, 0);
}

NodeId SetOperations::from_pairs(std::vector<std::pair<std::uint32_t, NodeId>>& pairs) {
  const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::is_sorted(pairs.begin(), pairs.end(), before)) {
    std::stable_sort(pairs.begin(), pairs.end(), before);
  }
  NodeId list = kNothing;
  for (std::size_t i = pairs.size(); i-- > 0;) {
    NodeId down = pairs[i].second;
    for (; i > 0 && pairs[i - 1].first == pairs[i].first; --i)
      down = unite(down, pairs[i - 1].second);
    list = store_.make(pairs[i].first, down, list);
  }
  return list;
}

BigCount SetOperations::count(NodeId set) {
  if (set == kNothing) return 0;
  if (set == kUnit) return 1;
  if (counted_ != store_.collections()) {
    counts_.clear();
    counted_ = store_.collections();
  }
  if (const auto known = counts_.find(set); known != counts_.end()) return known->second;
  BigCount sum;
  for (NodeId at = set; at != kNothing; at = store_.node(at).right)
    sum += count(store_.node(at).down);
  return counts_[set] = sum;
}

bool SetOperations::contains(NodeId set, std::span<const std::uint32_t> values) const {
  for (const std::uint32_t value : values) {
    while (set != kNothing && store_.node(set).value < value) set = store_.node(set).right;
    if (set == kNothing || store_.node(set).value != value) return false;
    set = store_.node(set).down;
  }
  return set == kUnit;
}

std::uint32_t SetOperations::smallest_value(NodeId set, std::size_t position) const {
  QUEST_CHECK(set > kUnit);
  std::vector<NodeId> level = {set};
  std::unordered_set<NodeId> next;
  for (std::size_t i = 0; i < position; ++i) {
    next.clear();
    for (const NodeId first : level) {
      for (NodeId at = first; at != kNothing; at = store_.node(at).right) {
        next.insert(store_.node(at).down);
      }
    }
    level.assign(next.begin(), next.end());
  }
  std::uint32_t smallest = ~std::uint32_t{0};
  for (const NodeId first : level) smallest = std::min(smallest, store_.node(first).value);
  return smallest;
}

void SetOperations::enumerate(
    NodeId set, std::size_t length,
    const std::function<bool(std::span<const std::uint32_t>)>& visit) const {
  std::vector<std::uint32_t> values(length);
  const auto walk = [&](const auto& self, NodeId list, std::size_t level) -> bool {
    if (level == length) return visit(values);
    for (NodeId at = list; at != kNothing; at = store_.node(at).right) {
      values[level] = store_.node(at).value;
      if (!self(self, store_.node(at).down, level + 1)) return false;
    }
    return true;
  };
  if (set != kNothing) walk(walk, set, 0);
}

std::uint64_t SetOperations::node_count(NodeId set) const {
  std::unordered_set<NodeId> seen;
  std::vector<NodeId> open = {set};
  while (!open.empty()) {
    NodeId at = open.back();
    open.pop_back();
    for (; at > kUnit && seen.insert(at).second; at = store_.node(at).right) {
      open.push_back(store_.node(at).down);
    }
  }
  return seen.size();
}

}  // namespace questproof
