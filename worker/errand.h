// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace questproof {

// Something to walk to, and to do there.
struct Errand {
  enum class Kind {
    kExplore,  // what lies beyond a node
    kPress,    // a button
    kLook,     // at a door
    kVisit,    // a node
    kSee,      // a node that only earlier runs have seen
    kRestart,  // the game is begun anew
  };
  Kind kind = Kind::kExplore;
  std::size_t what = 0;  // node, button, door, node, nothing
  double cost = 0;
  std::vector<std::size_t> also = {};              // kPress: buttons to press after it
  std::optional<std::size_t> then = std::nullopt;  // kPress: the door to look at in the end
};

// Errands that failed, and until which update each is left alone.
class GivenUp {
 public:
  // Each is tried again after a while; ways to places that fail a second time are not.
  void add(const Errand& errand, std::uint64_t update);
  void add_for_good(Errand::Kind kind, std::size_t what);

  // The game begins anew: every way and every look may be tried again. What broke the game may not.
  void begin_anew();

  bool contains(Errand::Kind kind, std::size_t what, std::uint64_t update) const;
  bool empty() const { return until_.empty(); }
  std::size_t size() const { return until_.size(); }

 private:
  std::map<std::pair<Errand::Kind, std::size_t>, std::uint64_t> until_;
};

}  // namespace questproof
