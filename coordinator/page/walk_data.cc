// SPDX-License-Identifier: MIT
#include "coordinator/page/walk_data.h"

#include <algorithm>

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostChanges = 60;

Json step_data(const FoundStep& step, std::size_t number, PageGame& game) {
  Json changes = Json::array();
  const std::size_t shown = std::min(step.changes.size(), kMostChanges);
  for (std::size_t i = 0; i < shown; ++i) {
    changes.push_back({step.changes[i].variable, step.changes[i].from, step.changes[i].to});
  }
  return {{"number", number},
          {"label", step.label.empty() ? step.event : step.label},
          {"scene", step.scene},
          {"trigger", step.trigger},
          {"where", step.where},
          {"quote", game.quote(step.where)},
          {"chance", step.chance},
          {"changes", std::move(changes)},
          {"changes_more", step.changes.size() - shown},
          {"move", step.is_move}};
}

}  // namespace

Json walk_data(const std::optional<FoundWalk>& walk, PageGame& game) {
  if (!walk) return nullptr;
  const std::size_t count = walk->steps.size();
  const std::size_t gap = count > kMostSteps ? count - kMostSteps : 0;
  const std::size_t gap_begin = gap == 0 ? count : kMostSteps / 2;
  Json steps = Json::array();
  std::size_t moves = 0;
  for (std::size_t i = 0; i < count; ++i) {
    moves += walk->steps[i].is_move ? 1 : 0;
    if (i == gap_begin) steps.push_back(Json::object({{"gap", gap}}));
    if (i >= gap_begin && i < gap_begin + gap) continue;
    steps.push_back(step_data(walk->steps[i], i + 1, game));
  }
  return {{"start", walk->start},
          {"length", walk->length},
          {"moves", moves},
          {"steps", std::move(steps)}};
}

std::vector<std::pair<std::size_t, std::uint64_t>> level_points(
    const std::vector<std::uint64_t>& states_per_level, std::size_t most) {
  const std::size_t count = states_per_level.size();
  std::vector<std::pair<std::size_t, std::uint64_t>> points;
  const std::size_t stretches = std::min(count, most);
  for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
    const auto begin =
        states_per_level.begin() + static_cast<std::ptrdiff_t>(stretch * count / stretches);
    const auto end =
        states_per_level.begin() + static_cast<std::ptrdiff_t>((stretch + 1) * count / stretches);
    const auto highest = std::max_element(begin, end);
    points.emplace_back(static_cast<std::size_t>(highest - states_per_level.begin()), *highest);
  }
  return points;
}

}  // namespace questproof
