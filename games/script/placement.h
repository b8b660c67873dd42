// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/script/program.h"
#include "games/script/vocabulary.h"

namespace questproof::script {

// Whether an item may stand where it stands, with as many arguments and the block that it needs.
// kUnknown means the call of a procedure or a presentation action (only among actions). Reports
// what is wrong and then returns nothing; the item is to be skipped.
std::optional<Word> accept(Program& program, const Item& item, Places place);

// Arguments that may come in any order: a label, words such as `visible`, and the rest.
struct MixedArguments {
  std::optional<std::string> label;
  std::vector<std::string> flags;
  std::vector<const Expression*> rest;

  bool has(std::string_view flag) const;
};

// Sorts the arguments of an item from the one at `from` on. `flags` lists the words that are
// understood, in groups of which at most one may be given: {{"visible", "hidden"}, ...}. More than
// `most_rest` others are an error.
MixedArguments sort_arguments(Program& program, const Item& item, std::size_t from,
                              const std::vector<std::vector<std::string_view>>& flags,
                              std::size_t most_rest);

}  // namespace questproof::script
