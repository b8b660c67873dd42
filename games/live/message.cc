// SPDX-License-Identifier: MIT
#include "games/live/message.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/json_nesting.h"
#include "games/live/live_game.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Request::Kind, const char*>, 7> kRequests = {{
    {Request::Kind::kHello, "hello"},
    {Request::Kind::kReset, "reset"},
    {Request::Kind::kObserve, "observe"},
    {Request::Kind::kAct, "act"},
    {Request::Kind::kSave, "save"},
    {Request::Kind::kRestore, "restore"},
    {Request::Kind::kEnd, "end"},
}};

[[noreturn]] void refuse(const std::string& what) {
  throw LiveFault(LiveFault::Kind::kGarbage, what);
}

// What lies further away than this along an axis, or is longer, is taken for a mistake of the game.
constexpr double kFarthest = 1e6;

double measure(const Json& value, const char* key) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    refuse(fmt::format("\"{}\" holds something that is no number", key));
  }
  const double amount = value.get<double>();
  if (std::abs(amount) > kFarthest) {
    refuse(fmt::format("\"{}\" holds {}: coordinates and lengths are from -1000000 to 1000000", key,
                       amount));
  }
  return amount;
}

Json parsed(std::string_view line) {
  if (nests_too_deep(line)) {
    refuse(fmt::format("it nests more than {} levels deep: {}", kDeepestJson, line.substr(0, 120)));
  }
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) {
    refuse(fmt::format("no JSON object: {}", line.substr(0, 120)));
  }
  return json;
}

const Json* find(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::string text(const Json& json, const char* key) {
  const Json* value = find(json, key);
  if (value == nullptr || !value->is_string()) refuse(fmt::format("\"{}\" is no text", key));
  return value->get<std::string>();
}

std::string text_or_nothing(const Json& json, const char* key) {
  return find(json, key) == nullptr ? std::string() : text(json, key);
}

double number(const Json& json, const char* key, double otherwise) {
  const Json* value = find(json, key);
  if (value == nullptr) return otherwise;
  if (!value->is_number() || !std::isfinite(value->get<double>())) {
    refuse(fmt::format("\"{}\" is no number", key));
  }
  return value->get<double>();
}

bool truth(const Json& json, const char* key, bool otherwise) {
  const Json* value = find(json, key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) refuse(fmt::format("\"{}\" is neither true nor false", key));
  return value->get<bool>();
}

const Json& list(const Json& json, const char* key) {
  static const Json kNothing = Json::array();
  const Json* value = find(json, key);
  if (value == nullptr) return kNothing;
  if (!value->is_array()) refuse(fmt::format("\"{}\" is no list", key));
  return *value;
}

std::vector<std::string> texts(const Json& json, const char* key) {
  std::vector<std::string> result;
  for (const Json& each : list(json, key)) {
    if (!each.is_string()) refuse(fmt::format("\"{}\" holds something that is no text", key));
    result.push_back(each.get<std::string>());
  }
  return result;
}

// Coordinates are rounded to a tenth of a millimetre, so that lines stay short.
Json point(const Point& at) {
  const auto rounded = [](double value) { return std::round(value * 10000) / 10000; };
  return Json::array({rounded(at.x), rounded(at.y), rounded(at.z)});
}

Point point(const Json& json, const char* key) {
  const Json* value = find(json, key);
  if (value == nullptr || !value->is_array() || value->size() != 3) {
    refuse(fmt::format("\"{}\" is no point [x, y, z]", key));
  }
  std::array<double, 3> at = {};
  for (std::size_t i = 0; i < at.size(); ++i) {
    at[i] = measure((*value)[i], key);
  }
  return {at[0], at[1], at[2]};
}

std::uint32_t id(const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0xFFFFFFFFU) {
    refuse("the id of a terrain node is a whole number from 0 to 4294967295");
  }
  return value.get<std::uint32_t>();
}

Json node_json(const TerrainNode& node) {
  return {{"id", node.id}, {"at", point(node.at)}, {"to", node.to}};
}

TerrainNode node_of(const Json& json) {
  if (!json.is_object()) refuse("\"terrain\" holds something that is no object");
  TerrainNode node;
  const Json* own = find(json, "id");
  if (own == nullptr) refuse("a terrain node has no \"id\"");
  node.id = id(*own);
  node.at = point(json, "at");
  for (const Json& other : list(json, "to")) node.to.push_back(id(other));
  return node;
}

