// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_session.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "coordinator/atomic_file.h"
#include "coordinator/diagnostics_text.h"
#include "coordinator/figures.h"
#include "coordinator/revision.h"
#include "coordinator/sweep/junit.h"
#include "core/base/check.h"
#include "core/base/error.h"
#include "core/base/hash.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

// What took so long in the last night is worth all cores.
constexpr double kLargeCpuSeconds = 300;
constexpr std::chrono::seconds kBetweenWrites{2};

// In milliseconds, so that nights which begin one after the other are in order.
std::string time_now() {
  const auto now =
      std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds),
                     now.time_since_epoch().count() % 1000);
}

std::string new_name(const std::string& sweep) {
  const std::string name = fmt::format("{:%Y-%m-%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
  std::string free = name;
  for (int number = 2; fs::exists(night_folder(sweep, free)); ++number) {
    free = fmt::format("{}-{}", name, number);
  }
  return free;
}

void expect_name(const std::string& name) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
  };
  if (!name.starts_with('.') && name.size() <= 100 &&
      std::all_of(name.begin(), name.end(), is_plain)) {
    return;
  }
  throw Error(
      Error::Kind::kUsage,
      fmt::format("--night wants a name of letters, digits, '.', '_' and '-', not '{}'", name));
}

// The newest finished night but `name`.
std::optional<Night> newest_finished(const std::string& sweep, const std::string& name) {
  const std::vector<std::string> names = night_names(sweep);
  for (auto one = names.rbegin(); one != names.rend(); ++one) {
    if (*one == name) continue;
    Night night = read_night(sweep, *one);
    if (night.finished()) return night;
  }
  return std::nullopt;
}

std::string with_errors(std::size_t count, const std::string& path) {
  return fmt::format("{} has {}; nothing was run", path, counted(count, "error"));
}

}  // namespace

SweepSession::SweepSession(const std::string& program, const CommandOptions& options,
                           Console& console)
    : options_(options), console_(console), began_(std::chrono::steady_clock::now()) {
  if (options.sweep_directory.empty()) {
    throw Error(Error::Kind::kUsage, "name the folder of the sweep: --out DIR");
  }
  if (!options.night.empty()) expect_name(options.night);
  SweepManifest manifest;
  read_manifest(manifest);
  folder_ = std::make_unique<SweepFolder>(options.sweep_directory);
  history_ = History::open(folder() + "/history.sqlite");
  program_ = program_identity(program);
  before_ = newest_finished(folder(), options.night);
  plan_ = make_plan(manifest, {folder(), program_, before_, options.fresh, options.threads});
  console_.error << diagnostics_text(plan_.diagnostics, console_.error_paint, console_.width);
  if (!plan_.diagnostics.empty()) {
    throw Error(Error::Kind::kInput, with_errors(plan_.diagnostics.size(), manifest.path));
  }
  night_.manifest = manifest.path;
  choose_night(plan_.hash);
}

void SweepSession::read_manifest(SweepManifest& manifest) {
  const std::string path = fs::absolute(options_.manifest).lexically_normal().string();
  ManifestResult result = parse_manifest(read_file(path), path);
  console_.error << diagnostics_text(result.diagnostics, console_.error_paint, console_.width);
  if (!result.diagnostics.empty()) {
    throw Error(Error::Kind::kInput, with_errors(result.diagnostics.size(), path));
  }
  manifest = std::move(result.manifest);
}

