// SPDX-License-Identifier: MIT
#include "core/symbolic/event_cases.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/model/comparison.h"
#include "core/model/event_parts.h"

namespace questproof {
namespace {

// A condition on values that are only partly known: true, false, or which variable would help.
struct Truth {
  enum class Kind { kFalse, kTrue, kOpen };
  Kind kind = Kind::kTrue;
  VariableId needed;  // kOpen

  static Truth of(bool value) { return {value ? Kind::kTrue : Kind::kFalse, {}}; }
};

// One way through a part, on its way.
struct Way {
  std::vector<std::pair<VariableId, Value>> written;
  std::vector<std::pair<std::uint32_t, BranchId>> branches;
  std::optional<std::uint32_t> fault;
  bool stopped = false;
};

class CaseSplitter {
 public:
  CaseSplitter(const GameModel& model, EventId event, std::size_t most_cases)
      : model_(model),
        event_(model.events[event.index]),
        budget_(most_cases),
        known_(model.variables.size()) {}

  std::vector<PartCases> run() {
    std::vector<PartCases> result;
    for (const EventPart& part : parts_of(event_, model_.variables.size())) {
      part_ = &part;
      number_statements();
      result_ = {part.variables, {}};
      split();
      result.push_back(std::move(result_));
    }
    return result;
  }

 private:
  // Which statements of the event's body the statements of the part are.
  void number_statements() {
    numbers_.clear();
    for (std::uint32_t i = 0; i < event_.body.size() && numbers_.size() < part_->body.size(); ++i) {
      if (event_.body[i] == part_->body[numbers_.size()]) numbers_.push_back(i);
    }
    QUEST_CHECK(numbers_.size() == part_->body.size());
  }

  // All cases that agree with what is known.
  void split() {
    if (budget_-- == 0) {
      throw NotSymbolic{fmt::format("event {} has too many cases", event_.name)};
    }
    needed_.reset();
    const Truth enabled = truth(part_->guard, {});
    if (enabled.kind == Truth::Kind::kFalse) return;
    std::vector<Way> ways;
    if (enabled.kind == Truth::Kind::kOpen) {
      needed_ = enabled.needed;
    } else {
      ways.push_back({});
      for (std::size_t i = 0; i < part_->body.size() && !needed_; ++i) {
        statement_ = numbers_[i];
        ways = after(part_->body[i], std::move(ways));
      }
    }
    if (needed_) {
      split_by(*needed_);
    } else {
      for (Way& way : ways) add_case(std::move(way));
    }
  }

  void split_by(VariableId variable) {
    const Variable& domain = model_.variables[variable.index];
    for (std::int64_t value = domain.low; value <= domain.high; ++value) {
      known_[variable.index] = static_cast<Value>(value);
      split();
    }
    known_[variable.index].reset();
  }

  void add_case(Way way) {
    EventCase found;
    for (const VariableId variable : part_->variables) {
      if (known_[variable.index]) found.reads.emplace_back(variable, *known_[variable.index]);
    }
    found.branches = std::move(way.branches);
    found.fault = way.fault;
    if (!way.fault) found.writes = std::move(way.written);
    std::sort(found.writes.begin(), found.writes.end());
    result_.cases.push_back(std::move(found));
  }

  std::vector<Way> after(const Statement& statement, std::vector<Way> ways) {
    std::vector<Way> next;
    for (Way& way : ways) {
      if (needed_) break;
      if (way.stopped) {
        next.push_back(std::move(way));
      } else {
        step(statement, std::move(way), next);
      }
    }
    return next;
  }

  void step(const Statement& statement, Way way, std::vector<Way>& next) {
    switch (statement.kind) {
      case Statement::Kind::kAssign:
      case Statement::Kind::kAdd:
        write(statement, way);
        next.push_back(std::move(way));
        return;
      case Statement::Kind::kStop:
        way.stopped = true;
        next.push_back(std::move(way));
        return;
      case Statement::Kind::kIf:
      case Statement::Kind::kChoose: branch(statement, std::move(way), next); return;
    }
  }

