// SPDX-License-Identifier: MIT
#include "core/model/column_condition.h"

#include <algorithm>
#include <utility>

#include "core/model/comparison.h"

namespace questproof {
namespace {

// Without branches on the outcome, which cannot be foreseen.
template <typename Test>
void divide(const Selection& from, Selection& yes, Selection* no, const Test& test) {
  const std::size_t yes_begin = yes.size();
  yes.resize(yes_begin + from.size());
  std::uint16_t* to_yes = yes.data() + yes_begin;
  if (no == nullptr) {
    for (const std::uint16_t i : from) {
      *to_yes = i;
      to_yes += test(i) ? 1 : 0;
    }
  } else {
    const std::size_t no_begin = no->size();
    no->resize(no_begin + from.size());
    std::uint16_t* to_no = no->data() + no_begin;
    for (const std::uint16_t i : from) {
      const bool holds = test(i);
      *to_yes = i;
      *to_no = i;
      to_yes += holds ? 1 : 0;
      to_no += holds ? 0 : 1;
    }
    no->resize(static_cast<std::size_t>(to_no - no->data()));
  }
  yes.resize(static_cast<std::size_t>(to_yes - yes.data()));
}

void append(const Selection& from, Selection& to) { to.insert(to.end(), from.begin(), from.end()); }

}  // namespace

ColumnCondition::ColumnCondition(const GameModel& model, const StateLayout& layout,
                                 const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::kTrue: kind_ = Kind::kTrue; return;
    case Condition::Kind::kFalse: kind_ = Kind::kFalse; return;
    case Condition::Kind::kCompare: compile_compare(model, layout, condition); return;
    case Condition::Kind::kAll: kind_ = Kind::kAll; break;
    case Condition::Kind::kAny: kind_ = Kind::kAny; break;
    case Condition::Kind::kNot: kind_ = Kind::kNot; break;
  }
  for (const Condition& part : condition.parts) parts_.emplace_back(model, layout, part);
  if (kind_ == Kind::kAll) merge_equalities();
}

void ColumnCondition::compile_compare(const GameModel& model, const StateLayout& layout,
                                      const Condition& condition) {
  Term left = condition.left;
  Term right = condition.right;
  comparison_ = condition.comparison;
  if (!left.is_variable && right.is_variable) {
    std::swap(left, right);
    comparison_ = mirrored(comparison_);
  }
  if (!left.is_variable) {
    kind_ = compares(left.constant, comparison_, right.constant) ? Kind::kTrue : Kind::kFalse;
    return;
  }
  const StateLayout::Field& f = layout.field(left.variable);
  if (right.is_variable) {
    const StateLayout::Field& g = layout.field(right.variable);
    kind_ = Kind::kFields;
    left_ = {f.word, f.shift, f.mask() >> f.shift};
    right_ = {g.word, g.shift, g.mask() >> g.shift};
    offset_ = std::int64_t{g.low} - f.low;
    return;
  }
  // The stored values for which an equality or an order holds are an interval of 0 .. last.
  const std::int64_t last = std::int64_t{model.variables[left.variable.index].high} - f.low;
  const std::int64_t bound = std::int64_t{right.constant} - f.low;
  std::int64_t low = 0, high = last;
  switch (comparison_) {
    case Comparison::kEqual:
    case Comparison::kNotEqual: low = high = bound; break;
    case Comparison::kLess: high = bound - 1; break;
    case Comparison::kLessEqual: high = bound; break;
    case Comparison::kGreater: low = bound + 1; break;
    case Comparison::kGreaterEqual: low = bound; break;
  }
  low = std::max<std::int64_t>(low, 0);
  high = std::min(high, last);
  const bool opposite = comparison_ == Comparison::kNotEqual;
  if (low > high || (low == 0 && high == last)) {
    kind_ = (low > high) == opposite ? Kind::kTrue : Kind::kFalse;
    return;
  }
  kind_ = opposite ? Kind::kOutside : Kind::kInside;
  word_ = f.word;
  mask_ = f.mask();
  low_ = static_cast<Word>(low) << f.shift;
  span_ = static_cast<Word>(high - low) << f.shift;
}

// In a conjunction, equalities of different fields of one word are one comparison.
void ColumnCondition::merge_equalities() {
  std::vector<ColumnCondition> merged;
  for (ColumnCondition& part : parts_) {
    const bool equality = part.kind_ == Kind::kInside && part.span_ == 0;
    const auto same = [&](const ColumnCondition& other) {
      return other.kind_ == Kind::kInside && other.span_ == 0 && other.word_ == part.word_ &&
             (other.mask_ & part.mask_) == 0;
    };
    const auto known = equality ? std::find_if(merged.begin(), merged.end(), same) : merged.end();
    if (known == merged.end()) {
      merged.push_back(std::move(part));
    } else {
      known->mask_ |= part.mask_;
      known->low_ |= part.low_;
    }
  }
  parts_ = std::move(merged);
}

