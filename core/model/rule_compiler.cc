// SPDX-License-Identifier: MIT
#include "core/model/rule_compiler.h"

#include <algorithm>

#include "core/base/check.h"

namespace questproof {
namespace {

PackedWrite& write_of(PackedRule& rule, std::uint32_t word) {
  auto write = std::find_if(rule.writes.begin(), rule.writes.end(),
                            [word](const PackedWrite& w) { return w.word >= word; });
  if (write == rule.writes.end() || write->word != word) {
    write = rule.writes.insert(write, PackedWrite{word});
  }
  return *write;
}

}  // namespace

bool RuleCompiler::narrow(EventPath& path) const {
  QUEST_CHECK(path.exact);
  return finder_.simplify(path);
}

std::optional<std::vector<PackedTest>> RuleCompiler::tests(EventPath path,
                                                           const Known& known) const {
  if (!narrow(path)) return std::nullopt;
  return narrowed_tests(path, known);
}

std::optional<PackedRule> RuleCompiler::rule(EventPath path, std::uint32_t label,
                                             const Known& known) const {
  if (!narrow(path)) return std::nullopt;
  PackedRule rule;
  rule.label = label;
  rule.fault = path.fault;
  rule.tests = narrowed_tests(path, known);
  if (path.fault) return rule;
  rule.may_be_identity = true;
  for (const auto& [target, result] : path.results) {
    SymbolicValue value = result;
    QUEST_CHECK(value.kind != SymbolicValue::Kind::kUnknown);
    if (value.kind == SymbolicValue::Kind::kShifted) {
      const ValueSet origin = finder_.initial_set(path, value.origin);
      if (origin.is_single()) value = SymbolicValue::constant(origin.lowest() + value.number);
    } else if (value.kind == SymbolicValue::Kind::kFlipped) {
      const ValueSet before = finder_.initial_set(path, target);
      const Variable& info = model_.variables[target.index];
      if (before.is_single()) {
        value = SymbolicValue::constant(std::int64_t{info.low} + info.high - before.lowest());
      }
    }
    if (must_change(path, target, value)) rule.may_be_identity = false;
    add_write(path, target, value, rule);
  }
  return rule;
}

std::vector<PackedTest> RuleCompiler::narrowed_tests(const EventPath& path,
                                                     const Known& known) const {
  std::vector<PackedTest> equal, others;
  for (const auto& [variable, set] : path.sets) {
    if (std::find(known.begin(), known.end(), variable) != known.end()) {
      QUEST_CHECK(set.is_single());
    } else {
      add_set(variable, set, equal, others);
    }
  }
  for (const Relation& each : path.relations) others.push_back(relation(each));
  equal.insert(equal.end(), others.begin(), others.end());
  return equal;
}

void RuleCompiler::add_set(VariableId variable, const ValueSet& set, std::vector<PackedTest>& equal,
                           std::vector<PackedTest>& others) const {
  const StateLayout::Field& f = layout_.field(variable);
  const Variable& info = model_.variables[variable.index];
  const ValueSet domain = ValueSet::range(info.low, info.high);
  if (f.bits == 0 || set == domain) return;
  if (set.is_single()) {
    auto test = std::find_if(equal.begin(), equal.end(),
                             [&](const PackedTest& known) { return known.word == f.word; });
    if (test == equal.end()) {
      equal.push_back({});
      test = equal.end() - 1;
      test->word = f.word;
    }
    test->mask |= f.mask();
    test->value |= static_cast<Word>(set.lowest() - f.low) << f.shift;
    return;
  }
  const ValueSet holes = domain.without(set);
  if (holes.is_single() || holes.intervals().size() == 1) {
    const bool edge = holes.lowest() == info.low || holes.highest() == info.high;
    if (!edge) {
      others.push_back(interval(variable, holes.intervals()[0], false));
      return;
    }
  }
  if (set.intervals().size() == 1) {
    others.push_back(interval(variable, set.intervals()[0], true));
    return;
  }
  if (domain.size() <= 64) {
    PackedTest test;
    test.kind = PackedTest::Kind::kElement;
    test.word = f.word;
    test.shift = f.shift;
    test.mask = f.mask() >> f.shift;
    for (const ValueSet::Interval& each : set.intervals()) {
      for (std::int64_t v = each.low; v <= each.high; ++v) test.value |= Word{1} << (v - f.low);
    }
    others.push_back(test);
    return;
  }
  for (const ValueSet::Interval& hole : holes.intervals()) {
    others.push_back(interval(variable, hole, false));
  }
}

PackedTest RuleCompiler::interval(VariableId variable, const ValueSet::Interval& interval,
                                  bool inside) const {
  const StateLayout::Field& f = layout_.field(variable);
  PackedTest test;
  test.word = f.word;
  test.mask = f.mask();
  test.value = static_cast<Word>(interval.low - f.low) << f.shift;
  test.span = static_cast<Word>(interval.high - interval.low) << f.shift;
  test.kind = inside ? PackedTest::Kind::kInside : PackedTest::Kind::kOutside;
  if (!inside && interval.low == interval.high) test.kind = PackedTest::Kind::kNotEqual;
  return test;
}

PackedTest RuleCompiler::relation(const Relation& relation) const {
  const StateLayout::Field& left = layout_.field(relation.left);
  const StateLayout::Field& right = layout_.field(relation.right);
  PackedTest test;
  test.kind = PackedTest::Kind::kRelation;
  test.comparison = relation.comparison;
  test.word = left.word;
  test.shift = left.shift;
  test.mask = left.mask() >> left.shift;
  test.other_word = right.word;
  test.other_shift = right.shift;
  test.other_mask = right.mask() >> right.shift;
  test.offset = relation.offset + right.low - left.low;
  return test;
}

void RuleCompiler::add_write(const EventPath& path, VariableId target, const SymbolicValue& value,
                             PackedRule& rule) const {
  const StateLayout::Field& f = layout_.field(target);
  if (f.bits == 0) return;
  const bool constant = value.kind == SymbolicValue::Kind::kConstant;
  const ValueSet before = finder_.initial_set(path, target);
  if (constant && before.is_single() && before.lowest() == value.number) return;
  PackedWrite& write = write_of(rule, f.word);
  if (constant) {
    write.keep &= ~f.mask();
    write.set |= static_cast<Word>(value.number - f.low) << f.shift;
  } else if (value.kind == SymbolicValue::Kind::kFlipped) {
    write.flip |= f.mask();
  } else if (value.origin == target) {
    write.add += static_cast<Word>(value.number) << f.shift;
  } else {
    write.keep &= ~f.mask();
    const StateLayout::Field& source = layout_.field(value.origin);
    rule.copies.push_back({f.word, f.shift, source.word, source.shift,
                           source.mask() >> source.shift, value.number + source.low - f.low});
  }
}

bool RuleCompiler::must_change(const EventPath& path, VariableId target,
                               const SymbolicValue& value) const {
  const ValueSet before = finder_.initial_set(path, target);
  if (value.kind == SymbolicValue::Kind::kFlipped) return true;
  if (value.kind == SymbolicValue::Kind::kConstant) return !before.contains(value.number);
  if (value.origin == target) return value.number != 0;
  const ValueSet after = finder_.initial_set(path, value.origin).shifted(value.number);
  return after.intersection(before).empty();
}

}  // namespace questproof
