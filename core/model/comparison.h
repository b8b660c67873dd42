// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/model/game_model.h"

namespace questproof {

// Whether `left comparison right` is true.
constexpr bool compares(std::int64_t left, Comparison comparison, std::int64_t right) {
  switch (comparison) {
    case Comparison::kEqual: return left == right;
    case Comparison::kNotEqual: return left != right;
    case Comparison::kLess: return left < right;
    case Comparison::kLessEqual: return left <= right;
    case Comparison::kGreater: return left > right;
    case Comparison::kGreaterEqual: return left >= right;
  }
  return false;
}

// As in C.
constexpr const char* symbol(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual: return "==";
    case Comparison::kNotEqual: return "!=";
    case Comparison::kLess: return "<";
    case Comparison::kLessEqual: return "<=";
    case Comparison::kGreater: return ">";
    case Comparison::kGreaterEqual: return ">=";
  }
  return "?";
}

// The comparison with its sides swapped: a < b says the same as b > a.
constexpr Comparison mirrored(Comparison comparison) {
  switch (comparison) {
    case Comparison::kLess: return Comparison::kGreater;
    case Comparison::kLessEqual: return Comparison::kGreaterEqual;
    case Comparison::kGreater: return Comparison::kLess;
    case Comparison::kGreaterEqual: return Comparison::kLessEqual;
    case Comparison::kEqual:
    case Comparison::kNotEqual: break;
  }
  return comparison;
}

// The comparison that is true where this one is false.
constexpr Comparison negated(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual: return Comparison::kNotEqual;
    case Comparison::kNotEqual: return Comparison::kEqual;
    case Comparison::kLess: return Comparison::kGreaterEqual;
    case Comparison::kLessEqual: return Comparison::kGreater;
    case Comparison::kGreater: return Comparison::kLessEqual;
    case Comparison::kGreaterEqual: return Comparison::kLess;
  }
  return comparison;
}

}  // namespace questproof
