// SPDX-License-Identifier: MIT
#include "coordinator/page/command_report.h"

#include <fmt/core.h>

#include <ostream>

#include "coordinator/atomic_file.h"
#include "coordinator/figures.h"
#include "coordinator/page/page_html.h"
#include "coordinator/page/page_source.h"

namespace questproof {

ExitCode run_report(const CommandOptions& options, Console& console) {
  const PageSource source = find_page_source(options.run_directory);
  PageGameOptions game;
  game.game_file = options.game_file;
  if (options.time_seconds > 0) game.search_seconds = options.time_seconds;
  const std::string html = page_html(page_data(source, game, console), PageUse::kFile);
  if (options.output.empty()) {
    console.out << html;
    return ExitCode::kProved;
  }
  write_file_atomically(options.output, html);
  if (!options.quiet) {
    console.out << fmt::format("Report: {}, {}\n", options.output, bytes_text(html.size()));
  }
  return ExitCode::kProved;
}

}  // namespace questproof
