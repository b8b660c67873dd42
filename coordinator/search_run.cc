// SPDX-License-Identifier: MIT
#include "coordinator/search_run.h"

#include <fmt/core.h>

#include <memory>

#include "coordinator/console.h"
#include "coordinator/figures.h"
#include "coordinator/interrupt.h"
#include "coordinator/progress_line.h"
#include "coordinator/rank_progress.h"

namespace questproof {
namespace {

struct TooLarge {};

std::string interruption_text(const Progress& last) {
  return fmt::format("interrupted in phase {} at level {} after {}",
                     *last.phase == '\0' ? "start" : last.phase, last.level,
                     counted(last.states, "state"));
}

// For the log.
std::string end_text(const Certification& certification) {
  if (certification.decided || certification.limit.empty()) return "the search has ended";
  if (certification.stopped) return fmt::format("stopped: {}", certification.limit);
  return fmt::format("ended at a limit: {}", certification.limit);
}

Certification interrupted_certification(const Game& game, const Progress& last) {
  Certification certification = not_explored(game, interruption_text(last));
  certification.profile.states = last.states;
  certification.profile.transitions = last.transitions;
  return certification;
}

Certification certify_watched(const Game& game, const SearchOptions& options,
                              const ProgressCallback& progress, RunStorage* storage = nullptr,
                              Transport* ranks = nullptr) {
  // The verify pass walks the statements of the model where the search tries compiled rules.
  std::unique_ptr<StateSpace> checker;
  if (options.verify) checker = game.make_checker();
  return certify(game.space(), checker.get(), options, progress, storage, ranks);
}

}  // namespace

Certification not_explored(const Game& game, std::string limit) {
  Certification certification;
  certification.limit = std::move(limit);
  for (const Quest& quest : game.written().quests) {
    QuestResult result;
    result.name = quest.name;
    certification.quests.push_back(std::move(result));
  }
  return certification;
}

std::optional<Argument> run_argue(const Game& game, const ArgueOptions& options,
                                  const Console& console) {
  const InterruptGuard guard;
  ProgressLine line(console);
  try {
    const CompiledModel written(game.written());
    return argue(written, options, [&](const Progress& progress) { line.update(progress); });
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

Certification run_certify(const Game& game, const SearchOptions& options, const Console& console,
                          RunStorage* storage, const ProgressCallback& watch) {
  const InterruptGuard guard;
  ProgressLine line(console);
  if (storage != nullptr) {
    SearchOptions stoppable = options;
    stoppable.stop_requested = &InterruptGuard::flag();
    return certify_watched(
        game, stoppable,
        [&](const Progress& progress) {
          line.show(progress);
          if (watch) watch(progress);
        },
        storage);
  }
  try {
    return certify_watched(game, options, [&](const Progress& progress) {
      line.update(progress);
      if (watch) watch(progress);
    });
  } catch (const Interrupted&) {
    return interrupted_certification(game, line.last());
  }
}

Certification run_certify_on_ranks(const Game& game, const SearchOptions& options, Transport& ranks,
                                   RankProgress& progress, RunStorage* storage) {
  const InterruptGuard guard;
  SearchOptions stoppable = options;
  stoppable.stop_requested = &InterruptGuard::flag();
  Certification certification = certify_watched(
      game, stoppable, [&](const Progress& at) { progress.update(at); }, storage, &ranks);
  progress.finish(end_text(certification));
  return certification;
}

Solution run_solve(const Game& game, std::size_t quest, const SearchOptions& options,
                   const Console& console, Transport* ranks) {
  const InterruptGuard guard;
  ProgressLine line(console);
  if (ranks != nullptr && ranks->ranks() > 1) {
    SearchOptions stoppable = options;
    stoppable.stop_requested = &InterruptGuard::flag();
    return solve(
        game.space(), quest, {}, stoppable, [&](const Progress& at) { line.show(at); }, ranks);
  }
  try {
    return solve(game.space(), quest, {}, options,
                 [&](const Progress& progress) { line.update(progress); });
  } catch (const Interrupted&) {
    Solution solution;
    solution.limit = interruption_text(line.last());
    solution.profile.states = line.last().states;
    return solution;
  }
}

std::optional<Certification> certify_if_small(const Game& game, std::uint64_t most_states,
                                              const SearchOptions& options,
                                              const Console& console) {
  const InterruptGuard guard;
  ProgressLine line(console);
  try {
    Certification certification = certify_watched(game, options, [&](const Progress& progress) {
      line.update(progress);
      if (progress.states > 4 * most_states) throw TooLarge{};
    });
    if (!certification.complete || certification.profile.states > most_states) return std::nullopt;
    return certification;
  } catch (const TooLarge&) {
    return std::nullopt;
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

}  // namespace questproof
