// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_folder.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>

#include "coordinator/atomic_file.h"
#include "core/base/error.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKnownNames[] = {"lock",    "history.sqlite", "history.sqlite-journal",
                                       "sources", "certificates",   "nights"};

// A folder that holds something else was not meant.
void expect_sweep(const std::string& path) {
  if (fs::exists(path + "/lock")) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    if (std::find(std::begin(kKnownNames), std::end(kKnownNames), name) != std::end(kKnownNames)) {
      continue;
    }
    if (name.starts_with("nightly.")) continue;  // scripts/nightly begins with its log and its lock
    throw Error(Error::Kind::kUsage,
                fmt::format("{} holds '{}', so it is not the folder of a sweep; name a new or an "
                            "empty folder with --out",
                            path, name));
  }
}

std::uint64_t bytes_in(const std::string& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code problem;
    if (!entry->is_regular_file(problem)) continue;
    const std::uint64_t size = entry->file_size(problem);
    if (!problem) bytes += size;
  }
  return bytes;
}

// Names of files, and of folders, that are not among `used`, are removed. A certificate goes by its key: two
// files belong to it.
std::uint64_t remove_unused(const std::string& folder, const std::set<std::string>& used) {
  std::uint64_t removed = 0;
  std::vector<fs::path> unused;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (used.count(name.substr(0, name.find('.'))) == 0) unused.push_back(entry->path());
  }
  for (const fs::path& path : unused) {
    std::error_code problem;
    fs::remove_all(path, problem);
    if (!problem) ++removed;
  }
  return removed;
}

// "certificates/KEY.json" as KEY, "sources/HASH" as HASH.
std::string key_of(const std::string& path) {
  return fs::path(path).filename().string().substr(0, fs::path(path).filename().string().find('.'));
}

// What the nights that are left refer to.
void remove_unused(const std::string& sweep, const std::vector<std::string>& nights,
                   Cleared& cleared) {
  std::set<std::string> certificates, sources;
  for (const std::string& name : nights) {
    for (const NightJob& job : read_night(sweep, name).jobs) {
      if (!job.kept.empty()) certificates.insert(job.kept);
      if (job.certificate.starts_with("certificates/"))
        certificates.insert(key_of(job.certificate));
      sources.insert(key_of(job.sources));
      sources.insert(key_of(job.certificate_sources));
    }
  }
  cleared.certificates += remove_unused(sweep + "/certificates", certificates);
  cleared.sources += remove_unused(sweep + "/sources", sources);
}

// The newest of them, and the newest finished one.
std::set<std::string> needed(const std::string& sweep, const std::vector<std::string>& nights) {
  std::set<std::string> result;
  for (auto name = nights.rbegin(); name != nights.rend(); ++name) {
    if (name == nights.rbegin()) result.insert(*name);
    if (!read_night(sweep, *name).finished()) continue;
    result.insert(*name);
    break;
  }
  return result;
}

}  // namespace

SweepFolder::SweepFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw Error(Error::Kind::kResource,
                fmt::format("the folder {} cannot be made: {}", path, error.message()));
  }
  path_ = fs::canonical(path).string();
  expect_sweep(path_);
  const std::string file = path_ + "/lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    throw Error(Error::Kind::kResource,
                fmt::format("{}: cannot be opened: {}", file, std::strerror(errno)));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  ::close(lock_);
  if (reason == EWOULDBLOCK) {
    throw Error(Error::Kind::kUsage,
                fmt::format("another process works in {}; wait for it, or name another folder with "
                            "--out",
                            path_));
  }
  throw Error(Error::Kind::kResource,
              fmt::format("{}: cannot be locked: {}", file, std::strerror(reason)));
}

SweepFolder::~SweepFolder() { ::close(lock_); }

std::string job_folder(const std::string& night, const std::string& job) {
  return fmt::format("nights/{}/jobs/{}", night, job);
}

std::optional<NightJob> read_result(const std::string& sweep, const std::string& night,
                                    const std::string& job) {
  const std::string path = fmt::format("{}/{}/result.json", sweep, job_folder(night, job));
  if (!fs::is_regular_file(path)) return std::nullopt;
  try {
    NightJob result = parse_night_job(read_file(path), path);
    if (result.id == job && result.outcome != JobOutcome::kPending) return result;
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
  }
  return std::nullopt;
}

void write_result(const std::string& sweep, const std::string& night, const NightJob& job) {
  const std::string folder = fmt::format("{}/{}", sweep, job_folder(night, job.id));
  fs::create_directories(folder);
  write_file_atomically(folder + "/result.json", night_job_text(job));
}

std::uint64_t times_begun(const std::string& sweep, const std::string& night,
                          const std::string& job) {
  const std::string path = fmt::format("{}/{}/begun", sweep, job_folder(night, job));
  if (!fs::is_regular_file(path)) return 0;
  const std::string text = read_file(path);
  std::uint64_t times = 0;
  std::from_chars(text.data(), text.data() + text.size(), times);
  return times;
}

void write_times_begun(const std::string& sweep, const std::string& night, const std::string& job,
                       std::uint64_t times) {
  const std::string folder = fmt::format("{}/{}", sweep, job_folder(night, job));
  fs::create_directories(folder);
  write_file_atomically(folder + "/begun", std::to_string(times));
}

Cleared clear_away(const std::string& sweep, std::uint64_t nights, std::uint64_t bytes) {
  Cleared cleared;
  std::vector<std::string> left = night_names(sweep);
  const std::set<std::string> kept = needed(sweep, left);
  const auto remove_oldest = [&] {
    const auto oldest = std::find_if(
        left.begin(), left.end(), [&](const std::string& name) { return kept.count(name) == 0; });
    if (oldest == left.end()) return false;
    std::error_code error;
    fs::remove_all(night_folder(sweep, *oldest), error);
    if (error) {
      throw Error(
          Error::Kind::kResource,
          fmt::format("{}: cannot be removed: {}", night_folder(sweep, *oldest), error.message()));
    }
    cleared.nights.push_back(*oldest);
    left.erase(oldest);
    return true;
  };
  while (nights > 0 && left.size() > nights && remove_oldest()) continue;
  if (nights > 0 || bytes > 0) remove_unused(sweep, left, cleared);
  while (bytes > 0 && bytes_in(sweep) > bytes && remove_oldest()) {
    remove_unused(sweep, left, cleared);
  }
  cleared.bytes_left = bytes_in(sweep);
  return cleared;
}

}  // namespace questproof
