// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/sweep/night.h"

namespace questproof {

// The folder of a sweep. One process at a time works in it; that a folder is free is told by a lock on
// DIR/lock, which ends with the process that holds it, however that ends.
class SweepFolder {
 public:
  // Makes it where there is none. Throws Error(kUsage) where another process works in it or it holds
  // something else, Error(kResource) where it cannot be written.
  explicit SweepFolder(const std::string& path);
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  const std::string& path() const { return path_; }  // absolute

 private:
  std::string path_;
  int lock_ = -1;
};

// A job's place in a night, relative to the sweep's folder: nights/NAME/jobs/ID.
std::string job_folder(const std::string& night, const std::string& job);

// The result of a job, as it will stand in night.json, written whole or not at all when the job ends:
// what an interrupted night goes on from. Nothing where there is none, or none that can be read.
std::optional<NightJob> read_result(const std::string& sweep, const std::string& night,
                                    const std::string& job);
void write_result(const std::string& sweep, const std::string& night, const NightJob& job);

// How often a job was begun that runs inside this process: one that takes the process along leaves nothing
// else behind.
std::uint64_t times_begun(const std::string& sweep, const std::string& night,
                          const std::string& job);
void write_times_begun(const std::string& sweep, const std::string& night, const std::string& job,
                       std::uint64_t times);

// What was cleared away.
struct Cleared {
  std::vector<std::string> nights;
  std::uint64_t certificates = 0;  // and source folders that no night needs any more
  std::uint64_t sources = 0;
  std::uint64_t bytes_left = 0;
};

// Removes the oldest nights until there are at most `nights` (0: any number), and until the folder takes at most
// `bytes` (0: any number); the newest night is never removed, nor is the newest that is finished. Then
// certificates and sources that no night is left to use. The history stays.
Cleared clear_away(const std::string& sweep, std::uint64_t nights, std::uint64_t bytes);

}  // namespace questproof
