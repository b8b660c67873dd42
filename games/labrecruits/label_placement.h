// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace questproof::labrecruits {

// Finds places for the names of small things in a picture, so that names cover neither each other
// nor the things. Greedy: to the right, left, below, above, and then further away; where all is
// taken the first place is used, for a name that overlaps is better than none.
class LabelPlacement {
 public:
  struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
  };

  explicit LabelPlacement(double font_size) : font_size_(font_size) {}

  // A thing that no name should cover.
  void block(const Box& box) { taken_.push_back(box); }

  // Where the text for the thing in `box` begins (x) and stands (y, the base line).
  struct Place {
    double x = 0;
    double y = 0;
  };
  Place place(const Box& thing, std::string_view text);

  double width_of(std::string_view text) const;

 private:
  bool is_free(const Box& box) const;

  double font_size_;
  std::vector<Box> taken_;
};

}  // namespace questproof::labrecruits
