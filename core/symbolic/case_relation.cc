// SPDX-License-Identifier: MIT
#include "core/symbolic/case_relation.h"

#include <algorithm>
#include <map>

namespace questproof {
namespace {

class CaseRelation {
 public:
  CaseRelation(RelationStore& relations, const std::vector<std::uint32_t>& domains)
      : relations_(relations), domains_(domains) {}

  // A case together with how many of its touches lie above.
  struct Rest {
    const LevelledCase* whole = nullptr;
    std::size_t done = 0;
    bool operator==(const Rest&) const = default;
    auto operator<=>(const Rest&) const = default;
  };
  using Rests = std::vector<Rest>;

  RelationId of(const Rests& cases) {
    if (cases.empty()) return kNoTransition;
    const std::uint32_t level = topmost(cases);
    if (level == RelationStore::kNoLevel) return kUnchanged;
    std::map<std::uint32_t, Rests> by_value;
    Rests any;
    for (const Rest& rest : cases) {
      const LevelledCase::Touch* touch = at(rest, level);
      if (touch != nullptr && touch->from) {
        by_value[*touch->from].push_back(rest);
      } else {
        any.push_back(rest);
      }
    }
    std::vector<RelationEdge> edges;
    if (!any.empty()) {
      for (std::uint32_t value = 0; value < domains_[level]; ++value) by_value[value];
    }
    std::map<Rests, RelationId> known;  // of what follows
    for (auto& [value, here] : by_value) {
      here.insert(here.end(), any.begin(), any.end());
      std::map<std::uint32_t, Rests> by_result;
      for (const Rest& rest : here) {
        const LevelledCase::Touch* touch = at(rest, level);
        const std::uint32_t result = touch != nullptr && touch->to ? *touch->to : value;
        by_result[result].push_back({rest.whole, rest.done + (touch != nullptr ? 1 : 0)});
      }
      for (auto& [result, follow] : by_result) {
        const auto [entry, fresh] = known.try_emplace(follow);
        if (fresh) entry->second = of(follow);
        edges.push_back({value, result, entry->second});
      }
    }
    return relations_.make(level, std::move(edges));
  }

 private:
  static std::uint32_t topmost(const Rests& cases) {
    std::uint32_t level = RelationStore::kNoLevel;
    for (const Rest& rest : cases) {
      if (rest.done < rest.whole->touches.size()) {
        level = std::min(level, rest.whole->touches[rest.done].level);
      }
    }
    return level;
  }
  static const LevelledCase::Touch* at(const Rest& rest, std::uint32_t level) {
    if (rest.done == rest.whole->touches.size()) return nullptr;
    const LevelledCase::Touch& touch = rest.whole->touches[rest.done];
    return touch.level == level ? &touch : nullptr;
  }

  RelationStore& relations_;
  const std::vector<std::uint32_t>& domains_;
};

}  // namespace

RelationId relation_of(RelationStore& relations, const std::vector<LevelledCase>& cases,
                       const std::vector<std::uint32_t>& domains) {
  CaseRelation::Rests rests;
  for (const LevelledCase& each : cases) rests.push_back({&each, 0});
  return CaseRelation(relations, domains).of(rests);
}

}  // namespace questproof
