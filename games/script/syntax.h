// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof::script {

// The tree that the parser makes. It says how a script is written, not what it means: every
// declaration, event and action is an Item, every argument an Expression. The parser bounds the
// depth of both, so that walking them recursively is safe.

enum class Operator {
  kOr,   // any number of operands
  kAnd,  // any number of operands
  kNot,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kNegate,
};

struct Expression {
  enum class Kind {
    kMissing,   // the parser has reported it
    kNumber,    // number
    kText,      // text
    kName,      // text, indexes
    kCall,      // text, parts are the arguments
    kOperator,  // operation, parts are the operands
    kRange,     // parts: low, high
    kSet,       // parts: the members
    kBinding,   // text is the name; parts[0] is a range, a set or a name
  };

  Kind kind = Kind::kMissing;
  SourceLocation where;
  std::uint32_t begin = 0;  // bytes of the file, for showing the expression as it was written
  std::uint32_t end = 0;
  int depth = 1;  // of the tree
  std::string text;
  std::int64_t number = 0;
  Operator operation = Operator::kOr;
  std::vector<Expression> indexes;
  std::vector<Expression> parts;
};

struct Item {
  std::string head;
  SourceLocation where;  // of the head
  std::string name;      // of a presentation action that is declared; else empty
  SourceLocation name_where;
  std::vector<Expression> arguments;
  std::vector<Item> block;
  std::vector<Item> alternatives;  // BeginMatch: the parts after the first
  bool has_arguments = false;      // there were parentheses
  bool has_block = false;
  bool broken = false;  // the parser has reported it; arguments may be missing
};

}  // namespace questproof::script
