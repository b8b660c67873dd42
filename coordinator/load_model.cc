// SPDX-License-Identifier: MIT
#include "coordinator/load_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

#include "coordinator/console.h"
#include "coordinator/diagnostics_text.h"
#include "coordinator/figures.h"
#include "core/base/error.h"
#include "games/registry.h"

namespace questproof {

GameModel load_model(const std::string& path, Console& console) {
  LoadResult loaded = load_game(path);
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
