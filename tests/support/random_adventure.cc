// SPDX-License-Identifier: MIT
#include "tests/support/random_adventure.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "tests/support/random_model.h"

namespace questproof::testing_support {
namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  GameModel write(std::uint64_t seed) {
    model_.name = fmt::format("adventure-{}", seed);
    model_.source_files = {"adventure.quest"};
    scene_ = add("SCENE", VariableKind::kScene, pick(1, 3));
    chapter_ = add("CHAPTER", VariableKind::kVariable, pick(1, 2));
    talk_ = add("TALK", VariableKind::kInternal, pick(2, 3));
    for (int i = pick(1, 2); i > 0; --i) {
      items_.push_back(add(fmt::format("ITEM_{}", i), VariableKind::kItem, pick(1, 6)));
    }
    for (int i = pick(2, 4); i > 0; --i) {
      flags_.push_back(add(fmt::format("FLAG_{}", i), VariableKind::kVariable, pick(1, 2)));
    }
    for (int i = pick(0, 2); i > 0; --i) {
      seen_.push_back(add(fmt::format("SEEN_{}", i), VariableKind::kVariable, pick(1, 2)));
    }
    write_variants();
    for (int i = pick(7, 14); i > 0; --i) write_event();
    for (int i = pick(2, 3); i > 0; --i) write_quest(i);
    return std::move(model_);
  }

 private:
  int pick(int low, int high) { return static_cast<int>(random_.between(low, high)); }
  VariableId one_of(const std::vector<VariableId>& list) {
    return list[static_cast<std::size_t>(pick(0, static_cast<int>(list.size()) - 1))];
  }
  Value value_of(VariableId variable) { return pick(0, model_.variables[variable.index].high); }

  VariableId add(std::string name, VariableKind kind, Value high) {
    Variable variable;
    variable.name = std::move(name);
    variable.kind = kind;
    variable.high = high;
    model_.variables.push_back(std::move(variable));
    return {static_cast<std::uint32_t>(model_.variables.size() - 1)};
  }

  void write_variants() {
    for (int i = pick(1, 3); i > 0; --i) {
      Variant variant{fmt::format("start {}", i), Valuation(model_.variables.size(), 0)};
      for (const VariableId flag : flags_) {
        if (random_.chance(30)) variant.values[flag.index] = value_of(flag);
      }
      model_.variants.push_back(std::move(variant));
    }
  }

  Condition ask() {
    switch (pick(0, 5)) {
      case 0:
        return Condition::compare(Term::of(one_of(items_)), Comparison::kGreaterEqual,
                                  Term::of(Value{pick(1, 2)}));
      case 1: return Condition::equals(chapter_, value_of(chapter_));
      case 2: return Condition::negation(ask());
      case 3: return Condition::all({ask(), ask()});
      default: {
        const VariableId flag = flag_of_this_scene();
        return Condition::equals(flag, value_of(flag));
      }
    }
  }

  // Most flags are asked for in one scene only.
  VariableId flag_of_this_scene() {
    if (random_.chance(20)) return one_of(flags_);
    return flags_[static_cast<std::size_t>(here_) % flags_.size()];
  }

  // What presentation asks for.
  Condition ask_idly() {
    if (seen_.empty() || random_.chance(40)) return ask();
    const VariableId seen = one_of(seen_);
    return Condition::equals(seen, value_of(seen));
  }

  Statement put(VariableId target, Value value) {
    Statement statement;
    statement.target = target;
    statement.value = Term::of(value);
    statement.overflow = Overflow::kSaturate;
    return statement;
  }

  Statement change_item() {
    Statement statement = put(one_of(items_), pick(1, 2));
    statement.kind = Statement::Kind::kAdd;
    statement.subtract = random_.chance(25);
    if (random_.chance(8)) statement.overflow = Overflow::kError;
    if (random_.chance(8)) statement.overflow = Overflow::kWrap;
    return statement;
  }

