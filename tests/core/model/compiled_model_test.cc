// SPDX-License-Identifier: MIT
#include "core/model/compiled_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "core/model/interpreted_model.h"
#include "core/model/naive_evaluator.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"
#include "tests/support/vector_targets.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::Random;
using testing_support::random_model;
using testing_support::RandomModelOptions;

using Row = std::vector<Word>;

// What a state leads to: successors by label, faults, and how often each label is enabled.
struct Expansion {
  std::map<std::uint32_t, Row> successors;
  std::set<std::uint32_t> faults;
  std::set<std::uint32_t> enabled;
  bool operator==(const Expansion&) const = default;
};

void find_chances(const std::vector<Statement>& body, std::set<std::uint32_t>& found) {
  for (const Statement& statement : body) {
    for (const Branch& branch : statement.branches) {
      if (statement.kind == Statement::Kind::kChoose) found.insert(branch.id.index);
      find_chances(branch.body, found);
    }
  }
}

// Says with the naive evaluator what a compiled model must answer.
class Oracle {
 public:
  explicit Oracle(const CompiledModel& compiled) : compiled_(compiled) {
    for (std::uint32_t i = 0; i < compiled.label_count(); ++i) {
      const TransitionLabel& label = compiled.label(i);
      const auto key =
          std::tuple{label.event.index, label.coverage_only, label.fault, label.branches};
      EXPECT_TRUE(labels_.insert({key, i}).second) << "two labels mean the same";
    }
    for (const Event& event : compiled.model().events) find_chances(event.body, chances_);
  }

  Expansion expand(const Valuation& values) const {
    const GameModel& model = compiled_.model();
    Expansion result;
    const Row source = packed(values);
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      for (const Outcome& outcome : outcomes(model, {e}, values)) {
        const std::uint32_t label = label_of({e}, outcome, result);
        EXPECT_TRUE(result.enabled.insert(label).second) << "a label twice in one state";
        if (outcome.fault) {
          result.faults.insert(label);
        } else if (Row row = packed(outcome.values); row != source) {
          result.successors[label] = std::move(row);
        }
      }
    }
    return result;
  }

  Row packed(const Valuation& values) const {
    Row row(compiled_.word_count());
    compiled_.layout().pack(values, row);
    return row;
  }

 private:
  std::uint32_t label_of(EventId event, const Outcome& outcome, Expansion& result) const {
    std::vector<BranchId> branches = outcome.branches;
    if (compiled_.labels().is_coarse(event)) {
      branches = {outcome.branches[0]};
      for (std::size_t i = 1; i < outcome.branches.size(); ++i) {
        const BranchId branch = outcome.branches[i];
        if (chances_.contains(branch.index)) {
          branches.push_back(branch);
        } else {
          const auto key = std::tuple{event.index, true, false, std::vector<BranchId>{branch}};
          result.enabled.insert(labels_.at(key));
        }
      }
    }
    return labels_.at(std::tuple{event.index, false, outcome.fault.has_value(), branches});
  }

  const CompiledModel& compiled_;
  std::map<std::tuple<std::uint32_t, bool, bool, std::vector<BranchId>>, std::uint32_t> labels_;
  std::set<std::uint32_t> chances_;
};

Valuation random_valuation(const GameModel& model, Random& random) {
  Valuation values;
  for (const Variable& variable : model.variables) {
    const std::int64_t near = std::min<std::int64_t>(variable.high, std::int64_t{variable.low} + 3);
    const std::int64_t high = random.chance(70) ? near : variable.high;
    values.push_back(static_cast<Value>(random.between(variable.low, high)));
  }
  return values;
}

// Columns with room to spare, filled with rubbish beyond the states.
std::vector<Word> columns_of(const std::vector<Row>& rows, std::size_t width, std::size_t stride) {
  std::vector<Word> columns(width * stride, 0x5555555555555555);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t word = 0; word < width; ++word) columns[word * stride + i] = rows[i][word];
  }
  return columns;
}

