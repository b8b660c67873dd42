// SPDX-License-Identifier: MIT
#include "tests/support/random_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/model/naive_evaluator.h"
#include "core/model/state_layout.h"

namespace questproof::testing_support {

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
  const auto size = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(next() % size);
}

namespace {

constexpr int kTries = 40;

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomModelOptions& options)
      : random_(seed), options_(options) {}

  GameModel generate(std::uint64_t seed) {
    model_ = {};
    model_.name = fmt::format("random-{}", seed);
    model_.source_files = {"random.quest"};
    make_variables();
    make_variants();
    const auto events = count(options_.events, 3, 10);
    for (int i = 0; i < events; ++i) make_event(i);
    const auto quests = count(options_.quests, 1, 3);
    for (int i = 0; i < quests; ++i) make_quest(i);
    make_contents();
    return std::move(model_);
  }

 private:
  int count(int wanted, int low, int high) {
    return wanted > 0 ? wanted : static_cast<int>(random_.between(low, high));
  }

  SourceLocation place() { return {0, ++line_, static_cast<std::uint32_t>(random_.between(1, 9))}; }

  Value value_between(std::int64_t low, std::int64_t high) {
    return static_cast<Value>(random_.between(low, high));
  }

  // --- variables ---

  Variable small_variable() {
    Variable variable;
    const auto kind = random_.between(0, 99);
    if (kind < 45) {
      variable.high = 1;
    } else if (kind < 60) {
      variable.low = value_between(-3, 0);
      variable.high = static_cast<Value>(variable.low + random_.between(1, 5));
    } else if (kind < 95) {
      variable.high = value_between(2, 4);
    } else {
      variable.low = variable.high = value_between(-1, 2);  // a single value
    }
    return variable;
  }

  Variable wide_variable() {
    Variable variable;
    const auto kind = random_.between(0, 4);
    if (kind == 0) {
      variable.low = std::numeric_limits<Value>::min();
      variable.high = std::numeric_limits<Value>::max();
    } else if (kind == 1) {
      variable.low = -1000;
      variable.high = 1000000;
    } else {
      variable.high = value_between(1, 300);
    }
    return variable;
  }

  void add_variable(Variable variable) {
    const auto index = model_.variables.size();
    variable.name = fmt::format("V{}", index);
    variable.kind = static_cast<VariableKind>(random_.between(0, 5));
    variable.where = place();
    if (variable.high - std::int64_t{variable.low} < 8 && random_.chance(20)) {
      for (std::int64_t v = variable.low; v <= variable.high; ++v) {
        variable.value_names.push_back(fmt::format("V{}_IS_{}", index, v - variable.low));
      }
    }
    model_.variables.push_back(std::move(variable));
  }

  void make_variables() {
    const auto variables = count(options_.variables, 3, 7);
    for (int i = 0; i < variables; ++i) add_variable(small_variable());
    while (StateLayout(model_.variables).bit_count() < options_.minimum_bits) {
      add_variable(random_.chance(70) ? wide_variable() : small_variable());
    }
    small_count_ = variables;
  }

  void make_variants() {
    const auto variants = count(options_.variants, 1, 3);
    for (int i = 0; i < variants; ++i) {
      Variant variant{fmt::format("variant {}", i), {}};
      for (const Variable& variable : model_.variables) {
        variant.values.push_back(value_between(variable.low, variable.high));
      }
      model_.variants.push_back(std::move(variant));
    }
  }

  // The variables that were added for width are picked now and then, so that words beyond the first
  // are tested and written too.
  VariableId any_variable() {
    const auto all = static_cast<std::int64_t>(model_.variables.size());
    const auto last = random_.chance(80) ? std::int64_t{small_count_} - 1 : all - 1;
    return VariableId{static_cast<std::uint32_t>(random_.between(0, last))};
  }

  const Variable& info(VariableId id) const { return model_.variables[id.index]; }

  Value inside(VariableId id) {
    const Variable& variable = info(id);
    if (random_.chance(70)) {  // few values, so that states stay few and tests hit
      const auto high = std::min<std::int64_t>(variable.high, std::int64_t{variable.low} + 3);
      return value_between(variable.low, high);
    }
    return value_between(variable.low, variable.high);
  }

  Value near(VariableId id) {
    const Variable& variable = info(id);
    const auto clamp = [](std::int64_t v) {
      return std::clamp<std::int64_t>(v, std::numeric_limits<Value>::min(),
                                      std::numeric_limits<Value>::max());
    };
    return value_between(clamp(std::int64_t{variable.low} - 2),
                         clamp(std::int64_t{variable.high} + 2));
  }

  // --- conditions ---

  Condition compare() {
    const VariableId variable = any_variable();
    const auto comparison = static_cast<Comparison>(random_.chance(55) ? 0 : random_.between(0, 5));
    Term left = Term::of(variable);
    Term right = Term::of(random_.chance(85) ? inside(variable) : near(variable));
    if (options_.compare_variables && random_.chance(25)) right = Term::of(any_variable());
    if (random_.chance(3)) left = Term::of(inside(variable));
    if (random_.chance(15)) std::swap(left, right);
    return Condition::compare(left, comparison, right);
  }

  Condition condition(int depth) {
    const auto kind = depth == 0 ? 0 : random_.between(0, 99);
    if (kind < 50) return compare();
    if (kind < 53) return Condition::always();
    if (kind < 55) return Condition::never();
    if (kind < 65) return Condition::negation(condition(depth - 1));
    std::vector<Condition> parts;
    const auto size = random_.chance(5) ? 0 : random_.between(1, 3);
    for (int i = 0; i < size; ++i) parts.push_back(condition(depth - 1));
    return kind < 82 ? Condition::all(std::move(parts)) : Condition::any(std::move(parts));
  }

  // --- statements ---

  Overflow overflow() {
    const auto kind = random_.between(0, 99);
    if (options_.faults && kind < 12) return Overflow::kError;
    return kind < 60 ? Overflow::kSaturate : Overflow::kWrap;
  }

  Statement write(bool add) {
    Statement statement;
    statement.kind = add ? Statement::Kind::kAdd : Statement::Kind::kAssign;
    statement.where = place();
    statement.target = any_variable();
    statement.overflow = overflow();
    if (options_.compare_variables && random_.chance(25)) {
      statement.value = Term::of(any_variable());
    } else if (add) {
      statement.value = Term::of(value_between(-2, random_.chance(10) ? 9 : 2));
    } else if (random_.chance(85)) {
      statement.value = Term::of(inside(statement.target));
    } else {
      statement.value = Term::of(near(statement.target));
    }
    const Variable& target = info(statement.target);
    const bool constant_inside = !statement.value.is_variable &&
                                 statement.value.constant >= target.low &&
                                 statement.value.constant <= target.high;
    if (!add && !statement.value.is_variable && !constant_inside &&
        statement.overflow == Overflow::kError) {
      statement.overflow = Overflow::kWrap;
    }
    statement.subtract = add && random_.chance(40);
    return statement;
  }

  Branch branch(EventId event, int depth, bool otherwise) {
    Branch result;
    result.id = new_branch(event, otherwise ? "else" : "condition");
    result.condition = otherwise ? Condition::always() : condition(1);
    result.body = statements(event, depth, 2);
    return result;
  }

  BranchId new_branch(EventId event, std::string text) {
    const BranchId id{static_cast<std::uint32_t>(model_.branches.size())};
    model_.branches.push_back({event, place(), std::move(text)});
    return id;
  }

  Statement branching(EventId event, int depth) {
    Statement statement;
    statement.where = place();
    const bool choose = options_.choose && random_.chance(30);
    statement.kind = choose ? Statement::Kind::kChoose : Statement::Kind::kIf;
    const auto size = random_.between(1, 3);
    for (int i = 0; i < size; ++i) {
      const bool otherwise =
          choose ? random_.chance(50) : i > 0 && i + 1 == size && random_.chance(60);
      statement.branches.push_back(branch(event, depth, otherwise));
    }
    return statement;
  }

  std::vector<Statement> statements(EventId event, int depth, std::int64_t longest) {
    std::vector<Statement> body;
    const auto size = random_.between(random_.chance(90) ? 1 : 0, longest);
    for (int i = 0; i < size; ++i) {
      const auto kind = random_.between(0, 99);
      if (kind < 2) {
        Statement stop;
        stop.kind = Statement::Kind::kStop;
        stop.where = place();
        body.push_back(std::move(stop));
      } else if (depth > 0 && kind < 30) {
        body.push_back(branching(event, depth - 1));
      } else {
        body.push_back(write(kind < 55));
      }
    }
    return body;
  }

  void make_event(int index) {
    const EventId id{static_cast<std::uint32_t>(index)};
    Event event;
    event.name = fmt::format("EVENT_{}", index);
    event.label = fmt::format("do thing {}", index);
    event.scene = random_.chance(50) ? "SCENE_A" : "";
    event.trigger = static_cast<Trigger>(random_.between(0, 3));
    event.where = place();
    event.guard = random_.chance(5) ? Condition::always() : condition(options_.depth);
    event.body_branch = new_branch(id, event.name);
    event.body = statements(id, options_.depth, 3);
    model_.events.push_back(std::move(event));
  }

  void make_quest(int index) {
    Quest quest;
    quest.name = fmt::format("QUEST_{}", index);
    quest.title = fmt::format("Quest number {}", index);
    quest.main = index == 0;
    quest.where = place();
    quest.open = random_.chance(60) ? Condition::always() : condition(options_.depth);
    quest.done = random_.chance(70) ? compare() : condition(options_.depth);
    if (random_.chance(30)) quest.failed = condition(1);
    model_.quests.push_back(std::move(quest));
  }

  void make_contents() {
    for (std::uint32_t i = 0; i < model_.branches.size(); i += 3) {
      Content content{"proposition", fmt::format("CONTENT_{}", i), place(), {BranchId{i}}, false};
      if (i + 1 < model_.branches.size() && random_.chance(50)) content.sites.push_back({i + 1});
      content.at_start = random_.chance(10);
      model_.contents.push_back(std::move(content));
    }
  }

  Random random_;
  const RandomModelOptions& options_;
  GameModel model_;
  std::uint32_t line_ = 0;
  int small_count_ = 0;
};

