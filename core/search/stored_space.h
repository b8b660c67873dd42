// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/model/state_space.h"
#include "core/search/certify.h"
#include "core/search/run_storage.h"

namespace questproof {

// What a finished run knows about single states, read from its storage when it is asked for: partition by
// partition, which stay in memory up to `cache_bytes`. Thread-safe. `storage` outlives it.
// Requires: the distances of all quests are stored. Of the options: partitions and ownership, which must be the run's.
std::unique_ptr<SolvedSpace> open_stored_space(const StateSpace& space, const RunStorage& storage,
                                               const SearchOptions& options,
                                               std::uint64_t cache_bytes);

}  // namespace questproof