Json object_json(const SeenObject& object) {
  Json json = {{"id", object.id}, {"type", object.type}, {"at", point(object.at)}};
  if (object.size != Point{}) json["size"] = point(object.size);
  if (object.usable) json["usable"] = true;
  if (object.harmful) json["harmful"] = true;
  if (object.blocks) json["blocks"] = *object.blocks;
  if (!object.state.empty()) {
    Json& state = json["state"] = Json::object();
    for (const auto& [name, value] : object.state) {
      if (value == "true" || value == "false") {
        state[name] = value == "true";
      } else {
        state[name] = value;
      }
    }
  }
  return json;
}

std::string state_text(const Json& value) {
  constexpr double kMostExact = 9007199254740992;  // 2^53: larger ones are no longer told apart
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float() && std::abs(value.get<double>()) >= kMostExact) {
    refuse("a number of \"state\" is too large; please give it as text");
  }
  if (value.is_boolean() || value.is_number()) return value.dump();
  refuse("a value of \"state\" is neither text nor number nor true nor false");
}

SeenObject object_of(const Json& json) {
  if (!json.is_object()) refuse("\"objects\" holds something that is no object");
  SeenObject object;
  object.id = text(json, "id");
  object.type = text_or_nothing(json, "type");
  object.at = find(json, "at") == nullptr ? Point{} : point(json, "at");
  if (find(json, "size") != nullptr) object.size = point(json, "size");
  object.usable = truth(json, "usable", false);
  object.harmful = truth(json, "harmful", false);
  if (find(json, "blocks") != nullptr) object.blocks = truth(json, "blocks", false);
  if (const Json* state = find(json, "state")) {
    if (!state->is_object()) refuse("\"state\" is no object");
    for (const auto& [name, value] : state->items()) object.state[name] = state_text(value);
  }
  return object;
}

Json view_json(const View& view) {
  Json json = {{"at", point(view.at)}, {"health", view.health}, {"score", view.score}};
  json["alive"] = view.alive;
  Json& objects = json["objects"] = Json::array();
  for (const SeenObject& object : view.objects) objects.push_back(object_json(object));
  if (!view.terrain.empty()) {
    Json& terrain = json["terrain"] = Json::array();
    for (const TerrainNode& node : view.terrain) terrain.push_back(node_json(node));
  }
  if (!view.refused.empty()) json["refused"] = view.refused;
  if (!view.choices.empty()) json["choices"] = view.choices;
  if (!view.text.empty()) json["text"] = view.text;
  return json;
}

View view_of(const Json& json) {
  if (!json.is_object()) refuse("what an agent sees is no object");
  View view;
  if (find(json, "at") != nullptr) view.at = point(json, "at");
  view.health = number(json, "health", 0);
  view.score = number(json, "score", 0);
  view.alive = truth(json, "alive", true);
  for (const Json& object : list(json, "objects")) view.objects.push_back(object_of(object));
  for (const Json& node : list(json, "terrain")) view.terrain.push_back(node_of(node));
  view.refused = text_or_nothing(json, "refused");
  view.choices = texts(json, "choices");
  view.text = text_or_nothing(json, "text");
  return view;
}

Json action_json(const Action& action) {
  switch (action.kind) {
    case Action::Kind::kWait: return {{"wait", true}};
    case Action::Kind::kMove: return {{"move", point(action.to)}};
    case Action::Kind::kUse: return {{"use", action.what}};
    case Action::Kind::kChoose: break;
  }
  return {{"choose", action.what}};
}

Action action_of(const Json& json) {
  if (!json.is_object()) refuse("an action is no object");
  if (find(json, "move") != nullptr) return Action::move(point(json, "move"));
  if (find(json, "use") != nullptr) return Action::use(text(json, "use"));
  if (find(json, "choose") != nullptr) return Action::choose(text(json, "choose"));
  if (truth(json, "wait", false)) return Action::wait();
  refuse("an action is one of move, use, choose and wait");
}

// An answer that is not a refusal.
Json answer(std::string_view line) {
  Json json = parsed(line);
  const Json* good = find(json, "ok");
  if (good == nullptr || !good->is_boolean()) refuse("\"ok\" is neither true nor false");
  if (!good->get<bool>()) {
    throw LiveFault(LiveFault::Kind::kRefusal, text_or_nothing(json, "error"));
  }
  return json;
}