const char* overflow_name(Overflow overflow) {
  switch (overflow) {
    case Overflow::kSaturate: return "saturate";
    case Overflow::kWrap: return "wrap";
    case Overflow::kError: return "error";
  }
  return "?";
}

std::string term_text(const GameModel& model, const Term& term) {
  return term.is_variable ? model.variables[term.variable.index].name
                          : fmt::format("{}", term.constant);
}

void describe(const GameModel& model, const std::vector<Statement>& body, int indent,
              std::string& text) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::kAssign:
      case Statement::Kind::kAdd: {
        const char* sign = statement.kind == Statement::Kind::kAssign ? ":="
                           : statement.subtract                       ? "-="
                                                                      : "+=";
        text +=
            fmt::format("{}{} {} {} ({})\n", margin, model.variables[statement.target.index].name,
                        sign, term_text(model, statement.value), overflow_name(statement.overflow));
        break;
      }
      case Statement::Kind::kStop: text += margin + "stop\n"; break;
      case Statement::Kind::kIf:
      case Statement::Kind::kChoose:
        text += margin + (statement.kind == Statement::Kind::kIf ? "if\n" : "choose\n");
        for (const Branch& branch : statement.branches) {
          text += fmt::format("{}  branch {} when {}\n", margin, branch.id.index,
                              to_string(model, branch.condition));
          describe(model, branch.body, indent + 4, text);
        }
        break;
    }
  }
}

}  // namespace

