// SPDX-License-Identifier: MIT
#include "coordinator/load_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

#include "coordinator/console.h"
#include "coordinator/diagnostics_text.h"
#include "coordinator/figures.h"
#include "coordinator/options.h"
#include "core/base/error.h"
#include "games/registry.h"

namespace questproof {

Settings parse_settings(const std::vector<std::string>& texts) {
  Settings settings;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    if (sign == 0 || sign == std::string::npos) {
      throw Error(Error::Kind::kUsage,
                  fmt::format("--set wants KEY=VALUE, as in --set state=buttons, not '{}'", text));
    }
    settings.push_back({text.substr(0, sign), text.substr(sign + 1)});
  }
  return settings;
}

GameModel load_model(const CommandOptions& options, Console& console) {
  const std::string& path = options.game_file;
  LoadResult loaded = load_game(path, parse_settings(options.settings));
  console.error << diagnostics_text(loaded.diagnostics, console.error_paint, console.width);
  const auto errors =
      std::count_if(loaded.diagnostics.begin(), loaded.diagnostics.end(),
                    [](const Diagnostic& d) { return d.severity == Severity::kError; });
  if (!loaded.model || errors > 0) {
    throw Error(Error::Kind::kInput,
                fmt::format("{} has {}; nothing was explored", path,
                            counted(static_cast<std::uint64_t>(errors), "error")));
  }
  return std::move(*loaded.model);
}

}  // namespace questproof
