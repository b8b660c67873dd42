// SPDX-License-Identifier: MIT
#include "worker/edge_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.h"
#include "core/base/json_nesting.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

Json point_json(const Point& point) { return Json::array({point.x, point.y, point.z}); }

Point point_of(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

struct JsonOf {
  Json operator()(const RunBegin& edge) const {
    return {{"kind", "run"},
            {"run", edge.run},
            {"session", edge.session},
            {"agent", edge.agent},
            {"game", edge.game},
            {"seed", edge.seed},
            {"start", point_json(edge.start)}};
  }
  Json operator()(const RunEnd& edge) const {
    return {{"kind", "end"},
            {"run", edge.run},
            {"updates", edge.updates},
            {"seconds", edge.seconds},
            {"presses", edge.presses},
            {"done", edge.done},
            {"complete", edge.complete},
            {"reason", edge.reason}};
  }
  Json operator()(const PlaceEdge& edge) const {
    return {{"kind", "place"},
            {"id", edge.node.id},
            {"at", point_json(edge.node.at)},
            {"to", edge.node.to}};
  }
  Json operator()(const ThingEdge& edge) const {
    const SeenObject& thing = edge.thing;
    Json json = {{"kind", "thing"},
                 {"id", thing.id},
                 {"type", thing.type},
                 {"at", point_json(thing.at)},
                 {"size", point_json(thing.size)},
                 {"usable", thing.usable},
                 {"harmful", thing.harmful}};
    if (thing.blocks) json["can_block"] = true;
    return json;
  }
  Json operator()(const StateEdge& edge) const {
    return {{"kind", "state"},
            {"thing", edge.thing},
            {"property", edge.property},
            {"value", edge.value}};
  }
  Json operator()(const TransitionEdge& edge) const {
    return {{"kind", "transition"},      {"press", edge.button},  {"thing", edge.thing},
            {"property", edge.property}, {"before", edge.before}, {"after", edge.after}};
  }
  Json operator()(const PressEdge& edge) const {
    return {{"kind", "press"}, {"button", edge.button}};
  }
  Json operator()(const TroubleEdge& edge) const {
    return {{"kind", "trouble"}, {"button", edge.button}, {"finding", edge.finding}};
  }
  Json operator()(const SightingEdge& edge) const {
    return {{"kind", "sighting"},      {"run", edge.run},        {"number", edge.number},
            {"session", edge.session}, {"update", edge.update},  {"door", edge.door},
            {"open", edge.open},       {"presses", edge.presses}};
  }
  Json operator()(const TaskEdge& edge) const {
    return {{"kind", "task"},
            {"run", edge.run},
            {"session", edge.session},
            {"task", edge.task},
            {"update", edge.update},
            {"seconds", edge.seconds},
            {"path_length", edge.path_length}};
  }
};

EdgeBody run_begin_of(const Json& json) {
  return RunBegin{json.at("run").get<std::uint64_t>(),   json.at("session").get<std::uint64_t>(),
                  json.at("agent").get<std::uint32_t>(), json.at("game").get<std::string>(),
                  json.at("seed").get<std::uint64_t>(),  point_of(json.at("start"))};
}

EdgeBody run_end_of(const Json& json) {
  return RunEnd{json.at("run").get<std::uint64_t>(), json.at("updates").get<std::uint64_t>(),
                json.at("seconds").get<double>(),    json.at("presses").get<std::uint64_t>(),
                json.at("done").get<bool>(),         json.at("complete").get<bool>(),
                json.at("reason").get<std::string>()};
}

EdgeBody place_of(const Json& json) {
  return PlaceEdge{{json.at("id").get<std::uint32_t>(), point_of(json.at("at")),
                    json.at("to").get<std::vector<std::uint32_t>>()}};
}

EdgeBody thing_of(const Json& json) {
  SeenObject thing;
  thing.id = json.at("id").get<std::string>();
  thing.type = json.at("type").get<std::string>();
  thing.at = point_of(json.at("at"));
  thing.size = point_of(json.at("size"));
  thing.usable = json.at("usable").get<bool>();
  thing.harmful = json.at("harmful").get<bool>();
  if (json.contains("can_block")) thing.blocks = true;
  return ThingEdge{std::move(thing)};
}

EdgeBody sighting_of(const Json& json) {
  return SightingEdge{json.at("run").get<std::uint64_t>(),
                      json.at("number").get<std::uint64_t>(),
                      json.at("session").get<std::uint64_t>(),
                      json.at("update").get<std::uint64_t>(),
                      json.at("door").get<std::string>(),
                      json.at("open").get<bool>(),
                      json.at("presses").get<std::vector<std::string>>()};
}

EdgeBody task_of(const Json& json) {
  return TaskEdge{json.at("run").get<std::uint64_t>(), json.at("session").get<std::uint64_t>(),
                  json.at("task").get<std::string>(),  json.at("update").get<std::uint64_t>(),
                  json.at("seconds").get<double>(),    json.at("path_length").get<double>()};
}

EdgeBody body_of(const Json& json) {
  const auto text = [&](const char* name) { return json.at(name).get<std::string>(); };
  const std::string kind = text("kind");
  if (kind == "run") return run_begin_of(json);
  if (kind == "end") return run_end_of(json);
  if (kind == "place") return place_of(json);
  if (kind == "thing") return thing_of(json);
  if (kind == "state") return StateEdge{text("thing"), text("property"), text("value")};
  if (kind == "transition") {
    return TransitionEdge{text("press"), text("thing"), text("property"), text("before"),
                          text("after")};
  }
  if (kind == "press") return PressEdge{text("button")};
  if (kind == "trouble") {
    return TroubleEdge{text("button"), text("finding")};
  }
  if (kind == "sighting") return sighting_of(json);
  if (kind == "task") return task_of(json);
  throw Error(Error::Kind::kInput, fmt::format("there are no edges of the kind '{}'", kind));
}

SeenBy seen_by_of(const Json& json) {
  return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>()};
}

Json seen_by_json(const SeenBy& by) { return Json::array({by.run, by.update}); }

template <typename Read>
auto reading(std::string_view text, const Read& read) {
  if (const auto fault = nesting_fault(text)) {
    throw Error(Error::Kind::kInput,
                fmt::format("'{}' is no edge: {}", text.substr(0, 200), *fault));
  }
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("'{}' is no edge: {}", text.substr(0, 200), problem.what()));
  }
}

// A game may put bytes into names that are no UTF-8.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string encode(const Edge& edge) {
  Json json = std::visit(JsonOf{}, edge.body);
  json["by"] = seen_by_json(edge.by);
  return text_of(json);
}

Edge decode_edge(std::string_view text) {
  return reading(text, [](const Json& json) {
    return Edge{body_of(json), seen_by_of(json.at("by"))};
  });
}

std::string encode(const SeenEdge& edge) {
  Json json = std::visit(JsonOf{}, edge.body);
  Json& seen = json["seen"] = Json::array();
  for (const SeenBy& by : edge.seen) seen.push_back(seen_by_json(by));
  return text_of(json);
}

SeenEdge decode_seen_edge(std::string_view text) {
  return reading(text, [](const Json& json) {
    SeenEdge edge{body_of(json), {}};
    for (const Json& by : json.at("seen")) edge.seen.push_back(seen_by_of(by));
    return edge;
  });
}

}  // namespace questproof
