// SPDX-License-Identifier: MIT
#include "coordinator/command_certify.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>

#include "coordinator/atomic_file.h"
#include "coordinator/command_index.h"
#include "coordinator/diagram_run.h"
#include "coordinator/diagram_tries.h"
#include "coordinator/diagram_verification.h"
#include "coordinator/figures.h"
#include "coordinator/findings/found_run.h"
#include "coordinator/game.h"
#include "coordinator/interrupt.h"
#include "coordinator/load_model.h"
#include "coordinator/make_report.h"
#include "coordinator/owner_choice.h"
#include "coordinator/preserved_figures.h"
#include "coordinator/query/diagram_database.h"
#include "coordinator/query/stored_game.h"
#include "coordinator/rank_progress.h"
#include "coordinator/report_json.h"
#include "coordinator/report_text.h"
#include "coordinator/run_store.h"
#include "coordinator/search_run.h"
#include "coordinator/state_text.h"
#include "coordinator/verdict_exit.h"
#include "coordinator/watched_run.h"
#include "core/argue/state_bound.h"
#include "core/base/error.h"
#include "core/net/collective.h"
#include "storage/state_database.h"

namespace questproof {
namespace {

// A game of up to so many states is reported as written: then every count is of the game itself, and
// everything in it is examined.
constexpr std::uint64_t kSmallGame = 1'000'000;

// A game with free moves of up to so many states is explored state by state too, for the verdicts.
constexpr std::uint64_t kSmallWalk = 100'000;
// Fewer states are soon seen. More have no numbers, so that verdicts by exploration end there.
constexpr double kFewBits = 24;
constexpr double kManyBits = 32;

// Before an exploration arguments get little time; alone they get all there is.
constexpr std::size_t kFewNodes = 200'000;  // of a relaxed model
constexpr std::uint64_t kFewArguedStates = 100'000;
constexpr double kShortTime = 60;  // seconds

std::optional<std::size_t> chosen_quest(const GameModel& model, const CommandOptions& options) {
  if (options.quest.empty()) return std::nullopt;
  return find_quest(model, options.quest);
}

// A game and what was found about it.
struct Certified {
  std::string ranks_text;  // how ranks fared, where there were several
  std::unique_ptr<Game> game;
  Certification certification;
  std::optional<Argument> argument;
  std::optional<SymbolicCertification> diagrams;  // its certification has been taken out of it
  std::string engine_note;
};

struct DecidedWithDiagrams {};

ArgueOptions argue_options(const CommandOptions& options) {
  ArgueOptions argue;
  argue.time_seconds = options.time_seconds;
  if (options.method == "argue") return argue;
  argue.most_nodes = kFewNodes;
  argue.most_states = kFewArguedStates;
  argue.time_seconds =
      std::min(kShortTime, options.time_seconds > 0 ? options.time_seconds / 2 : kShortTime);
  return argue;
}

bool decides_all(const Argument& argument) {
  return std::all_of(argument.quests.begin(), argument.quests.end(),
                     [](const auto& quest) { return quest.verdict != Verdict::kUnknown; });
}

double searched_bits(const Game& game) {
  std::vector<VariableId> walkers;
  for (const FreeMoves::Walker& walker : game.moves().walkers) walkers.push_back(walker.position);
  return state_bits(game.searched(), walkers);
}

// What is known without exploring; whether that is enough.
bool argue_first(Certified& certified, const CommandOptions& options, const Console& console) {
  const Game& game = *certified.game;
  const double bits = searched_bits(game);
  const bool alone = options.method == "argue";
  if (options.method == "enumerate" || (!alone && bits <= kFewBits)) return false;
  certified.argument = run_argue(game, argue_options(options), console);
  if (!certified.argument) {
    certified.certification = not_explored(game, "interrupted before anything was explored");
    return true;
  }
  const bool enough = alone || (bits > kManyBits && decides_all(*certified.argument));
  if (enough) certified.certification = not_explored(game, "");
  return enough;
}

void take_diagrams(Certified& certified, DiagramTries& tries, const CommandOptions& options) {
  DiagramResult result = tries.take();
  certified.game = std::move(result.game);
  certified.certification = std::move(result.found.certification);
  if (!options.no_verify) {
    verify_diagrams(certified.game->searched(), certified.certification, options.time_seconds);
  }
  certified.diagrams = std::move(result.found);
}

// Only with diagrams. Where they come to nothing, nothing is known.
void certify_with_diagrams(Certified& certified, DiagramTries& tries,
                           const CommandOptions& options) {
  const InterruptGuard guard;
  tries.try_all();
  if (tries.decided()) {
    take_diagrams(certified, tries, options);
  } else {
    certified.certification = not_explored(*certified.game, tries.account());
  }
}

// By a limit of memory, disk or time: more work could decide it.
bool is_cut_off(const Certification& found) {
  return found.verdict == Verdict::kUnknown && !found.limit.empty() && !found.stopped &&
         !InterruptGuard::interrupted();
}

// State by state, with diagrams tried now and then, and once more where states are too many.
// explore(watch): the exploration, watched.
template <typename Explore>
void certify_with_both(Certified& certified, DiagramTries& tries, const CommandOptions& options,
                       const Explore& explore) {
  const auto watch = [&](const Progress& progress) {
    if (std::string_view(progress.phase) != "forward") return;
    tries.after_states(progress.states, progress.transitions);
    if (tries.decided()) throw DecidedWithDiagrams{};
  };
  try {
    certified.certification = explore(watch);
    if (is_cut_off(certified.certification)) {
      const InterruptGuard guard;
      tries.after_limit(certified.certification.profile.states);
      if (tries.decided()) take_diagrams(certified, tries, options);
    }
    if (!tries.decided()) certified.engine_note = tries.account();
  } catch (const DecidedWithDiagrams&) {
    take_diagrams(certified, tries, options);
  }
}

bool try_diagrams_first(Certified& certified, DiagramTries& tries, const CommandOptions& options) {
  const InterruptGuard guard;
  tries.try_first();
  if (tries.decided()) take_diagrams(certified, tries, options);
  return tries.decided();
}

// Ranks read the game each on its own: perhaps not the same one.
void expect_same_game(const Game& game, Transport& ranks) {
  const std::string& hash = game.hash();
  const auto all = all_gather_lists(ranks, std::span<const char>(hash.data(), hash.size()));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (std::string_view(all[rank].data(), all[rank].size()) == hash) continue;
    throw Error(
        Error::Kind::kInput,
        fmt::format(
            "ranks 0 and {} have read different games under the same name; all must see the "
            "same files",
            ranks.rank() == 0 ? rank : static_cast<std::size_t>(ranks.rank())));
  }
}

bool tries_both(const Certified& certified, const CommandOptions& options) {
  return options.engine == "auto" && options.method != "argue" &&
         searched_bits(*certified.game) > kFewBits;
}

// What is found without exploring state by state; whether that is enough.
bool decide_first(Certified& certified, DiagramTries& tries, const CommandOptions& options,
                  const Console& console) {
  if (options.engine == "symbolic") {
    certify_with_diagrams(certified, tries, options);
    return true;
  }
  if (tries_both(certified, options) && try_diagrams_first(certified, tries, options)) return true;
  // A store keeps all states, or sets of them: no argument takes their place.
  return options.store.empty() && argue_first(certified, options, console);
}

Certification explore(Certified& certified, const CommandOptions& options, const Console& console,
                      Transport& ranks, RunStore* store, const OwnerChoice& owners,
                      const ProgressCallback& watch = {}) {
  SearchOptions search = search_options(options);
  search.ownership = owners.ownership;
  if (store != nullptr) search = store->adapted(std::move(search));
  RunStorage* const storage = store == nullptr ? nullptr : &store->storage();
  WatchedRun watched(ranks, store == nullptr ? "" : store->folder(), options.silence_seconds);
  if (ranks.ranks() == 1 && options.log.empty()) {
    return run_certify(*certified.game, search, console, storage, watch);
  }
  RankProgress progress(console, watched.transport(), options.log,
                        [&] { return storage == nullptr ? 0 : storage->disk_bytes(); });
  Certification found =
      run_certify_on_ranks(*certified.game, search, watched.transport(), progress, storage);
  certified.ranks_text = progress.summary(found.profile.states) + owners.text;
  // Without a store there is nothing to go on with: a signal is a limit like others.
  if (storage == nullptr) found.stopped = false;
  barrier(ranks);  // nobody's heart stops beating before the others look away
  return found;
}

// A run in a store that diagrams have decided, and then it is kept there as they found it.
void keep_diagrams(const Certified& certified, const CommandOptions& options,
                   std::unique_ptr<RunStore>& store) {
  CommandOptions recorded = options;
  recorded.engine = "symbolic";
  if (store == nullptr) store = RunStore::create(options.store, *certified.game, recorded);
  store->keep_diagrams(*certified.game, certified.certification, *certified.diagrams, recorded);
}

// Where rank 0 has decided without the others, or nobody had to: what the log says of it.
std::string idle_text(const Certified& certified) {
  const char* const what = certified.diagrams   ? "decision diagrams have decided"
                           : certified.argument ? "arguments were all that was asked for or needed"
                                                : "nothing was explored";
  return fmt::format("{}, on rank 0; no state was explored one by one", what);
}

// The same for people, where there were others.
std::string idle_ranks_text(const Certified& certified, int ranks) {
  if (ranks == 1) return "";
  return fmt::format("Ranks: {}  {}: the others had nothing to do\n", ranks, idle_text(certified));
}

// With --store, or a store that is open, the run goes there: states one by one, or as sets where diagrams decide.
Certified certify_reduced(const GameModel& model, const CommandOptions& options,
                          const Console& console, Transport& ranks,
                          std::unique_ptr<RunStore>& store) {
  Certified result;
  const std::optional<std::size_t> quest = chosen_quest(model, options);
  result.game = std::make_unique<Game>(model, options.reduce, quest);
  expect_same_game(*result.game, ranks);
  const bool symbolic = options.engine == "symbolic";
  const bool resumed = store != nullptr;
  const bool stored = resumed || !options.store.empty();
  if (resumed && !symbolic) store->expect(*result.game, options);
  if (ranks.rank() == 0) {
    append_to_log(options.log, fmt::format("{} {} over {}", resumed ? "goes on:" : "begins:",
                                           model.name, counted(ranks.ranks(), "rank")));
  }
  DiagramTries tries(model, quest, options, console);
  if (stored) tries.look_for_details();
  if (!resumed || symbolic) {
    // Rank 0 tries what needs no exploration; what it finds is enough for all, or for none.
    const bool enough = ranks.rank() == 0 && decide_first(result, tries, options, console);
    if (any_rank(ranks, enough)) {
      if (ranks.rank() != 0) {
        result.certification = not_explored(*result.game, "");
        return result;
      }
      result.ranks_text = idle_ranks_text(result, ranks.ranks());
      append_to_log(options.log, idle_text(result));
      if (stored && result.diagrams) keep_diagrams(result, options, store);
      return result;
    }
  }
  const bool both = ranks.ranks() == 1 && options.log.empty() && tries_both(result, options);
  OwnerChoice owners;
  if (!resumed && (stored || !both)) {
    owners = choose_owners(*result.game, options, ranks.ranks());
  }
  if (!resumed && stored) {
    store = RunStore::create(options.store, *result.game, options, &ranks, owners.ownership);
  }
  if (both) {
    certify_with_both(result, tries, options, [&](const ProgressCallback& watch) {
      return explore(result, options, console, ranks, store.get(), owners, watch);
    });
    if (stored && result.diagrams) keep_diagrams(result, options, store);
  } else {
    result.certification = explore(result, options, console, ranks, store.get(), owners);
  }
  const bool explored = store != nullptr && !result.diagrams;
  if (explored && result.certification.decided && ranks.rank() == 0) {
    store->keep_certificate(*result.game, result.certification);
  }
  return result;
}

void expect_equal(const std::string& one, const std::string& other) {
  if (one == other) return;
  throw Error(
      Error::Kind::kInternal,
      "reductions changed a verdict or a shortest length; please report this with the game");
}

// Whether both games leave the same steps out of lengths. An event that cannot run does not matter.
bool count_same_steps(const Game& reduced, const Game& written) {
  const std::vector<Event>& events = reduced.searched().events;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (events[i].guard.kind == Condition::Kind::kFalse) continue;
    if (reduced.moves().is_move({i}) != written.moves().is_move({i})) return false;
  }
  return true;
}

