// SPDX-License-Identifier: MIT
#include "games/live/trace.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json_nesting.h"
#include "games/live/live_game.h"
#include "games/live/message.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kTrace = "questproof-trace/1";

// As the protocol rounds them.
double rounded(double value) { return std::round(value * 10000) / 10000; }

Json step_json(const TraceStep& step) {
  Json json = {{"action", Json::parse(encode(step.action))}};
  json["at"] = {step.at.x, step.at.y, step.at.z};
  json["sees"] = Json::object();
  for (const auto& [object, state] : step.sees) json["sees"][object] = state;
  if (!step.text.empty()) json["text"] = step.text;
  if (!step.choices.empty()) json["choices"] = step.choices;
  return json;
}

TraceLine line_of(const Json& json) {
  if (json.contains("trace")) {
    if (json.at("trace") != kTrace) throw LiveFault(LiveFault::Kind::kGarbage, "an unknown trace");
    return TraceHead{json.at("game").get<std::string>(), json.at("agent").get<std::string>()};
  }
  if (json.contains("reset")) {
    if (!json.at("reset").is_number_unsigned()) {
      throw LiveFault(LiveFault::Kind::kGarbage, "\"reset\" is no whole number from 0 on");
    }
    return TraceReset{json.at("reset").get<std::uint64_t>()};
  }
  for (const char* key : {"save", "restore"}) {
    if (json.contains(key)) return TraceSlot{json.at(key).get<std::string>(), key[0] == 'r'};
  }
  TraceStep step;
  step.action = decode_action(json.at("action").dump());
  const auto at = json.at("at").get<std::array<double, 3>>();
  step.at = {at[0], at[1], at[2]};
  for (const auto& [object, state] : json.at("sees").items()) {
    step.sees[object] = state.get<std::map<std::string, std::string>>();
  }
  step.text = json.value("text", std::string());
  step.choices = json.value("choices", std::vector<std::string>());
  return step;
}

}  // namespace

TraceStep trace_step(const Action& action, const View& after) {
  TraceStep step;
  step.action = action;
  step.at = {rounded(after.at.x), rounded(after.at.y), rounded(after.at.z)};
  for (const SeenObject& object : after.objects) {
    if (!object.state.empty()) step.sees[object.id] = object.state;
  }
  step.text = after.text;
  step.choices = after.choices;
  return step;
}

std::string encode(const TraceLine& line) {
  Json json;
  if (const auto* head = std::get_if<TraceHead>(&line)) {
    json = {{"trace", kTrace}, {"game", head->game}, {"agent", head->agent}};
  } else if (const auto* reset = std::get_if<TraceReset>(&line)) {
    json = {{"reset", reset->seed}};
  } else if (const auto* slot = std::get_if<TraceSlot>(&line)) {
    json = {{slot->restored ? "restore" : "save", slot->slot}};
  } else {
    json = step_json(std::get<TraceStep>(line));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

TraceLine decode_trace_line(std::string_view line) {
  if (nests_too_deep(line)) {
    throw LiveFault(LiveFault::Kind::kGarbage,
                    fmt::format("it nests more than {} levels deep", kDeepestJson));
  }
  try {
    return line_of(Json::parse(line));
  } catch (const Json::exception& problem) {
    throw LiveFault(LiveFault::Kind::kGarbage, problem.what());
  }
}

}  // namespace questproof
