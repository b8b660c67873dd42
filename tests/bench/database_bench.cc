// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/model/compiled_model.h"
#include "storage/state_database.h"
#include "storage/way_finder.h"
#include "tests/support/built_database.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"

// The store of record of the benchmark family: how long it takes to build, what it takes on disk, and
// how long an answer takes. `--benchmark_filter='^m/'` picks a size.

namespace questproof {
namespace {

using testing_support::build_database;
using testing_support::quest_family;
using testing_support::Random;
using testing_support::TemporaryFolder;

constexpr std::size_t kQuestions = 1000;

struct Built {
  explicit Built(const std::string& size) : space(quest_family(size)) {
    figures = *build_database<1>(folder.path(), space);
    database = StateDatabase::open(folder.path());
    Random random(1);
    while (states.size() < kQuestions) add_random_state(random);
  }

  // From a random page of a random part.
  void add_random_state(Random& random) {
    const std::size_t part = random.next() % database->part_count();
    std::size_t skip = random.next() % 50;
    database->scan(part, [&](const StatePage& page) {
      if (skip-- > 0) return true;
      std::vector<Word> state(space.word_count());
      page.copy_state(random.next() % page.states.count, state);
      states.push_back(state);
      return false;
    });
  }

  TemporaryFolder folder;
  CompiledModel space;
  DatabaseBuildFigures figures;
  std::unique_ptr<StateDatabase> database;
  std::vector<std::vector<Word>> states;
};

using AllBuilt = std::map<std::string, std::unique_ptr<Built>>;

const Built& built(AllBuilt& all, const std::string& size) {
  std::unique_ptr<Built>& one = all[size];
  if (!one) one = std::make_unique<Built>(size);
  return *one;
}

struct Microseconds {
  std::vector<double> wall;
  std::vector<double> processor;  // of this thread: what a quiet machine would take
};

double thread_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

void measure(Microseconds& times, const std::function<void()>& answer) {
  const auto start = std::chrono::steady_clock::now();
  const double before = thread_microseconds();
  answer();
  times.processor.push_back(thread_microseconds() - before);
  const auto passed = std::chrono::steady_clock::now() - start;
  times.wall.push_back(std::chrono::duration<double, std::micro>(passed).count());
}

void show(benchmark::State& state, const std::string& name, std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  state.counters[name + "_p50_us"] = times[times.size() / 2];
  state.counters[name + "_p99_us"] = times[times.size() * 99 / 100];
  state.counters[name + "_max_us"] = times.back();
}

// Asks everything once to warm up, and then once more.
void ask(benchmark::State& state, AllBuilt& all, const std::string& size,
         const std::function<void(const Built&, const std::vector<Word>&)>& question) {
  const Built& store = built(all, size);
  for (const std::vector<Word>& about : store.states) question(store, about);
  Microseconds times;
  for (auto _ : state) {
    for (const std::vector<Word>& about : store.states) {
      measure(times, [&] { question(store, about); });
    }
  }
  show(state, "wall", times.wall);
  show(state, "processor", times.processor);
}

void build(benchmark::State& state, AllBuilt& all, const std::string& size) {
  for (auto _ : state) built(all, size);
  const Built& store = built(all, size);
  const auto states = static_cast<double>(store.figures.states);
  state.counters["states"] = states;
  state.counters["page_bytes_a_state"] = static_cast<double>(store.figures.page_bytes) / states;
  state.counters["disk_bytes_a_state"] = static_cast<double>(store.database->disk_bytes()) / states;
  state.counters["wall_s"] = store.figures.seconds;
  state.counters["sweep_us_a_state"] = store.figures.sweep_cpu_seconds * 1e6 / states;
  state.counters["write_us_a_state"] = store.figures.write_cpu_seconds * 1e6 / states;
  state.counters["steps"] = static_cast<double>(store.figures.listed_steps);
}

void find(benchmark::State& state, AllBuilt& all, const std::string& size) {
  ask(state, all, size, [](const Built& store, const std::vector<Word>& about) {
    QUEST_CHECK(store.database->find(about).has_value());
  });
}

void path(benchmark::State& state, AllBuilt& all, const std::string& size) {
  ask(state, all, size, [](const Built& store, const std::vector<Word>& about) {
    benchmark::DoNotOptimize(store.database->path_to(about));
  });
}

// The next event toward the end of the first quest, and how far it is; with `all_steps` the whole way.
void hint(benchmark::State& state, AllBuilt& all, const std::string& size, bool all_steps) {
  const Built& store = built(all, size);
  WayFinder finder(*store.database, store.space);
  WayFinder::Limits limits;
  if (!all_steps) limits.steps = 1;
  ask(state, all, size, [&](const Built&, const std::vector<Word>& about) {
    const StoredWay way = finder.find(about, 0, limits);
    QUEST_CHECK(way.outcome == StoredWay::Outcome::kFound && way.searched == 0);
  });
}

// Every step of every path is one of the model, by the interpreter of single states.
void replay(benchmark::State& state, AllBuilt& all, const std::string& size) {
  const Built& store = built(all, size);
  SuccessorRows rows;
  std::vector<Word> scratch;
  std::size_t wrong = 0, steps = 0;
  for (auto _ : state) {
    for (const std::vector<Word>& about : store.states) {
      const Trace trace = store.database->path_to(about);
      bool right = trace.steps.size() == store.database->find(about)->depth &&
                   trace.states.back() == about[0];
      for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        store.space.scalar_evaluator().successors(StateView(trace.states).subspan(i, 1), rows,
                                                  scratch);
        bool found = false;
        for (std::size_t s = 0; s < rows.words.size(); ++s) {
          found |= rows.words[s] == trace.states[i + 1] &&
                   store.space.label(rows.labels[s]).event == trace.steps[i].event;
        }
        right &= found;
        ++steps;
      }
      wrong += !right;
    }
  }
  state.counters["paths"] = static_cast<double>(store.states.size());
  state.counters["steps"] = static_cast<double>(steps);
  state.counters["wrong"] = static_cast<double>(wrong);
}

void scan(benchmark::State& state, AllBuilt& all, const std::string& size) {
  const Built& store = built(all, size);
  std::uint64_t states = 0, sum = 0;
  for (auto _ : state) {
    for (std::size_t part = 0; part < store.database->part_count(); ++part) {
      store.database->scan(part, [&](const StatePage& page) {
        states += page.states.count;
        for (const std::uint32_t depth : page.depths) sum += depth;
        return true;
      });
    }
  }
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(static_cast<std::int64_t>(states));
}

void open(benchmark::State& state, AllBuilt& all, const std::string& size) {
  for (auto _ : state)
    benchmark::DoNotOptimize(StateDatabase::open(built(all, size).folder.path()));
}

void register_benchmarks(AllBuilt& all) {
  for (const std::string size : {"xs", "s", "m", "l"}) {
    const auto add = [&](const std::string& name, auto function) {
      return benchmark::RegisterBenchmark(
                 (size + "/" + name).c_str(),
                 [=, &all](benchmark::State& state) { function(state, all, size); })
          ->Unit(benchmark::kMillisecond);
    };
    add("build", build)->Iterations(1);
    add("open", open);
    add("find", find)->Iterations(1);
    add("path", path)->Iterations(1);
    add("hint", [](auto& state, auto& built, auto& of) {
      hint(state, built, of, false);
    })->Iterations(1);
    add("hint_way", [](auto& state, auto& built, auto& of) {
      hint(state, built, of, true);
    })->Iterations(1);
    add("replay", replay)->Iterations(1);
    add("scan", scan)->Iterations(1);
  }
}

}  // namespace
}  // namespace questproof

// The databases are closed before the program ends.
int main(int count, char** values) {
  questproof::AllBuilt all;
  benchmark::Initialize(&count, values);
  questproof::register_benchmarks(all);
  benchmark::RunSpecifiedBenchmarks();
}
