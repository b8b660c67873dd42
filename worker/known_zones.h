// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "worker/belief.h"

namespace questproof {

// How the known terrain falls into places when all known doors are closed: zones, in which one can
// walk without passing a door, and doorways, each a node that doors close. Plain data, made anew when
// the terrain has grown.
struct KnownZones {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Place {
    std::vector<std::size_t> doors;   // that must be open to stand there; empty: a zone
    std::vector<std::size_t> beside;  // places, ascending
    std::vector<std::size_t> edge;    // nodes from which a step leads to a node that was not seen
    std::size_t node = 0;             // one of its nodes
    bool is_doorway() const { return !doors.empty(); }
  };

  explicit KnownZones(const Belief& belief);

  std::vector<Place> places;
  std::vector<std::size_t> place_of;            // by node; kNone where it was not seen
  std::vector<std::vector<std::size_t>> sides;  // by door: places beside its doorways, and these

  std::size_t zone_count() const;
};

}  // namespace questproof
