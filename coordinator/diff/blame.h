// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/diff/source_changes.h"
#include "coordinator/diff/twin_names.h"
#include "coordinator/findings/found_game.h"

namespace questproof {

// Why a walk of the new build leads into a trap that the old build did not have.
struct Blame {
  // For people: "here the old build went on: 'ask Anselm' (town.quest:31), which needs HasItem(ITEM_SEAL)
  // now".
  std::string text;
  std::string old_event;  // by name; "" where the old build has none
  std::string new_event;
  std::vector<SourceChange> lines;  // changed lines that make up the difference; may be empty
  bool operator==(const Blame&) const = default;
};

// Where the last step of the walk, the one into the trap, is an event that the old build has not, that is
// to blame. Else plays the walk, which belongs to the new build, on both builds side by side.
//
// - Where the old build cannot follow, that step is to blame: the event is new, or it was not possible
//   there, or it did something else.
// - Where the old build follows to the end, and could still finish the quest there (what it takes is
//   searched for, up to a number of states), its shortest way on is played on the new build: the
//   first step that the new one cannot follow is to blame.
// - Where both can be followed to the end, what the quest asks for has changed.
//
// Nothing where the walk cannot be played on the new build (it belongs to another one), the quest is
// unknown, or the search comes to no end.
std::optional<Blame> find_blame(const TwinNames& names, const std::string& quest,
                                const FoundWalk& walk, const std::vector<SourceChange>& changes,
                                std::size_t most_states);

// The same for content that no play of the new build reaches: the old build's shortest way to one of the
// branches that show it, played on the new one.
std::optional<Blame> find_blame_of_lost(const TwinNames& names,
                                        const std::vector<BranchId>& old_sites,
                                        const std::vector<SourceChange>& changes,
                                        std::size_t most_states);

// The changed lines where an event is written: from its first line to its last, and single lines of
// procedures that it runs. Where there are none, changed lines that define a name which these lines use. By
// either build; the id of the other one may be missing.
std::vector<SourceChange> changes_of_event(const TwinNames& names, std::optional<EventId> before,
                                           std::optional<EventId> after,
                                           const std::vector<SourceChange>& changes);

}  // namespace questproof
