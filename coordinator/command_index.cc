// SPDX-License-Identifier: MIT
#include "coordinator/command_index.h"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "coordinator/database_names.h"
#include "coordinator/figures.h"
#include "coordinator/game.h"
#include "coordinator/interrupt.h"
#include "coordinator/json_parts.h"
#include "coordinator/load_model.h"
#include "coordinator/rank_progress.h"
#include "coordinator/search_run.h"
#include "coordinator/state_text.h"
#include "coordinator/watched_run.h"
#include "core/base/error.h"

namespace questproof {
namespace {

// The options of the run, with what this command says about how to compute.
CommandOptions options_of_run(const RunStore& store, const CommandOptions& given) {
  CommandOptions options = store.remembered_options();
  if (!given.game_file.empty()) options.game_file = given.game_file;
  options.threads = given.threads;
  options.memory = given.memory;
  options.time_seconds = given.time_seconds;
  options.json = given.json;
  options.scratch = given.scratch;
  options.disk = given.disk;
  options.log = given.log;
  options.silence_seconds = given.silence_seconds;
  return options;
}

double bytes_a_state(const DatabaseBuildFigures& figures) {
  return static_cast<double>(figures.page_bytes) / static_cast<double>(figures.states);
}

}  // namespace

std::string index_text(const DatabaseBuildFigures& figures) {
  return fmt::format("{} in {}, {:.2f} bytes each", counted(figures.states, "state"),
                     seconds_text(figures.seconds), bytes_a_state(figures));
}

std::optional<DatabaseBuildFigures> index_store(RunStore& store, const GameModel& model,
                                                const CommandOptions& options,
                                                const Console& console, Transport& ranks) {
  const InterruptGuard guard;
  const auto& found = store.storage().progress();
  if (!found || found->phase != RunPhase::kFinished) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: the run is not finished, so there is nothing to index yet\n"
                            "To finish it: questproof resume {}",
                            store.folder(), store.folder()));
  }
  std::optional<std::size_t> quest;
  if (!options.quest.empty()) quest = find_quest(model, options.quest);
  const Game game(model, options.reduce, quest);
  store.expect(game, options);
  SearchOptions search = store.adapted(search_options(options));
  search.stop_requested = &InterruptGuard::flag();
  WatchedRun watched(ranks, ranks.ranks() > 1 ? store.folder() : "", options.silence_seconds);
  RankProgress progress(console, watched.transport(), options.log,
                        [&] { return store.storage().disk_bytes(); });
  const ProgressCallback show = [&](const Progress& at) { progress.update(at); };
  // The run is finished: its results are read, nothing is searched.
  Certification certification =
      certify(game.space(), nullptr, search, show, &store.storage(), &watched.transport());
  certification.solved.reset();
  const auto figures = index_run(store.folder(), {game.space(), store.storage(), certification},
                                 database_identity(game, options), database_schema(game), search,
                                 show, &watched.transport());
  progress.finish(figures ? "the store of states is built"
                          : "stopped before the store of states was built");
  if (!figures && ranks.rank() == 0) {
    console.error << fmt::format(
        "questproof: stopped before the store of states was built; the run itself is safe\n"
        "To build it: questproof index {}\n",
        store.folder());
  }
  return figures;
}

ExitCode run_index(const CommandOptions& options, Console& console, Transport& ranks) {
  const std::unique_ptr<RunStore> store = RunStore::open(options.run_directory, console, &ranks);
  if (store->has_diagrams()) {
    throw Error(
        Error::Kind::kUsage,
        fmt::format("{} was decided with decision diagrams: there is nothing to index, `query` "
                    "and `hint` answer from its sets of states\n"
                    "For a table of all states, one by one: questproof certify {} --engine "
                    "explicit --store NEW_FOLDER",
                    store->folder(), store->remembered_options().game_file));
  }
  const CommandOptions run = options_of_run(*store, options);
  const GameModel model = load_model(run, console);
  const auto built = index_store(*store, model, run, console, ranks);
  if (!built) return ExitCode::kStopped;
  const DatabaseBuildFigures& figures = *built;
  if (options.json) {
    const nlohmann::ordered_json document = {{"schema", "questproof/index"},
                                             {"version", 1},
                                             {"states", figures.states},
                                             {"seconds", figures.seconds},
                                             {"page_bytes", figures.page_bytes},
                                             {"bytes_a_state", bytes_a_state(figures)},
                                             {"listed_steps", figures.listed_steps},
                                             {"written_steps", figures.written_steps},
                                             {"sweep_cpu_seconds", figures.sweep_cpu_seconds},
                                             {"write_cpu_seconds", figures.write_cpu_seconds}};
    console.out << json_text(document);
  } else {
    console.out << fmt::format("Indexed: {}\nTo ask: questproof query {} quests\n",
                               index_text(figures), store->folder());
  }
  return ExitCode::kProved;
}

}  // namespace questproof