void expect_block(const CompiledModel& compiled, const std::vector<Row>& rows,
                  const std::vector<Expansion>& expected, Expander& expander, SuccessorBlock& out) {
  const std::size_t width = compiled.word_count();
  const std::size_t stride = rows.size() + kBlockPadding + 3;
  const std::vector<Word> columns = columns_of(rows, width, stride);
  std::vector<std::uint64_t> enabled(compiled.label_count(), 0);
  expander.expand({columns.data(), stride, rows.size()}, out, enabled);

  std::vector<Expansion> found(rows.size());
  std::size_t next = 0;
  for (const SuccessorBlock::Run& run : out.runs) {
    ASSERT_EQ(run.begin, next);
    ASSERT_LT(run.begin, run.end);
    next = run.end;
    for (std::size_t i = run.begin; i < run.end; ++i) {
      Row row(width);
      for (std::size_t word = 0; word < width; ++word) row[word] = out.words[word * out.stride + i];
      ASSERT_LT(out.source.at(i), rows.size());
      const bool fresh = found[out.source[i]].successors.insert({run.label, row}).second;
      ASSERT_TRUE(fresh) << "label " << run.label << " twice for one state";
    }
  }
  ASSERT_EQ(next, out.count);
  for (const SuccessorBlock::Fault& fault : out.faults) {
    ASSERT_TRUE(found.at(fault.source).faults.insert(fault.label).second);
  }
  std::vector<std::uint64_t> expected_enabled(compiled.label_count(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(found[i].successors, expected[i].successors) << "state " << i;
    ASSERT_EQ(found[i].faults, expected[i].faults) << "state " << i;
    for (const std::uint32_t label : expected[i].enabled) ++expected_enabled[label];
  }
  ASSERT_EQ(enabled, expected_enabled);
}

void expect_scalar(const CompiledModel& compiled, const Row& row, const Expansion& expected) {
  SuccessorRows rows;
  std::vector<Word> scratch;
  compiled.scalar_evaluator().successors(row, rows, scratch);
  Expansion found;
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    const auto begin = rows.words.begin() + static_cast<std::ptrdiff_t>(i * row.size());
    found.successors[rows.labels[i]] = Row(begin, begin + static_cast<std::ptrdiff_t>(row.size()));
    found.enabled.insert(rows.labels[i]);
  }
  ASSERT_EQ(found.successors.size(), rows.labels.size());
  found.faults.insert(rows.faults.begin(), rows.faults.end());
  ASSERT_EQ(found.faults.size(), rows.faults.size());
  for (const auto* labels : {&rows.faults, &rows.unchanged, &rows.coverage}) {
    found.enabled.insert(labels->begin(), labels->end());
  }
  ASSERT_EQ(found, expected);
}

void expect_quests(const CompiledModel& compiled, const StateSpace& space,
                   const std::vector<Row>& rows, const std::vector<Valuation>& states) {
  const GameModel& model = compiled.model();
  const std::size_t stride = rows.size() + kBlockPadding;
  const std::vector<Word> columns = columns_of(rows, compiled.word_count(), stride);
  std::vector<std::uint64_t> done(rows.size(), ~0ULL), pending(rows.size(), ~0ULL);
  const std::size_t groups = (model.quests.size() + 63) / 64;
  for (std::size_t group = 0; group < groups; ++group) {
    space.evaluate_quests({columns.data(), stride, rows.size()}, group, done, pending);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::uint64_t expected_done = 0, expected_pending = 0;
      for (std::size_t q = 64 * group; q < std::min(model.quests.size(), 64 * group + 64); ++q) {
        const Quest& quest = model.quests[q];
        const bool is_done = holds(model, quest.done, states[i]);
        const bool is_pending = !is_done && holds(model, quest.open, states[i]) &&
                                !holds(model, quest.failed, states[i]);
        expected_done |= std::uint64_t{is_done} << q % 64;
        expected_pending |= std::uint64_t{is_pending} << q % 64;
      }
      ASSERT_EQ(done[i], expected_done) << "state " << i;
      ASSERT_EQ(pending[i], expected_pending) << "state " << i;
    }
  }
}

