// SPDX-License-Identifier: MIT
#include "games/labrecruits/labrecruits_front_end.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/common/diagnostics.h"
#include "games/labrecruits/level_drawing.h"
#include "games/labrecruits/level_file.h"
#include "games/labrecruits/level_model.h"
#include "games/labrecruits/level_settings.h"
#include "games/labrecruits/level_walk.h"
#include "games/labrecruits/zones.h"

namespace questproof {
namespace labrecruits {
namespace {

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& each) { return each.severity == Severity::kError; });
}

LoadResult model_of(LevelResult read, const LevelSettings& settings) {
  LoadResult result;
  result.diagnostics = std::move(read.diagnostics);
  if (!read.level) return result;
  if (settings.sheets == Sheets::kLowest) *read.level = lowest_sheet(*read.level);
  Diagnostics diagnostics;
  GameModel model = make_level_model(*read.level, settings, diagnostics);
  std::vector<Diagnostic> more = diagnostics.report({read.level->source_file});
  result.diagnostics.insert(result.diagnostics.end(), std::make_move_iterator(more.begin()),
                            std::make_move_iterator(more.end()));
  if (diagnostics.has_errors()) return result;
  validate(model);
  result.model = std::move(model);
  return result;
}

Diagnostic refusal(std::string file, std::string message, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.file = std::move(file);
  diagnostic.message = std::move(message);
  diagnostic.remedy = std::move(remedy);
  return diagnostic;
}

// The zone of each cell, in reading order.
std::vector<std::uint32_t> zones_of(const Level& level, const LevelSettings& settings) {
  std::vector<std::uint32_t> zones(std::size_t{level.sheets} * level.depth * level.width, kNoZone);
  const ZoneMap map(level, settings.sheets);
  for (std::size_t zone = 0; zone < map.zones().size(); ++zone) {
    for (const Position& cell : map.zones()[zone].cells) {
      zones[(std::size_t{cell.sheet} * level.depth + cell.z) * level.width + cell.x] =
          static_cast<std::uint32_t>(zone);
    }
  }
  return zones;
}

}  // namespace
}  // namespace labrecruits

LoadResult load_labrecruits(const std::filesystem::path& path, const Settings& settings) {
  LoadResult refused;
  const labrecruits::LevelSettings chosen =
      labrecruits::read_settings(settings, refused.diagnostics);
  if (labrecruits::has_errors(refused.diagnostics)) return refused;
  if (std::filesystem::is_directory(path)) {
    refused.diagnostics.push_back(labrecruits::refusal(
        path.generic_string(), "this is a folder, and a level is one file", "name the file"));
    return refused;
  }
  return labrecruits::model_of(labrecruits::read_level(path.lexically_normal(), chosen.dialect),
                               chosen);
}

LoadResult parse_labrecruits(std::span<const SourceText> texts, std::string_view name,
                             const Settings& settings) {
  LoadResult refused;
  const labrecruits::LevelSettings chosen =
      labrecruits::read_settings(settings, refused.diagnostics);
  if (labrecruits::has_errors(refused.diagnostics)) return refused;
  if (texts.size() != 1) {
    refused.diagnostics.push_back(labrecruits::refusal(std::string(name), "a level is one file",
                                                       "give the text of one file"));
    return refused;
  }
  return labrecruits::model_of(labrecruits::parse_level(texts.front(), name, chosen.dialect),
                               chosen);
}

Picture draw_labrecruits(const std::filesystem::path& path, const Settings& settings,
                         const PictureRequest& request) {
  Picture picture;
  const labrecruits::LevelSettings chosen =
      labrecruits::read_settings(settings, picture.diagnostics);
  if (labrecruits::has_errors(picture.diagnostics)) return picture;
  labrecruits::LevelResult read = labrecruits::read_level(path.lexically_normal(), chosen.dialect);
  picture.diagnostics = std::move(read.diagnostics);
  if (!read.level) return picture;
  labrecruits::DrawingOptions drawing;
  drawing.zones = labrecruits::zones_of(*read.level, chosen);
  drawing.walk = labrecruits::walk_of(*read.level, chosen, request);
  drawing.caption = request.caption;
  picture.svg = labrecruits::draw_level(*read.level, drawing);
  return picture;
}

}  // namespace questproof
