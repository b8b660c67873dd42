// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// Lines of the files that a game was read from, for quoting them to people. A file that cannot be
// read any more has no lines; that is no error, because quoting is only a courtesy.
class SourceQuotes {
 public:
  // The line as written, without its newline; "" when there is none. Counts from 1.
  const std::string& line(const std::string& path, std::uint32_t number);

  // The same without blanks around it, shortened to `width` columns.
  std::string quote(const GameModel& model, const SourceLocation& where, std::size_t width);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

// "harbor.quest:12": the file's own name and the line; "" when there is no place.
std::string short_place(const GameModel& model, const SourceLocation& where);

}  // namespace questproof
