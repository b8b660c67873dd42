// SPDX-License-Identifier: MIT
#include "core/model/inverse_paths.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "core/model/compiled_model.h"
#include "core/model/interpreted_model.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::random_model;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

using Row = std::vector<Word>;
using Transition = std::tuple<Row, std::uint32_t, Row>;  // state, label, successor

// Applies an expander to all states, some at a time; (state of the block, label, result).
std::set<Transition> expand_all(Expander& expander, const std::vector<Row>& states,
                                std::size_t labels, std::size_t at_once) {
  std::set<Transition> found;
  const std::size_t words = states.front().size();
  for (std::size_t begin = 0; begin < states.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, states.size() - begin);
    const std::size_t stride = count + kBlockPadding;
    std::vector<Word> columns(words * stride);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t w = 0; w < words; ++w) columns[w * stride + i] = states[begin + i][w];
    }
    SuccessorBlock out;
    std::vector<std::uint64_t> enabled(labels);
    expander.expand({columns.data(), stride, count}, out, enabled);
    for (const SuccessorBlock::Run& run : out.runs) {
      for (std::size_t i = run.begin; i < run.end; ++i) {
        Row row(words);
        for (std::size_t w = 0; w < words; ++w) row[w] = out.words[w * out.stride + i];
        found.insert({states[begin + out.source[i]], run.label, row});
      }
    }
  }
  return found;
}

// Forward transitions among the reachable states, and what the way back says of them.
void check_way_back(const GameModel& model, const CompileOptions& options,
                    std::size_t& inverted_labels) {
  const CompiledModel compiled(model, options);
  std::set<Row> reachable;
  for (const Valuation& values : reachable_valuations(model, 5000)) {
    Row row(compiled.word_count());
    compiled.layout().pack(values, row);
    reachable.insert(row);
  }
  const std::vector<Row> states(reachable.begin(), reachable.end());
  const std::size_t labels = compiled.label_count();
  std::set<Transition> expected, one_way_expected;
  for (const Transition& each : expand_all(*compiled.make_expander(), states, labels, 500)) {
    const auto& [from, label, to] = each;
    if (compiled.invertible(label)) {
      expected.insert({to, label, from});
    } else {
      one_way_expected.insert(each);
    }
  }
  for (std::size_t l = 0; l < labels; ++l) inverted_labels += compiled.invertible(l) ? 1 : 0;

  std::set<Transition> back;
  std::vector<Row> strangers;  // unreachable states before a reachable one
  const auto found = expand_all(*compiled.make_predecessor_expander(), states, labels, 333);
  for (const Transition& each : found) {
    if (reachable.contains(std::get<2>(each))) {
      back.insert(each);
    } else {
      strangers.push_back(std::get<2>(each));
    }
  }
  EXPECT_EQ(back, expected);
  std::set<Transition> one_way;
  if (const auto expander = compiled.make_one_way_expander()) {
    one_way = expand_all(*expander, states, labels, 100);
  }
  EXPECT_EQ(one_way, one_way_expected);

  // Unreachable predecessors have the transition too, says the interpreter.
  if (strangers.empty()) return;
  const InterpretedModel interpreted(compiled);
  const std::set<Transition> forth =
      expand_all(*interpreted.make_expander(), strangers, labels, 500);
  for (const auto& [to, label, from] : found) {
    const bool stranger = !reachable.contains(from);
    EXPECT_TRUE(!stranger || forth.contains({from, label, to}));
  }
}

TEST(InversePathsTest, FindExactlyThePredecessors) {
  std::size_t inverted = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    RandomModelOptions options;
    options.maximum_states = 300;
    if (seed % 5 == 0) options.minimum_bits = 100;
    const GameModel model = random_model(seed, options);
    CompileOptions compile;
    if (seed % 3 == 0) compile.maximum_tree_rules = 0;
    if (seed % 4 == 0) compile.maximum_inverses = 2;
    check_way_back(model, compile, inverted);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(model);
  }
  EXPECT_GT(inverted, 5000U);  // else the test looks at nothing
}

}  // namespace
}  // namespace questproof
