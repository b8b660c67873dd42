// SPDX-License-Identifier: MIT
#include "tests/support/quest_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace questproof::testing_support {
namespace {

struct Size {
  int rooms, doors, items, capacity, stages, gold, potions, lamps;
};

const std::map<std::string, Size>& sizes() {
  static const std::map<std::string, Size> all = {
      {"xs", {4, 2, 1, 2, 3, 3, 2, 1}},      {"s", {5, 2, 2, 2, 4, 4, 2, 1}},
      {"m", {6, 3, 2, 2, 4, 4, 4, 1}},       {"l", {6, 3, 2, 2, 4, 9, 9, 1}},
      {"dm", {6, 3, 3, 2, 4, 4, 4, 1}},      {"dl", {6, 3, 3, 2, 4, 9, 9, 2}},
      {"xl", {7, 3, 2, 3, 4, 9, 9, 3}},      {"xxl", {9, 4, 3, 3, 5, 19, 19, 2}},
      {"xxxl", {10, 5, 4, 3, 6, 29, 29, 3}},
  };
  return all;
}

class Builder {
 public:
  Builder(Size size, bool dead) : size_(size), dead_(dead) {}

  GameModel build(const std::string& name) {
    model_.name = name;
    declare();
    walk();
    carry();
    unlock();
    use();
    talk();
    trade();
    light();
    finish();
    return std::move(model_);
  }

 private:
  using Conditions = std::vector<Condition>;
  using Statements = std::vector<Statement>;

  int things() const { return size_.doors + size_.items; }
  Value carried() const { return size_.rooms; }
  Value gone() const { return size_.rooms + 1; }

  VariableId variable(const std::string& name, int high, int start) {
    Variable result;
    result.name = name;
    result.high = high;
    model_.variables.push_back(result);
    start_.push_back(start);
    return {static_cast<std::uint32_t>(model_.variables.size() - 1)};
  }

  void event(const std::string& name, Conditions guard, Statements body) {
    Event result;
    result.name = name;
    result.guard = Condition::all(std::move(guard));
    const EventId id{static_cast<std::uint32_t>(model_.events.size())};
    result.body_branch = {static_cast<std::uint32_t>(model_.branches.size())};
    model_.branches.push_back({id, {}, name});
    result.body = std::move(body);
    model_.events.push_back(std::move(result));
  }

  static Condition is(VariableId variable, Value value) {
    return Condition::equals(variable, value);
  }
  static Condition below(VariableId variable, Value value) {
    return Condition::compare(Term::of(variable), Comparison::kLess, Term::of(value));
  }
  static Condition least(VariableId variable, Value value) {
    return Condition::compare(Term::of(variable), Comparison::kGreaterEqual, Term::of(value));
  }
  static Statement put(VariableId target, Term value) {
    Statement result;
    result.target = target;
    result.value = value;
    return result;
  }
  static Statement add(VariableId target, Value amount) {
    Statement result = put(target, Term::of(amount));
    result.kind = Statement::Kind::kAdd;
    return result;
  }

  void declare() {
    for (int d = 0; d < size_.doors; ++d) edges_.push_back((d + 1) * size_.rooms / size_.doors - 1);
    if (size_.doors > 1) edges_[0] = std::max(1, edges_[0]);
    room_ = variable("pos", size_.rooms - 1, 0);
    for (int d = 0; d < size_.doors; ++d)
      doors_.push_back(variable(fmt::format("door{}", d), 1, 0));
    for (int k = 0; k < things(); ++k) {
      int start = 0;
      if (k > 0 && k < size_.doors) start = edges_[static_cast<std::size_t>(k - 1)] + 1;
      if (k >= size_.doors) start = (2 * size_.rooms - 1 - (k - size_.doors)) % size_.rooms;
      things_.push_back(variable(fmt::format("item{}", k), gone(), start));
    }
    load_ = variable("load", size_.capacity, 0);
    for (int u = 0; u < size_.items; ++u)
      flags_.push_back(variable(fmt::format("flag{}", u), 1, 0));
    dialogue_ = variable("dlg", size_.stages, 0);
    gold_ = variable("gold", size_.gold, 0);
    potions_ = variable("potion", size_.potions, 0);
    for (int l = 0; l < size_.lamps; ++l)
      lamps_.push_back(variable(fmt::format("lamp{}", l), 1, 0));
  }

