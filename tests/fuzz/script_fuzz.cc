// SPDX-License-Identifier: MIT
// Any bytes are a game of event scripts, good or bad. A form feed ends a file and begins the next.
// Whatever the parser makes of them must keep its promises; the sanitizers watch the rest.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "core/model/game_model.h"
#include "games/common/diagnostic.h"
#include "games/script/script_front_end.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumFiles = 4;

void expect(bool holds, std::string_view promise) {
  if (holds) return;
  fmt::print(stderr, "broken promise: {}\n", promise);
  std::abort();
}

std::vector<SourceText> split_into_files(std::string_view bytes) {
  std::vector<SourceText> texts;
  while (true) {
    const std::size_t end = bytes.find('\f');
    const bool last = end == std::string_view::npos || texts.size() + 1 == kMaximumFiles;
    const std::string path = fmt::format("file{}.quest", texts.size());
    texts.push_back({path, std::string(last ? bytes : bytes.substr(0, end))});
    if (last) return texts;
    bytes.remove_prefix(end + 1);
  }
}

// Every place lies inside one of the files, except that a fault of the whole game may have none.
void check_place(const Diagnostic& diagnostic, const std::vector<SourceText>& texts) {
  expect(!diagnostic.message.empty(), "a diagnostic says something");
  if (diagnostic.line == 0) return;
  const auto file = std::find_if(texts.begin(), texts.end(), [&](const SourceText& text) {
    return text.path == diagnostic.file;
  });
  expect(file != texts.end(), "a diagnostic names a file of the game");
  const auto lines = std::count(file->text.begin(), file->text.end(), '\n') + 1;
  expect(diagnostic.line <= static_cast<std::uint64_t>(lines), "a diagnostic names a line of it");
  expect(diagnostic.column >= 1, "columns count from 1");
}

void check(std::string_view bytes) {
  const std::vector<SourceText> texts = split_into_files(bytes);
  const LoadResult result = parse_script(texts, "fuzz");
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::kError; };
  const bool faulty = std::any_of(result.diagnostics.begin(), result.diagnostics.end(), is_error);
  expect(result.model.has_value() != faulty, "a model, or an error that says why there is none");
  for (const Diagnostic& diagnostic : result.diagnostics) check_place(diagnostic, texts);
  if (result.model) validate(*result.model);

  const LoadResult again = parse_script(texts, "fuzz");
  expect(again.model == result.model && again.diagnostics == result.diagnostics,
         "the same text gives the same result");
}

}  // namespace
}  // namespace questproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  questproof::check(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
