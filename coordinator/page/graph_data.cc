// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "coordinator/page/game_data.h"
#include "coordinator/page/layered_layout.h"
#include "coordinator/page/scene_graph.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostEvents = 8;  // that are named at one edge
constexpr std::size_t kMostEverywhere = 12;

// What is marked at a scene.
struct Marks {
  std::vector<std::size_t> done;    // quests whose shortest completion ends here
  std::vector<std::size_t> needed;  // quests of which every completion comes here
  std::size_t fatal = 0;            // fatal events

  // Of the box that tells all of it.
  double height(bool start) const {
    const int lines =
        (start ? 1 : 0) + (done.empty() ? 0 : 1) + (needed.empty() ? 0 : 1) + (fatal == 0 ? 0 : 1);
    return 31.0 + 15.0 * lines;
  }
};

std::vector<Marks> marks_of(const FoundGame& found, const SceneGraph& graph,
                            const std::vector<Bottleneck>& bottlenecks) {
  std::vector<Marks> marks(graph.nodes.size());
  for (std::size_t q = 0; q < found.quests.size(); ++q) {
    if (graph.quests[q].completion) marks[graph.quests[q].completion->last].done.push_back(q);
    for (const FoundFatalEvent& event : found.quests[q].fatal_events) {
      if (event.shortest.steps.empty()) continue;
      const auto node = graph.node(event.shortest.steps.back().scene);
      if (node) ++marks[*node].fatal;
    }
    if (q >= bottlenecks.size() || !bottlenecks[q].unknown.empty()) continue;
    for (const std::string& scene : bottlenecks[q].scenes) {
      const auto node = graph.node(scene);
      if (node) marks[*node].needed.push_back(q);
    }
  }
  return marks;
}

Layout layout_of(const SceneGraph& graph, const std::vector<Marks>& marks) {
  LayoutGraph drawn;
  for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
    drawn.heights.push_back(marks[node].height(graph.nodes[node].start));
    if (graph.nodes[node].start) drawn.starts.push_back(node);
  }
  for (const SceneGraph::Edge& edge : graph.edges) {
    drawn.edges.push_back({edge.from, edge.to, edge.both});
  }
  return lay_out(drawn);
}

std::string note_of(const SceneGraph& graph, const PageGame& game) {
  std::string note =
      graph.from_model
          ? "Which scene leads to which, by all that the game's events write down."
          : "Scenes, and the ways between them, that the walks of this report pass through.";
  if (graph.model_too_large) {
    note += " The game has too many scenes to draw them all.";
  } else if (!game.trouble().empty()) {
    note += " " + game.trouble();
  } else if (game.model() == nullptr) {
    note += " With --game FILE the report shows all ways, and what every completion needs.";
  }
  if (graph.from_everywhere.empty()) return note;
  note += " Not drawn, because they are possible everywhere: ways to ";
  const std::size_t shown = std::min(graph.from_everywhere.size(), kMostEverywhere);
  for (std::size_t i = 0; i < shown; ++i) {
    note += fmt::format("{}{}", i == 0 ? "" : ", ", graph.from_everywhere[i]);
  }
  if (graph.from_everywhere.size() > shown) {
    note += fmt::format(", and {} more", graph.from_everywhere.size() - shown);
  }
  return note + ".";
}

Json points_data(const std::vector<LayoutPoint>& points) {
  Json data = Json::array();
  for (const LayoutPoint& point : points) data.push_back(Json::array({point.x, point.y}));
  return data;
}

}  // namespace

Json graph_data(const FoundGame& found, const PageGame& game,
                const std::vector<Bottleneck>& bottlenecks) {
  const SceneGraph graph = make_scene_graph(found, game.model());
  if (graph.nodes.empty()) return nullptr;
  const std::vector<Marks> marks = marks_of(found, graph, bottlenecks);
  const Layout layout = layout_of(graph, marks);
  Json nodes = Json::array();
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    nodes.push_back({{"name", graph.nodes[i].name},
                     {"x", layout.corners[i].x},
                     {"y", layout.corners[i].y},
                     {"width", kBoxWidth},
                     {"height", marks[i].height(graph.nodes[i].start)},
                     {"start", graph.nodes[i].start},
                     {"seen", graph.nodes[i].seen},
                     {"done", marks[i].done},
                     {"needed", marks[i].needed},
                     {"fatal", marks[i].fatal}});
  }
  Json edges = Json::array();
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const SceneGraph::Edge& edge = graph.edges[i];
    const std::size_t shown = std::min(edge.events.size(), kMostEvents);
    edges.push_back({{"from", edge.from},
                     {"to", edge.to},
                     {"both", edge.both},
                     {"points", points_data(layout.routes[i])},
                     {"events", std::vector<std::string>(
                                    edge.events.begin(),
                                    edge.events.begin() + static_cast<std::ptrdiff_t>(shown))},
                     {"more", edge.events.size() - shown}});
  }
  const auto route = [](const std::optional<SceneGraph::Route>& way) -> Json {
    if (!way) return nullptr;
    return {{"nodes", way->nodes}, {"edges", way->edges}};
  };
  Json routes = Json::array();
  for (const SceneGraph::QuestRoutes& quest : graph.quests) {
    routes.push_back(
        {{"completion", route(quest.completion)}, {"trap", route(quest.counterexample)}});
  }
  const bool needed_known =
      std::any_of(bottlenecks.begin(), bottlenecks.end(), [](const Bottleneck& bottleneck) {
        return bottleneck.unknown.empty() && !bottleneck.scenes.empty();
      });
  return {{"width", layout.width},        {"height", layout.height},
          {"note", note_of(graph, game)}, {"from_game", graph.from_model},
          {"needed_known", needed_known}, {"nodes", std::move(nodes)},
          {"edges", std::move(edges)},    {"routes", std::move(routes)}};
}

}  // namespace questproof
