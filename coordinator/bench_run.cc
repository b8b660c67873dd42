// SPDX-License-Identifier: MIT
#include "coordinator/bench_run.h"

#include <fmt/core.h>

#include <chrono>
#include <utility>

#include "coordinator/console.h"
#include "coordinator/game.h"
#include "coordinator/preserved_figures.h"
#include "coordinator/rank_progress.h"
#include "coordinator/run_store.h"
#include "coordinator/search_run.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/net/collective.h"

namespace questproof {
namespace {

std::string figures_text(const Certification& certification) {
  std::string text = certification.profile.to_string();
  for (const QuestResult& quest : certification.quests) {
    text += fmt::format("; {}: {} done {} pending {} blocked {} initially {} fatal {}", quest.name,
                        preserved_figures(quest), quest.done_states, quest.pending_states,
                        quest.blocked_states, quest.initial_blocked, quest.fatal_transitions);
  }
  return text;
}

void expect(const BenchModel& model, const char* what, std::optional<std::uint64_t> wanted,
            std::uint64_t found) {
  if (!wanted || *wanted == found) return;
  throw Error(Error::Kind::kInternal, fmt::format("bench model '{}' has {} {} but should have {}",
                                                  model.model.name, found, what, *wanted));
}

Certification certify_fully(const Game& game, SearchOptions options, const Console& console,
                            Transport& ranks, RunStore* store = nullptr) {
  options.random_play = false;  // real numbers have no place in a signature
  if (store != nullptr) options = store->adapted(std::move(options));
  RunStorage* const storage = store == nullptr ? nullptr : &store->storage();
  Certification result;
  if (ranks.ranks() == 1) {
    result = run_certify(game, options, console, storage);
  } else {
    RankProgress progress(console, ranks, "", {});
    result = run_certify_on_ranks(game, options, ranks, progress, storage);
    if (storage == nullptr) result.stopped = false;  // a limit as others
  }
  if (result.stopped) return result;
  if (!result.complete) throw Error(Error::Kind::kResource, "bench: " + result.limit);
  return result;
}

// Begins a run in the folder, or takes up the one that is there.
std::unique_ptr<RunStore> store_in(const std::string& folder, const Game& game,
                                   const SearchOptions& search, const Console& console,
                                   Transport& ranks) {
  if (folder.empty()) return nullptr;
  CommandOptions options;
  options.command = Command::kBench;
  options.game_file = game.written().name;
  options.reduce = game.reduce();
  options.partitions = search.partitions;
  const bool there = any_rank(ranks, ranks.rank() == 0 && RunStore::exists(folder));
  if (!there) return RunStore::create(folder, game, options, &ranks);
  std::unique_ptr<RunStore> store = RunStore::open(folder, console, &ranks);
  store->expect(game, options);
  return store;
}

}  // namespace

BenchResult run_bench_model(const BenchModel& model, const std::string& reduce,
                            const SearchOptions& options, const Console& console, Transport& ranks,
                            const std::string& store_folder) {
  const auto begin = std::chrono::steady_clock::now();
  const Game game(model.model, "none");
  const std::unique_ptr<RunStore> store = store_in(store_folder, game, options, console, ranks);
  const Certification written = certify_fully(game, options, console, ranks, store.get());
  if (written.stopped) return {model.model.name, "", 0, true};
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  expect(model, "states", model.states, written.profile.states);
  expect(model, "transitions", model.transitions, written.profile.transitions);
  expect(model, "blocked states", model.blocked_states, written.quests[0].blocked_states);

  const Game reduced(model.model, reduce);
  if (reduced.is_reduced()) {
    const Certification again = certify_fully(reduced, options, console, ranks);
    if (preserved_figures(again) != preserved_figures(written)) {
      throw Error(Error::Kind::kInternal,
                  fmt::format("bench model '{}' gives other verdicts or lengths when reduced",
                              model.model.name));
    }
  }
  return {model.model.name, figures_text(written), elapsed.count(), false};
}

std::string bench_signature(const std::vector<BenchResult>& results) {
  std::string all;
  for (const BenchResult& result : results) all += result.name + ": " + result.figures + "\n";
  return hash_128(all).to_hex();
}

}  // namespace questproof
