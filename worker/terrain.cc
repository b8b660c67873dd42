// SPDX-License-Identifier: MIT
#include "worker/terrain.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace questproof {
namespace {

constexpr double kBucket = 1;
constexpr double kHeadroom = 0.75;  // nodes further apart in height are on different floors

}  // namespace

std::size_t Terrain::index_of(std::uint32_t id) {
  const auto [entry, fresh] = index_.try_emplace(id, nodes_.size());
  if (fresh) {
    nodes_.emplace_back();
    diagonals_.emplace_back();
    diagonals_known_.push_back(false);
  }
  return entry->second;
}

std::optional<std::size_t> Terrain::find(std::uint32_t id) const {
  const auto found = index_.find(id);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

std::int64_t Terrain::column(double coordinate) const {
  return static_cast<std::int64_t>(std::floor(coordinate / kBucket + 0.5));
}

std::uint64_t Terrain::bucket(std::int64_t x, std::int64_t z) {
  return (static_cast<std::uint64_t>(x) << 32U) ^ (static_cast<std::uint64_t>(z) & 0xFFFFFFFFU);
}

bool Terrain::add(const TerrainNode& node) {
  const std::size_t index = index_of(node.id);
  if (nodes_[index].seen) return false;
  std::vector<std::size_t> to;
  for (const std::uint32_t other : node.to) to.push_back(index_of(other));
  Node& own = nodes_[index];
  own.at = node.at;
  own.seen = true;
  own.to = std::move(to);
  ++seen_count_;
  buckets_[bucket(column(node.at.x), column(node.at.z))].push_back(index);
  diagonals_known_[index] = false;
  for (const std::size_t other : own.to) {
    diagonals_known_[other] = false;
    if (!nodes_[other].seen) continue;
    for (const std::size_t next : nodes_[other].to) diagonals_known_[next] = false;
    const double length = floor_distance(own.at, nodes_[other].at);
    if (length > 0.05 && (!spacing_known_ || length < spacing_)) {
      spacing_ = length;
      spacing_known_ = true;
    }
  }
  return true;
}

const std::vector<Terrain::Diagonal>& Terrain::diagonals(std::size_t index) const {
  std::vector<Diagonal>& result = diagonals_[index];
  if (diagonals_known_[index]) return result;
  diagonals_known_[index] = true;
  result.clear();
  const std::vector<std::size_t>& besides = nodes_[index].to;
  const auto is_beside = [&](std::size_t other) {
    return std::find(besides.begin(), besides.end(), other) != besides.end();
  };
  std::vector<std::pair<std::size_t, std::size_t>> twice;  // two steps away, and over which
  for (const std::size_t corner : besides) {
    if (!nodes_[corner].seen) continue;
    for (const std::size_t next : nodes_[corner].to) {
      if (next == index || !nodes_[next].seen || is_beside(next)) continue;
      const auto known = std::find_if(twice.begin(), twice.end(),
                                      [&](const auto& each) { return each.first == next; });
      if (known == twice.end()) {
        twice.emplace_back(next, corner);
      } else {
        result.push_back({next, {known->second, corner}});
      }
    }
  }
  return result;
}

template <typename Visit>
void Terrain::visit_near(const Point& point, double half, const Visit& visit) const {
  const double side = 2 * half / kBucket + 2;  // no less than the squares along an axis
  if (!(side * side <= static_cast<double>(nodes_.size()) + 16)) {
    for (std::size_t index = 0; index < nodes_.size(); ++index) {
      if (nodes_[index].seen) visit(index);
    }
    return;
  }
  for (std::int64_t x = column(point.x - half); x <= column(point.x + half); ++x) {
    for (std::int64_t z = column(point.z - half); z <= column(point.z + half); ++z) {
      const auto found = buckets_.find(bucket(x, z));
      if (found == buckets_.end()) continue;
      for (const std::size_t index : found->second) visit(index);
    }
  }
}

std::size_t Terrain::at(const Point& point) const {
  std::size_t best = kNowhere;
  double nearest = std::numeric_limits<double>::infinity();
  const double half = spacing_ / 2 + 1e-6;
  visit_near(point, half, [&](std::size_t index) {
    const Point& middle = nodes_[index].at;
    if (std::abs(middle.x - point.x) > half || std::abs(middle.z - point.z) > half) return;
    if (std::abs(middle.y - point.y) > kHeadroom) return;
    const double apart = distance(middle, point);
    if (apart < nearest) nearest = apart, best = index;
  });
  return best;
}

std::size_t Terrain::nearest(const Point& point) const {
  if (const std::size_t here = at(point); here != kNowhere) return here;
  std::size_t best = kNowhere;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!nodes_[i].seen) continue;
    const double apart = distance(nodes_[i].at, point);
    if (apart < nearest) nearest = apart, best = i;
  }
  return best;
}

std::vector<std::size_t> Terrain::around(const Point& point, double reach) const {
  std::vector<std::size_t> result;
  visit_near(point, reach, [&](std::size_t index) {
    if (distance(nodes_[index].at, point) <= reach) result.push_back(index);
  });
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace questproof
