// SPDX-License-Identifier: MIT
#include "core/model/export_dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    out += letter == '\n' ? ' ' : letter;
  }
  return out;
}

// The states by number, breadth first, and the transitions between them.
class StateGraph {
 public:
  StateGraph(const GameModel& model, std::size_t limit) : model_(model) {
    for (const Variant& variant : model.variants) number(variant.values);
    starts_ = states_.size();
    for (std::size_t state = 0; state < states_.size(); ++state) {
      if (states_.size() > limit) {
        throw Error(Error::Kind::kInput,
                    fmt::format("{} has more than {} states: too many for a picture; draw its "
                                "structure instead, or raise the limit",
                                model.name, limit));
      }
      expand(state);
    }
  }

  std::string to_dot() const {
    const auto [done, blocked] = standing();
    std::string out =
        fmt::format("digraph \"{}\" {{\n  node [shape=box, style=filled];\n", escaped(model_.name));
    for (std::size_t state = 0; state < states_.size(); ++state) {
      const char* color = done[state] ? "palegreen" : blocked[state] ? "lightcoral" : "white";
      out += fmt::format("  s{} [label=\"{}\", fillcolor={}{}];\n", state, text_of(state), color,
                         state < starts_ ? ", peripheries=2" : "");
    }
    for (const auto& [from, to, event] : arrows_) {
      out += fmt::format("  s{} -> s{} [label=\"{}\"];\n", from, to,
                         escaped(model_.events[event].label.empty() ? model_.events[event].name
                                                                    : model_.events[event].label));
    }
    return out + "}\n";
  }

 private:
  std::size_t number(const Valuation& values) {
    const auto [found, fresh] = numbers_.emplace(values, states_.size());
    if (fresh) states_.push_back(values);
    return found->second;
  }

  void expand(std::size_t state) {
    const Valuation values = states_[state];
    for (std::uint32_t event = 0; event < model_.events.size(); ++event) {
      for (const Outcome& outcome : outcomes(model_, EventId{event}, values)) {
        if (outcome.fault || outcome.values == values) continue;
        arrows_.emplace(state, number(outcome.values), event);
      }
    }
  }

  // Of the main quest: per state whether it is done, and whether it is blocked.
  std::pair<std::vector<bool>, std::vector<bool>> standing() const {
    std::vector<bool> done(states_.size(), false);
    std::vector<bool> blocked(states_.size(), false);
    if (model_.quests.empty()) return {done, blocked};
    const auto main = std::find_if(model_.quests.begin(), model_.quests.end(),
                                   [](const Quest& quest) { return quest.main; });
    const Quest& quest = main == model_.quests.end() ? model_.quests.front() : *main;
    for (std::size_t i = 0; i < states_.size(); ++i)
      done[i] = holds(model_, quest.done, states_[i]);
    std::vector<bool> live = done;
    for (bool again = true; again;) {
      again = false;
      for (const auto& [from, to, event] : arrows_) {
        if (live[from] || !live[to]) continue;
        live[from] = again = true;
      }
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      blocked[i] = !live[i] && holds(model_, quest.open, states_[i]) &&
                   !holds(model_, quest.failed, states_[i]);
    }
    return {done, blocked};
  }

  std::string text_of(std::size_t state) const {
    std::string text;
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const auto differs = [&](const Valuation& values) { return values[i] != states_[0][i]; };
      if (std::none_of(states_.begin(), states_.end(), differs)) continue;
      const Variable& variable = model_.variables[i];
      text += fmt::format("{}{} = {}", text.empty() ? "" : "\\n", escaped(variable.name),
                          escaped(value_name(variable, states_[state][i])));
    }
    return text;
  }

  const GameModel& model_;
  std::map<Valuation, std::size_t> numbers_;
  std::vector<Valuation> states_;
  std::size_t starts_ = 0;
  std::set<std::tuple<std::size_t, std::size_t, std::uint32_t>> arrows_;  // from, to, event
};

void collect_reads(const Condition& condition, std::set<std::uint32_t>& reads) {
  for (const Term& term : {condition.left, condition.right}) {
    const bool compares = condition.kind == Condition::Kind::kCompare;
    if (compares && term.is_variable) reads.insert(term.variable.index);
  }
  for (const Condition& part : condition.parts) collect_reads(part, reads);
}

void collect(const std::vector<Statement>& body, std::set<std::uint32_t>& reads,
             std::set<std::uint32_t>& writes) {
  for (const Statement& statement : body) {
    if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
      writes.insert(statement.target.index);
      if (statement.kind == Statement::Kind::kAdd) reads.insert(statement.target.index);
      if (statement.value.is_variable) reads.insert(statement.value.variable.index);
    }
    for (const Branch& branch : statement.branches) {
      collect_reads(branch.condition, reads);
      collect(branch.body, reads, writes);
    }
  }
}

}  // namespace

std::string states_to_dot(const GameModel& model, std::size_t limit) {
  return StateGraph(model, limit).to_dot();
}

std::string structure_to_dot(const GameModel& model) {
  std::string out = fmt::format("digraph \"{}\" {{\n  rankdir=LR;\n", escaped(model.name));
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    out +=
        fmt::format("  v{} [label=\"{}\", shape=ellipse];\n", i, escaped(model.variables[i].name));
  }
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    const Event& event = model.events[i];
    std::set<std::uint32_t> guard, reads, writes;
    collect_reads(event.guard, guard);
    collect(event.body, reads, writes);
    out += fmt::format("  e{} [label=\"{}\", shape=box];\n", i, escaped(event.name));
    for (const std::uint32_t variable : reads) out += fmt::format("  v{} -> e{};\n", variable, i);
    for (const std::uint32_t variable : guard) {
      if (!reads.contains(variable)) {
        out += fmt::format("  v{} -> e{} [style=dashed];\n", variable, i);
      }
    }
    for (const std::uint32_t variable : writes) out += fmt::format("  e{} -> v{};\n", i, variable);
  }
  return out + "}\n";
}

}  // namespace questproof
