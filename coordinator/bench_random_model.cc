// SPDX-License-Identifier: MIT
#include "coordinator/bench_random_model.h"

#include <fmt/core.h>

#include <vector>

#include "coordinator/bench_model_builder.h"

namespace questproof {
namespace {

// SplitMix64 (Guy Steele, Doug Lea, Christine Flood 2014). The distributions of <random> differ
// between standard libraries; this does not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  // A number from 0 to `sides` - 1.
  std::uint32_t roll(std::uint32_t sides) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 31)) % sides);
  }

 private:
  std::uint64_t state_;
};

class RandomGame {
 public:
  explicit RandomGame(std::uint64_t seed) : dice_(seed), builder_(fmt::format("random {}", seed)) {}

  GameModel build() {
    add_variables();
    const std::uint32_t events = 10 + dice_.roll(8);
    for (std::uint32_t i = 0; i < events; ++i) {
      builder_.event(fmt::format("EVENT[{}]", i), condition(2), body(2));
    }
    const std::uint32_t quests = 1 + dice_.roll(4);
    for (std::uint32_t i = 0; i < quests; ++i) {
      builder_.quest(fmt::format("QUEST[{}]", i), condition(3),
                     dice_.roll(2) == 0 ? Condition::always() : condition(1),
                     dice_.roll(3) == 0 ? condition(3) : Condition::never());
    }
    if (dice_.roll(2) == 0) add_variant();
    return builder_.build();
  }

 private:
  void add_variables() {
    const std::uint32_t count = 6 + dice_.roll(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      highs_.push_back(static_cast<Value>(1 + dice_.roll(4)));
      const bool item = dice_.roll(3) == 0;
      builder_.variable(fmt::format("{}[{}]", item ? "ITEM" : "VAR", i), 0, highs_.back(), 0,
                        item ? VariableKind::kItem : VariableKind::kVariable);
    }
  }

  void add_variant() {
    Valuation values = builder_.initial();
    const VariableId changed = variable();
    values[changed.index] = value(changed);
    builder_.variant("another start", values);
  }

  VariableId variable() {
    return VariableId{dice_.roll(static_cast<std::uint32_t>(highs_.size()))};
  }
  Value value(VariableId of) {
    return static_cast<Value>(dice_.roll(static_cast<std::uint32_t>(highs_[of.index] + 1)));
  }

  Condition comparison() {
    constexpr Comparison kComparisons[] = {Comparison::kEqual, Comparison::kEqual,
                                           Comparison::kNotEqual, Comparison::kGreaterEqual,
                                           Comparison::kLess};
    const VariableId left = variable();
    const Comparison how = kComparisons[dice_.roll(5)];
    const Term right = dice_.roll(8) == 0 ? Term::of(variable()) : Term::of(value(left));
    return Condition::compare(Term::of(left), how, right);
  }

  Condition condition(std::uint32_t parts) {
    std::vector<Condition> list;
    for (std::uint32_t i = 0; i < parts; ++i) list.push_back(comparison());
    switch (dice_.roll(6)) {
      case 0: return Condition::any(std::move(list));
      case 1:
        return Condition::all({Condition::negation(Condition::all(std::move(list))), comparison()});
      default: return Condition::all(std::move(list));
    }
  }

  Statement write() {
    const VariableId target = variable();
    const Overflow overflow = dice_.roll(2) == 0 ? Overflow::kSaturate : Overflow::kWrap;
    switch (dice_.roll(5)) {
      case 0: return BenchModelBuilder::add(target, 1, overflow);
      case 1: return BenchModelBuilder::subtract(target, 1, overflow);
      default: return BenchModelBuilder::assign(target, value(target));
    }
  }

  std::vector<Statement> body(std::uint32_t depth) {
    std::vector<Statement> statements;
    const std::uint32_t count = 1 + dice_.roll(2);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t kind = depth == 0 ? 9 : dice_.roll(10);
      if (kind == 0) {
        statements.push_back(BenchModelBuilder::choose(
            {{Condition::always(), body(depth - 1)}, {comparison(), body(depth - 1)}}));
      } else if (kind < 3) {
        statements.push_back(BenchModelBuilder::when(
            {{comparison(), body(depth - 1)}, {Condition::always(), body(depth - 1)}}));
      } else {
        statements.push_back(write());
      }
    }
    return statements;
  }

  Dice dice_;
  BenchModelBuilder builder_;
  std::vector<Value> highs_;
};

}  // namespace

GameModel bench_random_model(std::uint64_t seed) { return RandomGame(seed).build(); }

}  // namespace questproof
