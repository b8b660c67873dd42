// SPDX-License-Identifier: MIT
#include "worker/choice_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "games/live/trace.h"

namespace questproof {
namespace {

constexpr int kAttempts = 30;            // to come to where chance led before
constexpr std::uint32_t kSlots = 20000;  // saved at a time

std::string slot_name(std::uint32_t slot) { return fmt::format("p{}", slot); }

}  // namespace

ChoiceSession::ChoiceSession(LiveGame& game, const SessionOptions& options, LookTable& looks,
                             std::ostream* record)
    : game_(game), options_(options), looks_(looks), record_(record) {}

void ChoiceSession::find(std::string kind, std::string text, std::string action) {
  const bool known = std::any_of(findings_.begin(), findings_.end(), [&](const Finding& each) {
    return each.kind == kind && each.text == text;
  });
  if (known) return;
  findings_.push_back({std::move(kind), std::move(text), figures_.updates, std::move(action)});
}

void ChoiceSession::record(const std::string& line) {
  if (record_ != nullptr) *record_ << line << "\n";
}

LookId ChoiceSession::see(const Observation& observation) {
  return looks_.intern(look_of(observation, agent_, introduction_.whole_views, looks_.waits()));
}

bool ChoiceSession::begin() {
  try {
    introduction_ = game_.introduce();
    agent_ = introduction_.agents.front();
  } catch (const LiveFault& fault) {
    find(to_string(fault.kind()), fault.what(), "hello");
    over_ = true;
    return false;
  }
  record(encode(TraceHead{introduction_.game, agent_}));
  if (!reset()) return false;
  positions_.push_back({kStart, "", *here_, 0, 0});
  keep(kStart);
  return true;
}

bool ChoiceSession::reset() {
  for (int attempt = 0; attempt < 3; ++attempt) {
    try {
      const Observation first = game_.reset(options_.seed);
      time_ = first.time;
      record(encode(TraceReset{options_.seed}));
      here_ = see(first);
      at_ = kStart;
      path_.clear();
      return true;
    } catch (const LiveFault& fault) {
      find(to_string(fault.kind()), fault.what(), "reset");
      ++process_;
    }
  }
  here_.reset();
  over_ = true;
  return false;
}

bool ChoiceSession::begin_anew() {
  if (over_ || !reset()) return false;
  if (*here_ == look(kStart)) return true;
  surprises_.push_back({kStart, "", *here_});
  return false;
}

std::optional<LookId> ChoiceSession::begin_otherwise(std::uint64_t seed) {
  here_.reset();
  at_.reset();
  path_.clear();
  if (over_) return std::nullopt;
  try {
    const Observation first = game_.reset(seed);
    time_ = first.time;
    record(encode(TraceReset{seed}));
    here_ = see(first);
    return here_;
  } catch (const LiveFault& fault) {
    find(to_string(fault.kind()), fault.what(), fmt::format("reset with seed {}", seed));
    if (fault.kind() != LiveFault::Kind::kRefusal) ++process_;
    return std::nullopt;
  }
}

bool ChoiceSession::is_saved(const Position& position) const {
  return position.slot != 0 && position.process == process_;
}

// False when it did not lead back: then it is not relied on any more.
bool ChoiceSession::restore(const Position& position) {
  try {
    const Observation restored = game_.restore(slot_name(position.slot));
    ++restored_;
    time_ = restored.time;
    record(encode(TraceSlot{slot_name(position.slot), true}));
    here_ = see(restored);
    if (*here_ == position.look) return true;
    find("garbage",
         "restore does not lead back to what was saved: " +
             difference_text(looks_[position.look], looks_[*here_]),
         "restore");
  } catch (const LiveFault& fault) {
    find(to_string(fault.kind()), fault.what(), "restore");
  }
  here_.reset();
  introduction_.can_save = false;
  ++process_;
  return false;
}

ChoiceSession::Arrival ChoiceSession::go(PositionId position) {
  if (over_) return Arrival::kOver;
  if (here_ && at_ == position && *here_ == look(position)) return Arrival::kThere;
  // Back to the last position on the way that was saved, or to the start.
  std::vector<PositionId> way;
  PositionId saved = position;
  const auto find_way = [&] {
    way.clear();
    for (saved = position; saved != kStart && !is_saved(positions_[saved]);
         saved = positions_[saved].from) {
      way.push_back(saved);
    }
  };
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    find_way();
    if (is_saved(positions_[saved])) {
      if (!restore(positions_[saved])) {
        find_way();
        if (!reset()) return Arrival::kOver;
      } else {
        path_ = history(saved);
      }
    } else if (!reset()) {
      return Arrival::kOver;
    }
    if (*here_ != look(saved)) {
      surprises_.push_back({saved, "", *here_});
      continue;
    }
    bool arrived = true;
    for (auto step = way.rbegin(); step != way.rend() && arrived; ++step) {
      const Position next = positions_[*step];
      const std::optional<LookId> seen = choose(next.choice);
      if (!seen) return Arrival::kOver;
      arrived = *seen == next.look;
      if (!arrived) surprises_.push_back({next.from, next.choice, *seen});
      // The next one to come here, or near here, shall not have to go all the way again.
      if (arrived && !looks_[next.look].choices.empty()) {
        keep(*step);
        may_forget(*step);
      }
    }
    if (arrived) {
      at_ = position;
      return Arrival::kThere;
    }
  }
  return Arrival::kElsewhere;
}

