// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostics.h"

namespace questproof::script {

struct Token {
  enum class Kind { kName, kNumber, kText, kSymbol, kEnd };

  Kind kind = Kind::kEnd;
  SourceLocation where;
  std::uint32_t begin = 0;  // bytes of the file
  std::uint32_t end = 0;
  std::string_view text;    // as written, in the source; empty at the end of the file
  std::int64_t number = 0;  // kNumber
  bool first_on_line = false;

  bool is(std::string_view symbol) const { return kind == Kind::kSymbol && text == symbol; }
};

// Cuts a text into tokens, the last one kEnd. Reports characters that mean nothing and goes on
// behind them. The tokens borrow `source`.
std::vector<Token> tokenize(std::string_view source, std::uint32_t file, Diagnostics& diagnostics);

// What a kText token stands for, without quotes and escapes.
std::string text_value(const Token& token);

}  // namespace questproof::script