// Bytes that are no UTF-8 become question marks instead of ending the run.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string encode(const Request& request) {
  Json json;
  for (const auto& [kind, name] : kRequests) {
    if (kind == request.kind) json["do"] = name;
  }
  switch (request.kind) {
    case Request::Kind::kHello: json["protocol"] = kLiveProtocol; break;
    case Request::Kind::kReset: json["seed"] = request.seed; break;
    case Request::Kind::kAct: {
      Json& actions = json["actions"] = Json::object();
      for (const auto& [agent, action] : request.actions) actions[agent] = action_json(action);
      break;
    }
    case Request::Kind::kSave:
    case Request::Kind::kRestore: json["slot"] = request.slot; break;
    case Request::Kind::kObserve:
    case Request::Kind::kEnd: break;
  }
  return dumped(json);
}

Request decode_request(std::string_view line) {
  const Json json = parsed(line);
  const std::string verb = text(json, "do");
  Request request;
  bool known = false;
  for (const auto& [kind, name] : kRequests) {
    if (verb == name) {
      request.kind = kind;
      known = true;
    }
  }
  if (!known) refuse(fmt::format("there is no request \"{}\"", verb));
  if (request.kind == Request::Kind::kReset) {
    const Json* seed = find(json, "seed");
    if (seed != nullptr && !seed->is_number_unsigned()) refuse("\"seed\" is no whole number");
    if (seed != nullptr) request.seed = seed->get<std::uint64_t>();
  }
  if (request.kind == Request::Kind::kSave || request.kind == Request::Kind::kRestore) {
    request.slot = text(json, "slot");
  }
  if (request.kind == Request::Kind::kAct) {
    const Json* actions = find(json, "actions");
    if (actions == nullptr || !actions->is_object()) refuse("\"actions\" is no object");
    for (const auto& [agent, action] : actions->items()) request.actions[agent] = action_of(action);
  }
  return request;
}

std::string encode(const Introduction& introduction) {
  Json json = {{"ok", true}, {"protocol", kLiveProtocol}, {"game", introduction.game}};
  json["agents"] = introduction.agents;
  json["can"] = introduction.can_save ? Json::array({"save"}) : Json::array();
  if (introduction.whole_views) json["views"] = "whole";
  json["view_distance"] = introduction.view_distance;
  json["reach"] = introduction.reach;
  return dumped(json);
}

Introduction decode_introduction(std::string_view line) {
  const Json json = answer(line);
  const std::string protocol = text(json, "protocol");
  if (protocol != kLiveProtocol) {
    refuse(fmt::format("the game speaks \"{}\", this is {}", protocol, kLiveProtocol));
  }
  Introduction introduction;
  introduction.game = text(json, "game");
  introduction.agents = texts(json, "agents");
  if (introduction.agents.empty()) refuse("\"agents\" is empty");
  for (const std::string& ability : texts(json, "can")) {
    if (ability == "save") introduction.can_save = true;
  }
  introduction.whole_views = text_or_nothing(json, "views") == "whole";
  for (const auto& [key, length] : {std::pair{"view_distance", &introduction.view_distance},
                                    std::pair{"reach", &introduction.reach}}) {
    if (const Json* value = find(json, key)) *length = measure(*value, key);
  }
  return introduction;
}

std::string encode(const Observation& observation) {
  Json json = {{"ok", true}, {"time", observation.time}, {"over", observation.over}};
  Json& agents = json["agents"] = Json::object();
  for (const auto& [name, view] : observation.agents) agents[name] = view_json(view);
  return dumped(json);
}

Observation decode_observation(std::string_view line) {
  const Json json = answer(line);
  Observation observation;
  observation.time = number(json, "time", 0);
  observation.over = truth(json, "over", false);
  const Json* agents = find(json, "agents");
  if (agents == nullptr || !agents->is_object()) refuse("\"agents\" is no object");
  for (const auto& [name, view] : agents->items()) observation.agents[name] = view_of(view);
  return observation;
}

std::string encode(const Action& action) { return dumped(action_json(action)); }

Action decode_action(std::string_view text) { return action_of(parsed(text)); }

std::string encode_done() { return R"({"ok":true})"; }

std::string encode_refusal(std::string_view reason) {
  return dumped({{"ok", false}, {"error", reason}});
}

void decode_done(std::string_view line) { answer(line); }

}  // namespace questproof
