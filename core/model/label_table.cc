// SPDX-License-Identifier: MIT
#include "core/model/label_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumCoarseNodes = std::size_t{1} << 14;

}  // namespace

// Finds, by the shape of the body alone, all sequences in which chance can choose.
class LabelTable::CoarseWalk {
 public:
  CoarseWalk(LabelTable& table, const GameModel& model, EventId event)
      : table_(table), model_(model), event_(event) {}

  void run() {
    const Event& event = model_.events[event_.index];
    const std::uint32_t root = table_.root(event_);
    branches_.push_back({root, {event.body_branch}});
    for (const std::uint32_t node : walk(event.body, {root})) end(node);
    for (const BranchId branch : passed_) {
      const std::uint32_t label = table_.add_label(event_, false, {branch});
      table_.labels_[label].coverage_only = true;
      table_.coverage_.push_back({branch, label});
    }
    std::sort(table_.coverage_.begin(), table_.coverage_.end());
  }

 private:
  NodeSet walk(const std::vector<Statement>& body, NodeSet nodes) {
    for (const Statement& statement : body) {
      switch (statement.kind) {
        case Statement::Kind::kAssign:
        case Statement::Kind::kAdd:
          if (statement.overflow == Overflow::kError) {
            for (const std::uint32_t node : nodes) fault(node);
          }
          break;
        case Statement::Kind::kStop:
          for (const std::uint32_t node : nodes) end(node);
          nodes.clear();  // what follows never runs, but its branches still need their labels
          break;
        case Statement::Kind::kIf:
        case Statement::Kind::kChoose: nodes = branch(statement, nodes); break;
      }
    }
    return nodes;
  }

  NodeSet branch(const Statement& statement, const NodeSet& nodes) {
    NodeSet after = nodes;  // no branch may hold
    for (const Branch& branch : statement.branches) {
      NodeSet inner = nodes;
      if (statement.kind == Statement::Kind::kChoose) {
        for (std::uint32_t& node : inner) node = chosen(node, branch.id);
      } else {
        passed_.push_back(branch.id);
      }
      for (const std::uint32_t node : walk(branch.body, inner)) after.push_back(node);
    }
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    return after;
  }

  std::uint32_t chosen(std::uint32_t node, BranchId branch) {
    const std::size_t before = table_.nodes_.size();
    const std::uint32_t child = table_.grow(node, branch);
    if (table_.nodes_.size() > before) {
      std::vector<BranchId> branches = branches_of(node);
      branches.push_back(branch);
      branches_.push_back({child, std::move(branches)});
    }
    if (branches_.size() > kMaximumCoarseNodes) {
      throw Error(Error::Kind::kResource,
                  fmt::format("{}: chance can decide event {} in more than {} ways",
                              to_string(model_, model_.events[event_.index].where),
                              model_.events[event_.index].name, kMaximumCoarseNodes));
    }
    return child;
  }

  const std::vector<BranchId>& branches_of(std::uint32_t node) const {
    return std::find_if(branches_.begin(), branches_.end(),
                        [node](const auto& entry) { return entry.first == node; })
        ->second;
  }

  void end(std::uint32_t node) {
    if (table_.nodes_[node].label != kNone) return;
    table_.nodes_[node].label = table_.add_label(event_, false, branches_of(node));
  }

  void fault(std::uint32_t node) {
    if (table_.nodes_[node].fault_label != kNone) return;
    table_.nodes_[node].fault_label = table_.add_label(event_, true, branches_of(node));
  }

  LabelTable& table_;
  const GameModel& model_;
  EventId event_;
  std::vector<std::pair<std::uint32_t, std::vector<BranchId>>> branches_;
  std::vector<BranchId> passed_;
};

void LabelTable::add_event(const GameModel& model, EventId event,
                           const std::optional<std::vector<EventPath>>& paths) {
  QUEST_CHECK(event.index == events_.size());
  events_.push_back({static_cast<std::uint32_t>(nodes_.size()), !paths.has_value()});
  nodes_.emplace_back();
  if (!paths) {
    CoarseWalk(*this, model, event).run();
    return;
  }
  for (const EventPath& path : *paths) {
    std::uint32_t node = root(event);
    for (std::size_t i = 1; i < path.branches.size(); ++i) node = grow(node, path.branches[i]);
    const std::uint32_t known = path.fault ? nodes_[node].fault_label : nodes_[node].label;
    if (known != kNone) continue;
    const std::uint32_t label = add_label(event, path.fault, path.branches);
    (path.fault ? nodes_[node].fault_label : nodes_[node].label) = label;
  }
}

std::uint32_t LabelTable::grow(std::uint32_t node, BranchId branch) {
  for (const auto& [id, child] : nodes_[node].children) {
    if (id == branch) return child;
  }
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].children.push_back({branch, child});
  nodes_.emplace_back();
  return child;
}

std::uint32_t LabelTable::add_label(EventId event, bool fault, std::vector<BranchId> branches) {
  TransitionLabel label;
  label.event = event;
  if (!labels_.empty() && labels_.back().event == event) label.outcome = labels_.back().outcome + 1;
  label.fault = fault;
  label.branches = std::move(branches);
  labels_.push_back(std::move(label));
  return static_cast<std::uint32_t>(labels_.size() - 1);
}

std::uint32_t LabelTable::child(std::uint32_t node, BranchId branch) const {
  for (const auto& [id, child] : nodes_[node].children) {
    if (id == branch) return child;
  }
  QUEST_CHECK_MSG(false, "a branch has run that no path leads to");
  return kNone;
}

std::uint32_t LabelTable::label(std::uint32_t node) const {
  const std::uint32_t label = nodes_[node].label;
  QUEST_CHECK_MSG(label != kNone, "an event ended where no path ends");
  return label;
}

std::uint32_t LabelTable::fault_label(std::uint32_t node) const {
  const std::uint32_t label = nodes_[node].fault_label;
  QUEST_CHECK_MSG(label != kNone, "an event had a fault where no path has one");
  return label;
}

std::uint32_t LabelTable::label_of(EventId event, const EventPath& path) const {
  std::uint32_t node = root(event);
  for (std::size_t i = 1; i < path.branches.size(); ++i) node = child(node, path.branches[i]);
  return path.fault ? fault_label(node) : label(node);
}

std::uint32_t LabelTable::coverage_label(BranchId branch) const {
  const auto entry =
      std::lower_bound(coverage_.begin(), coverage_.end(), std::pair{branch, std::uint32_t{0}});
  QUEST_CHECK(entry != coverage_.end() && entry->first == branch);
  return entry->second;
}

}  // namespace questproof
