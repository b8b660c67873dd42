// SPDX-License-Identifier: MIT
#include "coordinator/coverage.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/check.h"

namespace questproof {
namespace {

enum class Standing { kReached, kMissing, kNotExamined };

class CoverageFinder {
 public:
  CoverageFinder(const GameModel& model, const std::vector<bool>& reached,
                 const std::vector<bool>& examined)
      : model_(model), reached_(reached), examined_(examined) {
    QUEST_CHECK(reached.size() == model.branches.size());
    QUEST_CHECK(examined.size() == model.branches.size());
    for (std::uint32_t branch = 0; branch < model.branches.size(); ++branch) {
      if (reached[branch]) reached_places_.insert(model.branches[branch].where);
    }
  }

  Coverage find() {
    result_.counts = {{"event", 0, 0, 0}, {"branch", 0, 0, 0}};
    for (const Event& event : model_.events) add_event(event);
    for (const Content& content : model_.contents) add_content(content);
    return std::move(result_);
  }

 private:
  Standing standing(BranchId branch) const {
    if (reached_[branch.index]) return Standing::kReached;
    return examined_[branch.index] ? Standing::kMissing : Standing::kNotExamined;
  }

  void count(Coverage::Count& entry, Standing standing) const {
    ++entry.total;
    if (standing == Standing::kReached) ++entry.reached;
    if (standing == Standing::kNotExamined) ++entry.not_examined;
  }

  void add_event(const Event& event) {
    const Standing whole = standing(event.body_branch);
    count(result_.counts[0], whole);
    if (whole == Standing::kMissing) {
      result_.missing.push_back({"event", event.name, event.where, to_string(model_, event.guard)});
    }
    add_branches(event, event.body, whole == Standing::kMissing);
  }

  void add_branches(const Event& event, const std::vector<Statement>& body, bool parent_missing) {
    for (const Statement& statement : body) {
      for (const Branch& branch : statement.branches) {
        const bool missing = standing(branch.id) == Standing::kMissing;
        add_branch(event, branch.id, parent_missing);
        add_branches(event, branch.body, parent_missing || missing);
      }
    }
  }

  void add_branch(const Event& event, BranchId id, bool parent_missing) {
    const BranchInfo& info = model_.branches[id.index];
    if (info.where.line == 0) return;  // a front end added it; nobody wrote it
    if (!counted_places_.insert(info.where).second) return;
    const bool elsewhere = reached_places_.count(info.where) != 0;
    const Standing here = elsewhere ? Standing::kReached : standing(id);
    count(result_.counts[1], here);
    if (here != Standing::kMissing || parent_missing) return;
    result_.missing.push_back({"branch", event.name, info.where, info.text});
  }

  void add_content(const Content& content) {
    const Standing here = content_standing(content);
    count(count_of(content.kind), here);
    if (here != Standing::kMissing) return;
    result_.missing.push_back({content.kind, content.name, content.where, reason(content)});
  }

  Standing content_standing(const Content& content) const {
    if (content.at_start) return Standing::kReached;
    Standing result = Standing::kMissing;
    for (BranchId site : content.sites) {
      if (standing(site) == Standing::kReached) return Standing::kReached;
      if (standing(site) == Standing::kNotExamined) result = Standing::kNotExamined;
    }
    return result;
  }

  // One place that never runs: its condition, or the guard of its event when already that never
  // holds.
  std::string reason(const Content& content) const {
    if (content.sites.size() != 1) return "";
    const BranchInfo& info = model_.branches[content.sites[0].index];
    const Event& event = model_.events[info.event.index];
    if (standing(event.body_branch) != Standing::kReached) return to_string(model_, event.guard);
    return info.text;
  }

  Coverage::Count& count_of(const std::string& kind) {
    const auto found =
        std::find_if(result_.counts.begin(), result_.counts.end(),
                     [&](const Coverage::Count& entry) { return entry.kind == kind; });
    if (found != result_.counts.end()) return *found;
    result_.counts.push_back({kind, 0, 0, 0});
    return result_.counts.back();
  }

  const GameModel& model_;
  const std::vector<bool>& reached_;
  const std::vector<bool>& examined_;
  std::set<SourceLocation> reached_places_;
  std::set<SourceLocation> counted_places_;
  Coverage result_;
};

}  // namespace

Coverage find_coverage(const GameModel& model, const std::vector<bool>& reached,
                       const std::vector<bool>& examined) {
  return CoverageFinder(model, reached, examined).find();
}

}  // namespace questproof
