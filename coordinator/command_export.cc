// SPDX-License-Identifier: MIT
#include "coordinator/command_export.h"

#include <fmt/core.h>

#include <ostream>
#include <string>
#include <vector>

#include "coordinator/atomic_file.h"
#include "coordinator/game.h"
#include "coordinator/load_model.h"
#include "core/base/error.h"
#include "core/model/export_dot.h"
#include "core/model/export_json.h"
#include "core/model/export_promela.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

// A picture of more states than this cannot be read.
constexpr std::size_t kMostStatesInPicture = 2000;

std::string exported(const GameModel& model, const std::string& format) {
  if (format == "promela") return to_promela(model);
  if (format == "json") return to_json(model);
  if (format == "dot") return states_to_dot(model, kMostStatesInPicture);
  if (format == "dot-structure") return structure_to_dot(model);
  const std::vector<std::string> known = {"promela", "json", "dot", "dot-structure"};
  throw Error(Error::Kind::kUsage,
              fmt::format("--format is promela, json, dot or dot-structure, not '{}'{}", format,
                          did_you_mean(format, known)));
}

}  // namespace

ExitCode run_export(const CommandOptions& options, Console& console) {
  const GameModel model = load_model(options, console);
  // The game as written, unless reductions are asked for.
  const bool as_written = options.reduce == "auto";
  const std::string text =
      exported(as_written ? model : Game(model, options.reduce).searched(), options.format);
  if (options.output.empty()) {
    console.out << text;
  } else {
    write_file_atomically(options.output, text);
  }
  return ExitCode::kProved;
}

}  // namespace questproof