// The same of the game as written, if it is small. What reductions preserve must agree. Free moves stay
// collapsed: numbers of states and lengths would mean something else without.
std::optional<Certified> certify_as_written(const GameModel& model, const CommandOptions& options,
                                            const Certified& reduced, const Console& console) {
  const bool collapsed = reduced.game->is_collapsed();
  if (reduced.diagrams) return std::nullopt;
  if (options.reduce != "auto" || !(reduced.game->is_reduced() || collapsed)) return std::nullopt;
  if (!reduced.certification.decided || reduced.certification.profile.states > kSmallGame) {
    return std::nullopt;
  }
  const auto certify_with = [&](const char* reduce, std::uint64_t most_states) {
    std::optional<Certified> result(std::in_place);
    result->game = std::make_unique<Game>(model, reduce, chosen_quest(model, options));
    std::optional<Certification> found =
        certify_if_small(*result->game, most_states, search_options(options), console);
    if (!found || !found->decided) return std::optional<Certified>();
    result->certification = std::move(*found);
    return result;
  };
  if (collapsed) {
    if (const auto walked = certify_with("none", kSmallWalk)) {
      expect_equal(preserved_verdicts(walked->certification),
                   preserved_verdicts(reduced.certification));
    }
  }
  std::optional<Certified> written = certify_with(collapsed ? "free-moves" : "none", kSmallGame);
  if (!written) return std::nullopt;
  expect_equal(preserved_verdicts(written->certification),
               preserved_verdicts(reduced.certification));
  if (!count_same_steps(*reduced.game, *written->game)) return std::nullopt;
  expect_equal(preserved_figures(written->certification), preserved_figures(reduced.certification));
  return written;
}