  void walk() {
    for (int from = 0; from < size_.rooms; ++from) {
      const int to = (from + 1) % size_.rooms;
      Conditions forth = {is(room_, from)};
      Conditions back = {is(room_, to)};
      const auto door = std::find(edges_.begin(), edges_.end(), from);
      if (door != edges_.end()) {
        const VariableId lock = doors_[static_cast<std::size_t>(door - edges_.begin())];
        forth.push_back(is(lock, 1));
        back.push_back(is(lock, 1));
      }
      event(fmt::format("cw{}", from), forth, {put(room_, Term::of(to))});
      event(fmt::format("ccw{}", to), back, {put(room_, Term::of(from))});
    }
  }

  void carry() {
    for (std::size_t k = 0; k < things_.size(); ++k) {
      const Condition here =
          Condition::compare(Term::of(things_[k]), Comparison::kEqual, Term::of(room_));
      event(fmt::format("pick{}", k), {here, below(load_, size_.capacity)},
            {put(things_[k], Term::of(carried())), add(load_, 1)});
      event(fmt::format("drop{}", k), {is(things_[k], carried())},
            {put(things_[k], Term::of(room_)), add(load_, -1)});
    }
  }

  void unlock() {
    for (int d = 0; d < size_.doors; ++d) {
      std::vector<int> fitting = {d};
      if (dead_ && d == size_.doors - 1 && size_.doors > 1) fitting = {0, d};
      const VariableId door = doors_[static_cast<std::size_t>(d)];
      const int edge = edges_[static_cast<std::size_t>(d)];
      for (const int k : fitting) {
        const VariableId key = things_[static_cast<std::size_t>(k)];
        for (const auto& [side, room] : {std::pair{'a', edge}, {'b', (edge + 1) % size_.rooms}}) {
          Statements body = {put(door, Term::of(1))};
          if (dead_) {
            body.push_back(put(key, Term::of(gone())));
            body.push_back(add(load_, -1));
          }
          event(fmt::format("unlock{}_{}{}", d, k, side),
                {is(room_, room), is(key, carried()), is(door, 0)}, body);
        }
      }
    }
  }

  void use() {
    for (int u = 0; u < size_.items; ++u) {
      const VariableId item = things_[static_cast<std::size_t>(size_.doors + u)];
      event(fmt::format("use{}", u), {is(room_, (1 + 2 * u) % size_.rooms), is(item, carried())},
            {put(item, Term::of(gone())), put(flags_[static_cast<std::size_t>(u)], Term::of(1)),
             add(load_, -1)});
    }
  }

  void talk() {
    const int person = size_.rooms / 2;
    for (int s = 0; s < size_.stages; ++s) {
      Conditions guard = {is(room_, person), is(dialogue_, s)};
      Statements body = {put(dialogue_, Term::of(s + 1))};
      if (s == 1) {
        guard.push_back(least(gold_, 2));
        body.push_back(add(gold_, -2));
      }
      if (s >= 2 && s - 2 < size_.items) {
        guard.push_back(is(flags_[static_cast<std::size_t>(s - 2)], 1));
      }
      event(fmt::format("talk{}", s), guard, body);
    }
    event("insult", {is(room_, person), is(dialogue_, 1)}, {put(dialogue_, Term::of(0))});
  }

  void trade() {
    event("earn", {is(room_, 1), below(gold_, size_.gold)}, {add(gold_, 1)});
    event("buy", {is(room_, 0), least(gold_, 2), below(potions_, size_.potions)},
          {add(gold_, -2), add(potions_, 1)});
    event("drink", {least(potions_, 1)}, {add(potions_, -1)});
  }

  void light() {
    for (int l = 0; l < size_.lamps; ++l) {
      const int room = (2 * l + 1) % size_.rooms;
      const VariableId lamp = lamps_[static_cast<std::size_t>(l)];
      event(fmt::format("lit{}", l), {is(room_, room), is(lamp, 0)}, {put(lamp, Term::of(1))});
      event(fmt::format("unlit{}", l), {is(room_, room), is(lamp, 1)}, {put(lamp, Term::of(0))});
    }
  }

  void finish() {
    model_.variants = {{"start", start_}};
    Conditions goal = {is(dialogue_, size_.stages), is(room_, size_.rooms - 1)};
    for (const VariableId flag : flags_) goal.push_back(is(flag, 1));
    Quest quest;
    quest.name = "goal";
    quest.main = true;
    quest.done = Condition::all(std::move(goal));
    model_.quests = {quest};
  }

  Size size_;
  bool dead_;
  GameModel model_;
  Valuation start_;
  std::vector<int> edges_;
  VariableId room_, load_, dialogue_, gold_, potions_;
  std::vector<VariableId> doors_, things_, flags_, lamps_;
};

}  // namespace

GameModel quest_family(const std::string& size, bool dead) {
  return Builder(sizes().at(size), dead)
      .build(fmt::format("quest-{}{}", size, dead ? "-dead" : ""));
}

}  // namespace questproof::testing_support
