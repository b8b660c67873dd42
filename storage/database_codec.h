// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/database_tables.h"
#include "storage/state_page.h"

namespace questproof {

// What a database holds besides its pages, as bytes and back: Cap'n Proto messages,
// storage/schema/database.capnp. Reading throws Error(kInput) where bytes are damaged.

inline constexpr std::uint32_t kDatabaseVersion = 2;  // 1, which had no ownership, is read, too

std::string encode_identity(const DatabaseIdentity& identity);
DatabaseIdentity decode_identity(std::string_view bytes);  // also Error for another version

std::string encode_schema(const DatabaseSchema& schema);
DatabaseSchema decode_schema(std::string_view bytes);

std::string encode_figures(const DatabaseFigures& figures);
DatabaseFigures decode_figures(std::string_view bytes);

// All changes have `words` words.
std::string encode_steps(const std::vector<WrittenStep>& steps);
std::vector<WrittenStep> decode_steps(std::string_view bytes, std::size_t words);

}  // namespace questproof