void SweepSession::choose_night(const std::string& plan) {
  const std::vector<std::string> names = night_names(folder());
  std::string name = options_.night;
  if (name.empty() && !names.empty()) {
    const Night newest = read_night(folder(), names.back());
    if (!newest.finished() && newest.plan == plan) name = newest.name;
  }
  const bool there = std::find(names.begin(), names.end(), name) != names.end();
  const std::string manifest = night_.manifest;
  if (there) {
    night_ = read_night(folder(), name);
    if (night_.plan != plan) {
      throw Error(
          Error::Kind::kUsage,
          fmt::format("night {} was of other games, another manifest or another program, and "
                      "cannot {} with these; choose another --night",
                      name, night_.finished() ? "be shown again" : "go on"));
    }
    if (night_.finished()) {
      before_.reset();
      if (!night_.before.empty() &&
          fs::exists(night_folder(folder(), night_.before) + "/night.json")) {
        before_ = read_night(folder(), night_.before);
      }
      return;
    }
    earlier_seconds_ = night_.seconds;
  } else {
    night_.name = name.empty() ? new_name(folder()) : name;
    night_.manifest = manifest;
    night_.plan = plan;
    night_.began = time_now();
    // Results of a night that was broken off before it was one, or half cleared away.
    if (!options_.dry_run) fs::remove_all(night_folder(folder(), night_.name) + "/jobs");
  }
  begin_night(there);
}

void SweepSession::begin_night(bool goes_on) {
  night_.program_version = program_version();
  night_.program_revision = program_revision();
  night_.program_identity = program_;
  night_.before = before_ ? before_->name : "";
  night_.jobs.clear();
  for (const PlannedJob& job : plan_.jobs) night_.jobs.push_back(job.task.job);
  take_earlier_results(goes_on);
  if (options_.dry_run) return;
  share_results();  // of a job that had ended when the night was broken off, and not told others yet
  write_night(folder(), night_);
  written_ = std::chrono::steady_clock::now();
}

// Whether it is a result of this very job. With --fresh nothing is re-used, whichever session has done so.
bool SweepSession::is_result_of(const NightJob& job, const NightJob& result) const {
  const bool from_elsewhere = result.source != JobSource::kRun && result.from_night != night_.name;
  return result.model_hash == job.model_hash && result.arguments == job.arguments &&
         result.game_file == job.game_file && !(options_.fresh && from_elsewhere);
}

void SweepSession::take_earlier_results(bool goes_on) {
  for (NightJob& job : night_.jobs) {
    std::optional<NightJob> result;
    if (goes_on) result = read_result(folder(), night_.name, job.id);
    if (result && is_result_of(job, *result)) {
      job = std::move(*result);
      if (!options_.dry_run) keep(job);
    } else if (job.outcome != JobOutcome::kPending && !options_.dry_run) {
      write_result(folder(), night_.name, job);
    }
  }
}

// Keeps a certificate for other nights, in place of one that was there: that one was not good enough, or was not
// wanted. A result is written first: a night that is interrupted in between goes on as if it had not been.
void SweepSession::keep(const NightJob& job) {
  if (job.kept.empty() || job.source != JobSource::kRun) return;
  const KeptCertificates certificates(folder());
  const std::string contents = read_file(folder() + "/" + job.certificate);
  const KeptCertificate kept{night_.name, job.id, job.certificate_sources, job.model_hash,
                             hash_128(std::string_view(contents)).to_hex()};
  if (certificates.find(job.kept) == kept && certificates.contents(job.kept, kept)) return;
  certificates.keep(job.kept, kept, contents);
}

std::vector<JobTask> SweepSession::tasks() {
  std::vector<JobTask> tasks;
  std::set<std::string> asked;
  for (std::size_t i = 0; i < night_.jobs.size(); ++i) {
    const NightJob& job = night_.jobs[i];
    if (job.outcome != JobOutcome::kPending) continue;
    const PlannedJob& planned = plan_.jobs[i];
    if (!asked.insert(planned.key).second) continue;
    JobTask task = planned.task;
    const std::optional<JobCost> cost = history_->last_cost(job.id);
    task.expected_seconds = cost ? cost->seconds : 0;
    const bool known_large = cost && cost->cpu_seconds > kLargeCpuSeconds;
    task.large = task.large || (planned.size == JobSize::kAuto && known_large);
    tasks.push_back(std::move(task));
  }
  return tasks;
}

