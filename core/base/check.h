// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

// A broken invariant ends the run, in release builds too: a wrong proof is worse than none.
// Throws Error of kind kInternal that names the file, the line and the condition.
// QUEST_CHECK_MSG adds a text (anything a std::string_view can be made of), computed only on
// failure.
#define QUEST_CHECK(condition)  \
  (static_cast<bool>(condition) \
       ? static_cast<void>(0)   \
       : ::questproof::check_failed(#condition, __FILE__, __LINE__, std::string_view{}))
#define QUEST_CHECK_MSG(condition, message) \
  (static_cast<bool>(condition)             \
       ? static_cast<void>(0)               \
       : ::questproof::check_failed(#condition, __FILE__, __LINE__, (message)))

namespace questproof {

// For the macros above only.
[[noreturn]] void check_failed(std::string_view condition, std::string_view file, int line,
                               std::string_view message);

}  // namespace questproof
