// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search/run_storage.h"
#include "tests/support/memory_run_storage.h"

namespace questproof::testing_support {

// A short run in steps, each of which ends with a commit: small columns, one that fills files of its
// own, replaced, dropped and forgotten ones. Step i makes the contents after step i out of those
// before it.
inline constexpr std::size_t kScriptSteps = 5;
inline constexpr std::size_t kScriptPartitions = 4;  // as in sample_run()
void run_step(RunStorage& storage, std::size_t step);

// What is there before step i; the last one is what is there at the end.
std::vector<MemoryRunStorage::Contents> script_contents();

// Bytes that no compression makes smaller.
std::vector<std::uint8_t> noise(std::size_t size, std::uint64_t seed);

}  // namespace questproof::testing_support
