// SPDX-License-Identifier: MIT
#include "worker/press_record.h"

#include <bit>

namespace questproof {

PressRecord::Sides PressRecord::sides(std::size_t button, bool open) const {
  const auto found = presses_.find(button);
  const Sides before = found == presses_.end() ? kFirst : found->second % 2 == 1 ? kOdd : kEven;
  return static_cast<Sides>((open ? kOpen : kClosed) | before);
}

void PressRecord::begin_anew() {
  windows_.clear();
  presses_.clear();
  seen_now_.clear();
}

void PressRecord::press(std::size_t button, const std::vector<std::optional<bool>>& open) {
  if (windows_.size() < open.size()) windows_.resize(open.size());
  for (std::size_t door = 0; door < open.size(); ++door) {
    if (is_whole(button, door)) continue;
    Window& window = windows_[door];
    // From where nobody knows nothing can be told.
    window.presses += open[door] && is_known(door) ? 1 : 2;
    window.button = button;
    window.sides = sides(button, open[door].value_or(false));
    window.all[button] |= static_cast<Sides>(window.sides & (kFirst | kOdd | kEven));
  }
  ++presses_[button];
}

void PressRecord::see(std::size_t door) {
  if (const Sides added = added_by_look(door); added != 0) {
    seen_[{windows_[door].button, door}] |= added;
    total_ += static_cast<std::uint64_t>(std::popcount(added));
  }
  seen_now_.insert(door);
  if (presses_.empty()) at_start_.insert(door);
  if (door >= windows_.size()) return;
  for (const auto& [button, sides] : windows_[door].all) {
    Sides& known = joint_[{button, door}];
    total_ += static_cast<std::uint64_t>(std::popcount(static_cast<Sides>(sides & ~known)));
    known |= sides;
  }
  windows_[door] = {};
}

PressRecord::Sides PressRecord::joint(std::size_t button, std::size_t door) const {
  const auto found = joint_.find({button, door});
  return found == joint_.end() ? Sides{0} : found->second;
}

PressRecord::Sides PressRecord::joint_added_by_look(std::size_t button, std::size_t door) const {
  if (door >= windows_.size()) return 0;
  const auto found = windows_[door].all.find(button);
  if (found == windows_[door].all.end()) return 0;
  return static_cast<Sides>(found->second & ~joint(button, door));
}

void PressRecord::forget(std::size_t door) {
  std::erase_if(seen_, [&](const auto& each) { return each.first.second == door; });
  std::erase_if(joint_, [&](const auto& each) { return each.first.second == door; });
  at_start_.erase(door);
  if (door < windows_.size()) windows_[door] = {};
}

PressRecord::Sides PressRecord::seen(std::size_t button, std::size_t door) const {
  const auto found = seen_.find({button, door});
  return found == seen_.end() ? Sides{0} : found->second;
}

PressRecord::Sides PressRecord::added_by_look(std::size_t door) const {
  if (door >= windows_.size() || windows_[door].presses != 1) return 0;
  const Window& window = windows_[door];
  return static_cast<Sides>(window.sides & ~seen(window.button, door));
}

bool PressRecord::is_fresh(std::size_t door) const {
  return is_known(door) && (door >= windows_.size() || windows_[door].presses == 0);
}

}  // namespace questproof
