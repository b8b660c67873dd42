// SPDX-License-Identifier: MIT
#include "core/search/distance_table.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/search/backward_pass.h"

namespace questproof {

void DistanceTable::widen(ScratchMemory* scratch) {
  if (cell_bytes_ == 1) {
    widen_cells<std::uint8_t, std::uint16_t>(scratch);
  } else {
    widen_cells<std::uint16_t, std::uint32_t>(scratch);
  }
}

template <typename From, typename To>
void DistanceTable::widen_cells(ScratchMemory* scratch) {
  QUEST_CHECK(cell_bytes_ == sizeof(From));
  LargeArray<std::uint8_t> wide(cells_ * sizeof(To), scratch);
  To* const to = reinterpret_cast<To*>(wide.data());
  const From* const from = std::as_const(*this).cells<From>();
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  for (std::uint64_t begin = 0; begin < cells_; begin += kPiece) {
    const std::uint64_t end = std::min(cells_, begin + kPiece);
    for (std::uint64_t i = begin; i < end; ++i) to[i] = static_cast<To>(widened(from[i]));
    if (scratch != nullptr) scratch->relieve();
  }
  bytes_ = std::move(wide);
  cell_bytes_ = sizeof(To);
}

std::uint64_t backward_bytes(std::uint64_t states, std::uint64_t quests, unsigned cell_bytes) {
  return states * (quests * cell_bytes + 2 * mask_bytes(quests)) +
         2 * StateSet::memory_bytes(states);
}

}  // namespace questproof
