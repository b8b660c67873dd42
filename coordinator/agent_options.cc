// SPDX-License-Identifier: MIT
#include "coordinator/agent_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "coordinator/interrupt.h"
#include "core/base/error.h"
#include "games/common/file_text.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestTrace = std::size_t{1} << 30;

void read_budget(const std::string& text, SessionOptions& session) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view part = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const bool seconds = part.ends_with('s');
    if (seconds) part.remove_suffix(1);
    double value = 0;
    const char* end = part.data() + part.size();
    const auto [stop, problem] = std::from_chars(part.data(), end, value);
    if (problem != std::errc{} || stop != end || !(value >= 1) || value > 1e12) {
      throw Error(Error::Kind::kUsage,
                  fmt::format("--budget wants updates, seconds or both, as in 6000 or 600s or "
                              "6000,600s, not '{}'",
                              text));
    }
    if (seconds) {
      session.seconds = value;
    } else {
      session.updates = static_cast<std::uint64_t>(value);
    }
  }
}

}  // namespace

Patience patience_of(const CommandOptions& options) {
  if (!(options.patience_seconds > 0)) {
    throw Error(Error::Kind::kUsage, "--patience wants a number of seconds above 0");
  }
  Patience patience;
  patience.answer = options.patience_seconds;
  patience.start = std::max(patience.start, options.patience_seconds);
  return patience;
}

SessionOptions session_options(const CommandOptions& options) {
  SessionOptions limits;
  limits.seed = options.seed;
  limits.stop_requested = &InterruptGuard::flag();
  read_budget(options.budget, limits);
  return limits;
}

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& each : findings) {
    list.push_back({{"kind", each.kind},
                    {"text", each.text},
                    {"update", each.update},
                    {"action", each.action}});
  }
  return list;
}

std::string findings_text(const std::vector<Finding>& findings, const Console& console) {
  std::string text;
  for (const Finding& each : findings) {
    text += fmt::format("{}  {}, at update {} after \"{}\"\n", console.paint.warning(each.kind),
                        each.text, each.update, each.action);
  }
  return text;
}

std::string played_game(const Introduction& introduction, std::uint64_t seed) {
  const std::string alone =
      introduction.agents.size() < 2 ? "" : fmt::format(", {} alone", introduction.agents.front());
  return fmt::format("{} (seed {}{})", introduction.game, seed, alone);
}

std::string counted(std::uint64_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string trace_text(const CommandOptions& options) {
  if (options.trace.empty()) {
    throw Error(Error::Kind::kUsage, "name what to replay: --trace FILE");
  }
  FileText file = read_file_text(options.trace, kLargestTrace);
  if (!file.found) {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}", options.trace, file.reason));
  }
  return std::move(file.text);
}

}  // namespace questproof
