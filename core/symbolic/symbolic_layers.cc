// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_layers.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace questproof {

BackwardLayers::BackwardLayers(SymbolicSpace& space, Diagram targets)
    : space_(space), rest_(space.without(space.reachable(), targets)) {
  layers_.push_back(std::move(targets));
}

BackwardLayers::BackwardLayers(SymbolicSpace& space, std::vector<Diagram> first)
    : space_(space), layers_(std::move(first)), rest_(space.reachable()) {
  for (const Diagram& layer : layers_) rest_ = space_.without(rest_, layer);
}

bool BackwardLayers::grow() {
  if (rest_.empty()) return false;
  Diagram next = space_.common(space_.predecessors(layers_.back()), rest_);
  if (next.empty()) return false;
  rest_ = space_.without(rest_, next);
  layers_.push_back(std::move(next));
  space_.tidy();
  return true;
}

SymbolicLayers::SymbolicLayers(SymbolicSpace& space) : space_(space) {
  const auto& relations = space.model().labels();
  for (std::uint32_t label = 0; label < relations.size(); ++label) {
    if (relations[label].transitions != kNoTransition) labels_.push_back(label);
  }
  const CompiledModel& compiled = space.model().compiled();
  std::sort(labels_.begin(), labels_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const TransitionLabel& left = compiled.label(a);
    const TransitionLabel& right = compiled.label(b);
    return left.event != right.event ? left.event < right.event : left.outcome < right.outcome;
  });
  layers_.push_back(space.initial());
  seen_ = layers_.front();
}

SymbolicLayers::SymbolicLayers(SymbolicSpace& space, std::vector<Diagram> all)
    : SymbolicLayers(space) {
  layers_ = std::move(all);
  seen_ = space.reachable();
  complete_ = true;
}

bool SymbolicLayers::grow() {
  if (complete_) return false;
  Diagram next = space_.without(space_.successors(layers_.back()), seen_);
  if (next.empty()) {
    complete_ = true;
    return false;
  }
  seen_ = space_.unite(seen_, next);
  layers_.push_back(std::move(next));
  space_.tidy();
  return true;
}

std::vector<Diagram> SymbolicLayers::corridor(BackwardLayers& targets) {
  std::vector<Diagram> way;
  for (const Diagram& layer : layers_) {
    way.push_back(layer);
    const Diagram arrived = space_.common(layer, targets.layer(0));
    if (arrived.empty()) continue;
    way.back() = arrived;
    return way;
  }
  std::uint32_t distance = 0;
  do {
    if (++distance == targets.count()) QUEST_CHECK(targets.grow());
    way.back() = space_.common(layers_.back(), targets.layer(distance));
  } while (way.back().empty());
  while (distance-- > 0) {
    way.push_back(space_.common(space_.successors(way.back()), targets.layer(distance)));
  }
  return way;
}

SymbolicLayers::Nearest SymbolicLayers::nearest(BackwardLayers& targets) {
  std::vector<Diagram> way = corridor(targets);
  return {static_cast<std::uint32_t>(way.size() - 1), std::move(way.back())};
}

// A state that several labels reach from the level before belongs to the first of them.
Diagram SymbolicLayers::first_reached_by(const std::vector<std::uint32_t>& labels) {
  while (grow()) {
  }
  Diagram all;
  for (std::size_t level = 1; level < layers_.size(); ++level) {
    Diagram left = layers_[level];
    for (const std::uint32_t label : labels_) {
      const Diagram reached = space_.common(space_.successors(label, layers_[level - 1]), left);
      left = space_.without(left, reached);
      if (std::find(labels.begin(), labels.end(), label) != labels.end()) {
        all = space_.unite(all, reached);
      }
      space_.tidy();
    }
  }
  return all;
}

