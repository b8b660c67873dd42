// SPDX-License-Identifier: MIT
#include "games/labrecruits/label_placement.h"

#include <algorithm>

namespace questproof::labrecruits {

// Letters of a sans-serif face are a little over half as wide as high, on average.
double LabelPlacement::width_of(std::string_view text) const {
  return 0.58 * font_size_ * static_cast<double>(text.size());
}

bool LabelPlacement::is_free(const Box& box) const {
  return std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
    return box.left < other.right && other.left < box.right && box.top < other.bottom &&
           other.top < box.bottom;
  });
}

LabelPlacement::Place LabelPlacement::place(const Box& thing, std::string_view text) {
  const double width = width_of(text);
  const double height = font_size_;
  const double gap = 0.15 * font_size_;
  const double middle_x = (thing.left + thing.right) / 2;
  const double middle_y = (thing.top + thing.bottom) / 2;
  std::optional<Box> first;
  for (double away = gap; away < 3 * height; away += 0.8 * height) {
    const Box candidates[] = {
        {thing.right + away, middle_y - height / 2, 0, 0},
        {thing.left - away - width, middle_y - height / 2, 0, 0},
        {middle_x - width / 2, thing.bottom + away, 0, 0},
        {middle_x - width / 2, thing.top - away - height, 0, 0},
    };
    for (Box box : candidates) {
      box.right = box.left + width;
      box.bottom = box.top + height;
      if (!first) first = box;
      if (!is_free(box)) continue;
      taken_.push_back(box);
      return {box.left, box.bottom - 0.2 * height};
    }
  }
  taken_.push_back(*first);
  return {first->left, first->bottom - 0.2 * height};
}

}  // namespace questproof::labrecruits
