// SPDX-License-Identifier: MIT
#include "games/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "games/common/diagnostics.h"
#include "games/common/model_condition.h"
#include "games/labrecruits/labrecruits_front_end.h"
#include "games/model_file/model_file.h"
#include "games/script/script_condition.h"
#include "games/script/script_front_end.h"

namespace questproof {
namespace {

// A new front end is one folder beside this file and one line here.
constexpr FrontEnd kFrontEnds[] = {
    {"labrecruits", ".csv", "level files of Lab Recruits", kLabrecruitsSettings, load_labrecruits,
     parse_labrecruits, parse_model_condition, draw_labrecruits},
    {"model",
     ".json",
     "models: exported, or learned by an agent",
     {},
     load_model_file,
     parse_model_file,
     parse_model_condition,
     nullptr},
    {"script",
     ".quest",
     "event scripts: scenes, dialogues, items, quests",
     {},
     load_script,
     parse_script,
     parse_script_condition,
     nullptr},
};

std::string known_extensions() {
  std::string list;
  for (const FrontEnd& front_end : kFrontEnds) {
    if (!list.empty()) list += ", ";
    list += std::string(front_end.extension) + " (" + std::string(front_end.description) + ")";
  }
  return list;
}

Diagnostic failure(const std::filesystem::path& path, std::string message, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.file = path.string();
  diagnostic.message = std::move(message);
  diagnostic.remedy = std::move(remedy);
  return diagnostic;
}

bool holds_file_of(const FrontEnd& front_end, const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == front_end.extension) return true;
  }
  return false;
}

std::string known_settings(const FrontEnd& front_end) {
  std::string list;
  for (const SettingInfo& info : front_end.settings) {
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", info.name, info.values);
  }
  return list.empty() ? "this kind of game has none" : "there are " + list;
}

// What is wrong with the names of settings.
std::optional<Diagnostic> wrong_settings(const std::filesystem::path& path,
                                         const FrontEnd& front_end, const Settings& settings) {
  std::vector<std::string_view> known;
  for (const SettingInfo& info : front_end.settings) known.push_back(info.name);
  for (auto setting = settings.begin(); setting != settings.end(); ++setting) {
    if (std::find(known.begin(), known.end(), setting->name) == known.end()) {
      return failure(path, fmt::format("there is no setting '{}'", setting->name),
                     did_you_mean(setting->name, known, known_settings(front_end)));
    }
    if (std::any_of(settings.begin(), setting,
                    [&](const Setting& other) { return other.name == setting->name; })) {
      return failure(path, fmt::format("the setting '{}' is given twice", setting->name),
                     "give it once");
    }
  }
  return std::nullopt;
}

// The front end for the game at `path`, or what is wrong with the path or the settings.
std::variant<const FrontEnd*, Diagnostic> front_end_for(const std::filesystem::path& path,
                                                        const Settings& settings) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return failure(path, "there is no such file or folder", "name a game file or its folder");
  }
  const bool is_folder = std::filesystem::is_directory(status);
  std::vector<const FrontEnd*> fitting;
  for (const FrontEnd& front_end : kFrontEnds) {
    if (is_folder ? holds_file_of(front_end, path) : path.extension() == front_end.extension) {
      fitting.push_back(&front_end);
    }
  }
  if (fitting.size() == 1) {
    std::optional<Diagnostic> wrong = wrong_settings(path, *fitting.front(), settings);
    if (wrong) return std::move(*wrong);
    return fitting.front();
  }
  if (fitting.empty()) {
    return failure(path, is_folder ? "the folder holds no game" : "the file is no game",
                   "known are files that end in " + known_extensions());
  }
  return failure(path, "the folder holds games of several kinds", "name the file of one of them");
}

}  // namespace

std::span<const FrontEnd> front_ends() { return kFrontEnds; }

ConditionResult parse_condition(std::string_view text, const GameModel& model) {
  const std::filesystem::path file = model.source_files.empty() ? "" : model.source_files.front();
  for (const FrontEnd& front_end : kFrontEnds) {
    if (file.extension() == front_end.extension) return front_end.parse_condition(text, model);
  }
  return parse_model_condition(text, model);
}

LoadResult load_game(const std::filesystem::path& path, const Settings& settings) {
  auto found = front_end_for(path, settings);
  if (auto* problem = std::get_if<Diagnostic>(&found)) return {std::nullopt, {*problem}};
  return std::get<const FrontEnd*>(found)->load(path, settings);
}

Picture draw_game(const std::filesystem::path& path, const Settings& settings,
                  const PictureRequest& request) {
  auto found = front_end_for(path, settings);
  if (auto* problem = std::get_if<Diagnostic>(&found)) return {std::nullopt, {*problem}};
  const FrontEnd& front_end = *std::get<const FrontEnd*>(found);
  if (front_end.draw == nullptr) {
    return {std::nullopt,
            {failure(path, fmt::format("there is no picture of {}", front_end.description),
                     "`questproof export --format dot` writes its states for Graphviz")}};
  }
  return front_end.draw(path, settings, request);
}

}  // namespace questproof
