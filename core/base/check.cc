// SPDX-License-Identifier: MIT
#include "core/base/check.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace questproof {

void check_failed(std::string_view condition, std::string_view file, int line,
                  std::string_view message) {
  throw Error(Error::Kind::kInternal, fmt::format("{}:{}: broken invariant: {}{}{}", file, line,
                                                  condition, message.empty() ? "" : ": ", message));
}

}  // namespace questproof