LookId ChoiceSession::fail(const LiveFault& fault) {
  const std::string what = fmt::format("{}: {}", to_string(fault.kind()), fault.what());
  find(to_string(fault.kind()), fault.what(), fmt::format("{}", fmt::join(path_, " > ")));
  here_.reset();
  if (fault.kind() != LiveFault::Kind::kRefusal) {
    ++process_;  // what was saved is gone with it
    ++figures_.restarts;
    if (++failures_in_a_row_ >= options_.restarts) over_ = true;
  }
  return looks_.intern(failed_look(what));
}

// A busy machine can make a game look as if it hung: what ends a process is done once more, from the start,
// and only what ends it again is a place where the game breaks.
std::optional<LookId> ChoiceSession::fail_twice(const LiveFault& fault) {
  const std::vector<std::string> path = path_;
  const LookId failure = fail(fault);
  if (fault.kind() == LiveFault::Kind::kRefusal || is_repeating_ || over_) return failure;
  is_repeating_ = true;
  std::optional<LookId> seen = failure;
  if (reset()) {
    for (const std::string& choice : path) {
      if (!here_ || looks_[*here_].choices.empty()) break;
      seen = choose(choice);
    }
  }
  is_repeating_ = false;
  return path_ == path ? seen : failure;
}

std::optional<LookId> ChoiceSession::choose(const std::string& choice) {
  if (over_ || !here_) return std::nullopt;
  if (is_stopped(options_) || figures_.updates >= options_.updates ||
      (options_.seconds > 0 && figures_.seconds >= options_.seconds)) {
    budget_spent_ = true;
    over_ = true;
    return std::nullopt;
  }
  ++figures_.updates;
  ++figures_.presses;
  at_.reset();
  const LookId before = *here_;
  path_.push_back(choice);
  const Action action = action_of_choice(choice);
  try {
    const Observation after = game_.act({{agent_, action}});
    figures_.seconds += after.time - time_;
    time_ = after.time;
    const auto view = after.agents.find(agent_);
    if (view != after.agents.end()) {
      record(encode(trace_step(action, view->second)));
      if (!view->second.refused.empty() && looks_[before].offers(choice)) {
        find("refusal",
             fmt::format("\"{}\" is offered, and refused: {}", choice, view->second.refused),
             fmt::format("{}", fmt::join(path_, " > ")));
      }
    }
    here_ = see(after);
    failures_in_a_row_ = 0;
    return here_;
  } catch (const LiveFault& fault) {
    const bool idle = choice == kWaitChoice && !looks_[before].offers(choice);
    if (idle && fault.kind() == LiveFault::Kind::kRefusal) return here_ = before;
    return fail_twice(fault);
  }
}

PositionId ChoiceSession::add(PositionId from, std::string choice, LookId look, bool here) {
  positions_.push_back({from, std::move(choice), look, 0, 0});
  const auto id = static_cast<PositionId>(positions_.size() - 1);
  if (here && here_) at_ = id;
  return id;
}

void ChoiceSession::keep(PositionId position) {
  if (!introduction_.can_save || !here_ || is_saved(positions_[position])) return;
  while (free_slots_.empty() && slots_ >= kSlots && !forgettable_.empty()) {
    forget(forgettable_.front());
    forgettable_.pop_front();
  }
  if (free_slots_.empty() && slots_ >= kSlots) return;
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = ++slots_;
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  try {
    game_.save(slot_name(slot));
    record(encode(TraceSlot{slot_name(slot), false}));
    positions_[position].slot = slot;
    positions_[position].process = process_;
  } catch (const LiveFault& fault) {
    find(to_string(fault.kind()), fault.what(), "save");
    introduction_.can_save = false;
    if (fault.kind() == LiveFault::Kind::kRefusal) return;
    ++process_;
    here_.reset();
  }
}

void ChoiceSession::may_forget(PositionId position) { forgettable_.push_back(position); }

void ChoiceSession::forget(PositionId position) {
  Position& forgotten = positions_[position];
  if (forgotten.slot != 0) free_slots_.push_back(forgotten.slot);
  forgotten.slot = 0;
}

std::vector<std::string> ChoiceSession::history(PositionId position) const {
  std::vector<std::string> choices;
  for (; position != kStart; position = positions_[position].from) {
    choices.push_back(positions_[position].choice);
  }
  std::reverse(choices.begin(), choices.end());
  return choices;
}

std::vector<ChoiceSession::Surprise> ChoiceSession::take_surprises() {
  return std::exchange(surprises_, {});
}

}  // namespace questproof
