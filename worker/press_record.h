// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace questproof {

// In which circumstances each button was pressed between two looks at each door, in one run. The equations of a
// door (parity.h) hold if buttons toggle; whether they do shows only where a press is looked at from every side:
// with the door closed and with it open, and with a button that was never pressed since the game began, and was pressed
// an odd and an even number of times before.
//
// A press counts for a door if, since the door was seen last, only buttons were pressed besides of which all of this
// is known; how a door is at the start of a play is taken as seen where it was seen then, in this play or an earlier one. So what one press did
// cannot be made up for by another one before anybody looks. Where no play can do so, as when the way to the door
// is moved by the same button, at least presses of several buttons, and a look after them, are kept (`joint`).
class PressRecord {
 public:
  using Sides = std::uint8_t;
  static constexpr Sides kClosed = 1;  // the door, before the press
  static constexpr Sides kOpen = 2;
  static constexpr Sides kFirst = 4;  // presses of the button before this one: none
  static constexpr Sides kOdd = 8;
  static constexpr Sides kEven = 16;  // two or more
  static constexpr Sides kAll = 31;

  // Of a press now, with the door like that.
  Sides sides(std::size_t button, bool open) const;
  bool is_first(std::size_t button) const { return !presses_.contains(button); }

  // The game begins.
  void begin_anew();
  // `open`: by door, how it was before, as far as that is certain.
  void press(std::size_t button, const std::vector<std::optional<bool>>& open);
  // The door is as it had to be.
  void see(std::size_t door);
  // It is not: nothing is known of it any more.
  void forget(std::size_t door);

  Sides seen(std::size_t button, std::size_t door) const;
  bool is_whole(std::size_t button, std::size_t door) const { return seen(button, door) == kAll; }
  // After how many presses of its own the button was pressed between two looks, whatever else was: kFirst, kOdd, kEven.
  Sides joint(std::size_t button, std::size_t door) const;
  Sides joint_added_by_look(std::size_t button, std::size_t door) const;
  // What a look at the door would add, and whether a press now, and a look then, would count.
  Sides added_by_look(std::size_t door) const;
  bool is_fresh(std::size_t door) const;

  // All that was seen; grows with each side.
  std::uint64_t total() const { return total_; }

 private:
  // Since the last look at a door.
  struct Window {
    std::size_t presses = 0;  // of buttons that count
    std::size_t button = 0;   // the last of them
    Sides sides = 0;
    std::map<std::size_t, Sides> all;  // by button: what joint() is to get
  };

  bool is_known(std::size_t door) const {
    return seen_now_.contains(door) || at_start_.contains(door);
  }

  std::vector<Window>
      windows_;  // by door; nothing was pressed since those beyond the end were seen
  std::set<std::size_t> seen_now_;                // doors that were seen since the game began
  std::set<std::size_t> at_start_;                // and before anything was pressed, at any time
  std::map<std::size_t, std::uint64_t> presses_;  // by button, since the game began
  std::map<std::pair<std::size_t, std::size_t>, Sides> seen_;
  std::map<std::pair<std::size_t, std::size_t>, Sides> joint_;
  std::uint64_t total_ = 0;
};

}  // namespace questproof
