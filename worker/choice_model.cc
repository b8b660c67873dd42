// SPDX-License-Identifier: MIT
#include "worker/choice_model.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace questproof {
namespace {

// Guards are looked up by the values of variables with so many values (core/model/guard_tree.cc).
constexpr std::size_t kLargestDomain = 256;

Statement assign(VariableId target, Value value) {
  Statement statement;
  statement.target = target;
  statement.value = Term::of(value);
  return statement;
}

class ChoiceModelMaker {
 public:
  ChoiceModelMaker(const ChoiceGraph& graph, const LookTable& looks, bool assume)
      : graph_(graph), looks_(looks), assume_(assume) {}

  GameModel run(const std::string& game) {
    model_.name = game + ", as learned by playing";
    if (!graph_.assumption.empty()) model_.name += ", " + graph_.assumption;
    model_.variants.push_back({"start", {}});
    add_state();
    ended_ = add_variable("ended", VariableKind::kInternal, 1, look(0).is_ending() ? 1 : 0);
    for (std::size_t task = 0; task < looks_.tasks().size(); ++task) {
      seen_.push_back(add_variable(fmt::format("seen_{}", task + 1), VariableKind::kVariable, 1,
                                   holds(0, task) ? 1 : 0));
    }
    add_values();
    for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node) add_events(node);
    if (graph_.contradictions > 0 && !assume_) {
      add_way_out(0, "why the game did otherwise",
                  "untried: why the game was seen to do otherwise");
    }
    if (!graph_.doubt.empty() && !assume_) {
      add_way_out(0, graph_.doubt, "untried: " + graph_.doubt);
    }
    for (auto& [name, content] : contents_) model_.contents.push_back(std::move(content));
    add_quests();
    validate(model_);
    return std::move(model_);
  }

 private:
  struct ShownValue {
    VariableId variable;
    std::map<std::string, Value> numbers;  // "" stands for: not seen
  };

  const ChoiceLook& look(std::uint32_t node) const { return looks_[graph_.nodes[node].look]; }
  bool holds(std::uint32_t node, std::size_t task) const {
    return looks_.holds(graph_.nodes[node].look, task);
  }

  VariableId add_variable(std::string name, VariableKind kind, Value high, Value start) {
    const VariableId id = {static_cast<std::uint32_t>(model_.variables.size())};
    Variable variable;
    variable.name = std::move(name);
    variable.kind = kind;
    variable.high = high;
    model_.variables.push_back(std::move(variable));
    model_.variants[0].values.push_back(start);
    return id;
  }

  void add_state() {
    const std::size_t count = graph_.nodes.size();
    std::size_t digits = 1;
    base_ = count;
    while (base_ > kLargestDomain) {
      ++digits;
      base_ = static_cast<std::size_t>(
          std::ceil(std::pow(static_cast<double>(count), 1.0 / static_cast<double>(digits))));
    }
    std::size_t room = 1;
    for (std::size_t i = 0; i < digits; ++i) room *= base_;
    if (room < count) ++base_;  // a root that was rounded
    if (digits == 1) {
      digits_ = {add_variable("state", VariableKind::kInternal, static_cast<Value>(count) - 1, 0)};
      for (std::uint32_t node = 0; node < count; ++node) {
        model_.variables[0].value_names.push_back(node_name(graph_, looks_, node));
      }
      return;
    }
    for (std::size_t i = 0; i < digits; ++i) {
      const std::string name = i == 0            ? "state_low"
                               : i + 1 == digits ? "state_high"
                                                 : fmt::format("state_middle_{}", i);
      digits_.push_back(
          add_variable(name, VariableKind::kInternal, static_cast<Value>(base_) - 1, 0));
    }
  }

