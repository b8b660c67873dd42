// SPDX-License-Identifier: MIT
#include "tests/games/labrecruits/level_twin.h"

#include <set>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace questproof::labrecruits {
namespace {

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts;
  std::string part;
  for (const char letter : text) {
    if (letter == mark) {
      parts.push_back(part);
      part.clear();
    } else {
      part += letter;
    }
  }
  parts.push_back(part);
  return parts;
}

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows;
  for (std::string row : split(text, '\n')) {
    if (!row.empty() && row.back() == '\r') row.pop_back();
    if (!row.empty()) rows.push_back(row);
  }
  return rows;
}

bool is_one_of(const std::string& symbol, const std::set<std::string>& list) {
  return list.count(symbol) != 0;
}

const std::set<std::string>& all_symbols() {
  static const std::set<std::string> kAll = {
      "f", "w",  "wf", "r",  "ce", "cl", "t",   "c",    "bc",   "p2", "p3",  "a",  "d",
      "b", "od", "cb", "cs", "g",  "m",  "npc", "npc3", "npc5", "ng", "dhf", "dhn"};
  return kAll;
}

struct PairHash {
  std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& pair) const {
    return (pair.first * 0x9E3779B97F4A7C15ULL) ^ (pair.second * 0xC2B2AE3D27D4EB4FULL >> 7U);
  }
};
using Pairs = std::unordered_set<std::pair<std::uint64_t, std::uint64_t>, PairHash>;

int bits(std::uint64_t word) { return __builtin_popcountll(word); }

}  // namespace

LevelTwin::LevelTwin(const std::string& text) {
  std::string plain = text;
  if (plain.rfind("\xEF\xBB\xBF", 0) == 0) plain = plain.substr(3);
  std::vector<std::string> parts;
  for (const std::string& part : split(plain, '|')) {
    if (!part.empty()) parts.push_back(part);
  }
  if (parts.empty()) return;
  const std::string begin = split(parts[0], ',')[0];
  const bool wiring = parts.size() > 1 && !begin.empty() && !is_one_of(begin, all_symbols());
  read_floor(parts[wiring ? 1 : 0]);
  find_zones();
  if (wiring) read_wiring(parts[0]);
  usable_ = agent_z_ >= 0 && cells_[agent_z_][agent_x_].zone >= 0 && zones_ <= 64 &&
            doors_.size() <= 64 && masks_.size() <= 64;
  for (const int zone : button_zones_) usable_ = usable_ && zone >= 0;
}

void LevelTwin::read_floor(const std::string& text) {
  int index = 0;
  for (const std::string& row : rows_of(text)) {
    const std::vector<std::string> cells = split(row, ',');
    if (width_ == 0) width_ = static_cast<int>(cells.size());
    for (const std::string& cell : cells) {
      const int z = index / width_;
      const int x = index % width_;
      ++index;
      if (static_cast<int>(cells_.size()) <= z) cells_.resize(z + 1, std::vector<Cell>(width_));
      for (const std::string& object : split(cell, ':')) {
        if (object.empty()) continue;
        const std::vector<std::string> with_id = split(object, '^');
        const std::string symbol = split(split(with_id[0], '#')[0], '>')[0];
        const std::string id = with_id.size() > 1 ? with_id[1] : "";
        Cell& here = cells_[z][x];
        if (symbol == "f") here.floor = true;
        if (is_one_of(symbol, {"w", "wf", "t", "c", "bc", "p2", "p3", "cs"})) here.blocked = true;
        if (symbol == "d" || symbol == "od") {
          here.door = static_cast<int>(doors_.size());
          doors_.push_back({id, z, x, symbol == "od", 0});
        }
        if (symbol == "b" || symbol == "cb") buttons_[id] = {z, x};
        if (symbol == "a" && agent_z_ < 0) {
          agent_z_ = z;
          agent_x_ = x;
        }
      }
    }
  }
}

