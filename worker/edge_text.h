// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "worker/edge.h"

namespace questproof {

// Edges as JSON, one object without line ends: for messages and for what is kept.

std::string encode(const Edge& edge);

// Throws Error(kInput) that says what is wrong.
Edge decode_edge(std::string_view text);

// An edge that several runs have seen, each at its first update, ascending.
struct SeenEdge {
  EdgeBody body;
  std::vector<SeenBy> seen;
  bool operator==(const SeenEdge&) const = default;
};

std::string encode(const SeenEdge& edge);
SeenEdge decode_seen_edge(std::string_view text);

}  // namespace questproof
