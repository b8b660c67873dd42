// SPDX-License-Identifier: MIT
#include "coordinator/make_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "coordinator/remedy.h"
#include "coordinator/replay.h"
#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof {
namespace {

class ReportMaker {
 public:
  ReportMaker(const Game& game, const Certification& certification)
      : game_(game),
        certification_(certification),
        replayer_(game),
        remedies_(game, certification.solved.get()) {}

  QuestReport quest_report(std::size_t q) {
    const QuestResult& found = certification_.quests[q];
    const Quest& quest = game_.written().quests[q];
    QuestReport report;
    report.name = quest.name;
    report.title = quest.title;
    report.main = quest.main;
    report.verdict = found.verdict;
    report.done_states = found.done_states;
    report.pending_states = found.pending_states;
    report.blocked_states = found.blocked_states;
    report.initial_blocked = found.initial_blocked;
    report.fatal_transitions = found.fatal_transitions;
    report.farthest_distance = found.farthest_distance;
    const auto done = [&, q](const Valuation& v) { return is_done(game_.written(), q, v); };
    const auto pending = [&, q](const Valuation& v) { return is_pending(game_.written(), q, v); };
    report.completion = replayed(found.completion, done);
    report.counterexample = replayed(found.counterexample, pending);
    report.farthest = replayed(found.farthest, pending);
    report.fatal_groups = fatal_groups(q, pending);
    report.random_play = found.random_play;
    return report;
  }

  FaultWalkthrough fault(const FaultReport& found) const {
    FaultWalkthrough result;
    result.step = {found.event, found.branches};
    const auto is_fault = [&](const Valuation& values) {
      for (const Outcome& outcome : outcomes(game_.written(), found.event, values)) {
        if (outcome.fault && replayer_.fits(result.step, outcome.branches)) {
          result.where = *outcome.fault;
          return true;
        }
      }
      return false;
    };
    result.shortest = replayer_.replay(found.shortest, is_fault);
    return result;
  }

  Coverage coverage() const {
    std::vector<bool> reached(game_.written().branches.size(), false);
    for (std::size_t label = 0; label < game_.space().label_count(); ++label) {
      if (certification_.enabled[label] == 0) continue;
      for (BranchId branch : game_.space().label(label).branches) reached[branch.index] = true;
    }
    return find_coverage(game_.written(), reached, game_.reduced().examined);
  }

 private:
  using Claim = std::function<bool(const Valuation&)>;

  std::optional<Walkthrough> replayed(const std::optional<Trace>& trace, const Claim& claim) const {
    if (!trace) return std::nullopt;
    return replayer_.replay(*trace, claim);
  }

  std::vector<FatalGroup> fatal_groups(std::size_t q, const Claim& pending) {
    std::map<SourceLocation, FatalGroup> by_place;
    for (const FatalEvent& found : certification_.quests[q].fatal_events) {
      FatalEventReport event = fatal_event(q, found, pending);
      const SourceLocation where = culprit(event);
      FatalGroup& group = by_place[where];
      group.where = where;
      group.count += event.count;
      group.events.push_back(std::move(event));
    }
    std::vector<FatalGroup> groups;
    for (auto& [where, group] : by_place) groups.push_back(std::move(group));
    const auto route_length = [](const FatalGroup& g) { return g.events[0].shortest.length(); };
    std::stable_sort(groups.begin(), groups.end(), [&](const FatalGroup& a, const FatalGroup& b) {
      return route_length(a) < route_length(b);
    });
    return groups;
  }

  FatalEventReport fatal_event(std::size_t q, const FatalEvent& found, const Claim& pending) {
    FatalEventReport report;
    report.count = found.count;
    report.shortest = replayer_.replay(found.shortest, pending, Replayer::End::kNearby);
    QUEST_CHECK(!report.shortest.steps.empty() && !report.shortest.steps.back().is_move);
    const StepRemedies found_remedies = remedies_.of_last_step(q, replayer_, report.shortest);
    report.remedies = found_remedies.remedies;
    report.all_remedies = found_remedies.complete;
    return report;
  }

  // The line that springs the trap: the statement that took away what should have been kept; where
  // that is not known, the innermost branch that ran.
  SourceLocation culprit(const FatalEventReport& event) const {
    for (const Remedy& remedy : event.remedies) {
      for (const Remedy::Part& part : remedy.parts) {
        if (!part.where.empty()) return part.where.back();
      }
    }
    const Step& step = event.shortest.steps.back().step;
    for (auto branch = step.branches.rbegin(); branch != step.branches.rend(); ++branch) {
      const SourceLocation where = game_.written().branches[branch->index].where;
      if (where.line != 0) return where;
    }
    return game_.written().events[step.event.index].where;
  }

  const Game& game_;
  const Certification& certification_;
  Replayer replayer_;
  RemedyFinder remedies_;
};

void describe_game(const Game& game, Report& report) {
  const GameModel& model = game.written();
  report.game = model.name;
  report.model_hash = game.hash();
  report.events = model.events.size();
  report.variables = model.variables.size();
  report.variants = model.variants.size();
  report.bits_written = StateLayout(model.variables).bit_count();
  report.bits_searched = game.layout().bit_count();
  report.reduced = game.is_reduced();
  report.collapsed = game.is_collapsed();
  for (const ReducedModel::Note& note : game.reduced().notes) {
    report.notes.push_back(model.variables[note.variable.index].name + ": " + note.text);
  }
}

// `known`: what is left when no quest says otherwise.
Verdict verdict_of_all(const Report& report, Verdict known) {
  Verdict all = report.faults.empty() ? known : Verdict::kUnknown;
  for (const QuestReport& quest : report.quests) {
    if (quest.verdict == Verdict::kRefuted) return Verdict::kRefuted;
    if (quest.verdict == Verdict::kUnknown) all = Verdict::kUnknown;
  }
  return all;
}

}  // namespace

Report make_report(const Game& game, const Certification& certification) {
  Report report;
  describe_game(game, report);
  report.limit = certification.limit;
  report.complete = certification.complete;
  report.verified = certification.verified;
  report.distances = certification.distances;
  report.profile = certification.profile;
  report.phases = certification.phases;
  report.resumption = certification.resumption;

  ReportMaker maker(game, certification);
  for (std::size_t q = 0; q < game.written().quests.size(); ++q) {
    report.quests.push_back(maker.quest_report(q));
  }
  for (const FaultReport& fault : certification.faults) report.faults.push_back(maker.fault(fault));
  if (certification.complete) report.coverage = maker.coverage();
  const bool known = certification.complete && certification.faults.empty();
  report.verdict = verdict_of_all(report, known ? Verdict::kProved : Verdict::kUnknown);
  return report;
}

void add_argument(Report& report, const Game& game, const Argument& argument) {
  report.argument = make_argument_report(game.written(), argument);
  report.phases.insert(report.phases.begin(), argument.phases.begin(), argument.phases.end());
  for (std::size_t q = 0; q < report.quests.size(); ++q) {
    const Verdict argued = argument.quests.at(q).verdict;
    if (argued == Verdict::kUnknown) continue;
    Verdict& verdict = report.quests[q].verdict;
    if (!report.faults.empty() || (verdict != Verdict::kUnknown && verdict != argued)) {
      throw Error(Error::Kind::kInternal,
                  fmt::format("{}: an argument contradicts what was found among all states; please "
                              "report this with the game",
                              report.quests[q].name));
    }
    verdict = argued;
  }
  if (!report.quests.empty()) report.verdict = verdict_of_all(report, Verdict::kProved);
}

}  // namespace questproof
