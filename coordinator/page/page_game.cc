// SPDX-License-Identifier: MIT
#include "coordinator/page/page_game.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "coordinator/load_model.h"
#include "core/base/error.h"
#include "core/model/model_hash.h"
#include "games/registry.h"

namespace questproof {
namespace {

constexpr std::size_t kQuoteWidth = 120;

Settings settings_of(const FoundGame& found) {
  const auto set = found.options.find("set");
  if (set == found.options.end()) return {};
  std::vector<std::string> texts;
  for (const nlohmann::json& text : nlohmann::json::parse(set->second)) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return parse_settings(texts);
}

std::string first_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return to_string(diagnostic);
  }
  return "it has no model";
}

// Takes ":12" from the end.
std::uint32_t take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return 0;
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data() + colon + 1, end, number);
  if (problem != std::errc{} || stopped != end) return 0;
  text.remove_suffix(text.size() - colon);
  return number;
}

}  // namespace

PageGame::PageGame(const std::string& file, const FoundGame& found)
    : file_(file), settings_(settings_of(found)) {
  LoadResult loaded = load_game(file, settings_);
  if (!loaded.model) {
    trouble_ = fmt::format("The game could not be read: {}.", first_error(loaded.diagnostics));
    return;
  }
  if (model_hash(*loaded.model).to_hex() != found.model_hash) {
    trouble_ = fmt::format(
        "{} is no longer the game that was certified; what is shown is what the certificate holds.",
        file);
    return;
  }
  model_ = std::move(loaded.model);
  // A certificate names files as its run has found them, perhaps from another folder.
  std::vector<std::string> twice;
  for (std::uint32_t i = 0; i < model_->source_files.size(); ++i) {
    const std::filesystem::path path(model_->source_files[i]);
    const std::string own = path.filename().string();
    if (!files_.emplace(own, i).second) twice.push_back(own);
  }
  for (const std::string& own : twice) files_.erase(own);
  for (std::uint32_t i = 0; i < model_->source_files.size(); ++i) {
    files_[model_->source_files[i]] = i;
  }
}

std::string PageGame::quote(const std::string& where) {
  if (!model_) return "";
  std::string_view path = where;
  const std::uint32_t column = take_number(path);
  const std::uint32_t line = take_number(path);
  if (line == 0) return "";
  auto file = files_.find(std::string(path));
  if (file == files_.end()) file = files_.find(std::filesystem::path(path).filename().string());
  if (file == files_.end()) return "";
  return quotes_.quote(*model_, {file->second, line, column}, kQuoteWidth);
}

std::optional<std::string> PageGame::picture(const FoundQuest& quest, const FoundWalk& walk,
                                             const std::string& caption) const {
  if (!model_) return std::nullopt;
  PictureRequest request;
  request.caption = caption;
  for (const FoundStep& step : walk.steps) {
    const auto event = std::find_if(model_->events.begin(), model_->events.end(),
                                    [&](const Event& e) { return e.name == step.event; });
    if (event == model_->events.end()) return std::nullopt;
    request.steps.push_back({event->name, event->where});
  }
  const auto goal = std::find_if(model_->quests.begin(), model_->quests.end(),
                                 [&](const Quest& q) { return q.name == quest.name; });
  if (goal != model_->quests.end()) {
    request.goal = goal->where;
    request.goal_text = goal->title.empty() ? goal->name : goal->title;
  }
  return draw_game(file_, settings_, request).svg;
}

}  // namespace questproof
