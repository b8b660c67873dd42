// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/symbolic/diagram_store.h"

namespace questproof {

// Sets of tuples as a plain value, apart from the store that they were made in: what is written to disk.
// Nodes are numbered from 2 on, in the order in which they stand here; 0 is the empty set, 1 the set of
// the one tuple without values. A node comes after those that it names. Equal sets are one set.
struct DiagramImage {
  struct Node {
    std::uint32_t value = 0;
    std::uint32_t down = 0;
    std::uint32_t right = 0;
    bool operator==(const Node&) const = default;
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> sets;
  bool operator==(const DiagramImage&) const = default;
};

DiagramImage image_of(const DiagramStore& store, const std::vector<NodeId>& sets);

// The same sets in a store. `domains`: how many values each position of a tuple has. Throws Error of kind
// kInput that says what is wrong where this is no image of sets of such tuples: lists must ascend, nothing
// may be named before it is there, and all ways through a set have the length of a tuple. Throws DiagramLimit.
std::vector<Diagram> restore(DiagramStore& store, const DiagramImage& image,
                             const std::vector<std::uint32_t>& domains);

}  // namespace questproof
