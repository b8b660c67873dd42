// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/word.h"
#include "core/search/ownership.h"
#include "storage/state_page.h"

namespace questproof {

// Packed states to keys and back as the search does it (core/search/key.h), for whoever does not
// know at compile time how many words a state has. Immutable; thread-safe.
class KeyTranslator {
 public:
  virtual ~KeyTranslator() = default;

  virtual std::size_t words() const = 0;
  virtual PageShape shape(std::size_t quests) const = 0;
  virtual void encode(const Word* state, Word* key) const = 0;

  // In columns of `stride` words, in place.
  virtual void decode(Word* columns, std::size_t stride, std::size_t count) const = 0;
};

// Word w of every state is less than 2^word_bits[w].
std::unique_ptr<KeyTranslator> make_key_translator(std::span<const std::uint32_t> word_bits,
                                                   const Ownership& ownership);

}  // namespace questproof