// Holds every evaluator against the oracle on reachable and on random states, in blocks of the
// given sizes.
void expect_agreement(const GameModel& model, const CompileOptions& options, std::uint64_t seed,
                      const std::vector<std::size_t>& sizes) {
  const CompiledModel compiled(model, options);
  const Oracle oracle(compiled);
  Random random(seed);
  std::vector<Valuation> states = testing_support::reachable_valuations(model, 200);
  for (int i = 0; i < 60; ++i) states.push_back(random_valuation(model, random));
  std::vector<Row> rows;
  std::vector<Expansion> expected;
  for (const Valuation& values : states) {
    rows.push_back(oracle.packed(values));
    expected.push_back(oracle.expand(values));
    expect_scalar(compiled, rows.back(), expected.back());
    if (testing::Test::HasFatalFailure()) return;
  }
  const InterpretedModel interpreted(compiled);
  const auto expander = compiled.make_expander();
  const auto interpreter = interpreted.make_expander();
  SuccessorBlock out;
  for (const std::size_t size : sizes) {
    std::vector<Row> block_rows;
    std::vector<Expansion> block_expected;
    std::vector<Valuation> block_states;
    for (std::size_t i = 0; i < size; ++i) {
      const auto pick =
          static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(states.size()) - 1));
      block_rows.push_back(rows[pick]);
      block_expected.push_back(expected[pick]);
      block_states.push_back(states[pick]);
    }
    for (Expander* each : {expander.get(), interpreter.get()}) {
      expect_block(compiled, block_rows, block_expected, *each, out);
      if (testing::Test::HasFatalFailure()) return;
    }
    expect_quests(compiled, compiled, block_rows, block_states);
    expect_quests(compiled, interpreted, block_rows, block_states);
    if (testing::Test::HasFatalFailure()) return;
  }
}

struct Round {
  const char* name;
  std::uint64_t first_seed;
  int models;
  RandomModelOptions model;
  CompileOptions compile;
};

// Sanitizers make everything many times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kModelsDivisor = 20;
#else
constexpr int kModelsDivisor = 1;
#endif

void run(const Round& round, const std::vector<std::size_t>& sizes) {
  for (int i = 0; i < std::max(2, round.models / kModelsDivisor); ++i) {
    const std::uint64_t seed = round.first_seed + static_cast<std::uint64_t>(i);
    const GameModel model = random_model(seed, round.model);
    SCOPED_TRACE(round.name);
    expect_agreement(model, round.compile, seed, sizes);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << "\n" << describe(model);
  }
}

RandomModelOptions with_bits(std::size_t bits) {
  RandomModelOptions options;
  options.minimum_bits = bits;
  return options;
}

RandomModelOptions deep() {
  RandomModelOptions options;
  options.depth = 4;
  options.events = 4;
  return options;
}

CompileOptions compile(std::size_t paths, std::size_t rules, bool use_tree) {
  CompileOptions options;
  options.maximum_paths = paths;
  options.maximum_rules = rules;
  if (!use_tree) options.maximum_tree_rules = 0;
  return options;
}

TEST(CompiledModelTest, AgreesWithTheNaiveEvaluator) {
  run({"one word", 1000, 800, {}, {}}, {1, 7, 64, 130});
  run({"two words", 2000, 300, with_bits(70), {}}, {1, 7, 64, 130});
  run({"many words", 3000, 150, with_bits(300), {}}, {1, 9, 130});
  run({"deep", 4000, 300, deep(), {}}, {1, 7, 130});
}

TEST(CompiledModelTest, AgreesHoweverItIsCompiled) {
  run({"no tree", 5000, 200, {}, compile(4096, 512, false)}, {1, 7, 130});
  run({"all bytecode", 6000, 200, with_bits(70), compile(4096, 0, true)}, {1, 130});
  run({"some bytecode", 7000, 200, deep(), compile(4096, 3, true)}, {1, 130});
  run({"coarse labels", 8000, 200, deep(), compile(1, 512, true)}, {1, 130});
  run({"some coarse labels", 9000, 200, deep(), compile(4, 512, false)}, {1, 130});
}

TEST(CompiledModelTest, AgreesInBlocksOfAllSizes) {
  run({"sizes", 10000, 4, {}, {}}, {1, 2, 7, 8, 63, 65, 511, 512, 4095, 4096});
  run({"wide sizes", 11000, 4, with_bits(140), {}}, {1, 7, 511, 4096});
}

