// SPDX-License-Identifier: MIT
#include "core/symbolic/relation.h"

#include <algorithm>

#include "core/base/check.h"

namespace questproof {

RelationId RelationStore::make(std::uint32_t level, std::vector<RelationEdge> edges) {
  std::erase_if(edges, [](const RelationEdge& edge) { return edge.rest == kNoTransition; });
  if (edges.empty()) return kNoTransition;
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const auto next = static_cast<RelationId>(nodes_.size());
  const auto [entry, fresh] = known_.try_emplace({level, std::move(edges)}, next);
  if (!fresh) return entry->second;
  if (next >> 28 != 0) throw DiagramLimit{"more than 2^28 nodes of relations"};
  const std::vector<RelationEdge>& kept = entry->first.second;
  nodes_.push_back({level, static_cast<std::uint32_t>(edges_.size()),
                    static_cast<std::uint32_t>(edges_.size() + kept.size())});
  edges_.insert(edges_.end(), kept.begin(), kept.end());
  return next;
}

RelationId RelationStore::both(RelationId a, RelationId b) {
  if (a == kNoTransition || b == kNoTransition) return kNoTransition;
  if (a == kUnchanged) return b;
  if (b == kUnchanged) return a;
  if (level(a) > level(b)) std::swap(a, b);
  QUEST_CHECK(level(a) != level(b));
  if (const auto known = both_.find({a, b}); known != both_.end()) return known->second;
  const auto span = this->edges(a);
  std::vector<RelationEdge> edges(span.begin(), span.end());
  for (RelationEdge& edge : edges) edge.rest = both(edge.rest, b);
  return both_[{a, b}] = make(level(a), std::move(edges));
}

RelationId RelationStore::inverse(RelationId id) { return derive(Derived::kInverse, id); }
RelationId RelationStore::changing(RelationId id) { return derive(Derived::kChanging, id); }
RelationId RelationStore::domain(RelationId id) { return derive(Derived::kDomain, id); }

RelationId RelationStore::derive(Derived kind, RelationId id) {
  if (id == kNoTransition) return id;
  if (id == kUnchanged) return kind == Derived::kChanging ? kNoTransition : id;
  if (const auto known = derived_.find({kind, id}); known != derived_.end()) return known->second;
  const auto span = this->edges(id);
  std::vector<RelationEdge> edges(span.begin(), span.end());
  for (RelationEdge& edge : edges) {
    const bool changed = edge.from != edge.to;
    if (kind != Derived::kChanging || !changed) edge.rest = derive(kind, edge.rest);
    if (kind == Derived::kInverse) std::swap(edge.from, edge.to);
    if (kind == Derived::kDomain) edge.to = edge.from;
  }
  return derived_[{kind, id}] = make(level(id), std::move(edges));
}

NodeId image(SetOperations& sets, const RelationStore& relations, NodeId set, RelationId relation,
             std::uint32_t level) {
  if (set == kNothing || relation == kNoTransition) return kNothing;
  if (relation == kUnchanged) return set;
  DiagramStore& store = sets.store();
  const std::uint32_t what = cache_key(DiagramOperation::kImage, relation);
  if (const NodeId known = store.cached(what, set, 0); known != DiagramStore::kMissing)
    return known;
  std::vector<std::pair<std::uint32_t, NodeId>> pairs;
  if (relations.level(relation) > level) {
    for (NodeId at = set; at != kNothing;) {
      const DiagramStore::Node node = store.node(at);
      at = node.right;
      pairs.emplace_back(node.value, image(sets, relations, node.down, relation, level + 1));
    }
  } else {
    NodeId at = set;
    for (const RelationEdge& edge : relations.edges(relation)) {
      while (at != kNothing && store.node(at).value < edge.from) at = store.node(at).right;
      if (at == kNothing) break;
      if (store.node(at).value != edge.from) continue;
      pairs.emplace_back(edge.to,
                         image(sets, relations, store.node(at).down, edge.rest, level + 1));
    }
  }
  const NodeId result = sets.from_pairs(pairs);
  store.remember(what, set, 0, result);
  return result;
}

}  // namespace questproof
