// SPDX-License-Identifier: MIT
#include "coordinator/diagnostics_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/source_quotes.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

// The part of a long line around the column (both count characters from 0), and where the column
// then is.
struct Excerpt {
  std::string text;
  std::size_t column = 0;
};

std::vector<std::string> characters(const std::string& line) {
  std::vector<std::string> result;
  for (char letter : line) {
    const bool continues = (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U;
    if (!continues || result.empty()) result.emplace_back();
    result.back() += letter == '\t' ? ' ' : letter;
  }
  return result;
}

Excerpt excerpt(const std::string& line, std::size_t column, std::size_t width) {
  const std::vector<std::string> letters = characters(line);
  std::size_t begin = 0;
  while (begin < letters.size() && letters[begin] == " " && begin < column) ++begin;
  if (column > begin + width - 10) begin = column - width / 2;
  Excerpt result;
  const std::size_t end = std::min(letters.size(), begin + width);
  for (std::size_t i = begin; i < end; ++i) result.text += letters[i];
  while (!result.text.empty() && result.text.back() == ' ') result.text.pop_back();
  result.column = column - begin;
  return result;
}

}  // namespace

std::string diagnostics_text(const std::vector<Diagnostic>& diagnostics, const Paint& paint,
                             std::size_t width) {
  SourceQuotes quotes;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::string place = diagnostic.file;
    if (diagnostic.line != 0) place += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
    if (!place.empty()) place += ":";
    const bool is_error = diagnostic.severity == Severity::kError;
    text += wrap(
        fmt::format("{}{}{} {}", paint.bold(place), place.empty() ? "" : " ",
                    is_error ? paint.bad("error:") : paint.warning("warning:"), diagnostic.message),
        width, 4);
    const std::string& line = quotes.line(diagnostic.file, diagnostic.line);
    if (diagnostic.line != 0 && !line.empty()) {
      const std::string number = fmt::format("{:>5}", diagnostic.line);
      const std::size_t column = std::max<std::uint32_t>(1, diagnostic.column) - 1;
      const Excerpt shown = excerpt(line, column, width - number.size() - 4);
      text += fmt::format("{} {}\n", paint.dim(number + " |"), shown.text);
      text += fmt::format("{} {}{}\n", paint.dim(std::string(number.size(), ' ') + " |"),
                          std::string(shown.column, ' '), paint.good("^"));
    }
    if (!diagnostic.remedy.empty()) {
      text += hanging("", "help: " + diagnostic.remedy, 2, width);
    }
  }
  return text;
}

}  // namespace questproof
