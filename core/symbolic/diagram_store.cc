// SPDX-License-Identifier: MIT
#include "core/symbolic/diagram_store.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr std::size_t kSmallestTable = std::size_t{1} << 13;
constexpr std::size_t kLargestCache = std::size_t{1} << 24;   // entries
constexpr std::uint64_t kLookEvery = std::uint64_t{1} << 12;  // of work

}  // namespace

std::uint64_t DiagramStore::mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t hash = (a << 32 | b) * 0x9e3779b97f4a7c15;
  hash ^= hash >> 29;
  hash = (hash + c) * 0xbf58476d1ce4e5b9;
  return hash ^ hash >> 32;
}

DiagramStore::DiagramStore(DiagramBudget budget)
    : budget_(std::move(budget)),
      nodes_(2),
      buckets_(kSmallestTable, kNothing),
      cache_(kSmallestTable),
      collect_at_(std::min(budget_.collect_from, budget_.most_nodes - budget_.most_nodes / 8)) {}

NodeId DiagramStore::make(std::uint32_t value, NodeId down, NodeId right) {
  if (down == kNothing) return right;
  if (++work_ % kLookEvery == 0) look();
  const Node wanted{value, down, right, 0};
  std::size_t place = bucket(wanted);
  for (NodeId id = buckets_[place]; id != kNothing; id = nodes_[id].next) {
    const Node& node = nodes_[id];
    if (node.value == value && node.down == down && node.right == right) return id;
  }
  const NodeId id = new_node();
  place = bucket(wanted);  // the table may have grown
  nodes_[id] = {value, down, right, buckets_[place]};
  buckets_[place] = id;
  return id;
}

void DiagramStore::hit_limit() const {
  throw DiagramLimit{fmt::format("the limit of {} nodes of decision diagrams", budget_.most_nodes)};
}

void DiagramStore::look() {
  if (budget_.most_work != 0 && work_ > budget_.most_work) {
    throw DiagramLimit{
        fmt::format("the limit of {} steps with decision diagrams", budget_.most_work)};
  }
  if (budget_.look) budget_.look();
}

NodeId DiagramStore::new_node() {
  if (used_ >= budget_.most_nodes) hit_limit();
  peak_ = std::max(peak_, ++used_);
  if (free_ != kNothing) return std::exchange(free_, nodes_[free_].next);
  QUEST_CHECK(nodes_.size() < kMissing);
  if (nodes_.size() > buckets_.size()) grow_tables();
  nodes_.emplace_back();
  return static_cast<NodeId>(nodes_.size() - 1);
}

// Requires: no node is free.
void DiagramStore::grow_tables() {
  buckets_.assign(2 * buckets_.size(), kNothing);
  for (NodeId id = kUnit + 1; id < nodes_.size(); ++id) {
    NodeId& first = buckets_[bucket(nodes_[id])];
    nodes_[id].next = std::exchange(first, id);
  }
  if (cache_.size() >= kLargestCache) return;
  std::vector<Entry> old(2 * cache_.size());
  old.swap(cache_);
  for (const Entry& entry : old) cache_[cache_slot(entry.what, entry.a, entry.b)] = entry;
}

void DiagramStore::forget_results() { std::fill(cache_.begin(), cache_.end(), Entry{}); }

void DiagramStore::release(NodeId id) {
  const auto entry = held_.find(id);
  if (--entry->second == 0) held_.erase(entry);
}

void DiagramStore::mark(NodeId id, std::vector<bool>& needed) {
  marking_.push_back(id);
  while (!marking_.empty()) {
    NodeId at = marking_.back();
    marking_.pop_back();
    for (; at > kUnit && !needed[at]; at = nodes_[at].right) {
      needed[at] = true;
      marking_.push_back(nodes_[at].down);
    }
  }
}

void DiagramStore::collect() {
  std::vector<bool> needed(nodes_.size(), false);
  for (const auto& [id, holders] : held_) mark(id, needed);
  for (const NodeId id : kept_) mark(id, needed);
  std::fill(buckets_.begin(), buckets_.end(), kNothing);
  free_ = kNothing;
  used_ = 0;
  for (NodeId id = kUnit + 1; id < nodes_.size(); ++id) {
    if (needed[id]) {
      NodeId& first = buckets_[bucket(nodes_[id])];
      nodes_[id].next = std::exchange(first, id);
      ++used_;
    } else {
      nodes_[id].next = std::exchange(free_, id);
    }
  }
  forget_results();
  ++collections_;
  while (collect_at_ < budget_.most_nodes && used_ > collect_at_ / 2) collect_at_ *= 2;
  collect_at_ = std::min(collect_at_, budget_.most_nodes - budget_.most_nodes / 8);
}

void DiagramStore::collect_and_look() {
  collect();
  if (used_ > budget_.most_nodes / 2) hit_limit();
}

std::uint64_t DiagramStore::memory_bytes() const {
  return nodes_.capacity() * sizeof(Node) + buckets_.capacity() * sizeof(NodeId) +
         cache_.capacity() * sizeof(Entry);
}

}  // namespace questproof
