// SPDX-License-Identifier: MIT
#include "core/search/partition_mail.h"

#include <utility>

#include "core/base/check.h"
#include "core/search/byte_stream.h"

namespace questproof {

PartitionMail::PartitionMail(const Ranks& ranks)
    : ranks_(ranks), outgoing_(ranks.partitions()), arrived_(ranks.partitions()) {}

void PartitionMail::send(std::size_t partition, int to, Bytes bytes) {
  QUEST_CHECK(!bytes.empty() && to != ranks_.rank());
  outgoing_[partition].push_back({to, std::move(bytes)});
}

void PartitionMail::exchange() {
  for (auto& letters : arrived_) letters.clear();
  blocks_.clear();
  // Where each receiver's strings are looked for next.
  struct Place {
    std::size_t partition = 0;
    std::size_t parcel = 0;
  };
  std::vector<Place> places(static_cast<std::size_t>(ranks_.count()));
  const auto next = [&](int to, Bytes& block) {
    ByteWriter out{std::move(block)};
    Place& place = places[static_cast<std::size_t>(to)];
    for (; place.partition < outgoing_.size(); ++place.partition, place.parcel = 0) {
      for (; place.parcel < outgoing_[place.partition].size(); ++place.parcel) {
        Parcel& parcel = outgoing_[place.partition][place.parcel];
        if (parcel.to != to) continue;
        if (!out.bytes.empty() && out.bytes.size() + parcel.bytes.size() > kLongString) {
          block = std::move(out.bytes);
          return true;
        }
        out.varint(place.partition);
        out.varint(parcel.bytes.size());
        out.append(parcel.bytes.data(), parcel.bytes.size());
        Bytes().swap(parcel.bytes);
      }
    }
    block = std::move(out.bytes);
    return !block.empty();
  };
  ranks_.transport()->exchange(next, [&](int from, Bytes& block) { take(from, block); });
  for (auto& parcels : outgoing_) parcels.clear();
}

void PartitionMail::take(int from, Bytes& block) {
  ByteReader in(blocks_.emplace_back(std::move(block)));
  while (!in.done()) {
    const std::uint64_t partition = in.varint();
    QUEST_CHECK_MSG(partition < arrived_.size(), "a rank sent something for no partition");
    arrived_[partition].push_back({from, in.take(in.count())});
  }
}

}  // namespace questproof
