// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/profile.h"
#include "core/search/quest_group.h"
#include "core/search/sighting.h"

namespace questproof {

enum class RunPhase : std::uint8_t {
  kForward,
  kBackward,
  kVerify,
  kPaths,    // all groups of quests are decided and verified
  kFinished  // the results are a column
};

// Where a run stands, apart from its columns: enough to go on from there as if nothing had happened.
struct RunProgress {
  RunPhase phase = RunPhase::kForward;

  // Forward: the levels before this one are expanded, this one is stored and counted.
  std::uint32_t level = 0;
  Profile profile;
  std::vector<QuestSightings> quests;
  std::vector<std::uint64_t> enabled;           // per label
  std::vector<std::optional<Sighting>> faults;  // per label

  // Backward and verify: the last group is worked on, those before it are finished. Their number is
  // that of their columns.
  std::vector<QuestGroup> groups;
  std::uint32_t distance = 0;  // backward: cells up to this distance are final

  // Verify: of so many blocks the transitions are checked. The marks say of which.
  std::uint64_t verified_blocks = 0;
  std::uint64_t verified_transitions = 0;
  bool verified_faulty = false;

  double seconds = 0;  // of all sessions so far
  bool operator==(const RunProgress&) const = default;
};

}  // namespace questproof
