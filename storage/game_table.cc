// SPDX-License-Identifier: MIT
#include "storage/game_table.h"

#include <fmt/format.h>
#include <storage/schema/game.capnp.h>

#include <utility>

#include "core/base/check.h"
#include "storage/capnp_message.h"

namespace questproof {
namespace {

void write(schema::Place::Builder out, const SourceLocation& where) {
  out.setFile(where.file);
  out.setLine(where.line);
  out.setColumn(where.column);
}

SourceLocation read(schema::Place::Reader in) {
  return {in.getFile(), in.getLine(), in.getColumn()};
}

void write(capnp::List<capnp::Text>::Builder out, const std::vector<std::string>& texts) {
  unsigned index = 0;
  for (const std::string& text : texts) out.set(index++, text);
}

std::vector<std::string> read(capnp::List<capnp::Text>::Reader in) {
  std::vector<std::string> texts;
  for (const auto text : in) texts.push_back(text_of(text));
  return texts;
}

void write(schema::Variable::Builder out, const GameTable::VariableRow& row) {
  out.setName(row.name);
  out.setLow(row.low);
  out.setHigh(row.high);
  write(out.initValueNames(size_of(row.value_names.size())), row.value_names);
  out.setWord(row.word);
  out.setShift(row.shift);
  out.setBits(row.bits);
  write(out.initWhere(), row.where);
}

GameTable::VariableRow read(schema::Variable::Reader in) {
  return {text_of(in.getName()), in.getLow(),   in.getHigh(), read(in.getValueNames()),
          in.getWord(),          in.getShift(), in.getBits(), read(in.getWhere())};
}

void write(schema::Event::Builder out, const GameTable::EventRow& row) {
  out.setName(row.name);
  out.setLabel(row.label);
  out.setScene(row.scene);
  write(out.initWhere(), row.where);
}

GameTable::EventRow read(schema::Event::Reader in) {
  return {text_of(in.getName()), text_of(in.getLabel()), text_of(in.getScene()),
          read(in.getWhere())};
}

void write(schema::Branch::Builder out, const GameTable::BranchRow& row) {
  out.setNumber(row.number);
  out.setText(row.text);
  write(out.initWhere(), row.where);
}

void write(schema::Label::Builder out, const GameTable::LabelRow& row) {
  out.setEvent(row.event);
  out.setOutcome(row.outcome);
  out.setFault(row.fault);
  fill_list(out.initBranches(size_of(row.branches.size())), row.branches,
            [](schema::Branch::Builder element, const GameTable::BranchRow& branch) {
              write(element, branch);
            });
}

GameTable::LabelRow read(schema::Label::Reader in) {
  GameTable::LabelRow row{in.getEvent(), in.getOutcome(), in.getFault(), {}};
  for (const auto branch : in.getBranches()) {
    row.branches.push_back(
        {branch.getNumber(), text_of(branch.getText()), read(branch.getWhere())});
  }
  return row;
}

void write(schema::Quest::Builder out, const GameTable::QuestRow& row) {
  out.setName(row.name);
  out.setTitle(row.title);
  out.setMain(row.main);
  write(out.initWhere(), row.where);
}

GameTable::QuestRow read(schema::Quest::Reader in) {
  return {text_of(in.getName()), text_of(in.getTitle()), in.getMain(), read(in.getWhere())};
}

template <typename List, typename Rows>
void write_rows(List list, const Rows& rows) {
  fill_list(list, rows, [](auto element, const auto& row) { write(element, row); });
}

GameTable read_table(schema::Game::Reader in) {
  GameTable table;
  table.name = text_of(in.getName());
  table.source_files = read(in.getSourceFiles());
  for (const auto row : in.getVariables()) table.variables.push_back(read(row));
  for (const auto row : in.getEvents()) table.events.push_back(read(row));
  for (const auto row : in.getLabels()) table.labels.push_back(read(row));
  for (const auto row : in.getQuests()) table.quests.push_back(read(row));
  return table;
}

template <typename Rows>
std::string count_difference(const char* what, const Rows& stored, const Rows& wanted) {
  if (stored.size() == wanted.size()) return {};
  return fmt::format("there are {} {} now, and were {}", wanted.size(), what, stored.size());
}

std::string place_of(const GameTable::VariableRow& row) {
  return fmt::format("{} ({} .. {}, word {}, bits {} to {})", row.name, row.low, row.high, row.word,
                     row.shift, row.shift + row.bits);
}

std::string way_of(const GameTable& table, const GameTable::LabelRow& row) {
  std::string text = row.event < table.events.size() ? table.events[row.event].name : "no event";
  text += row.fault ? " (fault)" : "";
  for (const GameTable::BranchRow& branch : row.branches) {
    text += fmt::format("/{}", branch.number);
  }
  return text;
}

}  // namespace

GameTable make_game_table(const GameModel& model, const StateLayout& layout,
                          const StateSpace& space) {
  QUEST_CHECK(layout.variable_count() == model.variables.size());
  GameTable table;
  table.name = model.name;
  table.source_files = model.source_files;
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const Variable& variable = model.variables[i];
    const StateLayout::Field& field = layout.field(VariableId{i});
    table.variables.push_back({variable.name, variable.low, variable.high, variable.value_names,
                               field.word, field.shift, field.bits, variable.where});
  }
  for (const Event& event : model.events) {
    table.events.push_back({event.name, event.label, event.scene, event.where});
  }
  for (std::size_t i = 0; i < space.label_count(); ++i) {
    const TransitionLabel& label = space.label(i);
    GameTable::LabelRow row{label.event.index, label.outcome, label.fault, {}};
    for (const BranchId branch : label.branches) {
      const BranchInfo& info = model.branches.at(branch.index);
      row.branches.push_back({branch.index, info.text, info.where});
    }
    table.labels.push_back(std::move(row));
  }
  for (const Quest& quest : model.quests) {
    table.quests.push_back({quest.name, quest.title, quest.main, quest.where});
  }
  return table;
}

