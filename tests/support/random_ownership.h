// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "core/search/ownership.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {

// Any word of a state, any bits of it, and any of them as pivot, twelve at most.
template <typename BitsOf>
Ownership random_ownership(Random& random, std::size_t words, const BitsOf& bits_of) {
  Ownership ownership;
  ownership.word = static_cast<std::uint32_t>(random.next() % words);
  const std::size_t bits = bits_of(ownership.word);
  ownership.projection = random.next() & (bits == 64 ? ~Word{0} : (Word{1} << bits) - 1);
  for (int tries = 0; tries < 100 && random.next() % 16 != 0; ++tries) {
    if (std::popcount(ownership.pivot) == 12) break;
    ownership.pivot |= ownership.projection & Word{1} << (random.next() % 64);
  }
  return ownership;
}

}  // namespace questproof::testing_support
