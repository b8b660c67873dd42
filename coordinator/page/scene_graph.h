// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/findings/found_game.h"
#include "core/model/game_model.h"

namespace questproof {

// Which scene leads to which: as far as the walks of a certificate show it, and, with the model, by all that its
// events write down. In levels the zones are the scenes.
struct SceneGraph {
  struct Node {
    std::string name;
    bool start = false;  // of a walk, or of a variant of the game
    bool seen = false;   // some walk of the certificate comes here
  };
  // Ways from one scene to another one and back, if `both`.
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    bool both = false;
    std::vector<std::string> events;  // for people; those there first, then those back
  };
  // A walk of the certificate on this graph.
  struct Route {
    std::vector<std::size_t> nodes;  // visited, ascending
    std::vector<std::size_t> edges;
    std::size_t last = 0;  // the node where it ends
  };
  struct QuestRoutes {
    std::optional<Route> completion;
    std::optional<Route> counterexample;
  };

  std::vector<Node> nodes;
  std::vector<Edge> edges;  // at most one between two nodes
  std::vector<QuestRoutes> quests;
  // Events that are possible everywhere, and where they lead: "SCENE_MAP (open the map)". Not drawn.
  std::vector<std::string> from_everywhere;
  bool from_model = false;
  bool model_too_large = false;  // it was left aside for that

  std::optional<std::size_t> node(const std::string& name) const;
};

// With more scenes than this a picture is no help; the walks alone are drawn then.
inline constexpr std::size_t kMostScenes = 120;

SceneGraph make_scene_graph(const FoundGame& found, const GameModel* model);

// The scenes that a walk is in, one after the other, the one where it ends included. Empty where its steps name none.
std::vector<std::string> scenes_of(const FoundWalk& walk);

}  // namespace questproof
