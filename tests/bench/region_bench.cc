// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/collapsed_model.h"
#include "core/model/free_moves.h"
#include "core/model/interpreted_collapsed.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_model.h"

// How fast regions are expanded: items are transitions, on one thread, over random states of a level with one
// person, 36 rooms in a tree, and 28 buttons that toggle `doors` doors each.

namespace questproof {
namespace {

constexpr Value kRooms = 36;
constexpr std::size_t kButtons = 28;

GameModel level(std::int64_t doors_a_button) {
  testing_support::ModelBuilder builder;
  testing_support::Random random(7);
  const VariableId where = builder.variable("where", 0, kRooms - 1);
  builder.model().variables[where.index].kind = VariableKind::kPosition;
  std::vector<VariableId> doors;
  for (std::size_t i = 0; i < kButtons; ++i) {
    doors.push_back(builder.variable(fmt::format("door{}", i), 0, 1));
  }
  for (Value room = 1; room < kRooms; ++room) {
    const auto next = static_cast<Value>(random.between(0, room - 1));
    const VariableId door = doors[static_cast<std::size_t>(room) % kButtons];
    for (const auto& [from, to] : {std::pair(room, next), std::pair(next, room)}) {
      builder.event(fmt::format("walk {} {}", from, to),
                    Condition::all({Condition::equals(where, from), Condition::equals(door, 1)}),
                    {builder.assign(where, to)});
    }
  }
  for (std::size_t i = 0; i < kButtons; ++i) {
    std::vector<Statement> body;
    for (std::int64_t d = 0; d < doors_a_button; ++d) {
      const std::size_t door = (i + 5 * static_cast<std::size_t>(d)) % kButtons;
      body.push_back(builder.add(doors[door], 1, Overflow::kWrap));
    }
    const auto room = static_cast<Value>(random.between(0, kRooms - 1));
    builder.event(fmt::format("press {}", i), Condition::equals(where, room), std::move(body));
  }
  builder.quest("last room", Condition::equals(where, kRooms - 1));
  return builder.model();
}

void expand(benchmark::State& state, const CollapsedModel& space, Expander& expander) {
  testing_support::Random random(1);
  const std::size_t stride = kMaximumBlock + kBlockPadding;
  std::vector<Word> words(stride);
  for (std::size_t i = 0; i < kMaximumBlock; ++i) {
    Valuation values;
    for (const Variable& variable : space.model().variables) {
      values.push_back(static_cast<Value>(random.between(variable.low, variable.high)));
    }
    space.layout().pack(values, StateSpan(&words[i], 1));
    space.canonicalise(StateSpan(&words[i], 1));
  }
  std::vector<std::uint64_t> enabled(space.label_count());
  SuccessorBlock out;
  std::size_t transitions = 0;
  for (auto _ : state) {
    expander.expand({words.data(), stride, kMaximumBlock}, out, enabled);
    benchmark::DoNotOptimize(out.words.data());
    transitions += out.count;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(transitions));
}

void Forward(benchmark::State& state) {
  const GameModel model = level(state.range(0));
  const CollapsedModel space(model, find_free_moves(model));
  expand(state, space, *space.make_expander());
}
void Backward(benchmark::State& state) {
  const GameModel model = level(state.range(0));
  const CollapsedModel space(model, find_free_moves(model));
  expand(state, space, *space.make_predecessor_expander());
}
void Checker(benchmark::State& state) {
  const GameModel model = level(state.range(0));
  const CollapsedModel space(model, find_free_moves(model));
  const InterpretedCollapsed checker(space);
  expand(state, space, *checker.make_expander());
}

BENCHMARK(Forward)->Arg(1)->Arg(6);
BENCHMARK(Backward)->Arg(1)->Arg(6);
BENCHMARK(Checker)->Arg(1)->Arg(6);

}  // namespace
}  // namespace questproof