TEST(CompiledModelTest, AgreesWithEveryInstructionSet) {
  testing_support::for_each_vector_target([](const char* name) {
    SCOPED_TRACE(name);
    run({"one word", 20000, 60, {}, {}}, {1, 7, 130});
    run({"two words", 21000, 40, with_bits(70), {}}, {1, 7, 130});
  });
}

TEST(CompiledModelTest, ManyQuestsAreEvaluatedInGroups) {
  RandomModelOptions options;
  options.quests = 130;
  run({"quests", 30000, 20, options, {}}, {1, 130});
}

// States and transitions of a model that fits into one word, found block by block.
std::pair<std::size_t, std::size_t> explore(const GameModel& model) {
  const CompiledModel compiled(model);
  std::vector<Word> found = compiled.initial_states();
  std::unordered_set<Word> seen(found.begin(), found.end());
  const auto expander = compiled.make_expander(Sources::kLeaveOut);
  std::vector<std::uint64_t> enabled(compiled.label_count());
  SuccessorBlock out;
  std::size_t transitions = 0;
  for (std::size_t next = 0; next < found.size();) {
    const std::size_t count = std::min(kMaximumBlock, found.size() - next);
    std::vector<Word> block(found.begin() + static_cast<std::ptrdiff_t>(next),
                            found.begin() + static_cast<std::ptrdiff_t>(next + count));
    block.resize(count + kBlockPadding);
    next += count;
    expander->expand({block.data(), block.size(), count}, out, enabled);
    transitions += out.count;
    for (std::size_t i = 0; i < out.count; ++i) {
      if (seen.insert(out.words[i]).second) found.push_back(out.words[i]);
    }
  }
  return {found.size(), transitions};
}

TEST(CompiledModelTest, TheBenchmarkFamilyHasItsKnownCounts) {
  EXPECT_EQ(explore(testing_support::quest_family("xs")),
            (std::pair<std::size_t, std::size_t>{90768, 391974}));
}

TEST(CompiledModelTest, SlowTheBenchmarkFamilyHasItsKnownCounts) {
  EXPECT_EQ(explore(testing_support::quest_family("s")),
            (std::pair<std::size_t, std::size_t>{1653180, 7150384}));
  EXPECT_EQ(explore(testing_support::quest_family("dm", true)),
            (std::pair<std::size_t, std::size_t>{3877900, 15840722}));
}

TEST(CompiledModelTest, SourcesCanBeLeftOut) {
  const CompiledModel compiled(random_model(42));
  const std::vector<Word> start = compiled.initial_states();
  std::vector<Word> block(kBlockPadding, start[0]);
  std::vector<std::uint64_t> enabled(compiled.label_count());
  SuccessorBlock with, without;
  compiled.make_expander(Sources::kKeep)->expand({block.data(), 16, 5}, with, enabled);
  compiled.make_expander(Sources::kLeaveOut)->expand({block.data(), 16, 5}, without, enabled);
  EXPECT_GE(with.source.size(), with.count);
  EXPECT_TRUE(without.source.empty());
  ASSERT_EQ(with.count, without.count);
  EXPECT_TRUE(std::equal(with.words.begin(), with.words.begin() + std::ptrdiff_t(with.count),
                         without.words.begin()));
}

TEST(CompiledModelTest, LabelsDoNotDependOnHowEventsAreCompiled) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const GameModel model = random_model(seed, deep());
    const CompiledModel rules(model, compile(4096, 512, true));
    const CompiledModel bytecode(model, compile(4096, 0, false));
    ASSERT_EQ(rules.label_count(), bytecode.label_count());
    for (std::size_t i = 0; i < rules.label_count(); ++i) {
      EXPECT_EQ(rules.label(i).event, bytecode.label(i).event);
      EXPECT_EQ(rules.label(i).outcome, bytecode.label(i).outcome);
      EXPECT_EQ(rules.label(i).fault, bytecode.label(i).fault);
      EXPECT_EQ(rules.label(i).branches, bytecode.label(i).branches);
    }
  }
}

TEST(CompiledModelTest, NearlyAllRandomEventsBecomeRules) {
  std::size_t events = 0, bytecode = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const CompiledModel compiled(random_model(seed));
    events += compiled.model().events.size();
    bytecode += compiled.bytecode_event_count();
  }
  EXPECT_LT(bytecode * 20, events);
}

}  // namespace
}  // namespace questproof