void LevelTwin::find_zones() {
  const int depth = static_cast<int>(cells_.size());
  const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  const auto inside = [&](int z, int x) { return z >= 0 && z < depth && x >= 0 && x < width_; };
  for (int z = 0; z < depth; ++z) {
    for (int x = 0; x < width_; ++x) {
      std::vector<std::pair<int, int>> open = {{z, x}};
      bool any = false;
      while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        if (!inside(a, b)) continue;
        Cell& cell = cells_[a][b];
        if (!cell.floor || cell.blocked || cell.door >= 0 || cell.zone >= 0) continue;
        cell.zone = zones_;
        any = true;
        for (const auto& step : steps) open.push_back({a + step[0], b + step[1]});
      }
      if (any) ++zones_;
    }
  }
  for (Door& door : doors_) {
    for (const auto& step : steps) {
      const int z = door.z + step[0];
      const int x = door.x + step[1];
      if (inside(z, x) && cells_[z][x].zone >= 0 && cells_[z][x].zone < 64) {
        door.beside |= std::uint64_t{1} << static_cast<unsigned>(cells_[z][x].zone);
      }
    }
  }
}

void LevelTwin::read_wiring(const std::string& text) {
  std::map<std::string, std::uint64_t> masks;
  std::map<std::string, int> rows;
  for (const std::string& row : rows_of(text)) {
    std::vector<std::string> names;
    for (const std::string& name : split(row, ',')) {
      if (!name.empty()) names.push_back(name);
    }
    if (names.empty() || buttons_.count(names[0]) == 0) continue;
    ++rows[names[0]];
    for (std::size_t i = 1; i < names.size(); ++i) {
      for (std::size_t door = 0; door < doors_.size(); ++door) {
        if (doors_[door].id == names[i]) masks[names[0]] ^= std::uint64_t{1} << door;
      }
    }
  }
  for (const auto& [name, mask] : masks) {
    masks_.push_back(rows[name] % 2 == 1 ? mask : 0);
    const Button& button = buttons_[name];
    button_zones_.push_back(cells_[button.z][button.x].zone);
  }
}

// Zones that a walk from one of them comes to, by going over the open doors until nothing is new.
std::uint64_t LevelTwin::reach(int zone, std::uint64_t open) const {
  std::uint64_t zones = std::uint64_t{1} << static_cast<unsigned>(zone);
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t door = 0; door < doors_.size(); ++door) {
      const std::uint64_t beside = doors_[door].beside;
      const bool is_open = (open >> door & 1U) != 0;
      if (is_open && (zones & beside) != 0 && (zones | beside) != zones) {
        zones |= beside;
        grew = true;
      }
    }
  }
  return zones;
}

std::optional<LevelTwin::Counts> LevelTwin::explore(std::uint64_t limit) const {
  Counts counts;
  Pairs seen;
  Pairs door_states;
  std::uint64_t open_at_start = 0;
  for (std::size_t door = 0; door < doors_.size(); ++door) {
    if (doors_[door].open) open_at_start |= std::uint64_t{1} << door;
  }
  const auto doors_after = [&](std::uint64_t pressed) {
    std::uint64_t open = open_at_start;
    for (std::size_t button = 0; button < masks_.size(); ++button) {
      if ((pressed >> button & 1U) != 0) open ^= masks_[button];
    }
    return open;
  };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> level;
  level.push_back({0, reach(cells_[agent_z_][agent_x_].zone, open_at_start)});
  seen.insert(level[0]);
  for (std::size_t presses = 0; !level.empty(); ++presses) {
    counts.new_states.push_back(level.size());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> next;
    for (const auto& [pressed, zones] : level) {
      const std::uint64_t open = doors_after(pressed);
      counts.states_with_place += static_cast<std::uint64_t>(bits(zones));
      if (door_states.insert({open, zones}).second) {
        counts.door_states_with_place += static_cast<std::uint64_t>(bits(zones));
      }
      for (std::size_t door = 0; door < doors_.size(); ++door) {
        if ((open >> door & 1U) != 0 && (zones & doors_[door].beside) != 0) {
          counts.seen_open.emplace(doors_[door].id, presses);
        }
      }
      for (std::size_t button = 0; button < masks_.size(); ++button) {
        const int zone = button_zones_[button];
        if ((zones >> static_cast<unsigned>(zone) & 1U) == 0) continue;
        const std::pair<std::uint64_t, std::uint64_t> after = {
            pressed ^ (std::uint64_t{1} << button), reach(zone, open ^ masks_[button])};
        if (seen.insert(after).second) next.push_back(after);
      }
    }
    if (seen.size() > limit) return std::nullopt;
    level = std::move(next);
  }
  counts.states = seen.size();
  counts.door_states = door_states.size();
  return counts;
}

}  // namespace questproof::labrecruits