  std::vector<Value> digits_of(std::uint32_t node) const {
    std::vector<Value> digits;
    std::size_t rest = node;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      digits.push_back(static_cast<Value>(rest % base_));
      rest /= base_;
    }
    return digits;
  }

  // Values that change, and are few enough.
  void add_values() {
    std::map<std::string, std::set<std::string>> seen;
    for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node) {
      for (const auto& [name, value] : look(node).values) seen[name].insert(value);
    }
    for (auto& [name, values] : seen) {
      for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node) {
        if (!look(node).values.contains(name) && look(node).failure.empty()) values.insert("");
      }
      if (values.size() < 2 || values.size() > kLargestDomain) continue;
      ShownValue shown;
      for (const std::string& value : values) {
        shown.numbers.emplace(value, static_cast<Value>(shown.numbers.size()));
      }
      shown.variable =
          add_variable(name, VariableKind::kVariable, static_cast<Value>(values.size()) - 1, 0);
      Variable& variable = model_.variables[shown.variable.index];
      for (const std::string& value : values) {
        variable.value_names.push_back(value.empty() ? "(not seen)" : value);
      }
      values_.emplace(name, std::move(shown));
      model_.variants[0].values.back() = *value_of(0, name);
    }
  }

  // Nothing where the game broke: then nothing is seen any more.
  std::optional<Value> value_of(std::uint32_t node, const std::string& name) const {
    if (!look(node).failure.empty()) return std::nullopt;
    const auto found = look(node).values.find(name);
    return values_.at(name).numbers.at(found == look(node).values.end() ? "" : found->second);
  }

  Condition at(std::uint32_t node) const {
    std::vector<Condition> parts;
    const std::vector<Value> digits = digits_of(node);
    for (std::size_t i = digits.size(); i-- > 0;) {
      parts.push_back(Condition::equals(digits_[i], digits[i]));
    }
    return Condition::all(std::move(parts));
  }

  BranchId add_branch(std::string text) {
    const BranchId branch = {static_cast<std::uint32_t>(model_.branches.size())};
    const EventId id = {static_cast<std::uint32_t>(model_.events.size())};
    model_.branches.push_back({id, {}, std::move(text)});
    return branch;
  }

  Event begin_event(std::uint32_t node, std::string name, std::string label) {
    Event event;
    event.name = std::move(name);
    event.label = std::move(label);
    event.scene = node_name(graph_, looks_, node);
    event.guard = at(node);
    event.body_branch = add_branch(event.name);
    return event;
  }

  // Sets what differs, and notes for the guard what that was: so the way back is known, too.
  std::vector<Statement> lead(std::uint32_t from, std::uint32_t to,
                              std::map<std::uint32_t, Value>& before) const {
    std::vector<Statement> body;
    const std::vector<Value> source = digits_of(from);
    const std::vector<Value> target = digits_of(to);
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      if (source[i] != target[i]) body.push_back(assign(digits_[i], target[i]));
    }
    if (look(to).is_ending()) {
      body.push_back(assign(ended_, 1));
      before[ended_.index] = 0;
    }
    for (std::size_t task = 0; task < seen_.size(); ++task) {
      if (holds(to, task)) body.push_back(assign(seen_[task], 1));
    }
    for (const auto& [name, shown] : values_) {
      const std::optional<Value> old_value = value_of(from, name);
      const std::optional<Value> value = value_of(to, name);
      if (!value || value == old_value) continue;
      body.push_back(assign(shown.variable, *value));
      before[shown.variable.index] = *old_value;
    }
    return body;
  }

  void add_events(std::uint32_t node) {
    for (const ChoiceEdge& edge : graph_.nodes[node].edges) {
      const bool known = !edge.targets.empty();
      if (known) add_choice(node, edge);
      // Of what chance decides not all need have been seen.
      if (edge.targets.size() != 1 || !edge.settled || (edge.assumed && !assume_)) {
        add_way_out(node, edge_name(node, edge.choice),
                    known ? fmt::format("untried: whether \"{}\" always leads there", edge.choice)
                          : fmt::format("untried: {}", edge.choice));
      }
    }
  }

  void add_choice(std::uint32_t node, const ChoiceEdge& edge) {
    Event event = begin_event(node, edge_name(node, edge.choice), edge.choice);
    std::map<std::uint32_t, Value> before;
    if (edge.targets.size() == 1) {
      event.body = lead(node, edge.targets[0], before);
      note_content(edge.targets[0], event.body_branch);
    } else {
      Statement chance;
      chance.kind = Statement::Kind::kChoose;
      for (const std::uint32_t target : edge.targets) {
        const BranchId branch = add_branch(node_name(graph_, looks_, target));
        note_content(target, branch);
        chance.branches.push_back({branch, Condition::always(), lead(node, target, before)});
      }
      event.body.push_back(std::move(chance));
    }
    for (const auto& [variable, value] : before) {
      event.guard.parts.push_back(Condition::equals({variable}, value));
    }
    model_.events.push_back(std::move(event));
  }

  void add_way_out(std::uint32_t node, const std::string& what, std::string label) {
    if (!unknown_) unknown_ = add_variable("unknown", VariableKind::kInternal, 0, 0);
    Event event = begin_event(node, "untried: " + what, std::move(label));
    Statement out;
    out.kind = Statement::Kind::kAdd;
    out.target = *unknown_;
    out.value = Term::of(Value{1});
    out.overflow = Overflow::kError;
    event.body.push_back(std::move(out));
    model_.events.push_back(std::move(event));
  }

  void note_content(std::uint32_t node, BranchId site) {
    const ChoiceLook& end = look(node);
    if (!end.over) return;
    Content& content = contents_[node];
    if (content.name.empty()) {
      content.kind = end.is_ending() ? "ending" : "failure";
      content.name = node_name(graph_, looks_, node);
      content.at_start = node == 0;
    }
    content.sites.push_back(site);
  }

  void add_quests() {
    Quest ending;
    ending.name = "ending";
    ending.title = "the game can be brought to an end";
    ending.main = true;
    ending.done = Condition::equals(ended_, 1);
    model_.quests.push_back(std::move(ending));
    std::set<std::string> names = {"ending"};
    for (std::size_t task = 0; task < seen_.size(); ++task) {
      Quest quest;
      quest.name = looks_.tasks()[task].to_string();
      quest.title = "see that: " + quest.name;
      quest.done = Condition::equals(seen_[task], 1);
      if (names.insert(quest.name).second) model_.quests.push_back(std::move(quest));
    }
  }

  const ChoiceGraph& graph_;
  const LookTable& looks_;
  bool assume_ = false;
  std::size_t base_ = 1;
  std::vector<VariableId> digits_;  // of the number of the state, the lowest first
  VariableId ended_;
  std::vector<VariableId> seen_;  // by task
  std::optional<VariableId> unknown_;
  std::map<std::string, ShownValue> values_;
  std::map<std::uint32_t, Content> contents_;  // by node
  GameModel model_;
};

}  // namespace

std::string node_name(const ChoiceGraph& graph, const LookTable& looks, std::uint32_t node) {
  return fmt::format("{} {}", node, short_text(looks[graph.nodes[node].look], kShortText));
}

std::string edge_name(std::uint32_t node, const std::string& choice) {
  return fmt::format("{} > {}", node, choice);
}

GameModel model_of_choices(const ChoiceGraph& graph, const LookTable& looks,
                           const std::string& game, bool assume) {
  return ChoiceModelMaker(graph, looks, assume).run(game);
}

}  // namespace questproof
