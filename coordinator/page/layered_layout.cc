// SPDX-License-Identifier: MIT
#include "coordinator/page/layered_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr double kColumnGap = 96;  // between the boxes of neighbouring columns
constexpr double kRowGap = 22;
constexpr double kPassHeight = 10;  // room for a line that passes a column by
constexpr double kMargin = 16;
constexpr int kSweeps = 12;
constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

// A box, or a place through which an edge passes.
struct Item {
  std::size_t node = kNowhere;  // of a box
  double height = kPassHeight;
  std::vector<std::size_t> before;  // items that it is joined to in the column before
  std::vector<std::size_t> after;
  double y = 0;
};

class Drawing {
 public:
  explicit Drawing(const LayoutGraph& graph) : graph_(graph) {}

  Layout lay_out() {
    find_columns();
    make_items();
    for (int sweep = 0; sweep < kSweeps; ++sweep) order_columns(sweep % 2 == 0);
    return draw();
  }

 private:
  void find_columns() {
    const std::size_t count = graph_.heights.size();
    std::vector<std::vector<std::size_t>> next(count);
    for (const LayoutGraph::Edge& edge : graph_.edges) {
      QUEST_CHECK(edge.from < count && edge.to < count && edge.from != edge.to);
      next[edge.from].push_back(edge.to);
      if (edge.both) next[edge.to].push_back(edge.from);
    }
    column_of_.assign(count, kNowhere);
    std::vector<std::size_t> starts = graph_.starts;
    for (std::size_t node = 0; node < count; ++node) starts.push_back(node);
    const std::size_t together = graph_.starts.size();
    for (std::size_t i = 0; i < starts.size(); ++i) {
      std::vector<std::size_t> queue;
      const auto visit = [&](std::size_t node, std::size_t column) {
        if (column_of_[node] != kNowhere) return;
        column_of_[node] = column;
        queue.push_back(node);
      };
      visit(starts[i], 0);
      for (; i + 1 < together; ++i) visit(starts[i + 1], 0);
      for (std::size_t head = 0; head < queue.size(); ++head) {
        const std::size_t node = queue[head];
        for (const std::size_t successor : next[node]) visit(successor, column_of_[node] + 1);
      }
    }
  }

  std::size_t add_item(std::size_t column, Item item) {
    if (columns_.size() <= column) columns_.resize(column + 1);
    items_.push_back(std::move(item));
    columns_[column].push_back(items_.size() - 1);
    return items_.size() - 1;
  }

  void join(std::size_t left, std::size_t right) {
    items_[left].after.push_back(right);
    items_[right].before.push_back(left);
  }

  void make_items() {
    for (std::size_t node = 0; node < graph_.heights.size(); ++node) {
      add_item(column_of_[node], {node, graph_.heights[node], {}, {}, 0});  // item n is node n
    }
    for (const LayoutGraph::Edge& edge : graph_.edges) {
      const std::size_t from = edge.from;
      const std::size_t to = edge.to;
      std::vector<std::size_t> chain = {from};
      const std::size_t first = column_of_[from];
      const std::size_t last = column_of_[to];
      const std::size_t between = first < last ? last - first : first - last;
      for (std::size_t i = 1; i < between; ++i) {
        chain.push_back(add_item(first < last ? first + i : first - i, {}));
      }
      chain.push_back(to);
      for (std::size_t i = 0; i + 1 < chain.size() && between > 0; ++i) {
        if (first < last) {
          join(chain[i], chain[i + 1]);
        } else {
          join(chain[i + 1], chain[i]);
        }
      }
      chains_.push_back(std::move(chain));
    }
  }

  // Each column by the mean place of what its items are joined to in the column that was ordered before.
  void order_columns(bool forwards) {
    std::vector<double> place(items_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::vector<std::size_t>& column = columns_[forwards ? i : columns_.size() - 1 - i];
      std::vector<std::pair<double, std::size_t>> keyed;
      for (std::size_t at = 0; at < column.size(); ++at) {
        const Item& item = items_[column[at]];
        const std::vector<std::size_t>& joined = forwards ? item.before : item.after;
        double key = (static_cast<double>(at) + 0.5) / static_cast<double>(column.size());
        if (!joined.empty()) {
          key = 0;
          for (const std::size_t other : joined) key += place[other];
          key /= static_cast<double>(joined.size());
        }
        keyed.emplace_back(key, column[at]);
      }
      std::stable_sort(keyed.begin(), keyed.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t at = 0; at < column.size(); ++at) {
        column[at] = keyed[at].second;
        place[column[at]] = (static_cast<double>(at) + 0.5) / static_cast<double>(column.size());
      }
    }
  }

  double height_of(const std::vector<std::size_t>& column) const {
    double height = -kRowGap;
    for (const std::size_t item : column) height += items_[item].height + kRowGap;
    return std::max(0.0, height);
  }

  Layout draw() {
    Layout layout;
    double highest = 0;
    for (const auto& column : columns_) highest = std::max(highest, height_of(column));
    for (const auto& column : columns_) {
      double y = kMargin + (highest - height_of(column)) / 2;
      for (const std::size_t item : column) {
        items_[item].y = y;
        y += items_[item].height + kRowGap;
      }
    }
    layout.columns = column_of_;
    for (std::size_t node = 0; node < graph_.heights.size(); ++node) {
      layout.corners.push_back({left_of(column_of_[node]), items_[node].y});
    }
    for (std::size_t edge = 0; edge < chains_.size(); ++edge) layout.routes.push_back(route(edge));
    const auto columns = static_cast<double>(columns_.size());
    layout.width = 2 * kMargin + columns * kBoxWidth + std::max(0.0, columns - 0.5) * kColumnGap;
    layout.height = 2 * kMargin + highest;
    return layout;
  }

  static double left_of(std::size_t column) {
    return kMargin + static_cast<double>(column) * (kBoxWidth + kColumnGap);
  }

  std::vector<LayoutPoint> route(std::size_t edge) const {
    const std::vector<std::size_t>& chain = chains_[edge];
    const std::size_t first = column_of_[graph_.edges[edge].from];
    const std::size_t last = column_of_[graph_.edges[edge].to];
    const auto middle = [&](std::size_t item) { return items_[item].y + items_[item].height / 2; };
    const auto side = [&](std::size_t column, bool right) {
      return left_of(column) + (right ? kBoxWidth : 0);
    };
    if (first == last) {  // round the right side
      return {{side(first, true), middle(chain[0])}, {side(first, true), middle(chain[1])}};
    }
    const bool right = first < last;
    std::vector<LayoutPoint> points = {{side(first, right), middle(chain.front())}};
    for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
      const std::size_t column = right ? first + i : first - i;
      points.push_back({side(column, !right), middle(chain[i])});
      points.push_back({side(column, right), middle(chain[i])});
    }
    points.push_back({side(last, !right), middle(chain.back())});
    return points;
  }

  const LayoutGraph& graph_;
  std::vector<std::size_t> column_of_;
  std::vector<Item> items_;
  std::vector<std::vector<std::size_t>> columns_;  // items from above to below
  std::vector<std::vector<std::size_t>> chains_;   // items that an edge goes through
};

}  // namespace

Layout lay_out(const LayoutGraph& graph) { return Drawing(graph).lay_out(); }

}  // namespace questproof
