// SPDX-License-Identifier: MIT
#include "coordinator/diff/command_diff.h"

#include <fmt/core.h>

#include <ostream>
#include <utility>

#include "coordinator/atomic_file.h"
#include "coordinator/diff/compare_builds.h"
#include "coordinator/diff/compared_build.h"
#include "coordinator/diff/diff_json.h"
#include "coordinator/diff/diff_markdown.h"
#include "coordinator/diff/diff_text.h"
#include "core/base/error.h"

namespace questproof {
namespace {

std::pair<ComparedSide, ComparedSide> read_sides(const CommandOptions& options, Console& console) {
  const std::vector<std::string>& named = options.compared;
  const bool of_sweep = named.size() != 2;
  if (!of_sweep) {
    return {read_side(named[0], options.old_game, console),
            read_side(named[1], options.new_game, console)};
  }
  if (!is_sweep(named[0])) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} is no folder of a sweep; name two things to compare\n"
                            "See: questproof diff --help",
                            named[0]));
  }
  if (!options.old_game.empty() || !options.new_game.empty()) {
    throw Error(Error::Kind::kUsage,
                "a sweep keeps its games itself: leave out --old-game and --new-game");
  }
  return named.size() == 1 ? read_nights(named[0], "", "")
                           : read_nights(named[0], named[1], named[2]);
}

ExitCode code_of(const DiffResult& comparison) {
  if (comparison.count(Weight::kWorse) > 0) return ExitCode::kRefuted;
  if (comparison.count(Weight::kUnknown) > 0) return ExitCode::kUnknown;
  return ExitCode::kProved;
}

}  // namespace

ExitCode run_diff(const CommandOptions& options, Console& console) {
  if (options.json && options.markdown) {
    throw Error(Error::Kind::kUsage, "--json or --markdown: one of them");
  }
  const auto [before, after] = read_sides(options, console);
  if (before.is_night != after.is_night) {
    throw Error(Error::Kind::kUsage, fmt::format("{} and {}: a night is compared with a night only",
                                                 before.title, after.title));
  }
  CompareOptions compare;
  compare.most_states = options.states;
  const DiffResult comparison =
      compare_sides(before, !options.old_game.empty(), after, !options.new_game.empty(), compare);
  const std::string text =
      options.json ? diff_json(comparison)
      : options.markdown
          ? diff_markdown(comparison)
          : diff_text(comparison, options.output.empty() ? console.paint : Paint(), console.width);
  if (options.output.empty()) {
    console.out << text;
  } else {
    write_file_atomically(options.output, text);
  }
  return code_of(comparison);
}

}  // namespace questproof