Certified certify_game(const GameModel& model, const CommandOptions& options,
                       const Console& console, Transport& ranks, std::unique_ptr<RunStore>& store) {
  const InterruptGuard guard;  // over both explorations, and what is between
  Certified reduced = certify_reduced(model, options, console, ranks, store);
  if (ranks.rank() != 0) return reduced;
  std::optional<Certified> written = certify_as_written(model, options, reduced, console);
  if (!written && store != nullptr && InterruptGuard::interrupted()) {
    reduced.certification.stopped = true;
    reduced.certification.limit = "stopped on request";
  }
  if (!written) return reduced;
  written->certification.resumption = reduced.certification.resumption;
  written->argument = std::move(reduced.argument);
  written->engine_note = std::move(reduced.engine_note);
  written->ranks_text = std::move(reduced.ranks_text);
  return std::move(*written);
}

std::string how_to_go_on(const RunStore& store) {
  return fmt::format("To go on: questproof resume {}\n", store.folder());
}

void show_text(const CommandOptions& options, const GameModel& model, const Report& report,
               const RunStore* store, Console& console) {
  console.out << ReportText(model, report, console.paint, console.width).to_string();
  if (!options.certificate.empty()) {
    console.out << fmt::format("Certificate: {}\nTo check it: questproof verify {} {}\n",
                               options.certificate, options.certificate, options.game_file);
  }
  if (store == nullptr) {
    if (!options.store.empty()) {
      console.out << fmt::format("Nothing is kept in {}, since nothing was decided\n",
                                 options.store);
    }
    return;
  }
  console.out << fmt::format("Store: {}  {}\n", store->folder(), store->disk_text());
  if (!report.limit.empty()) console.out << how_to_go_on(*store);
}

