// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// What a stranger needs to know of a game to read a store of its states: where variables lie in a
// packed state, and what the numbers of events, labels and quests stand for.
struct GameTable {
  struct VariableRow {
    std::string name;
    Value low = 0;
    Value high = 0;
    std::vector<std::string> value_names;
    std::uint32_t word = 0;  // StateLayout::Field
    std::uint32_t shift = 0;
    std::uint32_t bits = 0;
    SourceLocation where;
    bool operator==(const VariableRow&) const = default;
  };
  struct EventRow {
    std::string name;
    std::string label;
    std::string scene;
    SourceLocation where;
    bool operator==(const EventRow&) const = default;
  };
  struct BranchRow {
    std::uint32_t number = 0;
    std::string text;
    SourceLocation where;
    bool operator==(const BranchRow&) const = default;
  };
  struct LabelRow {
    std::uint32_t event = 0;
    std::uint32_t outcome = 0;
    bool fault = false;
    std::vector<BranchRow> branches;
    bool operator==(const LabelRow&) const = default;
  };
  struct QuestRow {
    std::string name;
    std::string title;
    bool main = false;
    SourceLocation where;
    bool operator==(const QuestRow&) const = default;
  };

  std::string name;
  std::vector<std::string> source_files;
  std::vector<VariableRow> variables;
  std::vector<EventRow> events;
  std::vector<LabelRow> labels;
  std::vector<QuestRow> quests;
  bool operator==(const GameTable&) const = default;
};

// Of the model whose states are stored. Requires: the space is made of the model, with this layout.
GameTable make_game_table(const GameModel& model, const StateLayout& layout,
                          const StateSpace& space);

// The first thing that differs, for a person; empty when nothing does. A program that lays states out
// or numbers labels in another way than the one that began a run cannot go on with it, though the game
// is the same. What is there for people only (places, texts) may differ.
std::string difference(const GameTable& stored, const GameTable& wanted);

// As the bytes of the file GAME, and back. decode_game_table throws FormatProblem.
std::vector<std::uint8_t> encode_game_table(const GameTable& table);
GameTable decode_game_table(std::span<const std::uint8_t> file);

}  // namespace questproof