void SweepSession::take(const NightJob& result) {
  for (std::size_t i = 0; i < night_.jobs.size(); ++i) {
    if (night_.jobs[i].id != result.id) continue;
    NightJob& job = night_.jobs[i];
    job = result;
    job.kept.clear();
    if (job.outcome == JobOutcome::kFinished) {
      const FoundGame found = read_found_game(folder() + "/" + job.certificate);
      if (is_whole(found)) job.kept = plan_.jobs[i].key;
    }
    write_result(folder(), night_.name, job);
    keep(job);
    write_seldom();
    return;
  }
  QUEST_CHECK_MSG(false, "a result of no job");
}

void SweepSession::share_results() {
  std::map<std::string, const NightJob*> by_key;
  for (const NightJob& job : night_.jobs) {
    if (!job.kept.empty() && job.outcome == JobOutcome::kFinished &&
        job.source != JobSource::kCarried) {
      by_key.emplace(job.kept, &job);
    }
  }
  for (std::size_t i = 0; i < night_.jobs.size(); ++i) {
    NightJob& job = night_.jobs[i];
    const auto found = by_key.find(plan_.jobs[i].key);
    if (job.outcome != JobOutcome::kPending || found == by_key.end()) continue;
    const NightJob& same = *found->second;
    take_certificate(job, read_found_game(folder() + "/" + same.certificate),
                     KeptCertificates::path(same.kept));
    job.source = JobSource::kReused;
    job.from_night = same.source == JobSource::kRun ? night_.name : same.from_night;
    job.certificate_sources = same.certificate_sources;
    job.kept = same.kept;
    write_result(folder(), night_.name, job);
  }
}

double SweepSession::seconds() const {
  const auto passed = std::chrono::steady_clock::now() - began_;
  return earlier_seconds_ + std::chrono::duration<double>(passed).count();
}

// For whoever looks on: often enough, and seldom enough not to be what takes the time.
void SweepSession::write_seldom() {
  if (std::chrono::steady_clock::now() - written_ < kBetweenWrites) return;
  night_.seconds = seconds();
  write_night(folder(), night_);
  written_ = std::chrono::steady_clock::now();
}

void SweepSession::show_running(const std::vector<JobTask>& tasks,
                                const std::vector<std::size_t>& running) {
  if (!console_.progress) return;
  const auto left = std::count_if(night_.jobs.begin(), night_.jobs.end(), [](const NightJob& job) {
    return job.outcome == JobOutcome::kPending;
  });
  std::string text = fmt::format("{} of {} to do  {}", left, counted(night_.jobs.size(), "job"),
                                 seconds_text(seconds()));
  for (const std::size_t task : running) text += "  " + job_title(tasks[task].job);
  console_.error << "\r\x1b[2K" << text.substr(0, console_.width - 1) << std::flush;
  line_shown_ = true;
}

void SweepSession::judge() {
  for (NightJob& job : night_.jobs) {
    for (NightQuest& quest : job.quests) {
      quest.before = history_->last_verdict(job.id, quest.name, night_.name);
      quest.as_expected = is_as_expected(quest);
    }
  }
}

void SweepSession::close(bool finished) {
  if (line_shown_) console_.error << "\r\x1b[2K" << std::flush;
  line_shown_ = false;
  night_.seconds = seconds();
  judge();
  if (finished) {
    night_.ended = time_now();
    write_file_atomically(night_folder(folder(), night_.name) + "/junit.xml",
                          junit_text(folder(), night_));
    history_->enter(night_);
  }
  write_night(folder(), night_);
}

void SweepSession::clear() {
  if (options_.keep == 0 && options_.disk.bytes == 0) return;
  const Cleared cleared = clear_away(folder(), options_.keep, options_.disk.bytes);
  if (!cleared.nights.empty()) {
    console_.error << fmt::format("questproof: {} cleared away; {} left in {}\n",
                                  counted(cleared.nights.size(), "old night"),
                                  bytes_text(cleared.bytes_left), folder());
  }
  if (options_.disk.bytes > 0 && cleared.bytes_left > options_.disk.bytes) {
    console_.error << fmt::format(
        "questproof: {} holds {}, more than --disk {}, with the newest night alone\n", folder(),
        bytes_text(cleared.bytes_left), options_.disk.to_string());
  }
}

}  // namespace questproof
