// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/model/game_model.h"

namespace questproof {

// The same question as core/model/undoable.h, answered by other means: by running events on values
// with the naive evaluator, on all of them. Holds the proof there to account, in tests and wherever
// a verdict rests on it.

struct UndoCheck {
  bool undoable = false;         // seen for all values; false: not seen
  std::optional<EventId> event;  // when not: the first event that is not seen to be undone
  std::string reason;
  bool gave_up = false;  // too much to try: whether that event can be undone is not known
};

// An event is seen to be undone
//
// - by one partner: the parts of both (core/model/event_parts.h) fall into groups of variables, and in
//   each group every result of the one leads back through the other, for all values of the group; or
// - by several: for all values of its variables, every result leads back through some event that
//   concerns no other variables; or the same for its variables and those of all events that write what
//   it writes.
//
// All that could lead back is among the last of these: an event that restores a value writes it. Gives up
// on an event when more than `most_cases` values would have to be tried.
UndoCheck check_undoable(const GameModel& model, std::uint64_t most_cases = std::uint64_t{1} << 22);

}  // namespace questproof
