// SPDX-License-Identifier: MIT
#include "games/common/diagnostic.h"

#include <fmt/format.h>

namespace questproof {

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.line != 0) text += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  if (!text.empty()) text += ": ";
  text += diagnostic.severity == Severity::kError ? "error: " : "warning: ";
  text += diagnostic.message;
  if (!diagnostic.remedy.empty()) text += " (" + diagnostic.remedy + ")";
  return text;
}

}  // namespace questproof
