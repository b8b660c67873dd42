// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search/ranks.h"

namespace questproof {

// Byte strings on their way from one rank to another, each about one partition. They travel in blocks of
// a few hundred kilobytes:
//   for each string   varint  partition
//                     varint  number of bytes
//                     bytes
// A long string has a block of its own.
class PartitionMail {
 public:
  // A string should not be much longer.
  static constexpr std::size_t kLongString = Transport::kBlockBytes;

  struct Letter {
    int from = 0;
    std::span<const std::uint8_t> bytes;
  };

  explicit PartitionMail(const Ranks& ranks);

  // Not empty. Any thread, but for each partition one at a time.
  void send(std::size_t partition, int to, Bytes bytes);
  void send_to_owner(std::size_t partition, Bytes bytes) {
    send(partition, ranks_.owner(partition), std::move(bytes));
  }

  // Collective: what was sent arrives; what had arrived before is gone.
  void exchange();

  // Those of one sender in order.
  const std::vector<Letter>& arrived(std::size_t partition) const { return arrived_[partition]; }

 private:
  struct Parcel {
    int to = 0;
    Bytes bytes;
  };

  void take(int from, Bytes& block);

  const Ranks& ranks_;
  std::vector<std::vector<Parcel>> outgoing_;  // by partition
  std::vector<std::vector<Letter>> arrived_;   // by partition; into blocks_
  std::vector<Bytes> blocks_;
};

}  // namespace questproof
