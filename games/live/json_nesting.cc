// SPDX-License-Identifier: MIT
#include "games/live/json_nesting.h"

namespace questproof {

bool nests_too_deep(std::string_view json) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char letter = json[i];
    if (letter == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (letter == '\\') ++i;  // what is escaped ends no string
    } else if (letter == '[' || letter == '{') {
      if (++depth > kDeepestJson) return true;
    } else if ((letter == ']' || letter == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace questproof
