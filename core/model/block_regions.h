// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/block_kernels.h"
#include "core/model/position_paths.h"
#include "core/model/state_space.h"
#include "core/model/walker_regions.h"

namespace questproof {

// The regions of the states of a block: for each walker, which positions they hold.
class BlockRegions {
 public:
  explicit BlockRegions(const std::vector<WalkerRegions>& walkers);

  // Of all walkers, from the positions that the states hold.
  void find(const StateBlock& block);

  const std::vector<PositionMasks>& members() const { return members_; }
  const std::vector<BlockMask>& open(std::size_t walker) const { return open_[walker]; }

  // The states that hold a position of `starts` for each walker.
  void holding(const std::vector<PositionPath::Start>& starts, std::size_t states,
               BlockMask& mask) const;

  // Writes the smallest positions into the columns of the block.
  void put_smallest(std::span<Word> columns, std::size_t stride, std::size_t states);

 private:
  const std::vector<WalkerRegions>& walkers_;
  std::vector<PositionMasks> members_;
  std::vector<std::vector<BlockMask>> open_;
  std::vector<std::uint16_t> smallest_;
};

}  // namespace questproof
