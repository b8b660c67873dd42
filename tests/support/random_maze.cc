// SPDX-License-Identifier: MIT
#include "tests/support/random_maze.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/model/free_moves.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {
namespace {

constexpr Value kWidest = 63;  // of the domains of variables that events write

class MazeMaker {
 public:
  MazeMaker(std::uint64_t seed, const RandomMazeOptions& options)
      : random_(seed), options_(options) {}

  GameModel make() {
    make_variables();
    for (const VariableId walker : walkers_) make_passages(walker);
    const auto events = random_.between(2, 7);
    for (int i = 0; i < events; ++i) make_event();
    const auto quests = random_.between(1, 4);
    for (int i = 0; i < quests; ++i) make_quest();
    make_variants();
    return std::move(builder_.model());
  }

 private:
  Variable& info(VariableId id) { return builder_.model().variables[id.index]; }
  std::size_t room_left() {
    std::size_t product = 1;
    for (const Variable& variable : builder_.model().variables) {
      if (variable.high > kWidest) continue;
      product *= static_cast<std::size_t>(variable.high - variable.low + 1);
    }
    return options_.maximum_states / product;
  }
  Value any_value(VariableId id) {
    return static_cast<Value>(random_.between(info(id).low, info(id).high));
  }
  VariableId any_of(const std::vector<VariableId>& list) {
    return list[random_.next() % list.size()];
  }

  void make_variables() {
    const int walkers =
        options_.walkers > 0 ? options_.walkers : static_cast<int>(random_.between(1, 2));
    // Domains in a random order: a walker does not always lie in the low bits.
    const auto doors = random_.between(1, 4);
    int made = 0;
    for (int i = 0; i < doors; ++i) {
      if (made < walkers && random_.chance(50)) make_walker(made++, walkers);
      const Value low = random_.chance(15) ? 3 : 0;
      doors_.push_back(builder_.variable(fmt::format("door{}", i), low, low + 1));
    }
    while (made < walkers) make_walker(made++, walkers);
    if (random_.chance(30)) {  // states of several words
      for (int i = 0; i < 3; ++i) {
        builder_.variable(fmt::format("ballast{}", i), 0, 1 << 30);
        builder_.model().variants[0].values.back() =
            static_cast<Value>(random_.between(0, 1 << 30));
      }
    }
    if (room_left() >= 3) things_.push_back(builder_.variable("things", 0, 2));
    for (const VariableId door : doors_) others_.push_back(door);
    for (const VariableId thing : things_) others_.push_back(thing);
  }

  void make_walker(int number, int walkers) {
    const Value low = random_.chance(20) ? 1 : 0;
    const auto rooms = random_.between(2, walkers == 1 ? 7 : 4);
    const VariableId walker =
        builder_.variable(fmt::format("where{}", number), low, low + static_cast<Value>(rooms) - 1);
    info(walker).kind = VariableKind::kPosition;
    walkers_.push_back(walker);
  }

  Condition about(VariableId id) {
    const Value value = any_value(id);
    switch (random_.between(0, 4)) {
      case 0: return Condition::compare(Term::of(id), Comparison::kNotEqual, Term::of(value));
      case 1: return Condition::compare(Term::of(id), Comparison::kGreaterEqual, Term::of(value));
      case 2: return Condition::negation(Condition::equals(id, value));
      default: return Condition::equals(id, value);
    }
  }

  // Reads no walker.
  Condition gate() {
    switch (random_.between(0, 6)) {
      case 0: return Condition::always();
      case 1: return Condition::all({about(any_of(others_)), about(any_of(others_))});
      case 2: return Condition::any({about(any_of(others_)), about(any_of(others_))});
      default: return about(any_of(doors_));
    }
  }

  Condition somewhere(VariableId walker) {
    if (random_.chance(20)) {
      return Condition::any({Condition::equals(walker, any_value(walker)),
                             Condition::equals(walker, any_value(walker))});
    }
    if (walkers_.size() > 1 && random_.chance(15)) {
      return Condition::compare(Term::of(walkers_[0]),
                                random_.chance(70) ? Comparison::kEqual : Comparison::kLess,
                                Term::of(walkers_[1]));
    }
    if (random_.chance(10)) return about(walker);
    return Condition::equals(walker, any_value(walker));
  }

  void add_event(Condition guard, std::vector<Statement> body) {
    builder_.event(fmt::format("event{}", events_++), std::move(guard), std::move(body));
  }

  // In the order of a person who writes without thinking of normal forms.
  void add_walk(VariableId walker, Value from, Value to, const Condition& open) {
    Condition guard = Condition::equals(walker, from);
    if (open.kind != Condition::Kind::kTrue) {
      guard = random_.chance(50) ? Condition::all({guard, open}) : Condition::all({open, guard});
    }
    if (random_.chance(20)) guard = Condition::negation(Condition::negation(guard));
    add_event(std::move(guard), {builder_.assign(walker, to)});
  }

