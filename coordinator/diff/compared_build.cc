// SPDX-License-Identifier: MIT
#include "coordinator/diff/compared_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "coordinator/findings/run_certificate.h"
#include "coordinator/json_reader.h"
#include "coordinator/load_model.h"
#include "coordinator/run_store.h"
#include "coordinator/sweep/night.h"
#include "core/base/error.h"
#include "core/model/model_hash.h"
#include "games/registry.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNightFile = "night.json";

std::vector<std::string> settings_of(const FoundGame& found) {
  std::vector<std::string> settings;
  const auto option = found.options.find("set");
  if (option == found.options.end()) return settings;
  const nlohmann::json list = parse_json(option->second, "the option --set of a certificate");
  for (const JsonReader& setting : JsonReader(list, "--set").elements()) {
    settings.push_back(setting.text());
  }
  return settings;
}

// A job without a certificate: its quests, as far as the night knows them.
FoundGame game_without_certificate(const NightJob& job) {
  FoundGame found;
  found.game = job.game;
  found.model_hash = job.model_hash;
  found.limit = job.message;
  for (const NightQuest& quest : job.quests) {
    FoundQuest without_details;
    without_details.name = quest.name;
    found.quests.push_back(std::move(without_details));
  }
  return found;
}

// The longest end of the path that is a file in the folder: sources are kept as they lay beside each other.
std::string kept_source(const fs::path& folder, const fs::path& path) {
  std::vector<fs::path> parts(path.begin(), path.end());
  for (std::size_t first = 0; first < parts.size(); ++first) {
    fs::path end;
    for (std::size_t i = first; i < parts.size(); ++i) end /= parts[i];
    if (!end.is_relative()) continue;
    std::error_code problem;
    if (fs::exists(folder / end, problem)) return (folder / end).string();
  }
  return "";
}

ComparedBuild build_of_job(const std::string& sweep, const NightJob& job) {
  ComparedBuild build;
  build.job = job.id;
  build.title = job.id;
  build.message = job.message;
  build.invalid = job.outcome == JobOutcome::kInvalid;
  build.has_result = job.outcome == JobOutcome::kFinished && !job.certificate.empty();
  if (build.has_result) {
    build.found = read_found_game((fs::path(sweep) / job.certificate).string());
    build.settings = settings_of(build.found);
  } else {
    build.found = game_without_certificate(job);
    if (build.message.empty())
      build.message = fmt::format("it ended so: {}", to_string(job.outcome));
  }
  if (!job.sources.empty()) {
    build.game_file = kept_source(fs::path(sweep) / job.sources, job.game_file);
  }
  build.same_game = job.source != JobSource::kCarried;
  return build;
}

ComparedSide night_side(const std::string& sweep, const std::string& name) {
  const Night night = read_night(sweep, name);
  ComparedSide side;
  side.title = fmt::format("night {}", night.name);
  side.is_night = true;
  for (const NightJob& job : night.jobs) side.builds.push_back(build_of_job(sweep, job));
  return side;
}

ComparedSide single_side(ComparedBuild build) {
  ComparedSide side;
  side.title = build.title;
  side.builds.push_back(std::move(build));
  return side;
}

std::string known_nights(const std::vector<std::string>& names) {
  return names.empty() ? "there is none" : fmt::format("there are: {}", fmt::join(names, ", "));
}

}  // namespace

ComparedSide read_side(const std::string& path, const std::string& game_file, Console& console) {
  if (fs::exists(fs::path(path) / kNightFile)) {
    if (!game_file.empty()) {
      throw Error(Error::Kind::kUsage,
                  fmt::format("{} is a night of a sweep, which keeps its games itself: leave out "
                              "--old-game and --new-game",
                              path));
    }
    const fs::path folder = fs::absolute(path).lexically_normal() / "";
    const fs::path night = folder.parent_path();
    return night_side(night.parent_path().parent_path().string(), night.filename().string());
  }
  ComparedBuild build;
  build.title = path;
  if (RunStore::exists(path)) {
    RunCertificate kept = run_certificate(path, game_file, console);
    build.found = parse_found_game(kept.text, path);
    build.game_file = std::move(kept.game_file);
    build.settings = std::move(kept.settings);
    return single_side(std::move(build));
  }
  if (fs::is_directory(path)) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("{} is no store, no night and no sweep: a store has a MANIFEST, a night "
                    "has night.json, and a sweep has nights",
                    path));
  }
  build.found = read_found_game(path);
  build.game_file = game_file;
  build.settings = settings_of(build.found);
  return single_side(std::move(build));
}

bool is_sweep(const std::string& path) {
  std::error_code problem;
  return fs::is_directory(fs::path(path) / "nights", problem);
}

std::pair<ComparedSide, ComparedSide> read_nights(const std::string& sweep,
                                                  const std::string& before,
                                                  const std::string& after) {
  const std::vector<std::string> names = night_names(sweep);
  const auto expect = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    throw Error(Error::Kind::kInput,
                fmt::format("{} has no night '{}'; {}", sweep, name, known_nights(names)));
  };
  if (!before.empty()) {
    expect(before);
    expect(after);
    return {night_side(sweep, before), night_side(sweep, after)};
  }
  std::vector<std::string> finished;
  for (const std::string& name : names) {
    if (read_night(sweep, name).finished()) finished.push_back(name);
  }
  if (finished.size() < 2) {
    throw Error(Error::Kind::kInput, fmt::format("{} has no two finished nights to compare; {}",
                                                 sweep, known_nights(finished)));
  }
  return {night_side(sweep, finished[finished.size() - 2]), night_side(sweep, finished.back())};
}

GameAtHand load_compared_game(const ComparedBuild& build, bool named) {
  GameAtHand game;
  if (build.game_file.empty()) return game;
  const auto trouble = [&](const std::string& problem) {
    if (named) throw Error(Error::Kind::kInput, problem);
    game.trouble = problem;
    return game;
  };
  LoadResult loaded = load_game(build.game_file, parse_settings(build.settings));
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    if (diagnostic.severity == Severity::kError) return trouble(to_string(diagnostic));
  }
  if (!loaded.model) return trouble(fmt::format("{} cannot be read", build.game_file));
  if (build.same_game && model_hash(*loaded.model).to_hex() != build.found.model_hash) {
    return trouble(fmt::format("{} is not the game that {} is about: it has changed since",
                               build.game_file, build.title));
  }
  game.model = std::move(loaded.model);
  return game;
}

}  // namespace questproof
