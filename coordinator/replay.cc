// SPDX-License-Identifier: MIT
#include "coordinator/replay.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/state_text.h"
#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof {
namespace {

// Ways that are tried before a trace counts as one that cannot be replayed.
constexpr std::size_t kMostTries = 100'000;

void mark_chances(const std::vector<Statement>& body, std::vector<bool>& chance) {
  for (const Statement& statement : body) {
    for (const Branch& branch : statement.branches) {
      if (statement.kind == Statement::Kind::kChoose) chance[branch.id.index] = true;
      mark_chances(branch.body, chance);
    }
  }
}

bool runs_in_order(const std::vector<BranchId>& wanted, const std::vector<BranchId>& branches) {
  auto next = wanted.begin();
  for (BranchId branch : branches) {
    if (next != wanted.end() && *next == branch) ++next;
  }
  return next == wanted.end();
}

}  // namespace

Replayer::Replayer(const GameModel& written, const std::vector<bool>& examined)
    : written_(written), examined_chance_(written.branches.size(), false) {
  QUEST_CHECK(examined.size() == written.branches.size());
  for (const Event& event : written.events) mark_chances(event.body, examined_chance_);
  for (std::size_t branch = 0; branch < examined.size(); ++branch) {
    if (!examined[branch]) examined_chance_[branch] = false;
  }
}

std::vector<BranchId> Replayer::examined_chances(const std::vector<BranchId>& branches) const {
  std::vector<BranchId> result;
  std::copy_if(branches.begin(), branches.end(), std::back_inserter(result),
               [&](BranchId branch) { return examined_chance_.at(branch.index); });
  return result;
}

bool Replayer::fits(const Step& step, const std::vector<BranchId>& branches) const {
  return runs_in_order(step.branches, branches) &&
         examined_chances(step.branches) == examined_chances(branches);
}

std::vector<Outcome> Replayer::matching(const Step& step, const Valuation& values) const {
  std::vector<Outcome> result;
  for (Outcome& outcome : outcomes(written_, step.event, values)) {
    if (!outcome.fault && fits(step, outcome.branches)) result.push_back(std::move(outcome));
  }
  return result;
}

bool Replayer::extend(const Trace& trace, const std::function<bool(const Valuation&)>& claim,
                      Walkthrough& walkthrough, std::size_t& tries) const {
  const std::size_t at = walkthrough.steps.size();
  if (at == trace.steps.size()) return claim(walkthrough.last());
  if (++tries > kMostTries) return false;
  for (Outcome& outcome : matching(trace.steps[at], walkthrough.last())) {
    walkthrough.steps.push_back(
        {{trace.steps[at].event, std::move(outcome.branches)}, std::move(outcome.values)});
    if (extend(trace, claim, walkthrough, tries)) return true;
    walkthrough.steps.pop_back();
  }
  return false;
}

Walkthrough Replayer::replay(const Trace& trace, std::string start, const Valuation& first,
                             const std::function<bool(const Valuation&)>& claim) const {
  Walkthrough walkthrough{trace.variant, std::move(start), first, {}};
  std::size_t tries = 0;
  if (!extend(trace, claim, walkthrough, tries)) {
    throw Error(Error::Kind::kInternal,
                fmt::format("a walkthrough of {} steps that the search found cannot be replayed on "
                            "the game as written; please report this with the game",
                            trace.steps.size()));
  }
  return walkthrough;
}

Walkthrough Replayer::replay(const Trace& trace,
                             const std::function<bool(const Valuation&)>& claim) const {
  return replay(trace, variant_text(written_, trace.variant),
                written_.variants.at(trace.variant).values, claim);
}

bool is_done(const GameModel& model, std::size_t quest, const Valuation& values) {
  return holds(model, model.quests[quest].done, values);
}

bool is_pending(const GameModel& model, std::size_t quest, const Valuation& values) {
  const Quest& which = model.quests[quest];
  return holds(model, which.open, values) && !holds(model, which.done, values) &&
         !holds(model, which.failed, values);
}

}  // namespace questproof