std::vector<Diagram> SymbolicLayers::corridor_from(std::span<const std::uint32_t> tuple,
                                                   BackwardLayers& targets) {
  std::vector<Diagram> way = {space_.only(tuple)};
  std::uint32_t distance = 0;  // from where the two sides meet
  while (distance + 1 < targets.count() && !space_.contains(targets.layer(distance), tuple)) {
    ++distance;
  }
  Diagram seen = way.front();
  Diagram meeting = space_.common(way.back(), targets.layer(distance));
  while (meeting.empty()) {
    if (space_.node_count(way.back()) <= space_.node_count(targets.layer(distance))) {
      Diagram next = space_.without(space_.successors(way.back()), seen);
      QUEST_CHECK_MSG(!next.empty(), "no way leads from the state to the targets");
      seen = space_.unite(seen, next);
      way.push_back(std::move(next));
    } else {
      QUEST_CHECK_MSG(targets.grow(), "no way leads from the state to the targets");
      ++distance;
    }
    meeting = space_.common(way.back(), targets.layer(distance));
    space_.tidy();
  }
  way.back() = std::move(meeting);
  for (std::size_t i = way.size() - 1; i-- > 0;) {
    way[i] = space_.common(way[i], space_.predecessors(way[i + 1]));
  }
  while (distance-- > 0) {
    way.push_back(space_.common(space_.successors(way.back()), targets.layer(distance)));
  }
  return way;
}

Trace SymbolicLayers::way_along(const std::vector<Diagram>& corridor) {
  const SymbolicModel& model = space_.model();
  Trace trace;
  std::vector<std::uint32_t> here = space_.smallest(corridor.front());
  trace.states = model.packed(here);
  for (std::size_t i = 1; i < corridor.size(); ++i) {
    const Diagram state = space_.only(here);
    Diagram next;
    for (std::size_t l = 0; l < labels_.size() && next.empty(); ++l) {
      next = space_.common(space_.successors(labels_[l], state), corridor[i]);
      if (next.empty()) continue;
      const TransitionLabel& label = model.compiled().label(labels_[l]);
      trace.steps.push_back({label.event, label.branches});
    }
    QUEST_CHECK_MSG(!next.empty(), "a state of a corridor does not lead on");
    here = space_.smallest(next);
    const std::vector<Word> words = model.packed(here);
    trace.states.insert(trace.states.end(), words.begin(), words.end());
  }
  return trace;
}

SymbolicLayers::Parent SymbolicLayers::parent(const std::vector<std::uint32_t>& tuple,
                                              const Diagram& before) {
  const Diagram state = space_.only(tuple);
  for (const std::uint32_t label : labels_) {
    const Diagram sources = space_.sources_into(label, before, state);
    if (!sources.empty()) return {label, space_.smallest(sources)};
  }
  QUEST_CHECK_MSG(false, "a state of a layer has no parent in the one before");
  return {};
}

Trace SymbolicLayers::shortest_path(BackwardLayers& targets) {
  const std::vector<Diagram> way = corridor(targets);
  const SymbolicModel& model = space_.model();
  std::vector<Parent> path = {{0, space_.smallest(way.back())}};
  for (std::size_t level = way.size() - 1; level > 0; --level) {
    Parent found = parent(path.back().tuple, way[level - 1]);
    path.back().label = found.label;
    path.push_back({0, std::move(found.tuple)});
  }
  Trace trace;
  const Valuation first = model.valuation_of(path.back().tuple);
  const std::vector<Variant>& variants = model.model().variants;
  while (variants.at(trace.variant).values != first) ++trace.variant;
  for (std::size_t i = path.size(); i-- > 0;) {
    if (i + 1 < path.size()) {
      const TransitionLabel& label = model.compiled().label(path[i].label);
      trace.steps.push_back({label.event, label.branches});
    }
    const std::vector<Word> state = model.packed(path[i].tuple);
    trace.states.insert(trace.states.end(), state.begin(), state.end());
  }
  return trace;
}

}  // namespace questproof
