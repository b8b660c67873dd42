// SPDX-License-Identifier: MIT
#include "coordinator/page/watched_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "coordinator/figures.h"
#include "coordinator/findings/found_run.h"
#include "coordinator/findings/newest_manifest.h"
#include "coordinator/page/night_data.h"
#include "coordinator/sweep/night.h"
#include "coordinator/sweep/sweep_folder.h"
#include "core/base/error.h"
#include "storage/diagram_file.h"
#include "storage/posix_file_system.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json pair_of(const char* label, const std::string& value) { return Json::array({label, value}); }

// Changes when the file does; "" where there is none.
std::string version_of(const std::string& path) {
  std::error_code problem;
  const auto changed = fs::last_write_time(path, problem);
  if (problem) return "";
  const auto size = fs::file_size(path, problem);
  return fmt::format("{}-{}", changed.time_since_epoch().count(), problem ? 0 : size);
}

std::string ago(std::int64_t seconds) {
  return fmt::format("{} s ago",
                     grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, seconds))));
}

const char* phase_text(RunPhase phase) {
  switch (phase) {
    case RunPhase::kForward: return "forward: finding all states";
    case RunPhase::kBackward: return "backward: from where quests are done to where they can be";
    case RunPhase::kVerify: return "verify: the search checks itself";
    case RunPhase::kPaths: return "paths: routes and walkthroughs";
    case RunPhase::kFinished: return "finished";
  }
  return "";
}

Json facts_of_run(const Manifest& manifest, const std::string& folder) {
  Json facts = Json::array();
  for (const NamedText& text : manifest.texts) {
    if (text.name == "game") facts.push_back(pair_of("Game", text.text));
    if (text.name == "program") facts.push_back(pair_of("Program", text.text));
  }
  std::uint64_t bytes = diagram_bytes(PosixFileSystem(), folder);
  for (const StoredFile& file : manifest.files) bytes += file.size;
  if (manifest.progress) {
    const RunProgress& progress = *manifest.progress;
    const Profile& profile = progress.profile;
    facts.push_back(pair_of("Phase", phase_text(progress.phase)));
    facts.push_back(pair_of("Level", grouped(progress.level)));
    facts.push_back(pair_of("States", grouped(profile.states)));
    facts.push_back(pair_of("Transitions", grouped(profile.transitions)));
    if (!profile.states_per_level.empty()) {
      facts.push_back(
          pair_of("States on the newest level", grouped(profile.states_per_level.back())));
    }
    if (progress.phase == RunPhase::kForward && progress.seconds > 0) {
      const double rate = static_cast<double>(profile.states) / progress.seconds;
      facts.push_back(pair_of("States a second", shortened(static_cast<std::uint64_t>(rate))));
    }
    facts.push_back(pair_of("Groups of quests begun", grouped(progress.groups.size())));
    facts.push_back(pair_of("Time, of all sessions", seconds_text(progress.seconds)));
  }
  facts.push_back(pair_of("Commits", grouped(manifest.commit)));
  facts.push_back(pair_of("On disk", bytes_text(bytes)));
  return facts;
}

struct Standing {
  const char* state;
  std::string says;
};

Standing standing_of_run(const std::string& folder, const Manifest* manifest,
                         const std::vector<SignOfLife>& signs, bool reported) {
  if (reported) return {"finished", "The run has ended; its report is below."};
  if (manifest == nullptr) return {"running", "The run has not committed anything yet."};
  const std::string go_on = fmt::format("To go on with it: questproof resume {}", folder);
  const bool finished = manifest->progress && manifest->progress->phase == RunPhase::kFinished;
  if (signs.empty()) {
    if (finished) {
      return {"stopped",
              "The search has ended, and its report is being made or was never written. " + go_on};
    }
    return {"stopped", "Nobody works on this run now. " + go_on};
  }
  const auto longest = std::max_element(
      signs.begin(), signs.end(),
      [](const SignOfLife& a, const SignOfLife& b) { return a.seconds < b.seconds; });
  if (longest->seconds < kSilentSeconds) {
    return {"running", "The run goes on. What follows is as of its newest commit."};
  }
  return {"silent", fmt::format("Rank {} has given no sign of life for {} s: it was killed, or it "
                                "hangs. {}",
                                longest->rank, longest->seconds, go_on)};
}

Json run_progress(const std::string& folder) {
  const std::optional<Manifest> manifest = newest_manifest(folder);
  const std::vector<SignOfLife> signs = signs_of_life(folder, std::time(nullptr));
  const std::string report = version_of(run_certificate_path(folder));
  const Standing standing =
      standing_of_run(folder, manifest ? &*manifest : nullptr, signs, !report.empty());
  Json parts = Json::array();
  for (const SignOfLife& sign : signs) {
    parts.push_back(Json::array({fmt::format("{}", sign.rank), sign.host, sign.process,
                                 sign.waits ? "waits for others" : "works", ago(sign.seconds)}));
  }
  return {{"version", report.empty() ? "running" : report},
          {"state", standing.state},
          {"says", standing.says},
          {"done", 0},
          {"total", 0},
          {"unit", ""},
          {"facts", manifest ? facts_of_run(*manifest, folder) : Json::array()},
          {"parts_title", "Ranks at work"},
          {"parts_columns", {"Rank", "Machine", "Process", "Does", "Last sign of life"}},
          {"parts", std::move(parts)}};
}

