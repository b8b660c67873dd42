// SPDX-License-Identifier: MIT
#include "core/model/packed_rule.h"

#include <algorithm>

#include "core/model/comparison.h"

namespace questproof {
bool holds(const PackedTest& test, StateView state) {
  const Word word = state[test.word];
  switch (test.kind) {
    case PackedTest::Kind::kEqual: return (word & test.mask) == test.value;
    case PackedTest::Kind::kNotEqual: return (word & test.mask) != test.value;
    case PackedTest::Kind::kInside: return (word & test.mask) - test.value <= test.span;
    case PackedTest::Kind::kOutside: return (word & test.mask) - test.value > test.span;
    case PackedTest::Kind::kElement:
      return (test.value >> (word >> test.shift & test.mask) & 1) != 0;
    case PackedTest::Kind::kRelation: {
      const auto left = static_cast<std::int64_t>(word >> test.shift & test.mask);
      const auto right =
          static_cast<std::int64_t>(state[test.other_word] >> test.other_shift & test.other_mask);
      return compares(left, test.comparison, right + test.offset);
    }
  }
  return false;
}

bool holds(const std::vector<PackedTest>& tests, StateView state) {
  return std::all_of(tests.begin(), tests.end(),
                     [&](const PackedTest& test) { return holds(test, state); });
}

void apply(const PackedRule& rule, StateView before, StateSpan after) {
  std::copy(before.begin(), before.end(), after.begin());
  for (const PackedWrite& write : rule.writes) {
    after[write.word] = (((after[write.word] ^ write.flip) & write.keep) | write.set) + write.add;
  }
  for (const PackedCopy& copy : rule.copies) {
    const Word value = before[copy.source_word] >> copy.source_shift & copy.mask;
    after[copy.word] += (value + static_cast<Word>(copy.offset)) << copy.shift;
  }
}

}  // namespace questproof
