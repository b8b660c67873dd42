// SPDX-License-Identifier: MIT
#include "coordinator/diagram_verification.h"

#include <fmt/core.h>

#include <chrono>
#include <string>

#include "core/base/error.h"
#include "core/base/process_usage.h"
#include "core/verify/diagram_search.h"

namespace questproof {
namespace {

// Of nodes: some hundred thousand, which take a few seconds.
constexpr std::uint64_t kMemory = 120'000'000;

void expect_same(const std::string& what, std::uint64_t claimed, std::uint64_t found) {
  if (claimed == found) return;
  throw Error(Error::Kind::kInternal,
              fmt::format("decision diagrams of two kinds found different numbers: {} and {} ({}). "
                          "Do not rely on --engine symbolic for this game, and please report it.",
                          claimed, found, what));
}

void compare(const GameModel& model, const Certification& claimed, const PlainResult& found) {
  expect_same("states", claimed.profile.states, found.states);
  expect_same("transitions", claimed.profile.transitions, found.transitions);
  expect_same("deadlocks", claimed.profile.deadlocks, found.deadlocks);
  expect_same("faults", claimed.faults.empty() ? 0 : 1, found.faults == 0 ? 0 : 1);
  for (std::size_t q = 0; q < claimed.quests.size(); ++q) {
    const QuestResult& quest = claimed.quests[q];
    const PlainQuest& again = found.quests.at(q);
    const std::string name = model.quests[q].name + ": ";
    expect_same(name + "done states", quest.done_states, again.done_states);
    expect_same(name + "pending states", quest.pending_states, again.pending_states);
    expect_same(name + "blocked states", quest.blocked_states, again.blocked_states);
    expect_same(name + "starts already blocked", quest.initial_blocked, again.initial_blocked);
    expect_same(name + "fatal transitions", quest.fatal_transitions, again.fatal_transitions);
  }
}

}  // namespace

void verify_diagrams(const GameModel& model, Certification& certification, double time_seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const double cpu_begin = cpu_seconds();
  PlainOptions options;
  options.memory_bytes = kMemory;
  options.time_seconds = time_seconds;
  const PlainResult found = diagram_search(model, options, {}, 0);
  if (!found.limit.empty()) return;
  compare(model, certification, found);
  certification.verified = true;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  certification.phases.push_back(
      {"verify", passed.count(), cpu_seconds() - cpu_begin, peak_resident_bytes()});
}

}  // namespace questproof
