// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// A set of the variables of one model, as bits.
class VariableSet {
 public:
  explicit VariableSet(std::size_t variable_count) : words_((variable_count + 63) / 64, 0) {}

  bool contains(VariableId variable) const {
    return (words_[variable.index / 64] >> (variable.index % 64) & 1) != 0;
  }
  void insert(VariableId variable) { words_[variable.index / 64] |= bit(variable); }
  void erase(VariableId variable) { words_[variable.index / 64] &= ~bit(variable); }
  bool operator==(const VariableSet&) const = default;

  // Both sets belong to the same model. insert_all says whether anything was new.
  bool insert_all(const VariableSet& other) {
    bool fresh = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      fresh = fresh || (other.words_[i] & ~words_[i]) != 0;
      words_[i] |= other.words_[i];
    }
    return fresh;
  }
  bool contains_all(const VariableSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((other.words_[i] & ~words_[i]) != 0) return false;
    }
    return true;
  }

  void insert_reads(const Condition& condition) {
    if (condition.kind == Condition::Kind::kCompare) {
      insert_read(condition.left);
      insert_read(condition.right);
    }
    for (const Condition& part : condition.parts) insert_reads(part);
  }
  void insert_read(const Term& term) {
    if (term.is_variable) insert(term.variable);
  }

 private:
  static std::uint64_t bit(VariableId variable) { return std::uint64_t{1} << variable.index % 64; }

  std::vector<std::uint64_t> words_;
};

inline bool is_write(const Statement& statement) {
  return statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
}

// Whether running the statement can be a fault, as far as the domains tell.
bool may_be_fault(const GameModel& model, const Statement& statement);

}  // namespace questproof
