// SPDX-License-Identifier: MIT
#include "games/registry.h"

#include <string>
#include <system_error>
#include <vector>

#include "games/common/model_condition.h"
#include "games/script/script_condition.h"
#include "games/script/script_front_end.h"

namespace questproof {
namespace {

// A new front end is one folder beside this file and one line here.
constexpr FrontEnd kFrontEnds[] = {
    {"script", ".quest", "event scripts: scenes, dialogues, items, quests", load_script,
     parse_script, parse_script_condition},
};

std::string known_extensions() {
  std::string list;
  for (const FrontEnd& front_end : kFrontEnds) {
    if (!list.empty()) list += ", ";
    list += std::string(front_end.extension) + " (" + std::string(front_end.description) + ")";
  }
  return list;
}

LoadResult failure(const std::filesystem::path& path, std::string message, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.file = path.string();
  diagnostic.message = std::move(message);
  diagnostic.remedy = std::move(remedy);
  return {std::nullopt, {diagnostic}};
}

bool holds_file_of(const FrontEnd& front_end, const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == front_end.extension) return true;
  }
  return false;
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

LoadResult load_game(const std::filesystem::path& path) {
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
  if (fitting.size() == 1) return fitting.front()->load(path);
  if (fitting.empty()) {
    return failure(path, is_folder ? "the folder holds no game" : "the file is no game",
                   "known are files that end in " + known_extensions());
  }
  return failure(path, "the folder holds games of several kinds", "name the file of one of them");
}

}  // namespace questproof