// How to ask a run that diagrams have decided: its sets of states answer, there is nothing to index.
void say_how_to_ask(const RunStore& store, const CommandOptions& options, Console& console) {
  if (options.no_index || options.json || !store.has_diagrams()) return;
  console.out << fmt::format("To ask: questproof query {} quests\n", store.folder());
}

// Whether the store of record, for queries, is to be built: once.
bool wants_index(RunStore* store, const CommandOptions& options) {
  if (store == nullptr || options.no_index || store->has_diagrams()) return false;
  const auto& progress = store->storage().progress();
  return progress && progress->phase == RunPhase::kFinished &&
         !StateDatabase::exists(store->folder());
}

// False when a signal came.
bool build_index(RunStore& store, const GameModel& model, const CommandOptions& options,
                 Console& console, Transport& ranks) {
  const auto figures = index_store(store, model, options, console, ranks);
  if (!figures || options.json) return figures.has_value();
  console.out << fmt::format("Indexed: {}\nTo ask: questproof query {} quests\n",
                             index_text(*figures), store.folder());
  return true;
}

// The document that --json prints; written wherever it is wanted.
std::string write_results(const CommandOptions& options, const Game& game, const Report& report,
                          bool decided, const RunStore* store) {
  CommandOptions recorded = options;
  recorded.reduce = game.reduce();
  std::string document = report_json(game.written(), report, recorded);
  if (!options.certificate.empty()) write_file_atomically(options.certificate, document);
  if (store != nullptr && decided) write_run_certificate(store->folder(), document);
  return document;
}

