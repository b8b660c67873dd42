// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/model/state_space.h"
#include "core/search/certify.h"
#include "core/search/run_storage.h"

namespace questproof {

// What a finished run knows about single states, read from its storage when it is asked for: partition by
// partition, which stay in memory up to `cache_bytes`. Thread-safe. `storage` outlives it.
// Requires: the distances of all quests are stored. partitions: as SearchOptions::partitions.
std::unique_ptr<SolvedSpace> open_stored_space(const StateSpace& space, const RunStorage& storage,
                                               std::uint32_t partitions, std::uint64_t cache_bytes);

}  // namespace questproof
