// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "storage/state_page.h"

namespace questproof {

// The keys of the table `states`: an S and the bytes of a page's first key, or a T and a name.
inline constexpr char kPagePrefix = 'S';
inline constexpr std::string_view kFiguresKey = "Tfigures";
inline constexpr std::string_view kIdentityKey = "Tidentity";
inline constexpr std::string_view kSchemaKey = "Tnames";
inline constexpr std::string_view kStepsKey = "Tsteps";

inline std::string page_key(const PageShape& shape, const Word* key, std::size_t stride) {
  return kPagePrefix + key_bytes(shape, key, stride);
}

}  // namespace questproof
