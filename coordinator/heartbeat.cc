// SPDX-License-Identifier: MIT
#include "coordinator/heartbeat.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>
#include <vector>

#include "core/base/exit_code.h"

namespace questproof {
namespace {

constexpr std::chrono::seconds kBeat{2};

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

std::string read_record(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::string Heartbeat::record_path(const std::string& folder, int rank) {
  return fmt::format("{}/alive/rank-{}", folder, rank);
}

Heartbeat::Heartbeat(Settings settings, const Activity& activity)
    : settings_(std::move(settings)), activity_(activity) {
  std::error_code ignored;
  std::filesystem::create_directory(settings_.folder + "/alive", ignored);
  thread_ = std::thread([this] { run(); });
}

// The record of a rank that has ended well would look like one of a rank that hangs.
Heartbeat::~Heartbeat() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_one();
  thread_.join();
  std::error_code ignored;
  std::filesystem::remove(record_path(settings_.folder, settings_.rank), ignored);
  std::filesystem::remove(settings_.folder + "/alive", ignored);  // when it is empty
}

void Heartbeat::run() {
  using Clock = std::chrono::steady_clock;
  struct Seen {
    std::string record;
    Clock::time_point since = Clock::now();
  };
  std::vector<Seen> seen(static_cast<std::size_t>(settings_.ranks));
  std::unique_lock lock(mutex_);
  do {
    write_record();
    if (settings_.rank != 0 || settings_.silence_seconds <= 0) continue;
    for (int rank = 1; rank < settings_.ranks; ++rank) {
      Seen& last = seen[static_cast<std::size_t>(rank)];
      std::string record = read_record(record_path(settings_.folder, rank));
      if (record != last.record) {
        last = {std::move(record), Clock::now()};
        continue;
      }
      const std::chrono::duration<double> silent = Clock::now() - last.since;
      if (silent.count() < settings_.silence_seconds) continue;
      std::cerr << fmt::format(
                       "questproof: rank {} gives no sign of life for {:.0f} s; all ranks end, and "
                       "`questproof resume {}` goes on. Its last: {}",
                       rank, silent.count(), settings_.folder,
                       last.record.empty() ? "nothing\n" : last.record)
                << std::flush;
      // The launcher ends the others. Nothing of MPI may be called here.
      std::_Exit(static_cast<int>(ExitCode::kResource));
    }
  } while (!ended_.wait_for(lock, kBeat, [&] { return ends_; }));
}

// A disk that is full or gone is reported by the run itself.
void Heartbeat::write_record() noexcept {
  try {
    const std::string path = record_path(settings_.folder, settings_.rank);
    const std::string temporary = path + ".tmp";
    std::ofstream(temporary) << fmt::format(
        "time={} rank={} host={} process={} {} collectives={}\n", std::time(nullptr),
        settings_.rank, host_name(), getpid(), activity_.waits ? "waits" : "works",
        activity_.collectives.load());
    std::error_code ignored;
    std::filesystem::rename(temporary, path, ignored);
  } catch (const std::exception&) {
  }
}

}  // namespace questproof
