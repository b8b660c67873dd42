// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace questproof {

// List decision diagrams (Stefan Blom and Jaco van de Pol, "Symbolic Reachability for Process
// Algebras with Recursive Data Types", 2008): a set of tuples of values, all of one length, as a
// graph. A node says "the tuples that begin with this value go on like `down`; those that begin with
// a larger one are in `right`". Lists ascend strictly by value, no `down` is the empty set, and equal
// nodes are one node: so two sets are equal exactly when their ids are.
using NodeId = std::uint32_t;
inline constexpr NodeId kNothing = 0;  // the empty set, of tuples of any length
inline constexpr NodeId kUnit = 1;     // the set of the one tuple that has no values

// Thrown in the middle of an operation when a limit is hit. What was being computed is lost, the
// store is as good as before.
struct DiagramLimit {
  std::string reason;
};

struct DiagramBudget {
  std::uint64_t most_nodes = std::uint64_t{1} << 26;    // in use at a time
  std::uint64_t collect_from = std::uint64_t{1} << 19;  // nodes in use; fewer are not worth it
  std::uint64_t most_work = 0;                          // see work(); 0: no limit
  std::function<void()> look;                           // called now and then; may throw
};

// Owns all nodes: the table that makes equal nodes one, a cache of results, and the collection of
// nodes that nothing needs any more (mark and sweep). Needed are nodes that a Diagram holds or that
// lie on the stack of kept nodes, and what can be reached from them. Nodes are collected
// in collect_if_full() and nowhere else, so that code between two calls need not keep anything.
// One thread at a time.
class DiagramStore {
 public:
  struct Node {
    std::uint32_t value = 0;
    NodeId down = kNothing;
    NodeId right = kNothing;
    std::uint32_t next = 0;  // in the bucket, or among the free nodes
  };

  explicit DiagramStore(DiagramBudget budget = {});
  DiagramStore(const DiagramStore&) = delete;
  DiagramStore& operator=(const DiagramStore&) = delete;

  // Requires: id is a node, neither kNothing nor kUnit. The reference is good until the next make().
  const Node& node(NodeId id) const { return nodes_[id]; }

  // The list that begins with this value. Requires: the values of `right` are larger. Throws
  // DiagramLimit.
  NodeId make(std::uint32_t value, NodeId down, NodeId right);

  // Results of operations, as long as their place is not needed for another one. `what` names an
  // operation and what else it depends on.
  static constexpr NodeId kMissing = ~NodeId{0};
  NodeId cached(std::uint32_t what, NodeId a, NodeId b) const {
    const Entry& entry = cache_[cache_slot(what, a, b)];
    return entry.what == what && entry.a == a && entry.b == b ? entry.result : kMissing;
  }
  void remember(std::uint32_t what, NodeId a, NodeId b, NodeId result) {
    cache_[cache_slot(what, a, b)] = {what, a, b, result};
  }
  void forget_results();

  // What computations under way need: a stack.
  std::vector<NodeId>& kept() { return kept_; }
  // Throws DiagramLimit where half of the budget stays in use: soon there would be nothing but
  // collections.
  void collect_if_full() {
    if (used_ > collect_at_) collect_and_look();
  }
  void collect();

  // How much has been done so far: how often a node was asked for. The same on every machine, and
  // roughly a tenth of a microsecond each.
  std::uint64_t work() const { return work_; }
  std::uint64_t most_work() const { return budget_.most_work; }  // 0: no limit
  void set_most_work(std::uint64_t work) { budget_.most_work = work; }
  void set_look(std::function<void()> look) { budget_.look = std::move(look); }

  std::uint64_t node_count() const { return used_; }
  std::uint64_t peak_node_count() const { return peak_; }
  std::uint64_t collections() const { return collections_; }  // so far: ids may mean something else
  std::uint64_t memory_bytes() const;

  // For Diagram.
  void hold(NodeId id) { ++held_[id]; }
  void release(NodeId id);

 private:
  struct Entry {
    std::uint32_t what = ~std::uint32_t{0};
    NodeId a = 0;
    NodeId b = 0;
    NodeId result = 0;
  };

  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c);
  std::size_t cache_slot(std::uint32_t what, NodeId a, NodeId b) const {
    return mixed(what, a, b) & (cache_.size() - 1);
  }
  std::size_t bucket(const Node& node) const {
    return mixed(node.value, node.down, node.right) & (buckets_.size() - 1);
  }
  [[noreturn]] void hit_limit() const;
  void look();
  NodeId new_node();
  void collect_and_look();
  void grow_tables();
  void mark(NodeId id, std::vector<bool>& needed);

  DiagramBudget budget_;
  std::vector<Node> nodes_;
  std::vector<NodeId> buckets_;  // kNothing: empty
  std::vector<Entry> cache_;
  NodeId free_ = kNothing;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t collect_at_;
  std::uint64_t collections_ = 0;
  std::unordered_map<NodeId, std::uint32_t> held_;
  std::vector<NodeId> kept_;
  std::vector<NodeId> marking_;
};

// A set that stays: holds its nodes for as long as it lives. The store must outlive it.
class Diagram {
 public:
  Diagram() = default;
  Diagram(DiagramStore& store, NodeId id) : store_(&store), id_(id) { store.hold(id); }
  Diagram(const Diagram& other) : store_(other.store_), id_(other.id_) {
    if (store_ != nullptr) store_->hold(id_);
  }
  Diagram(Diagram&& other) noexcept
      : store_(std::exchange(other.store_, nullptr)), id_(std::exchange(other.id_, kNothing)) {}
  Diagram& operator=(Diagram other) noexcept {
    std::swap(store_, other.store_);
    std::swap(id_, other.id_);
    return *this;
  }
  ~Diagram() {
    if (store_ != nullptr) store_->release(id_);
  }

  NodeId id() const { return id_; }
  bool empty() const { return id_ == kNothing; }
  bool operator==(const Diagram& other) const { return id_ == other.id_; }

 private:
  DiagramStore* store_ = nullptr;
  NodeId id_ = kNothing;
};

}  // namespace questproof