GameModel random_model(std::uint64_t seed, const RandomModelOptions& options) {
  for (int attempt = 0;; ++attempt) {
    Generator generator(seed * 1000003 + static_cast<std::uint64_t>(attempt), options);
    GameModel model = generator.generate(seed);
    const std::size_t states = reachable_valuations(model, options.maximum_states).size();
    if (states > options.maximum_states) continue;
    if (states >= options.minimum_states || attempt >= kTries) return model;
  }
}

std::vector<Valuation> reachable_valuations(const GameModel& model, std::size_t limit) {
  std::vector<Valuation> found;
  std::set<Valuation> seen;
  const auto add = [&](const Valuation& values) {
    if (seen.insert(values).second) found.push_back(values);
  };
  for (const Variant& variant : model.variants) add(variant.values);
  for (std::size_t next = 0; next < found.size() && found.size() <= limit; ++next) {
    const Valuation values = found[next];
    for (std::uint32_t event = 0; event < model.events.size(); ++event) {
      for (const Outcome& outcome : outcomes(model, EventId{event}, values)) {
        if (!outcome.fault) add(outcome.values);
      }
    }
  }
  if (found.size() > limit + 1) found.resize(limit + 1);
  return found;
}

std::string describe(const GameModel& model) {
  std::string text = fmt::format("model {}\n", model.name);
  for (const Variable& variable : model.variables) {
    text += fmt::format("  {}: {} .. {}\n", variable.name, variable.low, variable.high);
  }
  for (const Variant& variant : model.variants) {
    text += fmt::format("  start {}: {}\n", variant.name, fmt::join(variant.values, " "));
  }
  for (const Event& event : model.events) {
    text += fmt::format("  event {} (branch {}) when {}\n", event.name, event.body_branch.index,
                        to_string(model, event.guard));
    describe(model, event.body, 6, text);
  }
  for (const Quest& quest : model.quests) {
    text += fmt::format("  quest {}: open {}; done {}; failed {}\n", quest.name,
                        to_string(model, quest.open), to_string(model, quest.done),
                        to_string(model, quest.failed));
  }
  return text;
}

}  // namespace questproof::testing_support
