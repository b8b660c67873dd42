// SPDX-License-Identifier: MIT
#include "tests/support/random_level.h"

#include <fmt/core.h>

#include <vector>

#include "tests/support/model_builder.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {
namespace {

struct Door {
  VariableId open;
  Value sides[2];
};

class LevelMaker {
 public:
  LevelMaker(std::uint64_t seed, const RandomLevelOptions& options)
      : random_(seed), options_(options) {}

  GameModel make() {
    const auto pick = [&](int wanted, int low, int high) {
      return wanted != 0 ? wanted : static_cast<int>(random_.between(low, high));
    };
    rooms_ = pick(options_.rooms, 2, 5);
    room_ = builder_.variable("ROOM", 0, rooms_ - 1);
    add_doors(pick(options_.doors, 2, 6));
    add_buttons(pick(options_.buttons, 2, 6));
    for (int i = 0; i < options_.one_way; ++i) add_one_way(i);
    add_quests();
    add_variants();
    validate(builder_.model());
    return builder_.model();
  }

 private:
  Value some_room() { return static_cast<Value>(random_.between(0, rooms_ - 1)); }
  const Door& some_door() {
    return doors_[static_cast<std::size_t>(
        random_.between(0, static_cast<std::int64_t>(doors_.size()) - 1))];
  }
  Condition in(Value room) const { return Condition::equals(room_, room); }

  void add_doors(int count) {
    for (int i = 0; i < count; ++i) {
      Door door;
      door.open = builder_.variable(fmt::format("DOOR{}", i), 0, 1);
      // The first ones make sure that every room has a door.
      door.sides[0] = i + 1 < rooms_ ? i + 1 : some_room();
      door.sides[1] = static_cast<Value>(random_.between(0, rooms_ - 2));
      if (door.sides[1] >= door.sides[0]) ++door.sides[1];
      doors_.push_back(door);
      for (int side : {0, 1}) {
        builder_.event(fmt::format("walk{}.{}", i, side),
                       Condition::all({in(door.sides[side]), Condition::equals(door.open, 1)}),
                       {builder_.assign(room_, door.sides[1 - side])});
      }
    }
  }

  void add_buttons(int count) {
    for (int i = 0; i < count; ++i) {
      std::vector<Statement> turns;
      for (std::int64_t wires = random_.between(1, 3); wires > 0; --wires) {
        turns.push_back(builder_.add(some_door().open, 1, Overflow::kWrap));
      }
      // In reach from one room or two.
      Condition reach = in(some_room());
      if (random_.chance(25)) reach = Condition::any({reach, in(some_room())});
      builder_.event(fmt::format("press{}", i), reach, std::move(turns));
    }
  }

  void add_one_way(int i) {
    const std::string name = fmt::format("oneway{}", i);
    switch (random_.between(0, 3)) {
      case 0:  // a trapdoor
        builder_.event(name, in(some_room()), {builder_.assign(room_, some_room())});
        break;
      case 1:  // a lever that stays where it was pulled
        builder_.event(name, in(some_room()),
                       {builder_.assign(some_door().open, random_.chance(50) ? 1 : 0)});
        break;
      case 2: {  // a button with a battery
        const VariableId battery = builder_.variable(name + "_battery", 0, 2);
        builder_.model().variants.front().values.back() = 2;
        Condition charged =
            Condition::compare(Term::of(battery), Comparison::kGreater, Term::of(Value{0}));
        builder_.event(
            name, Condition::all({in(some_room()), charged}),
            {builder_.add(battery, -1), builder_.add(some_door().open, 1, Overflow::kWrap)});
        break;
      }
      default: {  // a door that may jam shut
        const VariableId door = some_door().open;
        builder_.event(name, in(some_room()),
                       {builder_.choose({builder_.branch({}, {builder_.assign(door, 0)}),
                                         builder_.branch({}, {})})});
      }
    }
  }

  void add_quests() {
    int number = 0;
    for (const Door& door : doors_) {
      if (!random_.chance(70)) continue;
      builder_.quest(fmt::format("see{}", number++),
                     Condition::all({Condition::any({in(door.sides[0]), in(door.sides[1])}),
                                     Condition::equals(door.open, 1)}));
    }
    Condition open;
    if (random_.chance(40)) open = Condition::any({in(some_room()), in(some_room())});
    builder_.quest("reach", in(some_room()), open);
  }

  void add_variants() {
    Valuation& first = builder_.model().variants.front().values;
    for (const Door& door : doors_) first[door.open.index] = random_.chance(25) ? 1 : 0;
    for (int v = 1; v < options_.variants; ++v) {
      Variant variant = builder_.model().variants.front();
      variant.name = fmt::format("start{}", v);
      variant.values[room_.index] = some_room();
      for (const Door& door : doors_) {
        if (random_.chance(25)) variant.values[door.open.index] ^= 1;
      }
      builder_.model().variants.push_back(std::move(variant));
    }
  }

  Random random_;
  RandomLevelOptions options_;
  ModelBuilder builder_;
  int rooms_ = 0;
  VariableId room_;
  std::vector<Door> doors_;
};

}  // namespace

GameModel random_level(std::uint64_t seed, const RandomLevelOptions& options) {
  return LevelMaker(seed, options).make();
}

}  // namespace questproof::testing_support