  void branch(const Statement& statement, Way way, std::vector<Way>& next) {
    bool any = false;
    for (const Branch& branch : statement.branches) {
      const Truth holds = truth(branch.condition, way);
      if (holds.kind == Truth::Kind::kFalse) continue;
      if (holds.kind == Truth::Kind::kOpen) {
        needed_ = holds.needed;
        return;
      }
      any = true;
      Way inner = way;
      inner.branches.emplace_back(statement_, branch.id);
      std::vector<Way> inside;
      inside.push_back(std::move(inner));
      for (const Statement& each : branch.body) inside = after(each, std::move(inside));
      std::move(inside.begin(), inside.end(), std::back_inserter(next));
      if (needed_ || statement.kind == Statement::Kind::kIf) return;
    }
    if (!any) next.push_back(std::move(way));
  }

  void write(const Statement& statement, Way& way) {
    const std::optional<Value> operand = value_of(statement.value, way);
    if (!operand) return;
    std::int64_t result = *operand;
    if (statement.kind == Statement::Kind::kAdd) {
      const std::optional<Value> before = value_of(Term::of(statement.target), way);
      if (!before) return;
      result = statement.subtract ? *before - result : *before + result;
    }
    const Variable& target = model_.variables[statement.target.index];
    if (result < target.low || result > target.high) {
      if (statement.overflow == Overflow::kError) {
        way.fault = statement_;
        way.stopped = true;
        return;
      }
      result = statement.overflow == Overflow::kSaturate
                   ? (result < target.low ? target.low : target.high)
                   : wrapped(target, result);
    }
    set(way, statement.target, static_cast<Value>(result));
  }

  static std::int64_t wrapped(const Variable& target, std::int64_t value) {
    const std::int64_t size = std::int64_t{target.high} - target.low + 1;
    const std::int64_t beyond = (value - target.low) % size;
    return target.low + (beyond < 0 ? beyond + size : beyond);
  }

  static void set(Way& way, VariableId variable, Value value) {
    for (auto& [written, old] : way.written) {
      if (written == variable) {
        old = value;
        return;
      }
    }
    way.written.emplace_back(variable, value);
  }

  // Nothing, and needed_ set, when it is not known.
  std::optional<Value> value_of(const Term& term, const Way& way) {
    const std::optional<Value> value = known_value(term, way);
    if (!value) needed_ = term.variable;
    return value;
  }
  std::optional<Value> known_value(const Term& term, const Way& way) const {
    if (!term.is_variable) return term.constant;
    for (const auto& [written, value] : way.written) {
      if (written == term.variable) return value;
    }
    return known_[term.variable.index];
  }

  Truth truth(const Condition& condition, const Way& way) const {
    switch (condition.kind) {
      case Condition::Kind::kTrue: return Truth::of(true);
      case Condition::Kind::kFalse: return Truth::of(false);
      case Condition::Kind::kCompare: {
        const std::optional<Value> left = known_value(condition.left, way);
        if (!left) return {Truth::Kind::kOpen, condition.left.variable};
        const std::optional<Value> right = known_value(condition.right, way);
        if (!right) return {Truth::Kind::kOpen, condition.right.variable};
        return Truth::of(compares(*left, condition.comparison, *right));
      }
      case Condition::Kind::kAll: return truth_of_parts(condition, way, Truth::Kind::kFalse);
      case Condition::Kind::kAny: return truth_of_parts(condition, way, Truth::Kind::kTrue);
      case Condition::Kind::kNot: {
        Truth part = truth(condition.parts.at(0), way);
        if (part.kind != Truth::Kind::kOpen) return Truth::of(part.kind == Truth::Kind::kFalse);
        return part;
      }
    }
    return Truth::of(false);
  }

  // One part that is `decisive` decides, whatever is open elsewhere.
  Truth truth_of_parts(const Condition& condition, const Way& way, Truth::Kind decisive) const {
    Truth result = Truth::of(decisive == Truth::Kind::kFalse);
    for (const Condition& part : condition.parts) {
      const Truth found = truth(part, way);
      if (found.kind == decisive) return found;
      if (found.kind == Truth::Kind::kOpen && result.kind != Truth::Kind::kOpen) result = found;
    }
    return result;
  }

  const GameModel& model_;
  const Event& event_;
  std::size_t budget_;
  const EventPart* part_ = nullptr;
  std::vector<std::uint32_t> numbers_;  // of the part's statements
  std::uint32_t statement_ = 0;
  std::vector<std::optional<Value>> known_;  // by variable: before the event
  std::optional<VariableId> needed_;
  PartCases result_;
};

}  // namespace

std::vector<PartCases> cases_of(const GameModel& model, EventId event, std::size_t most_cases) {
  return CaseSplitter(model, event, most_cases).run();
}

}  // namespace questproof
