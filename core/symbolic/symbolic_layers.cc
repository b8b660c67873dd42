// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_layers.h"

#include <algorithm>

#include "core/base/check.h"

namespace questproof {

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

std::optional<LayerSighting> SymbolicLayers::sighting(const Diagram& targets, std::uint32_t level) {
  const Diagram here = space_.common(targets, layers_[level]);
  if (here.empty()) return std::nullopt;
  return LayerSighting{level, space_.smallest(here)};
}

SymbolicLayers::Parent SymbolicLayers::parent(const std::vector<std::uint32_t>& tuple,
                                              std::uint32_t level) {
  const Diagram state = space_.only(tuple);
  for (const std::uint32_t label : labels_) {
    const Diagram before = space_.sources_into(label, layers_[level - 1], state);
    if (!before.empty()) return {label, space_.smallest(before)};
  }
  QUEST_CHECK_MSG(false, "a state of a layer has no parent in the one before");
  return {};
}

Trace SymbolicLayers::trace(const LayerSighting& sighting) {
  const SymbolicModel& model = space_.model();
  std::vector<Parent> path = {{0, sighting.tuple}};
  for (std::uint32_t level = sighting.level; level > 0; --level) {
    Parent found = parent(path.back().tuple, level);
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