// Seconds since anything was written in a job's folder; nothing where it has none.
std::optional<std::int64_t> seconds_since_written(const std::string& folder) {
  std::error_code problem;
  std::optional<fs::file_time_type> newest;
  for (const char* name : {"", "/log.txt", "/certificate.json"}) {
    const auto written = fs::last_write_time(folder + name, problem);
    if (!problem && (!newest || written > *newest)) newest = written;
  }
  if (!newest) return std::nullopt;
  const auto age = fs::file_time_type::clock::now() - *newest;
  return std::chrono::duration_cast<std::chrono::seconds>(age).count();
}

Json night_progress(const PageSource& source) {
  std::string name = source.night;
  if (name.empty()) {
    const std::vector<std::string> names = night_names(source.sweep);
    if (names.empty()) {
      return {{"version", "none"},
              {"state", "stopped"},
              {"says", "There is no night yet."},
              {"done", 0},
              {"total", 0},
              {"unit", ""},
              {"facts", Json::array()},
              {"parts_title", ""},
              {"parts_columns", Json::array()},
              {"parts", Json::array()}};
    }
    name = names.back();
  }
  const Night night = current_night(source.sweep, name);
  std::size_t ended = 0;
  Json parts = Json::array();
  for (const NightJob& job : night.jobs) {
    if (job.outcome != JobOutcome::kPending) {
      ++ended;
      continue;
    }
    const auto age = seconds_since_written(source.sweep + "/" + job_folder(name, job.id));
    if (age) parts.push_back(Json::array({job.id, job.game, ago(*age)}));
  }
  const bool finished = night.finished();
  Json facts = Json::array();
  facts.push_back(pair_of("Night", name));
  facts.push_back(pair_of("Began", night.began));
  if (finished) facts.push_back(pair_of("Ended", night.ended));
  return {
      {"version",
       name + (finished ? " " + version_of(night_folder(source.sweep, name) + "/night.json")
                        : " running")},
      {"state", finished ? "finished" : "running"},
      {"says", finished ? "The night has ended; its report is below."
                        : "The night goes on, or was interrupted: the same `questproof sweep` "
                          "goes on with it. Load the page anew to see jobs that have ended since."},
      {"done", ended},
      {"total", night.jobs.size()},
      {"unit", "job"},
      {"facts", std::move(facts)},
      {"parts_title", "Jobs that have begun"},
      {"parts_columns", {"Job", "Game", "Last written"}},
      {"parts", std::move(parts)}};
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size();
}

std::optional<SignOfLife> parse_sign(const std::string& text, std::int64_t now) {
  SignOfLife sign;
  std::int64_t time = -1;
  bool ranked = false;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t sign_at = word.find('=');
    const std::string key = word.substr(0, sign_at);
    const std::string value = sign_at == std::string::npos ? "" : word.substr(sign_at + 1);
    if (key == "time" && !read_number(value, time)) return std::nullopt;
    if (key == "rank") ranked = read_number(value, sign.rank);
    if (key == "host") sign.host = value;
    if (key == "process") sign.process = value;
    if (word == "waits") sign.waits = true;
  }
  if (time < 0 || !ranked) return std::nullopt;
  sign.seconds = std::max<std::int64_t>(0, now - time);
  return sign;
}

}  // namespace

std::vector<SignOfLife> signs_of_life(const std::string& folder, std::int64_t now) {
  constexpr std::size_t kMostBytes = 1000;
  std::vector<SignOfLife> signs;
  std::error_code problem;
  for (fs::directory_iterator entry(folder + "/alive", problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with("rank-") || name.ends_with(".tmp")) continue;
    std::ifstream file(entry->path());
    std::string text(kMostBytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (const auto sign = parse_sign(text, now)) signs.push_back(*sign);
  }
  std::sort(signs.begin(), signs.end(),
            [](const SignOfLife& a, const SignOfLife& b) { return a.rank < b.rank; });
  return signs;
}

Json progress_data(const PageSource& source) {
  switch (source.kind) {
    case PageSourceKind::kRun: return run_progress(source.path);
    case PageSourceKind::kNight:
    case PageSourceKind::kSweep: return night_progress(source);
    case PageSourceKind::kCertificate: break;
  }
  throw Error(
      Error::Kind::kUsage,
      fmt::format("{} is a certificate, of a run that has ended: questproof report shows it",
                  source.path));
}

}  // namespace questproof
