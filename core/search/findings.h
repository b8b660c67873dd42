// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search/sighting.h"

namespace questproof {

class ByteReader;
class ByteWriter;

// What a part of a forward search has seen of a space: one of its workers, one rank, or all of it. Parts add up.
struct Findings {
  Findings(std::size_t labels, std::size_t quest_count)
      : enabled(labels), faults(labels), quests(quest_count) {}

  std::uint64_t states = 0;  // fresh ones
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t fingerprint_sum = 0;
  std::vector<std::uint64_t> enabled;           // by label
  std::vector<std::optional<Sighting>> faults;  // by label
  std::vector<QuestSightings> quests;

  // Takes what the other one has counted, which is 0 then. Sightings stay: they save looking at states
  // on deeper levels.
  void take(Findings& other);

  void write(ByteWriter& out) const;
  static Findings read(ByteReader& in, std::size_t labels, std::size_t quests);
};

}  // namespace questproof
