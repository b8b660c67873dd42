// SPDX-License-Identifier: MIT
#include "worker/fellow_message.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/error.h"
#include "core/base/json_nesting.h"
#include "worker/edge_text.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

// The next line, without its end; nothing after the last.
std::optional<std::string_view> next_line(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

std::string encode(const FellowMessage& message) {
  const Json head = {{"finished", message.finished},
                     {"idle", message.idle},
                     {"plan", static_cast<int>(message.plan.kind)},
                     {"what", message.plan.what},
                     {"at", {message.plan.at.x, message.plan.at.y, message.plan.at.z}}};
  std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (const Edge& edge : message.edges) text += encode(edge) + "\n";
  return text;
}

FellowMessage decode_fellow_message(std::string_view text) {
  FellowMessage message;
  const std::string_view first = next_line(text).value_or("");
  if (const auto fault = nesting_fault(first)) {
    throw Error(Error::Kind::kInternal, "a message between agents cannot be read: " + *fault);
  }
  try {
    const Json head = Json::parse(first);
    message.finished = head.at("finished").get<bool>();
    message.idle = head.at("idle").get<bool>();
    message.plan.kind = static_cast<Fellows::Plan::Kind>(head.at("plan").get<int>());
    message.plan.what = head.at("what").get<std::string>();
    const Json& at = head.at("at");
    message.plan.at = {at.at(0).get<double>(), at.at(1).get<double>(), at.at(2).get<double>()};
  } catch (const Json::exception& problem) {
    throw Error(Error::Kind::kInternal,
                std::string("a message between agents cannot be read: ") + problem.what());
  }
  while (const auto line = next_line(text)) message.edges.push_back(decode_edge(*line));
  return message;
}

}  // namespace questproof
