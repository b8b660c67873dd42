// SPDX-License-Identifier: MIT
#include "coordinator/page/page_source.h"

#include <fmt/core.h>

#include <filesystem>
#include <vector>

#include "coordinator/findings/found_game.h"
#include "coordinator/findings/found_run.h"
#include "coordinator/findings/newest_manifest.h"
#include "coordinator/page/bottlenecks.h"
#include "coordinator/page/game_data.h"
#include "coordinator/page/night_data.h"
#include "coordinator/page/page_game.h"
#include "coordinator/revision.h"
#include "coordinator/sweep/night.h"
#include "core/base/error.h"
#include "storage/posix_file_system.h"
#include "storage/run_directory.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// The game beside what was found: the one that was named, else the one that the run has read.
std::string game_file_of(const PageSource& source, const PageGameOptions& options) {
  if (!options.game_file.empty()) return options.game_file;
  return source.kind == PageSourceKind::kRun ? run_text(source.path, "game") : "";
}

Json game_page(const PageSource& source, const PageGameOptions& options, const Console& console) {
  const bool is_run = source.kind == PageSourceKind::kRun;
  const FoundGame found = is_run ? read_found_run(source.path) : read_found_game(source.path);
  const std::string file = game_file_of(source, options);
  PageGame game;
  if (!file.empty()) game = PageGame(file, found);
  if (!options.game_file.empty() && game.model() == nullptr) {
    throw Error(Error::Kind::kInput, game.trouble());
  }
  std::vector<Bottleneck> bottlenecks;
  if (!options.game_file.empty()) {
    bottlenecks = find_bottlenecks(found, *game.model(), options.search_seconds, console);
  }
  Json page = empty_page(found.game, (is_run ? "run in " : "certificate ") + source.path);
  page["verdict"] = to_string(found.verdict);
  page["games"].push_back(game_data(found, game, bottlenecks));
  return page;
}

Json night_page(const PageSource& source) {
  std::string name = source.night;
  if (name.empty()) {
    const std::vector<std::string> names = night_names(source.sweep);
    if (names.empty()) {
      throw Error(Error::Kind::kInput, fmt::format("{} holds no night yet", source.sweep));
    }
    name = names.back();
  }
  const Night night = current_night(source.sweep, name);
  Json page = empty_page(fmt::format("Night {}", name), "sweep in " + source.sweep);
  add_night(page, source.sweep, night);
  return page;
}

}  // namespace

PageSource find_page_source(const std::string& given) {
  const std::string path = without_slashes(given);
  std::error_code problem;
  if (fs::is_regular_file(path, problem)) return {PageSourceKind::kCertificate, path, "", ""};
  if (fs::exists(path + "/night.json", problem)) {
    const fs::path night = fs::absolute(path).lexically_normal();
    return {PageSourceKind::kNight, path, night.parent_path().parent_path().string(),
            night.filename().string()};
  }
  if (fs::is_directory(path + "/nights", problem)) return {PageSourceKind::kSweep, path, path, ""};
  if (RunDirectory::holds_run(PosixFileSystem(), path)) return {PageSourceKind::kRun, path, "", ""};
  throw Error(
      Error::Kind::kUsage,
      fmt::format("{} is {}; name a certificate (a JSON file), the folder of a run (certify "
                  "--store), of a sweep, or of one of its nights",
                  path, fs::exists(path, problem) ? "none of what can be shown" : "not there"));
}

Json empty_page(const std::string& title, const std::string& subtitle) {
  return {{"schema", "questproof/page"},
          {"version", 1},
          {"title", title},
          {"subtitle", subtitle},
          {"verdict", ""},
          {"colophon", fmt::format("Made by questproof {} ({}). Plots: Chart.js, MIT licence.",
                                   program_version(), program_revision())},
          {"games", Json::array()},
          {"night", nullptr},
          {"history", nullptr},
          {"progress", nullptr}};
}

Json page_data(const PageSource& source, const PageGameOptions& options, const Console& console) {
  const bool of_sweep =
      source.kind == PageSourceKind::kNight || source.kind == PageSourceKind::kSweep;
  if (!of_sweep) return game_page(source, options, console);
  if (!options.game_file.empty()) {
    throw Error(
        Error::Kind::kUsage,
        "--game is for the report of one game: a sweep keeps the files of its games itself");
  }
  return night_page(source);
}

}  // namespace questproof
