// SPDX-License-Identifier: MIT
#include "core/model/block_regions.h"

#include <algorithm>

#include "core/base/check.h"

namespace questproof {

BlockRegions::BlockRegions(const std::vector<WalkerRegions>& walkers)
    : walkers_(walkers), members_(walkers.size()), open_(walkers.size()) {}

void BlockRegions::find(const StateBlock& block) {
  QUEST_CHECK(block.count <= kMaximumBlock);
  for (std::size_t w = 0; w < walkers_.size(); ++w) {
    walkers_[w].find_open(block, open_[w]);
    walkers_[w].find_positions(block, members_[w]);
    walkers_[w].flood(open_[w], block.count, members_[w]);
  }
}

void BlockRegions::holding(const std::vector<PositionPath::Start>& starts, std::size_t states,
                           BlockMask& mask) const {
  const std::size_t words = (states + 63) / 64;
  filter_block({}, {nullptr, states, states}, mask);  // all
  for (std::size_t w = 0; w < starts.size(); ++w) {
    if (starts[w].any) continue;
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t bits = 0;
      for (const std::uint32_t position : starts[w].positions) {
        bits |= members_[w][position].words[i];
      }
      mask.words[i] &= bits;
    }
  }
}

void BlockRegions::put_smallest(std::span<Word> columns, std::size_t stride, std::size_t states) {
  smallest_.resize(states);
  for (std::size_t w = 0; w < walkers_.size(); ++w) {
    walkers_[w].find_smallest(members_[w], states, smallest_);
    const StateLayout::Field& field = walkers_[w].field();
    Word* const column = columns.data() + field.word * stride;
    const Word keep = ~field.mask();
    for (std::size_t i = 0; i < states; ++i) {
      column[i] = (column[i] & keep) | Word{smallest_[i]} << field.shift;
    }
  }
}

}  // namespace questproof
