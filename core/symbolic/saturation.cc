// SPDX-License-Identifier: MIT
#include "core/symbolic/saturation.h"

#include <algorithm>

namespace questproof {

Saturation::Saturation(SetOperations& sets, const RelationStore& relations,
                       const std::vector<RelationId>& events,
                       const std::vector<std::uint32_t>& domains)
    : sets_(sets),
      store_(sets.store()),
      relations_(relations),
      domains_(domains),
      by_level_(domains.size()) {
  for (const RelationId event : events) {
    if (event == kNoTransition || event == kUnchanged) continue;
    by_level_[relations.level(event)].push_back(event);
  }
  for (std::vector<RelationId>& level : by_level_) {
    std::sort(level.begin(), level.end());
    level.erase(std::unique(level.begin(), level.end()), level.end());
  }
}

Diagram Saturation::run(const Diagram& start) {
  store_.forget_results();  // they do not say which events they were of
  return Diagram(store_, saturated(start.id(), kEverywhere, 0, true));
}

Diagram Saturation::run(const Diagram& start, const Diagram& within) {
  store_.forget_results();
  return Diagram(store_, saturated(start.id(), within.id(), 0, true));
}

// What `within` allows after this value; `within` moves on, so that values must be asked for in
// ascending order.
NodeId Saturation::inside_at(NodeId& within, std::uint32_t value) const {
  if (within == kEverywhere) return kEverywhere;
  while (within != kNothing && store_.node(within).value < value)
    within = store_.node(within).right;
  return within != kNothing && store_.node(within).value == value ? store_.node(within).down
                                                                  : kNothing;
}

// The list of what lies on the stack: place `base + value` is what follows the value.
NodeId Saturation::list_of(std::size_t base, std::size_t count) {
  NodeId list = kNothing;
  for (std::size_t value = count; value-- > 0;) {
    list = store_.make(static_cast<std::uint32_t>(value), store_.kept()[base + value], list);
  }
  return list;
}

// `below`: what follows the values must be saturated, too; else it is.
NodeId Saturation::saturated(NodeId set, NodeId within, std::uint32_t level, bool below) {
  if (set <= kUnit) return set;
  constexpr std::uint32_t kWhat = cache_key(DiagramOperation::kSaturate);
  if (const NodeId known = store_.cached(kWhat, set, within); known != DiagramStore::kMissing) {
    return known;
  }
  std::vector<NodeId>& kept = store_.kept();
  const std::size_t top = kept.size();
  kept.push_back(set);
  if (within != kEverywhere) kept.push_back(within);
  store_.collect_if_full();
  const std::size_t base = kept.size();
  kept.resize(base + domains_[level], kNothing);
  std::vector<NodeId> inside(domains_[level], kEverywhere);
  if (within != kEverywhere) {
    std::fill(inside.begin(), inside.end(), kNothing);
    for (NodeId at = within; at != kNothing; at = store_.node(at).right) {
      inside[store_.node(at).value] = store_.node(at).down;
    }
  }
  for (NodeId at = set; at != kNothing;) {
    const DiagramStore::Node node = store_.node(at);
    at = node.right;
    const NodeId rest =
        below ? saturated(node.down, inside[node.value], level + 1, true) : node.down;
    kept[base + node.value] = rest;
  }
  fire_events(base, inside, level);
  const NodeId result = list_of(base, domains_[level]);
  kept.resize(top);
  store_.remember(kWhat, set, within, result);
  store_.remember(kWhat, result, within, result);
  return result;
}

// Fires the events that begin at this level until none adds anything.
void Saturation::fire_events(std::size_t base, const std::vector<NodeId>& inside,
                             std::uint32_t level) {
  std::vector<NodeId>& kept = store_.kept();
  bool changed = !by_level_[level].empty();
  while (changed) {
    changed = false;
    for (const RelationId event : by_level_[level]) {
      for (const RelationEdge& edge : relations_.edges(event)) {
        const NodeId from = kept[base + edge.from];
        if (from == kNothing || inside[edge.to] == kNothing) continue;
        const NodeId reached = fired(from, edge.rest, inside[edge.to], level + 1);
        const NodeId before = kept[base + edge.to];
        const NodeId after = sets_.unite(before, reached);
        kept[base + edge.to] = after;
        changed = changed || after != before;
      }
    }
  }
}

// The partners of a saturated set, saturated.
NodeId Saturation::fired(NodeId set, RelationId relation, NodeId within, std::uint32_t level) {
  if (set == kNothing || relation == kNoTransition || within == kNothing) return kNothing;
  if (relation == kUnchanged) {
    if (within == kEverywhere) return set;
    return saturated(sets_.intersect(set, within), within, level, true);
  }
  const std::uint32_t what = cache_key(DiagramOperation::kFire, relation);
  if (const NodeId known = store_.cached(what, set, within); known != DiagramStore::kMissing) {
    return known;
  }
  std::vector<NodeId>& kept = store_.kept();
  const std::size_t top = kept.size();
  kept.push_back(set);
  if (within != kEverywhere) kept.push_back(within);
  const std::size_t base = kept.size();
  kept.resize(base + domains_[level], kNothing);
  NodeId at = set;
  if (relations_.level(relation) > level) {
    NodeId allowed = within;
    while (at != kNothing) {
      const DiagramStore::Node node = store_.node(at);
      at = node.right;
      const NodeId inside = inside_at(allowed, node.value);
      const NodeId reached = fired(node.down, relation, inside, level + 1);
      kept[base + node.value] = reached;
    }
  } else {
    for (const RelationEdge& edge : relations_.edges(relation)) {
      while (at != kNothing && store_.node(at).value < edge.from) at = store_.node(at).right;
      if (at == kNothing) break;
      if (store_.node(at).value != edge.from) continue;
      NodeId allowed = within;
      const NodeId inside = inside_at(allowed, edge.to);
      const NodeId reached = fired(store_.node(at).down, edge.rest, inside, level + 1);
      const NodeId all = sets_.unite(kept[base + edge.to], reached);
      kept[base + edge.to] = all;
    }
  }
  const NodeId list = list_of(base, domains_[level]);
  const NodeId result = saturated(list, within, level, false);
  kept.resize(top);
  store_.remember(what, set, within, result);
  return result;
}

}  // namespace questproof