// A run that diagrams have decided before, as it stands in its store.
ExitCode show_decided(const StoredDiagrams& stored, const GameModel& model,
                      const CommandOptions& options, Console& console, RunStore& store) {
  CommandOptions of_run = options;
  of_run.engine = "symbolic";
  const DiagramDatabase database(stored, 0);
  const StoredGame found(database, model, "");
  if (!found.at_hand()) throw Error(Error::Kind::kInput, found.trouble());
  const Game& game = found.game();
  const Certification certification = certification_of(stored, game);
  Report report = make_report(game, certification);
  report.diagrams = diagram_report(stored);
  append_to_log(options.log, "decided before, with decision diagrams: nothing to do");
  const std::string document = write_results(of_run, game, report, true, &store);
  if (options.json) {
    console.out << document;
  } else {
    show_text(options, game.written(), report, &store, console);
  }
  say_how_to_ask(store, options, console);
  return exit_code(report.verdict);
}

// What one rank says of the run, for all. A run that was stopped has no verdict.
ExitCode tell(const CommandOptions& options, Certified& certified, const RunStore* store,
              Console& console) {
  if (certified.certification.stopped) {
    console.error << fmt::format("questproof: {}; what was found so far is in {}\n{}",
                                 certified.certification.limit, store->folder(),
                                 how_to_go_on(*store));
    return ExitCode::kStopped;
  }
  const Game& game = *certified.game;
  Report report = make_report(game, certified.certification);
  report.engine_note = certified.engine_note;
  if (certified.diagrams) report.diagrams = diagram_report(*certified.diagrams);
  if (certified.argument) add_argument(report, game, *certified.argument);

  const std::string document =
      write_results(options, game, report, certified.certification.decided, store);
  if (options.json) {
    console.out << document;
  } else {
    show_text(options, game.written(), report, store, console);
    console.out << certified.ranks_text;
  }
  if (store != nullptr) say_how_to_ask(*store, options, console);
  return exit_code(report.verdict);
}

}  // namespace

ExitCode certify_with_store(const CommandOptions& options, Console& console, Transport& ranks,
                            std::unique_ptr<RunStore> store) {
  if (!options.store.empty() && options.method == "argue") {
    throw Error(
        Error::Kind::kUsage,
        "--store keeps what is explored, and --method argue explores nothing: leave one out");
  }
  search_options(options);  // errors of usage come first
  const bool is_first = ranks.rank() == 0;
  if (store == nullptr && !options.store.empty() && is_first) RunStore::expect_none(options.store);
  barrier(ranks);  // no rank begins what another one would find begun
  const GameModel model = load_model(options, console);
  std::optional<StoredDiagrams> decided;
  if (is_first && store != nullptr) decided = store->read_diagrams();
  if (any_rank(ranks, decided.has_value())) {
    return is_first ? show_decided(*decided, model, options, console, *store) : ExitCode::kProved;
  }
  Certified certified = certify_game(model, options, console, ranks, store);
  ExitCode code = ExitCode::kProved;
  if (is_first) code = tell(options, certified, store.get(), console);
  certified.certification.solved.reset();
  const bool indexes = is_first && code != ExitCode::kStopped && wants_index(store.get(), options);
  if (any_rank(ranks, indexes) && !build_index(*store, model, options, console, ranks)) {
    return ExitCode::kStopped;
  }
  return code;
}

ExitCode run_certify(const CommandOptions& options, Console& console, Transport& ranks) {
  return certify_with_store(options, console, ranks, nullptr);
}

}  // namespace questproof
