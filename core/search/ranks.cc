// SPDX-License-Identifier: MIT
#include "core/search/ranks.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/net/collective.h"

namespace questproof {

Ranks::Ranks(std::size_t partitions, Transport* transport)
    : partitions_(partitions), transport_(transport), end_(partitions) {
  QUEST_CHECK(partitions >= 1);
  if (transport == nullptr || transport->ranks() == 1) return;
  rank_ = transport->rank();
  count_ = transport->ranks();
  const auto first_of = [&](int rank) {
    const auto ranks = static_cast<std::size_t>(count_);
    return (partitions * static_cast<std::size_t>(rank) + ranks - 1) / ranks;
  };
  begin_ = first_of(rank_);
  end_ = first_of(rank_ + 1);
}

bool Ranks::any(bool mine) const { return alone() ? mine : any_rank(*transport_, mine); }

std::uint64_t Ranks::largest(std::uint64_t mine) const {
  return alone() ? mine : maximum(*transport_, mine);
}

std::uint64_t Ranks::sum(std::uint64_t mine) const {
  return alone() ? mine : questproof::sum(*transport_, mine);
}

void Ranks::sum(std::span<std::uint64_t> mine) const {
  if (!alone()) sum_lists(*transport_, mine);
}

std::vector<Bytes> Ranks::gather(std::span<const std::uint8_t> mine) const {
  if (alone()) return {Bytes(mine.begin(), mine.end())};
  return transport_->all_gather(mine);
}

std::vector<Bytes> Ranks::gather_long(std::span<const std::uint8_t> mine) const {
  std::vector<Bytes> all(static_cast<std::size_t>(count_));
  all[static_cast<std::size_t>(rank_)].assign(mine.begin(), mine.end());
  if (alone()) return all;
  std::vector<std::size_t> sent(all.size(), 0);
  transport_->exchange(
      [&](int to, Bytes& block) {
        std::size_t& at = sent[static_cast<std::size_t>(to)];
        const auto piece = mine.subspan(at, std::min(mine.size() - at, Transport::kBlockBytes));
        block.assign(piece.begin(), piece.end());
        at += piece.size();
        return !piece.empty();
      },
      [&](int from, Bytes& block) {
        Bytes& into = all[static_cast<std::size_t>(from)];
        into.insert(into.end(), block.begin(), block.end());
      });
  return all;
}

std::vector<Ranks::Arrival> Ranks::exchange(std::vector<std::vector<Bytes>> outgoing) const {
  std::vector<Arrival> arrived;
  if (alone()) return arrived;
  std::vector<std::size_t> sent(outgoing.size(), 0);
  transport_->exchange(
      [&](int to, Bytes& block) {
        std::vector<Bytes>& blocks = outgoing[static_cast<std::size_t>(to)];
        std::size_t& next = sent[static_cast<std::size_t>(to)];
        if (next == blocks.size()) return false;
        block = std::move(blocks[next++]);
        return true;
      },
      [&](int from, Bytes& block) {
        arrived.push_back({from, std::move(block)});
      });
  return arrived;
}

Bytes Ranks::from_first(std::span<const std::uint8_t> mine) const {
  if (alone()) return {mine.begin(), mine.end()};
  return broadcast(*transport_, 0, mine);
}

void Ranks::share_sizes(std::vector<std::uint32_t>& sizes) const {
  QUEST_CHECK(sizes.size() == partitions_);
  if (alone()) return;
  const std::span<const std::uint32_t> mine = std::span(sizes).subspan(begin_, end_ - begin_);
  std::size_t at = 0;
  for (const std::vector<std::uint32_t>& list : all_gather_lists(*transport_, mine)) {
    QUEST_CHECK(at + list.size() <= sizes.size());
    std::copy(list.begin(), list.end(), sizes.begin() + static_cast<std::ptrdiff_t>(at));
    at += list.size();
  }
  QUEST_CHECK(at == sizes.size());
}

}  // namespace questproof
