// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/value_set.h"

namespace questproof {

// What is known of every variable at one point of an event: a set that its value lies in. Sets of
// different variables are independent of each other (Cousot and Cousot 1977: abstract
// interpretation). Everything here errs on the side of "may be".
//
// A state holds only what differs from a base that it borrows and that must outlive it.
class ValueState {
 public:
  explicit ValueState(const std::vector<ValueSet>& base) : base_(&base) {}

  // False: no state of the game reaches this point.
  bool possible() const { return possible_; }
  void exclude() { possible_ = false; }

  const ValueSet& of(VariableId variable) const;
  void set(VariableId variable, ValueSet values);
  ValueSet of(const Term& term) const;

  // Keeps only what may satisfy the condition, or its negation.
  void assume(const Condition& condition) { assume(condition, true); }
  void assume_not(const Condition& condition) { assume(condition, false); }
  void assume(const Condition& condition, bool holds);

  // What may be so here or there.
  void join(const ValueState& other);

  // Runs an assignment or addition; says whether its result may lie outside the domain.
  bool write(const GameModel& model, const Statement& statement);

 private:
  void assume_compare(const Term& left, Comparison comparison, const Term& right);
  void assume_any(const std::vector<Condition>& parts, bool holds);
  void narrow(const Term& term, const ValueSet& values);

  const std::vector<ValueSet>* base_;
  std::map<std::uint32_t, ValueSet> changed_;
  bool possible_ = true;
};

bool may_hold(const ValueState& state, const Condition& condition);
bool may_fail(const ValueState& state, const Condition& condition);

// An equivalent condition where `state` is known: decided parts are left out, and variables of which
// the value is known become constants.
Condition simplified(const ValueState& state, const Condition& condition);

// The domains of all variables: the base when nothing more is known.
std::vector<ValueSet> domains(const GameModel& model);

}  // namespace questproof
