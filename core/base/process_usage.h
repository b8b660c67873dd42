// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace questproof {

// Resident memory of this process, now and at its largest so far, in bytes. 0 where the system
// does not tell.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

// The same now, and the part of it that lies in no file: the heap, stacks, anonymous mappings.
struct ResidentMemory {
  std::uint64_t bytes = 0;
  std::uint64_t anonymous_bytes = 0;
};
ResidentMemory resident_memory();

// Processor time of all threads of this process so far, user and system.
double cpu_seconds();

// Memory that this process may use at most: the machine's, or its control group's where smaller.
std::uint64_t machine_memory_bytes();

// Gives freed memory back to the system, so that what is resident is what is in use.
void release_free_memory();

// Tells the allocator to map blocks from 256 KiB up on their own, so that they go back to the
// system when they are freed. Called once, before a search allocates its large blocks.
void prefer_mapped_blocks();

}  // namespace questproof
