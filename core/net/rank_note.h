// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/net/transport.h"

namespace questproof {

// How a rank is doing, for people.
struct RankNote {
  std::string host;
  std::uint32_t process = 0;
  std::string phase;
  std::uint32_t level = 0;
  double seconds = 0;          // since its run began
  double waiting_seconds = 0;  // of them, for other ranks
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;  // resident now, and at most so far
  std::uint64_t peak_bytes = 0;
  std::uint64_t disk_bytes = 0;  // that the run keeps, as this rank sees it
  std::uint64_t sent_bytes = 0;
  std::uint64_t sent_messages = 0;
  bool operator==(const RankNote&) const = default;
};

// In an envelope, and back. decode_rank_note throws Error(kResource) where it is damaged.
Bytes encode_rank_note(const RankNote& note);
RankNote decode_rank_note(std::span<const std::uint8_t> bytes);

}  // namespace questproof
