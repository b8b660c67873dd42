// SPDX-License-Identifier: MIT
#include "coordinator/bench_models.h"

#include <fmt/core.h>

#include "coordinator/bench_model_builder.h"
#include "coordinator/bench_random_model.h"

namespace questproof {
namespace {

constexpr std::uint64_t power(std::uint64_t base, unsigned exponent) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= base;
  return result;
}

// Dials of `positions` positions that turn forward and wrap. All states can be reached from all, so no
// quest can be blocked: positions^dials states, each with one transition a dial.
BenchModel dials(unsigned count, Value positions) {
  BenchModelBuilder builder(fmt::format("dials {} {}", count, positions));
  std::vector<Condition> all;
  for (unsigned dial = 0; dial < count; ++dial) {
    const VariableId variable = builder.variable(fmt::format("DIAL[{}]", dial), 0, positions - 1);
    builder.event(fmt::format("TURN[{}]", dial), Condition::always(),
                  {builder.add(variable, 1, Overflow::kWrap)});
    all.push_back(Condition::equals(variable, positions - 1));
  }
  builder.quest("ALL_AT_LAST", Condition::all(std::move(all)));
  const std::uint64_t states = power(static_cast<std::uint64_t>(positions), count);
  return {builder.build(), states, states * count, 0};
}

// The Tower of Hanoi (Edouard Lucas, 1883): 3^discs states, 3 * (3^discs - 1) moves, and the tower
// moves over in 2^discs - 1 steps.
BenchModel hanoi(unsigned discs) {
  BenchModelBuilder builder(fmt::format("hanoi {}", discs));
  std::vector<VariableId> peg_of;
  for (unsigned disc = 0; disc < discs; ++disc) {
    peg_of.push_back(builder.variable(fmt::format("PEG_OF[{}]", disc), 0, 2));
  }
  for (unsigned disc = 0; disc < discs; ++disc) {
    for (Value from = 0; from < 3; ++from) {
      for (Value to = 0; to < 3; ++to) {
        if (from == to) continue;
        std::vector<Condition> free = {Condition::equals(peg_of[disc], from)};
        for (unsigned smaller = 0; smaller < disc; ++smaller) {
          free.push_back(Condition::equals(peg_of[smaller], 3 - from - to));
        }
        builder.event(fmt::format("MOVE[{},{},{}]", disc, from, to),
                      Condition::all(std::move(free)), {builder.assign(peg_of[disc], to)});
      }
    }
  }
  std::vector<Condition> done;
  for (VariableId peg : peg_of) done.push_back(Condition::equals(peg, 2));
  builder.quest("TOWER_MOVED", Condition::all(std::move(done)));
  return {builder.build(), power(3, discs), 3 * (power(3, discs) - 1), 0};
}

// Coins, each of which can be spent well or wasted, once: 3^coins states, 2 * coins * 3^(coins - 1)
// transitions, and every state with a wasted coin is blocked: 3^coins - 2^coins.
BenchModel coins(unsigned count) {
  BenchModelBuilder builder(fmt::format("coins {}", count));
  std::vector<Condition> all;
  for (unsigned coin = 0; coin < count; ++coin) {
    const VariableId variable = builder.variable(fmt::format("COIN[{}]", coin), 0, 2);
    const Condition unspent = Condition::equals(variable, 0);
    builder.event(fmt::format("SPEND[{}]", coin), unspent, {builder.assign(variable, 1)});
    builder.event(fmt::format("WASTE[{}]", coin), unspent, {builder.assign(variable, 2)});
    all.push_back(Condition::equals(variable, 1));
  }
  builder.quest("ALL_WELL_SPENT", Condition::all(std::move(all)));
  return {builder.build(), power(3, count), 2 * count * power(3, count - 1),
          power(3, count) - power(2, count)};
}

// More quests than one mask of 64 bits holds: switches that can only be thrown one way, and a quest
// for each pair of "this one thrown while that one is not yet".
BenchModel switches(unsigned count) {
  BenchModelBuilder builder(fmt::format("switches {}", count));
  std::vector<VariableId> variables;
  for (unsigned i = 0; i < count; ++i) {
    variables.push_back(builder.variable(fmt::format("SWITCH[{}]", i), 0, 1));
    builder.event(fmt::format("THROW[{}]", i), Condition::equals(variables.back(), 0),
                  {builder.assign(variables.back(), 1)});
  }
  for (unsigned a = 0; a < count; ++a) {
    for (unsigned b = 0; b < count; ++b) {
      if (a == b) continue;
      builder.quest(
          fmt::format("FIRST[{},{}]", a, b),
          Condition::all({Condition::equals(variables[a], 1), Condition::equals(variables[b], 0)}));
    }
  }
  // FIRST[0,1] is blocked as soon as switch 1 is thrown, unless it is done: never then.
  return {builder.build(), power(2, count), count * power(2, count - 1), power(2, count - 1)};
}

// A corridor of rooms that light up behind the player, and dials: states of several words. The player
// walks one way: rooms * positions^dials states.
BenchModel corridor(unsigned rooms, unsigned dial_count, Value positions) {
  BenchModelBuilder builder(fmt::format("corridor {} {} {}", rooms, dial_count, positions));
  std::vector<VariableId> lit;
  for (unsigned room = 0; room < rooms; ++room) {
    lit.push_back(builder.variable(fmt::format("LIT[{}]", room), 0, 1, room == 0 ? 1 : 0));
  }
  for (unsigned room = 0; room + 1 < rooms; ++room) {
    builder.event(
        fmt::format("WALK[{}]", room),
        Condition::all({Condition::equals(lit[room], 1), Condition::equals(lit[room + 1], 0)}),
        {builder.assign(lit[room + 1], 1)});
  }
  for (unsigned dial = 0; dial < dial_count; ++dial) {
    const VariableId variable = builder.variable(fmt::format("DIAL[{}]", dial), 0, positions - 1);
    builder.event(fmt::format("TURN[{}]", dial), Condition::always(),
                  {builder.add(variable, 1, Overflow::kWrap)});
  }
  builder.quest("LAST_ROOM", Condition::equals(lit[rooms - 1], 1));
  const std::uint64_t turns = power(static_cast<std::uint64_t>(positions), dial_count);
  return {builder.build(), rooms * turns, rooms * turns * dial_count + (rooms - 1) * turns, 0};
}

}  // namespace

std::vector<BenchModel> bench_models() {
  std::vector<BenchModel> models;
  models.push_back(dials(5, 8));
  models.push_back(hanoi(8));
  models.push_back(coins(9));
  models.push_back(switches(9));
  models.push_back(corridor(96, 2, 12));
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    models.push_back({bench_random_model(seed), {}, {}, {}});
  }
  return models;
}

}  // namespace questproof
