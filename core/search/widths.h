// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/base/error.h"

namespace questproof {

// The search is compiled for these numbers of words per state; a state takes the next larger one.
// A source file with templates of the search ends by instantiating them through this list.
#define QUESTPROOF_FOR_EACH_WIDTH(instantiate) \
  instantiate(1) instantiate(2) instantiate(4) instantiate(8) instantiate(16) instantiate(32)

inline constexpr std::size_t kMaximumWords = 32;

// Calls visit.template operator()<W>() for the smallest compiled W that holds `words`.
template <typename Visit>
auto with_width(std::size_t words, Visit&& visit) {
  if (words <= 1) return visit.template operator()<1>();
  if (words <= 2) return visit.template operator()<2>();
  if (words <= 4) return visit.template operator()<4>();
  if (words <= 8) return visit.template operator()<8>();
  if (words <= 16) return visit.template operator()<16>();
  if (words <= kMaximumWords) return visit.template operator()<32>();
  throw Error(Error::Kind::kInput,
              "a state of this game takes more than 2048 bits: declare smaller domains, or split "
              "the game");
}

}  // namespace questproof
