// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/verdict.h"
#include "games/common/diagnostic.h"

namespace questproof {

// What one job of a sweep may use; 0 means no limit of its own.
struct JobLimits {
  double time_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t disk_bytes = 0;
  int threads = 1;
  bool operator==(const JobLimits&) const = default;
};

// Large jobs run alone: with all cores, or over all ranks. kAuto: as the last night says.
enum class JobSize { kAuto, kSmall, kLarge };

// How a game is certified: the options of `certify` that shape results, and what is kept.
struct CertifyChoices {
  std::string reduce = "auto";
  std::string method = "auto";
  std::string engine = "auto";
  bool verify = true;
  bool random_play = true;
  bool store = false;
  bool operator==(const CertifyChoices&) const = default;
};

// A game, or all that a pattern names, in one build, variant and set of options.
struct SweepEntry {
  std::string game;  // its name; "": named as its file
  std::string file;  // as written
  std::string build;
  std::string root;  // the folder that `file` is relative to, absolute
  std::string variant;
  std::string options;
  std::vector<std::string> settings;  // "key=value"
  bool each_quest = false;            // a job for each quest
  std::vector<std::string> quests;    // a job for each of these; empty: see above
  std::optional<Verdict> expect;
  std::map<std::string, Verdict> expected;  // by quest
  CertifyChoices choices;
  JobLimits limits;
  std::int64_t priority = 0;
  JobSize size = JobSize::kAuto;
  std::uint32_t line = 0;  // where the game's file is named in the manifest
  std::uint32_t column = 0;
  bool operator==(const SweepEntry&) const = default;
};

struct SweepManifest {
  std::string path;  // absolute
  std::vector<SweepEntry>
      entries;  // games, in each builds, variants, options, in the order written
  bool operator==(const SweepManifest&) const = default;
};

// What is to be swept, written in TOML 1.0 (coordinator/README.md has the language). Paths in it are relative
// to its folder. Without an error among the diagnostics the manifest is whole; files are not looked for.
struct ManifestResult {
  SweepManifest manifest;
  std::vector<Diagnostic> diagnostics;  // in the order of lines
};

// `path` names the text in messages, and its folder is where paths begin.
ManifestResult parse_manifest(std::string_view text, const std::string& path);

}  // namespace questproof
