// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace questproof {

struct Console;

// What `report` and `serve` are given: one path that is one of these.
enum class PageSourceKind {
  kCertificate,  // a JSON file
  kRun,          // the folder of a run: certify --store
  kNight,        // the folder of one night of a sweep
  kSweep,        // the folder of a sweep; its newest night is shown
};

struct PageSource {
  PageSourceKind kind = PageSourceKind::kCertificate;
  std::string path;   // as it was given, without a slash at its end
  std::string sweep;  // kNight, kSweep: folder of the sweep
  std::string night;  // kNight: its name; kSweep: "", or the newest one
};

// Throws Error(kUsage) that says what would have been understood.
PageSource find_page_source(const std::string& path);

// How the game itself is used, beside what the source holds of it.
struct PageGameOptions {
  std::string game_file;  // "": only what lies with the source
  double search_seconds =
      10;  // for what every completion needs; it is searched for in `game_file` only
};

// All of a page's data. Throws Error(kInput) where there is nothing to show yet.
nlohmann::ordered_json page_data(const PageSource& source, const PageGameOptions& options,
                                 const Console& console);

// A page's data with nothing in it yet.
nlohmann::ordered_json empty_page(const std::string& title, const std::string& subtitle);

}  // namespace questproof
