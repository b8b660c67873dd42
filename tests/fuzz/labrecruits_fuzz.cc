// SPDX-License-Identifier: MIT
// Any bytes are a level of Lab Recruits, good or bad. Whatever the reader makes of them must keep its
// promises; the sanitizers watch the rest. The first byte decides how the level is read.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostic.h"
#include "games/labrecruits/labrecruits_front_end.h"

namespace questproof {
namespace {

void expect(bool holds, std::string_view promise) {
  if (holds) return;
  fmt::print(stderr, "broken promise: {}\n", promise);
  std::abort();
}

Settings settings_of(unsigned char byte) {
  return {{"dialect", (byte & 1U) != 0 ? "older" : "current"},
          {"floors", (byte & 2U) != 0 ? "0" : "all"},
          {"state", (byte & 4U) != 0 ? "buttons" : "doors"},
          {"reach", (byte & 8U) != 0 ? "near" : "zone"},
          {"agents", (byte & 16U) != 0 ? "all" : "first"}};
}

void check(std::string_view bytes) {
  if (bytes.empty()) return;
  const Settings settings = settings_of(static_cast<unsigned char>(bytes.front()));
  const std::vector<SourceText> texts = {{"level.csv", std::string(bytes.substr(1))}};
  const LoadResult result = parse_labrecruits(texts, "level", settings);
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::kError; };
  const bool faulty = std::any_of(result.diagnostics.begin(), result.diagnostics.end(), is_error);
  expect(result.model.has_value() != faulty, "a model, or an error that says why there is none");
  const auto lines = std::count(texts[0].text.begin(), texts[0].text.end(), '\n') + 1;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    expect(!diagnostic.message.empty(), "a diagnostic says something");
    expect(diagnostic.line <= static_cast<std::uint64_t>(lines), "a diagnostic names a line");
  }
  if (result.model) validate(*result.model);
  const LoadResult again = parse_labrecruits(texts, "level", settings);
  expect(again.model == result.model && again.diagnostics == result.diagnostics,
         "the same text gives the same result");
}

}  // namespace
}  // namespace questproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  questproof::check(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
