// SPDX-License-Identifier: MIT
#include "coordinator/page/scene_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace questproof {
namespace {

struct Way {
  std::string from;
  std::string to;
  std::string event;
};

// Where a step leads: the new value of what had the scene as its value, as `Scene` has or the zone of a player.
std::string scene_after(const FoundStep& step, const std::string& here, const std::string& next) {
  for (const FoundChange& change : step.changes) {
    if (change.from == here && (next.empty() || change.to == next)) return change.to;
  }
  return next.empty() ? here : next;
}

// The ways of a walk, and the scene in which it begins; "" where its steps name none.
std::pair<std::string, std::vector<Way>> ways_of(const FoundWalk& walk) {
  std::vector<Way> ways;
  std::string start;
  std::string here;
  for (std::size_t i = 0; i < walk.steps.size(); ++i) {
    const FoundStep& step = walk.steps[i];
    if (here.empty()) start = here = step.scene;
    if (here.empty()) continue;
    // Where the next step happens, this one has led; a step that is possible everywhere tells nothing.
    const std::string next = i + 1 < walk.steps.size() ? walk.steps[i + 1].scene : "";
    const std::string after = scene_after(step, here, next);
    if (after != here) ways.push_back({here, after, step.label});
    here = after;
  }
  return {start, ways};
}

class GraphMaker {
 public:
  GraphMaker(const FoundGame& found, const GameModel* model) : found_(found), model_(model) {}

  SceneGraph make() {
    for (const FoundQuest& quest : found_.quests) add_walks_of(quest);
    for (const FoundFault& fault : found_.faults) add_walk(fault.shortest);
    if (model_ != nullptr) add_model();
    for (const FoundQuest& quest : found_.quests) {
      graph_.quests.push_back({route(quest.completion), route(quest.counterexample)});
    }
    return std::move(graph_);
  }

 private:
  std::size_t node(const std::string& name) {
    const auto [found, fresh] = numbers_.emplace(name, graph_.nodes.size());
    if (fresh) graph_.nodes.push_back({name, false, false});
    return found->second;
  }

  void add_way(const Way& way) {
    const std::size_t from = node(way.from);
    const std::size_t to = node(way.to);
    if (from == to) return;
    const auto [found, fresh] = edges_.emplace(std::minmax(from, to), graph_.edges.size());
    if (fresh) graph_.edges.push_back({from, to, false, {}});
    SceneGraph::Edge& edge = graph_.edges[found->second];
    if (edge.from != from) edge.both = true;
    if (std::find(edge.events.begin(), edge.events.end(), way.event) == edge.events.end()) {
      edge.events.push_back(way.event);
    }
  }

  void add_walk(const FoundWalk& walk) {
    const auto [start, ways] = ways_of(walk);
    if (start.empty()) return;
    graph_.nodes[node(start)].start = true;
    for (const Way& way : ways) add_way(way);
    for (const std::string& scene : scenes_of(walk)) graph_.nodes[node(scene)].seen = true;
  }

  void add_walks_of(const FoundQuest& quest) {
    for (const auto* walk : {&quest.completion, &quest.counterexample, &quest.farthest}) {
      if (*walk) add_walk(**walk);
    }
    for (const FoundFatalEvent& event : quest.fatal_events) add_walk(event.shortest);
  }

  // All values that a statement may give to what says where somebody is.
  void collect_targets(const std::vector<Statement>& body, std::set<std::string>& targets) const {
    for (const Statement& statement : body) {
      if (statement.kind == Statement::Kind::kAssign && !statement.value.is_variable) {
        const Variable& variable = model_->variables[statement.target.index];
        if (says_where(variable)) targets.insert(value_name(variable, statement.value.constant));
      }
      for (const Branch& branch : statement.branches) collect_targets(branch.body, targets);
    }
  }

  static bool says_where(const Variable& variable) {
    return variable.kind == VariableKind::kScene || variable.kind == VariableKind::kPosition;
  }

  void add_model() {
    std::vector<Way> ways;
    std::set<std::string> scenes;
    std::set<std::string> everywhere;
    for (const Event& event : model_->events) {
      std::set<std::string> targets;
      collect_targets(event.body, targets);
      const std::string& label = event.label.empty() ? event.name : event.label;
      if (!event.scene.empty()) scenes.insert(event.scene);
      scenes.insert(targets.begin(), targets.end());
      for (const std::string& target : targets) {
        if (event.scene.empty())
          everywhere.insert(fmt::format("{} ({})", target, label));
        else
          ways.push_back({event.scene, target, label});
      }
    }
    if (scenes.size() > kMostScenes) {
      graph_.model_too_large = true;
      return;
    }
    graph_.from_model = true;
    graph_.from_everywhere.assign(everywhere.begin(), everywhere.end());
    for (const Variant& variant : model_->variants) {
      for (std::size_t v = 0; v < model_->variables.size(); ++v) {
        if (!says_where(model_->variables[v])) continue;
        const std::string name = value_name(model_->variables[v], variant.values[v]);
        if (scenes.count(name) != 0) graph_.nodes[node(name)].start = true;
      }
    }
    for (const Way& way : ways) add_way(way);
    for (const std::string& scene : scenes) node(scene);
  }

  std::optional<SceneGraph::Route> route(const std::optional<FoundWalk>& walk) {
    if (!walk) return std::nullopt;
    const std::vector<std::string> scenes = scenes_of(*walk);
    if (scenes.empty()) return std::nullopt;
    SceneGraph::Route route;
    std::set<std::size_t> nodes;
    std::set<std::size_t> edges;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      route.last = node(scenes[i]);
      nodes.insert(route.last);
      if (i == 0) continue;
      edges.insert(edges_.at(std::minmax(numbers_.at(scenes[i - 1]), route.last)));
    }
    route.nodes.assign(nodes.begin(), nodes.end());
    route.edges.assign(edges.begin(), edges.end());
    return route;
  }

  const FoundGame& found_;
  const GameModel* model_;
  SceneGraph graph_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> edges_;
};

}  // namespace

std::optional<std::size_t> SceneGraph::node(const std::string& name) const {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].name == name) return i;
  }
  return std::nullopt;
}

std::vector<std::string> scenes_of(const FoundWalk& walk) {
  const auto [start, ways] = ways_of(walk);
  if (start.empty()) return {};
  std::vector<std::string> scenes = {start};
  for (const Way& way : ways) scenes.push_back(way.to);
  return scenes;
}

SceneGraph make_scene_graph(const FoundGame& found, const GameModel* model) {
  return GraphMaker(found, model).make();
}

}  // namespace questproof
