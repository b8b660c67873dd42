// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/net/transport.h"

namespace questproof::testing_support {

// A drawn sequence of collectives, the same for all ranks, in which every rank sends drawn blocks.
// Blocks and strings follow from the seed alone, so every rank can say what it must receive:
// transports whose ranks share no memory are tested by the same script.
class TransportScript {
 public:
  struct Sizes {
    std::size_t steps = 6;
    std::size_t blocks = 6;        // at most, from one rank to another in one exchange
    std::size_t block_bytes = 40;  // at most
  };

  TransportScript(std::uint64_t seed, Sizes sizes) : seed_(seed), sizes_(sizes) {}

  std::size_t steps() const { return sizes_.steps; }
  bool gathers(std::size_t step) const { return draw(step, 0, 0, 1) % 3 == 0; }
  std::size_t block_count(std::size_t step, int from, int to) const {
    return draw(step, from, to, 2) % (sizes_.blocks + 1);
  }
  Bytes block(std::size_t step, int from, int to, std::size_t index) const {
    const std::uint64_t value = draw(step, from, to, 3 + index);
    Bytes bytes(1 + value % sizes_.block_bytes);
    std::uint64_t word = value;
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>((word = mixed(word)) >> 8);
    return bytes;
  }
  Bytes string(std::size_t step, int rank) const {
    Bytes bytes = block(step, rank, rank, 1000);
    bytes.resize(bytes.size() - 1);  // may be empty
    return bytes;
  }

  // Runs the script on one rank; false where anything arrived that should not have, or did not
  // arrive. `before(step)` is called before each collective.
  template <typename Before>
  bool run(Transport& transport, Before&& before) const {
    bool right = true;
    for (std::size_t step = 0; step < steps(); ++step) {
      before(step);
      right = (gathers(step) ? gather(transport, step) : exchange(transport, step)) && right;
    }
    return right;
  }
  bool run(Transport& transport) const {
    return run(transport, [](std::size_t) {});
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) {  // splitmix64 (Sebastiano Vigna, 2015)
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }
  std::uint64_t draw(std::size_t step, int from, int to, std::size_t what) const {
    std::uint64_t value = mixed(seed_ + step);
    value = mixed(value ^ static_cast<std::uint64_t>(from) << 20);
    value = mixed(value ^ static_cast<std::uint64_t>(to) << 40);
    return mixed(value ^ what);
  }

  bool gather(Transport& transport, std::size_t step) const {
    const std::vector<Bytes> all = transport.all_gather(string(step, transport.rank()));
    if (all.size() != static_cast<std::size_t>(transport.ranks())) return false;
    bool right = true;
    for (int rank = 0; rank < transport.ranks(); ++rank) {
      right = right && all[static_cast<std::size_t>(rank)] == string(step, rank);
    }
    return right;
  }
  bool exchange(Transport& transport, std::size_t step) const {
    const auto ranks = static_cast<std::size_t>(transport.ranks());
    const int me = transport.rank();
    std::vector<std::size_t> sent(ranks, 0);
    std::vector<std::size_t> taken(ranks, 0);
    bool right = true;
    transport.exchange(
        [&](int to, Bytes& bytes) {
          right = right && to != me && bytes.empty();
          const std::size_t index = sent[static_cast<std::size_t>(to)]++;
          if (index == block_count(step, me, to)) return false;
          bytes = block(step, me, to, index);
          return true;
        },
        [&](int from, Bytes& bytes) {
          right = right && from != me &&
                  bytes == block(step, from, me, taken[static_cast<std::size_t>(from)]++);
        });
    for (int rank = 0; rank < transport.ranks(); ++rank) {
      if (rank == me) continue;
      const auto other = static_cast<std::size_t>(rank);
      right = right && sent[other] == block_count(step, me, rank) + 1 &&
              taken[other] == block_count(step, rank, me);
    }
    return right;
  }

  std::uint64_t seed_;
  Sizes sizes_;
};

}  // namespace questproof::testing_support
