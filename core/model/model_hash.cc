// SPDX-License-Identifier: MIT
#include "core/model/model_hash.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace questproof {
namespace {

// Writes a model as bytes, numbers in 8 bytes with the low byte first, every list and text after
// its length: no two models give the same bytes.
class Serializer {
 public:
  const std::vector<std::byte>& bytes() const { return bytes_; }

  void write(const GameModel& model) {
    text("questproof model 1");
    text(model.name);
    list(model.variables);
    list(model.variants);
    list(model.events);
    list(model.branches);
    list(model.quests);
    list(model.contents);
  }

 private:
  void number(std::int64_t value) {
    const auto unsigned_value = static_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) {
      bytes_.push_back(static_cast<std::byte>(unsigned_value >> shift & 0xff));
    }
  }

  template <typename Enum>
  void enumerator(Enum value) {
    number(static_cast<std::int64_t>(value));
  }

  void text(std::string_view value) {
    number(static_cast<std::int64_t>(value.size()));
    for (const char c : value) bytes_.push_back(static_cast<std::byte>(c));
  }

  template <typename Item>
  void list(const std::vector<Item>& items) {
    number(static_cast<std::int64_t>(items.size()));
    for (const Item& item : items) write(item);
  }

  void write(const std::string& value) { text(value); }
  void write(Value value) { number(value); }
  void write(BranchId branch) { number(branch.index); }

  void write(const Variable& variable) {
    text(variable.name);
    enumerator(variable.kind);
    number(variable.low);
    number(variable.high);
    list(variable.value_names);
  }

  void write(const Variant& variant) {
    text(variant.name);
    list(variant.values);
  }

  void write(const Term& term) {
    number(term.is_variable ? 1 : 0);
    number(term.is_variable ? std::int64_t{term.variable.index} : std::int64_t{term.constant});
  }

  void write(const Condition& condition) {
    enumerator(condition.kind);
    if (condition.kind == Condition::Kind::kCompare) {
      enumerator(condition.comparison);
      write(condition.left);
      write(condition.right);
    }
    list(condition.parts);
  }

  void write(const Statement& statement) {
    enumerator(statement.kind);
    if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
      number(statement.target.index);
      write(statement.value);
      number(statement.subtract ? 1 : 0);
      enumerator(statement.overflow);
    }
    list(statement.branches);
  }

  void write(const Branch& branch) {
    write(branch.id);
    write(branch.condition);
    list(branch.body);
  }

  void write(const Event& event) {
    text(event.name);
    text(event.scene);
    enumerator(event.trigger);
    write(event.guard);
    write(event.body_branch);
    list(event.body);
  }

  void write(const BranchInfo& branch) { number(branch.event.index); }

  void write(const Quest& quest) {
    text(quest.name);
    number(quest.main ? 1 : 0);
    write(quest.open);
    write(quest.done);
    write(quest.failed);
  }

  void write(const Content& content) {
    text(content.kind);
    text(content.name);
    number(content.at_start ? 1 : 0);
    list(content.sites);
  }

  std::vector<std::byte> bytes_;
};

}  // namespace

Hash128 model_hash(const GameModel& model) {
  Serializer serializer;
  serializer.write(model);
  return hash_128(serializer.bytes());
}

}  // namespace questproof
