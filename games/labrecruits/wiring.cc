// SPDX-License-Identifier: MIT
#include "games/labrecruits/wiring.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace questproof::labrecruits {
namespace {

// Agents are found by "Agent " and their identifier; all else by its identifier.
class Names {
 public:
  explicit Names(const std::vector<Object>& objects) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const Object& object = objects[i];
      if (object.id.empty()) continue;
      const bool agent = object.thing == Thing::kAgent;
      by_name_[agent ? "Agent " + object.id : object.id].push_back(i);
    }
  }

  const std::vector<std::size_t>& find(std::string_view name) const {
    static const std::vector<std::size_t> kNone;
    const auto found = by_name_.find(std::string(name));
    return found == by_name_.end() ? kNone : found->second;
  }

  std::vector<std::string_view> all() const {
    std::vector<std::string_view> names;
    for (const auto& [name, objects] : by_name_) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, std::vector<std::size_t>> by_name_;
};

class WiringReader {
 public:
  WiringReader(const std::vector<Object>& objects, Diagnostics& diagnostics)
      : objects_(objects), names_(objects), diagnostics_(diagnostics) {}

  std::vector<Wire> run(const std::vector<RowText>& rows) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      read_row(rows[row], static_cast<std::uint32_t>(row));
    }
    return std::move(wires_);
  }

 private:
  void read_row(const RowText& row, std::uint32_t number) {
    std::vector<const CellText*> cells;
    for (const CellText& cell : row.cells) {
      if (!cell.text.empty()) cells.push_back(&cell);
    }
    if (cells.empty()) {
      diagnostics_.error(row.where,
                         "a row of the wiring table without a name stops the game's "
                         "loader",
                         "remove it");
      return;
    }
    const std::optional<std::size_t> source = find(*cells[0], "source");
    if (!source) return;
    const Object& object = objects_[*source];
    if (!object.is_button() && object.thing != Thing::kPerson) {
      diagnostics_.warning(cells[0]->where,
                           fmt::format("{} is a {}: only buttons toggle what they are wired to",
                                       object.id, name_of(object.thing)),
                           "begin the row with a button");
    }
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const std::optional<std::size_t> target = find(*cells[i], "target");
      if (target) wires_.push_back({*source, *target, number, cells[i]->where});
    }
  }

  std::optional<std::size_t> find(const CellText& cell, std::string_view role) {
    const std::vector<std::size_t>& found = names_.find(cell.text);
    if (found.empty()) {
      diagnostics_.warning(
          cell.where, fmt::format("nothing is called {}; the game skips this {}", cell.text, role),
          did_you_mean(cell.text, names_.all(), "give a thing this identifier, or remove it"));
      return std::nullopt;
    }
    if (found.size() > 1) {
      diagnostics_.error(cell.where,
                         fmt::format("{} things are called {}, and the game wires any one of them",
                                     found.size(), cell.text),
                         "give each its own identifier");
      return std::nullopt;
    }
    return found.front();
  }

  const std::vector<Object>& objects_;
  Names names_;
  Diagnostics& diagnostics_;
  std::vector<Wire> wires_;
};

// Buttons on circles of wires between buttons, and on the ways between such circles: what is left when
// those are taken away, again and again, that nothing presses or that press nothing.
std::set<std::size_t> buttons_on_circles(const Level& level) {
  std::map<std::size_t, std::set<std::size_t>> next;
  std::map<std::size_t, std::set<std::size_t>> before;
  for (const Wire& wire : level.wires) {
    if (!level.objects[wire.source].is_button() || !level.objects[wire.target].is_button())
      continue;
    next[wire.source].insert(wire.target);
    before[wire.target].insert(wire.source);
  }
  std::set<std::size_t> left;
  std::vector<std::size_t> loose;
  for (const auto* side : {&next, &before}) {
    for (const auto& [button, others] : *side) left.insert(button);
  }
  const auto is_loose = [&](std::size_t button) {
    return next[button].empty() || before[button].empty();
  };
  std::copy_if(left.begin(), left.end(), std::back_inserter(loose), is_loose);
  while (!loose.empty()) {
    const std::size_t button = loose.back();
    loose.pop_back();
    if (left.erase(button) == 0) continue;
    for (const std::size_t other : next[button]) before[other].erase(button);
    for (const std::size_t other : before[button]) next[other].erase(button);
    for (const auto& others : {next[button], before[button]}) {
      std::copy_if(others.begin(), others.end(), std::back_inserter(loose), is_loose);
    }
  }
  return left;
}

}  // namespace

std::vector<Wire> read_wiring(const std::vector<RowText>& rows, const std::vector<Object>& objects,
                              Diagnostics& diagnostics) {
  return WiringReader(objects, diagnostics).run(rows);
}

void check_wiring(const Level& level, Diagnostics& diagnostics) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<const Wire*>> listed;
  const std::map<std::size_t, std::size_t> row_count = row_counts(level);
  const std::set<std::size_t> circles = buttons_on_circles(level);
  std::set<std::size_t> sources;
  for (const Wire& wire : level.wires) {
    if (!level.objects[wire.source].is_button()) continue;
    listed[{wire.source, wire.target}].push_back(&wire);
    if (!sources.insert(wire.source).second) continue;
    const std::size_t rows = row_count.at(wire.source);
    if (rows % 2 == 0) {
      diagnostics.warning(
          wire.where,
          fmt::format("{} has {} rows: the game toggles it once for each, so that a press undoes "
                      "itself",
                      level.objects[wire.source].id, rows),
          "put all that it is wired to into one row");
    }
    if (circles.count(wire.source) != 0) {
      diagnostics.error(wire.where,
                        fmt::format("a press of {} goes round a circle of buttons, without an end",
                                    level.objects[wire.source].id),
                        "remove a wire between these buttons");
    }
  }
  for (const auto& [ends, wires] : listed) {
    if (wires.size() < 2) continue;
    diagnostics.warning(
        wires[1]->where,
        fmt::format("{} is listed {} times for {}: {}", level.objects[ends.second].id, wires.size(),
                    level.objects[ends.first].id,
                    wires.size() % 2 == 0 ? "they undo each other" : "as good as once"),
        "list it once");
  }
}

}  // namespace questproof::labrecruits