  void make_passages(VariableId walker) {
    const Value low = info(walker).low;
    const Value high = info(walker).high;
    for (Value room = low + 1; room <= high; ++room) {
      if (room != high && random_.chance(10)) continue;
      const auto other = static_cast<Value>(random_.between(low, room - 1));
      make_passage(walker, other, room, room == high);
    }
    if (random_.chance(50)) make_passage(walker, any_value(walker), any_value(walker), false);
  }

  void make_passage(VariableId walker, Value a, Value b, bool both_ways) {
    const Condition open = gate();
    const bool both = both_ways || random_.chance(80);
    if (random_.chance(50)) std::swap(a, b);
    add_walk(walker, a, b, open);
    if (both) add_walk(walker, b, a, open);
  }

  Statement change(VariableId id) {
    const Variable variable = info(id);
    if (variable.kind == VariableKind::kPosition) {
      if (walkers_.size() > 1 && random_.chance(20)) {
        return builder_.assign(id, Term::of(any_of(walkers_)));
      }
      if (random_.chance(25)) {
        return builder_.add(id, random_.chance(50) ? 1 : -1,
                            random_.chance(50) ? Overflow::kWrap : Overflow::kSaturate);
      }
      return builder_.assign(id, any_value(id));
    }
    if (random_.chance(60)) return builder_.add(id, 1, Overflow::kWrap);
    if (options_.faults && random_.chance(8)) return builder_.add(id, 1, Overflow::kError);
    if (random_.chance(15)) {
      return builder_.assign(id, Term::of(random_.chance(50) ? any_of(others_) : any_of(walkers_)));
    }
    return builder_.assign(id, any_value(id));
  }

  Statement any_change() { return change(random_.chance(15) ? any_of(walkers_) : any_of(others_)); }

  void make_event() {
    std::vector<Condition> guard;
    if (random_.chance(80)) guard.push_back(somewhere(any_of(walkers_)));
    if (random_.chance(40)) guard.push_back(about(any_of(others_)));
    std::vector<Statement> body;
    const auto changes = random_.between(1, 3);
    for (int i = 0; i < changes; ++i) body.push_back(any_change());
    if (random_.chance(30)) {
      std::vector<Branch> branches;
      const auto count = random_.between(1, 2);
      for (int i = 0; i < count; ++i) {
        Condition condition =
            random_.chance(50) ? somewhere(any_of(walkers_)) : about(any_of(others_));
        branches.push_back(builder_.branch(std::move(condition), {any_change()}));
      }
      body.push_back(builder_.choice(std::move(branches), random_.chance(50)
                                                              ? Statement::Kind::kIf
                                                              : Statement::Kind::kChoose));
    }
    add_event(Condition::all(std::move(guard)), std::move(body));
  }

  void make_quest() {
    std::vector<Condition> done;
    if (random_.chance(70)) done.push_back(somewhere(any_of(walkers_)));
    if (random_.chance(80)) done.push_back(about(any_of(others_)));
    Condition open;
    if (random_.chance(40)) open = about(random_.chance(50) ? any_of(walkers_) : any_of(others_));
    const QuestId quest = builder_.quest(fmt::format("quest{}", quests_++),
                                         Condition::all(std::move(done)), std::move(open));
    if (random_.chance(30)) {
      builder_.model().quests[quest.index].failed =
          about(random_.chance(50) ? any_of(walkers_) : any_of(others_));
    }
  }

  void make_variants() {
    GameModel& model = builder_.model();
    const Valuation first = model.variants[0].values;
    model.variants.clear();
    const auto count = random_.between(1, 2);
    for (int i = 0; i < count; ++i) {
      Valuation values;
      for (std::uint32_t v = 0; v < model.variables.size(); ++v) {
        const bool moves = info(VariableId{v}).high <= kWidest;
        values.push_back(moves ? any_value(VariableId{v}) : first[v]);
      }
      model.variants.push_back({fmt::format("start{}", i), std::move(values)});
    }
  }

  Random random_;
  const RandomMazeOptions& options_;
  ModelBuilder builder_;
  std::vector<VariableId> walkers_;
  std::vector<VariableId> doors_;
  std::vector<VariableId> things_;
  std::vector<VariableId> others_;  // doors and things
  int events_ = 0;
  int quests_ = 0;
};

}  // namespace

GameModel random_maze(std::uint64_t seed, const RandomMazeOptions& options) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    GameModel model = MazeMaker(seed + (attempt << 40), options).make();
    model.name = fmt::format("maze-{}", seed);
    std::size_t states = 1;
    for (const Variable& variable : model.variables) {
      if (variable.high > kWidest) continue;
      states *= static_cast<std::size_t>(variable.high - variable.low + 1);
    }
    if (states <= options.maximum_states && !find_free_moves(model).empty()) return model;
  }
}

}  // namespace questproof::testing_support
