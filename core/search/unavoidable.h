// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/ids.h"
#include "core/model/state_space.h"
#include "core/search/search_options.h"

namespace questproof {

// Something that may lie on a path: a transition of an event, or a state in which a quest is done
// (the first and the last state of a path lie on it too).
struct Passage {
  enum class Kind { kEvent, kQuestDone };
  Kind kind = Kind::kEvent;
  std::uint32_t index = 0;  // of the event or the quest
  bool operator==(const Passage&) const = default;

  static Passage of(EventId event) { return {Kind::kEvent, event.index}; }
  static Passage of(QuestId quest) { return {Kind::kQuestDone, quest.index}; }
};

struct Unavoidable {
  bool reachable = false;         // some path leads to a state in which the target quest is done
  std::vector<bool> needed;       // per passage: it lies on every such path
  std::string limit;              // empty, or which limit was hit: then nothing above holds
  std::uint64_t expansions = 0;   // of states; one may be expanded several times
  std::uint64_t peak_states = 0;  // that were kept at once
};

// Which of the passages no path from an initial state to a state in which `target` is done can leave
// out. (Without a path, all.)
//
// A passage can be avoided exactly when the target can be reached in the graph without it. All of
// these graphs are searched at once, 64 at a time: every state carries the set of passages that
// some path to it avoids, as a bit mask, and is expanded again when that grows. A passage that a
// path to the target has avoided is decided and no longer followed; when all are decided the search
// ends. Not decided at the end means needed. The result depends on the space alone.
//
// Of the options it heeds the limits of memory (of the whole process) and of time. One thread.
Unavoidable find_unavoidable(const StateSpace& space, QuestId target,
                             std::span<const Passage> passages, const SearchOptions& options,
                             const ProgressCallback& progress = {});

}  // namespace questproof
