// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "games/common/load_result.h"
#include "games/common/settings.h"

namespace questproof {

// Models as JSON: what `export --format json` writes (core/model/export_json.h has the form), and what an
// agent has learned by playing (`agent run --model-out`). Places in the files of the game that such a
// model was made from are left out: they mean nothing here.
LoadResult load_model_file(const std::filesystem::path& path, const Settings& settings);
LoadResult parse_model_file(std::span<const SourceText> texts, std::string_view name,
                            const Settings& settings);

}  // namespace questproof
