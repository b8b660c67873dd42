// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/word.h"
#include "core/model/game_model.h"

namespace questproof {

// A test of packed states. Fields are compared as they are stored (value - low).
struct PackedTest {
  enum class Kind : std::uint8_t {
    kEqual,     // (word & mask) == value
    kNotEqual,  // (word & mask) != value
    kInside,    // (word & mask) - value <= span, as unsigned words; all in place
    kOutside,   // the opposite of kInside
    kElement,   // bit (word >> shift & mask) of `value`, which is below 64
    kRelation,  // (word >> shift & mask) compares with (other word >> other_shift & other_mask)
                // + offset, as signed words
  };

  Kind kind = Kind::kEqual;
  Comparison comparison = Comparison::kEqual;
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  Word mask = 0;
  Word value = 0;
  Word span = 0;
  std::uint32_t other_word = 0;
  std::uint32_t other_shift = 0;
  Word other_mask = 0;
  std::int64_t offset = 0;
};

// What happens to one word of a state: (((word ^ flip) & keep) | set) + add, where `add` is known not
// to carry out of any field.
struct PackedWrite {
  std::uint32_t word = 0;
  Word flip = 0;
  Word keep = ~Word{0};
  Word set = 0;
  Word add = 0;
};

// Afterwards: word += ((source word >> source_shift & mask) + offset) << shift, where the field in
// `word` has been cleared and is known to be wide enough; the source is the state before the event.
struct PackedCopy {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint32_t source_word = 0;
  std::uint32_t source_shift = 0;
  Word mask = 0;
  std::int64_t offset = 0;
};

// One way through an event: where all tests hold, the writes and copies make the successor.
struct PackedRule {
  std::uint32_t label = 0;
  bool fault = false;
  bool may_be_identity = false;     // the successor may equal the state
  std::vector<PackedTest> tests;    // a masked equality first, if there is one
  std::vector<PackedWrite> writes;  // one per word that changes, ascending
  std::vector<PackedCopy> copies;
};

bool holds(const PackedTest& test, StateView state);
bool holds(const std::vector<PackedTest>& tests, StateView state);

// Requires: the rule's tests hold, and it is no fault.
void apply(const PackedRule& rule, StateView before, StateSpan after);

}  // namespace questproof
