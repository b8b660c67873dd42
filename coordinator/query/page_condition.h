// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/model/game_model.h"
#include "storage/state_database.h"

namespace questproof {

// A condition over stored variables, asked of states where they lie in a page. Thread-safe; borrows
// the schema.
class PageCondition {
 public:
  PageCondition(const DatabaseSchema& schema, Condition condition)
      : schema_(schema), condition_(std::move(condition)) {}

  bool holds(const StatePage& page, std::size_t state) const {
    return holds(condition_, page.states, state);
  }

 private:
  bool holds(const Condition& condition, const StateBlock& states, std::size_t state) const;
  Value value(const Term& term, const StateBlock& states, std::size_t state) const;

  const DatabaseSchema& schema_;
  Condition condition_;
};

}  // namespace questproof
