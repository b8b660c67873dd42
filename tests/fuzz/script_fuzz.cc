// SPDX-License-Identifier: MIT
// Reads any bytes as an event script: two files, the second one called "other.quest", so that
// includes are found. What comes out must be a model that holds, or an error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "games/script/script_front_end.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(all.find('\0'), all.size());
  std::vector<questproof::SourceText> texts;
  texts.push_back({"game.quest", all.substr(0, cut)});
  if (cut < all.size()) texts.push_back({"other.quest", all.substr(cut + 1)});
  const questproof::LoadResult result = questproof::parse_script(texts, "game");
  const bool has_error = std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                                     [](const questproof::Diagnostic& diagnostic) {
                                       return diagnostic.severity == questproof::Severity::kError;
                                     });
  if (result.model.has_value() == has_error) std::abort();
  if (result.model) questproof::validate(*result.model);
  return 0;
}