  // Enters the next chapter and leaves the ones behind.
  Statement next_chapter() {
    Statement statement = put(chapter_, 1);
    statement.kind = Statement::Kind::kAdd;
    return statement;
  }

  Statement act() {
    const int kind = pick(0, 11);
    if (!seen_.empty() && random_.chance(15)) {
      const VariableId seen = one_of(seen_);
      return put(seen, value_of(seen));
    }
    if (kind <= 1) return put(scene_, value_of(scene_));
    if (kind == 2) return next_chapter();
    if (kind <= 4) return put(talk_, value_of(talk_));
    if (kind <= 7) return change_item();
    if (kind == 8) {
      Statement copy = put(one_of(flags_), 0);
      copy.value = Term::of(one_of(random_.chance(50) ? flags_ : items_));
      return copy;
    }
    const VariableId flag = one_of(flags_);
    return put(flag, value_of(flag));
  }

  BranchId new_branch() {
    model_.branches.push_back(
        {EventId{static_cast<std::uint32_t>(model_.events.size())}, {}, "branch"});
    return {static_cast<std::uint32_t>(model_.branches.size() - 1)};
  }

  std::vector<Statement> body(int depth) {
    std::vector<Statement> result;
    for (int i = pick(depth > 0 ? 1 : 0, 3); i > 0; --i) {
      if (depth > 0 && random_.chance(35)) {
        result.push_back(choice(depth - 1));
      } else if (random_.chance(6)) {
        result.emplace_back().kind = Statement::Kind::kStop;
      } else {
        result.push_back(act());
      }
    }
    return result;
  }

  // Now and then all of its branches are presentation only.
  Statement choice(int depth) {
    Statement statement;
    statement.kind = random_.chance(25) ? Statement::Kind::kChoose : Statement::Kind::kIf;
    const bool empty = random_.chance(25);
    for (int i = pick(1, 3); i > 0; --i) {
      Branch branch;
      branch.id = new_branch();
      branch.condition = random_.chance(25) ? Condition::always() : empty ? ask_idly() : ask();
      if (!empty) branch.body = body(depth);
      if (empty && random_.chance(20)) branch.body.emplace_back().kind = Statement::Kind::kStop;
      statement.branches.push_back(std::move(branch));
    }
    return statement;
  }

  void write_event() {
    Event event;
    event.name = fmt::format("EVENT_{}", model_.events.size());
    event.label = event.name;
    event.body_branch = new_branch();
    std::vector<Condition> guard;
    here_ = value_of(scene_);
    if (random_.chance(85)) guard.push_back(Condition::equals(scene_, here_));
    if (random_.chance(35)) guard.push_back(Condition::equals(talk_, value_of(talk_)));
    if (random_.chance(30)) guard.push_back(Condition::equals(chapter_, value_of(chapter_)));
    if (random_.chance(40)) guard.push_back(ask());
    event.guard = Condition::all(std::move(guard));
    event.body = body(2);
    model_.events.push_back(std::move(event));
  }

  void write_quest(int number) {
    Quest quest;
    quest.name = fmt::format("QUEST_{}", number);
    quest.main = number == 1;
    quest.open = number == 1 ? Condition::always() : ask();
    quest.done = random_.chance(50) ? Condition::equals(chapter_, model_.variables[1].high) : ask();
    if (random_.chance(25)) quest.failed = ask();
    model_.quests.push_back(std::move(quest));
  }

  Random random_;
  GameModel model_;
  VariableId scene_, chapter_, talk_;
  std::vector<VariableId> items_, flags_, seen_;
  Value here_ = 0;  // the scene of the event that is being written
};

}  // namespace

GameModel random_adventure(std::uint64_t seed, std::size_t maximum_states) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    GameModel model = Writer(seed * 7919 + attempt).write(seed);
    const std::size_t states = reachable_valuations(model, maximum_states).size();
    if (states <= maximum_states && (states >= 25 || attempt >= 30)) return model;
  }
}

}  // namespace questproof::testing_support
