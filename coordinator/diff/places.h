// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "coordinator/diff/source_changes.h"

namespace questproof {

// Where lines of the old build stand in the new one: places move when something in front of them changes.
class PlaceMap {
 public:
  PlaceMap() = default;  // of builds whose sources are not known
  PlaceMap(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after,
           const std::vector<SourceChange>& changes);

  // "path:line" in the new build for "path:line:column" in the old one. "" where that line has changed or
  // is gone. Without sources, or for a file that is not known, the line stays where it is.
  std::string now(const std::string& old_place) const;

 private:
  // So many lines, from this one on, that so many others stand in place of.
  struct Exchange {
    std::uint32_t old_line = 0;
    std::uint32_t old_count = 0;
    std::uint32_t new_line = 0;
    std::uint32_t new_count = 0;
  };
  struct File {
    std::string new_path;
    std::vector<Exchange> exchanges;  // ascending
  };
  std::map<std::string, File> files_;  // by old path
};

// Something that has a name and a place.
struct Placed {
  std::string name;  // in the new build
  std::string
      place;  // "path:line" or "path:line:column" in the new build; "" where it has none any more
};

// Which things of two lists are the same ones: those of one name at one place, then those of one name, in
// their order. Names that stand in both lists equally often are never told apart by their lines alone.
class PlacePairs {
 public:
  PlacePairs(const std::vector<Placed>& before, const std::vector<Placed>& after);
  const std::vector<std::size_t>& only_before() const { return only_before_; }
  const std::vector<std::size_t>& only_after() const { return only_after_; }

 private:
  std::vector<std::size_t> only_before_;
  std::vector<std::size_t> only_after_;
};

// "path:line" of "path:line:column".
std::string line_of(const std::string& place);

}  // namespace questproof