void ColumnCondition::split(const StateBlock& block, const Selection& from, Selection& yes,
                            Selection* no) const {
  if (from.empty()) return;
  const Word* const column = block.words + word_ * block.stride;
  switch (kind_) {
    case Kind::kTrue: append(from, yes); return;
    case Kind::kFalse:
      if (no != nullptr) append(from, *no);
      return;
    case Kind::kInside:
      divide(from, yes, no, [&, mask = mask_, low = low_, span = span_](std::uint16_t i) {
        return (column[i] & mask) - low <= span;
      });
      return;
    case Kind::kOutside:
      divide(from, yes, no, [&, mask = mask_, low = low_, span = span_](std::uint16_t i) {
        return (column[i] & mask) - low > span;
      });
      return;
    case Kind::kFields: split_fields(block, from, yes, no); return;
    case Kind::kNot: {
      Selection inner_yes;
      parts_[0].split(block, from, inner_yes, &yes);
      if (no != nullptr) append(inner_yes, *no);
      return;
    }
    case Kind::kAll:
    case Kind::kAny: break;
  }
  const bool all = kind_ == Kind::kAll;
  Selection open = from;
  Selection still_open;
  for (const ColumnCondition& part : parts_) {
    still_open.clear();
    if (all) {
      part.split(block, open, still_open, no);
    } else {
      part.split(block, open, yes, &still_open);
    }
    open.swap(still_open);
  }
  if (all) {
    append(open, yes);
  } else if (no != nullptr) {
    append(open, *no);
  }
}

// Visits with the test of the two fields, as a function of the state.
template <typename Visit>
void ColumnCondition::with_field_test(const StateBlock& block, const Visit& visit) const {
  const Word* const left_column = block.words + left_.word * block.stride;
  const Word* const right_column = block.words + right_.word * block.stride;
  const auto difference = [&](std::size_t i) {
    const auto left = static_cast<std::int64_t>(left_column[i] >> left_.shift & left_.mask);
    const auto right = static_cast<std::int64_t>(right_column[i] >> right_.shift & right_.mask);
    return left - right - offset_;
  };
  switch (comparison_) {
    case Comparison::kEqual: visit([&](std::size_t i) { return difference(i) == 0; }); break;
    case Comparison::kNotEqual: visit([&](std::size_t i) { return difference(i) != 0; }); break;
    case Comparison::kLess: visit([&](std::size_t i) { return difference(i) < 0; }); break;
    case Comparison::kLessEqual: visit([&](std::size_t i) { return difference(i) <= 0; }); break;
    case Comparison::kGreater: visit([&](std::size_t i) { return difference(i) > 0; }); break;
    case Comparison::kGreaterEqual: visit([&](std::size_t i) { return difference(i) >= 0; }); break;
  }
}

void ColumnCondition::split_fields(const StateBlock& block, const Selection& from, Selection& yes,
                                   Selection* no) const {
  with_field_test(block, [&](const auto& test) { divide(from, yes, no, test); });
}

void ColumnCondition::mark(const StateBlock& block, std::span<std::uint8_t> holds) const {
  const Word* const column = block.words + word_ * block.stride;
  switch (kind_) {
    case Kind::kTrue:
    case Kind::kFalse:
      std::fill(holds.begin(), holds.end(), std::uint8_t{kind_ == Kind::kTrue});
      return;
    case Kind::kInside:
    case Kind::kOutside: {
      const std::uint8_t outside = kind_ == Kind::kOutside ? 1 : 0;
      for (std::size_t i = 0; i < block.count; ++i) {
        const bool inside = (column[i] & mask_) - low_ <= span_;
        holds[i] = static_cast<std::uint8_t>(inside) ^ outside;
      }
      return;
    }
    case Kind::kFields:
      with_field_test(block, [&](const auto& test) {
        for (std::size_t i = 0; i < block.count; ++i) holds[i] = test(i) ? 1 : 0;
      });
      return;
    case Kind::kNot:
      parts_[0].mark(block, holds);
      for (std::uint8_t& each : holds) each ^= 1;
      return;
    case Kind::kAll:
    case Kind::kAny: break;
  }
  const bool all = kind_ == Kind::kAll;
  std::fill(holds.begin(), holds.end(), std::uint8_t{all});
  std::vector<std::uint8_t> part(block.count);
  for (const ColumnCondition& each : parts_) {
    each.mark(block, part);
    for (std::size_t i = 0; i < block.count; ++i) {
      holds[i] = all ? holds[i] & part[i] : holds[i] | part[i];
    }
  }
}

}  // namespace questproof
