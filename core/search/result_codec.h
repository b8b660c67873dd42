// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/search/certify.h"
#include "core/search/quest_outcome.h"

namespace questproof {

// The bytes of the columns kOutcome and kResult. storage/README.md describes them for strangers.
// Decoding throws Error(kInput) when bytes are not what an encoder leaves.

// Of the quests of one group.
std::vector<std::uint8_t> encode_outcomes(const std::vector<QuestOutcome>& outcomes);
std::vector<QuestOutcome> decode_outcomes(std::span<const std::uint8_t> bytes);

// What a finished run has to tell beside its progress. Verdicts are not part of it: they follow.
struct StoredResult {
  bool verified = false;
  std::vector<QuestResult> quests;
  std::vector<FaultReport> faults;
  std::vector<PhaseFigures> phases;  // of the session that finished the run
};
std::vector<std::uint8_t> encode_result(const StoredResult& result);
StoredResult decode_result(std::span<const std::uint8_t> bytes);

}  // namespace questproof