std::string difference(const GameTable& stored, const GameTable& wanted) {
  if (std::string text = count_difference("variables", stored.variables, wanted.variables);
      !text.empty()) {
    return text;
  }
  for (std::size_t i = 0; i < wanted.variables.size(); ++i) {
    const GameTable::VariableRow& before = stored.variables[i];
    const GameTable::VariableRow& now = wanted.variables[i];
    if (place_of(before) == place_of(now)) continue;
    return fmt::format("variable {} is {} now, and was {}", i, place_of(now), place_of(before));
  }
  if (std::string text = count_difference("labels", stored.labels, wanted.labels); !text.empty()) {
    return text;
  }
  for (std::size_t i = 0; i < wanted.labels.size(); ++i) {
    const std::string before = way_of(stored, stored.labels[i]);
    const std::string now = way_of(wanted, wanted.labels[i]);
    if (before != now) return fmt::format("label {} is {} now, and was {}", i, now, before);
  }
  if (std::string text = count_difference("quests", stored.quests, wanted.quests); !text.empty()) {
    return text;
  }
  for (std::size_t i = 0; i < wanted.quests.size(); ++i) {
    if (stored.quests[i].name == wanted.quests[i].name) continue;
    return fmt::format("quest {} is {} now, and was {}", i, wanted.quests[i].name,
                       stored.quests[i].name);
  }
  return {};
}

std::vector<std::uint8_t> encode_game_table(const GameTable& table) {
  return make_message<schema::Game>(FileKind::kGame, [&](schema::Game::Builder out) {
    out.setName(table.name);
    write(out.initSourceFiles(size_of(table.source_files.size())), table.source_files);
    write_rows(out.initVariables(size_of(table.variables.size())), table.variables);
    write_rows(out.initEvents(size_of(table.events.size())), table.events);
    write_rows(out.initLabels(size_of(table.labels.size())), table.labels);
    write_rows(out.initQuests(size_of(table.quests.size())), table.quests);
  });
}

GameTable decode_game_table(std::span<const std::uint8_t> file) {
  return read_message<schema::Game>(file, FileKind::kGame,
                                    [](schema::Game::Reader in) { return read_table(in); });
}

}  // namespace questproof
