// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/model/interpreted_model.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"
#include "tests/support/vector_targets.h"

// How fast states of the benchmark family are expanded: items are transitions (or states, for
// quests), on one thread, over random reachable states that stay in the cache.

namespace questproof {
namespace {

using testing_support::quest_family;

constexpr std::size_t kSample = 200000;  // first reachable states, from which blocks are drawn

// Reachable states in random order, as one column (the family fits into one word).
std::vector<Word> sample_states(const CompiledModel& model) {
  std::vector<Word> found = model.initial_states();
  std::unordered_set<Word> seen(found.begin(), found.end());
  SuccessorRows rows;
  std::vector<Word> scratch;
  testing_support::Random random(1);
  for (std::size_t next = 0; next < found.size() && found.size() < kSample; ++next) {
    // A random walk beside the breadth-first search gets deep into the space.
    const auto pick = static_cast<std::size_t>(random.between(
        static_cast<std::int64_t>(next), static_cast<std::int64_t>(found.size()) - 1));
    std::swap(found[next], found[pick]);
    const Word state = found[next];
    model.scalar_evaluator().successors(StateView(&state, 1), rows, scratch);
    for (const Word word : rows.words) {
      if (seen.insert(word).second) found.push_back(word);
    }
  }
  for (std::size_t i = found.size() - 1; i > 0; --i) {
    std::swap(found[i],
              found[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i)))]);
  }
  found.resize(std::min(found.size(), kSample) / kMaximumBlock * kMaximumBlock + kBlockPadding);
  return found;
}

void expand(benchmark::State& state, const CompiledModel& compiled, const StateSpace& model,
            Sources sources, bool sorted) {
  std::vector<Word> states = sample_states(compiled);
  if (sorted) std::sort(states.begin(), states.end());
  const auto block_size = static_cast<std::size_t>(state.range(0));
  const auto expander = model.make_expander(sources);
  std::vector<std::uint64_t> enabled(model.label_count());
  SuccessorBlock out;
  std::size_t begin = 0, transitions = 0, expanded = 0;
  for (auto _ : state) {
    if (begin + block_size + kBlockPadding > states.size()) begin = 0;
    expander->expand({states.data() + begin, block_size, block_size}, out, enabled);
    benchmark::DoNotOptimize(out.words.data());
    transitions += out.count;
    expanded += block_size;
    begin += block_size;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(transitions));
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(expanded), benchmark::Counter::kIsRate);
}

void expand(benchmark::State& state, const CompiledModel& model, Sources sources, bool sorted) {
  expand(state, model, model, sources, sorted);
}

CompileOptions options(bool use_tree, std::size_t maximum_rules = 512) {
  CompileOptions result;
  if (!use_tree) result.maximum_tree_rules = 0;
  result.maximum_rules = maximum_rules;
  return result;
}

void ExpandRandom(benchmark::State& state) {
  expand(state, CompiledModel(quest_family("m")), Sources::kKeep, false);
}
void ExpandSorted(benchmark::State& state) {
  expand(state, CompiledModel(quest_family("m")), Sources::kKeep, true);
}
void ExpandWithoutSources(benchmark::State& state) {
  expand(state, CompiledModel(quest_family("m")), Sources::kLeaveOut, false);
}
void ExpandWithoutTree(benchmark::State& state) {
  expand(state, CompiledModel(quest_family("m"), options(false)), Sources::kLeaveOut, false);
}
void ExpandBytecode(benchmark::State& state) {
  expand(state, CompiledModel(quest_family("m"), options(true, 0)), Sources::kLeaveOut, false);
}

// The same with one set of vector instructions.
void expand_with(benchmark::State& state, const std::string& target) {
  bool known = false;
  testing_support::for_each_vector_target([&](const char* name) {
    if (name != target) return;
    known = true;
    expand(state, CompiledModel(quest_family("m")), Sources::kKeep, false);
  });
  if (!known) state.SkipWithError("this processor does not have them");
}
void ExpandAvx3(benchmark::State& state) { expand_with(state, "AVX3"); }
void ExpandAvx2(benchmark::State& state) { expand_with(state, "AVX2"); }
void ExpandSse4(benchmark::State& state) { expand_with(state, "SSE4"); }
void ExpandScalar(benchmark::State& state) { expand_with(state, "SCALAR"); }
BENCHMARK(ExpandAvx3)->Arg(4096);
BENCHMARK(ExpandAvx2)->Arg(4096);
BENCHMARK(ExpandSse4)->Arg(4096);
BENCHMARK(ExpandScalar)->Arg(4096);
void ExpandInterpreted(benchmark::State& state) {
  const CompiledModel compiled(quest_family("m"));
  expand(state, compiled, InterpretedModel(compiled), Sources::kKeep, true);
}
BENCHMARK(ExpandInterpreted)->Arg(512)->Arg(4096);
BENCHMARK(ExpandRandom)->Arg(512)->Arg(4096);
BENCHMARK(ExpandSorted)->Arg(512)->Arg(4096);
BENCHMARK(ExpandWithoutSources)->Arg(512)->Arg(4096);
BENCHMARK(ExpandWithoutTree)->Arg(512)->Arg(4096);
BENCHMARK(ExpandBytecode)->Arg(512);

void ScalarSuccessors(benchmark::State& state) {
  const CompiledModel model(quest_family("m"));
  const std::vector<Word> states = sample_states(model);
  SuccessorRows rows;
  std::vector<Word> scratch;
  std::size_t next = 0, transitions = 0, expanded = 0;
  for (auto _ : state) {
    model.scalar_evaluator().successors(StateView(&states[next], 1), rows, scratch);
    transitions += rows.labels.size();
    ++expanded;
    if (++next == states.size()) next = 0;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(transitions));
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(expanded), benchmark::Counter::kIsRate);
}
BENCHMARK(ScalarSuccessors);

void EvaluateQuests(benchmark::State& state) {
  const CompiledModel model(quest_family("m"));
  const std::vector<Word> states = sample_states(model);
  std::vector<std::uint64_t> done(kMaximumBlock), pending(kMaximumBlock);
  for (auto _ : state) {
    model.evaluate_quests({states.data(), kMaximumBlock, kMaximumBlock}, 0, done, pending);
    benchmark::DoNotOptimize(pending.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kMaximumBlock));
}
BENCHMARK(EvaluateQuests);

void CompileModel(benchmark::State& state) {
  const GameModel model = quest_family("m");
  for (auto _ : state) {
    const CompiledModel compiled(model);
    benchmark::DoNotOptimize(compiled.rule_count());
  }
}
BENCHMARK(CompileModel)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace questproof
