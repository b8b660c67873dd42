// SPDX-License-Identifier: MIT
#include "coordinator/diff/renaming.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "coordinator/diff/model_facts.h"

namespace questproof {
namespace {

constexpr int kRounds = 4;  // each makes the sentences of the next one clearer

constexpr std::size_t kMany = 3;
constexpr double kNearlyAll = 0.9;

// By candidate: what is said where it stands, with itself and other unknown names blotted out.
using Sayings = std::map<std::string, std::set<std::string>>;

struct Pair {
  double similarity = 0;
  std::size_t alike = 0;  // letters in common at both ends of the names
  std::string before;
  std::string after;
};

std::size_t letters_alike(const std::string& one, const std::string& other) {
  const auto front = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
  const auto back = std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend()).first;
  return static_cast<std::size_t>(front - one.begin()) +
         static_cast<std::size_t>(back - one.rbegin());
}

// Sentences that are said of one candidate only.
std::set<std::string> said_once(const Sayings& sayings) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [name, said] : sayings) {
    for (const std::string& sentence : said) ++counts[sentence];
  }
  std::set<std::string> once;
  for (const auto& [sentence, count] : counts) {
    if (count == 1) once.insert(sentence);
  }
  return once;
}

// Only says what kind of thing it is: many are of one kind, although in a small game perhaps one is.
bool only_declares(const std::string& sentence) {
  return sentence.starts_with("variable \x01") || sentence.starts_with("is a ") ||
         sentence.starts_with("value ");
}

// Pairs that have at least half of what is said of either in common, the best first. "It is an item" is
// said of many things: something must be said of these two alone, or nearly all of a lot must agree.
std::vector<std::pair<std::string, std::string>> best_pairs(const Sayings& before,
                                                            const Sayings& after) {
  std::map<std::string, std::vector<const std::string*>> who;  // says it in the new build
  for (const auto& [name, said] : after) {
    for (const std::string& sentence : said) who[sentence].push_back(&name);
  }
  const std::set<std::string> once_before = said_once(before);
  const std::set<std::string> once_after = said_once(after);
  std::vector<Pair> pairs;
  for (const auto& [name, said] : before) {
    std::map<std::string, std::size_t> shared;
    std::set<std::string>
        special;  // candidates of which something is said that is said of no other
    for (const std::string& sentence : said) {
      const auto found = who.find(sentence);
      if (found == who.end()) continue;
      for (const std::string* other : found->second) ++shared[*other];
      if (only_declares(sentence)) continue;
      if (once_before.count(sentence) > 0 && once_after.count(sentence) > 0) {
        special.insert(*found->second.front());
      }
    }
    for (const auto& [other, count] : shared) {
      const std::size_t all = said.size() + after.at(other).size() - count;
      const double similarity = static_cast<double>(count) / static_cast<double>(all);
      const bool sure = special.count(other) > 0 || (count >= kMany && similarity >= kNearlyAll);
      if (2 * count < all || !sure) continue;
      pairs.push_back({similarity, letters_alike(name, other), name, other});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& one, const Pair& other) {
    return std::tie(other.similarity, other.alike, one.before, one.after) <
           std::tie(one.similarity, one.alike, other.before, other.after);
  });
  std::set<std::string> taken_before;
  std::set<std::string> taken_after;
  std::vector<std::pair<std::string, std::string>> result;
  for (const Pair& pair : pairs) {
    if (taken_before.count(pair.before) > 0 || taken_after.count(pair.after) > 0) continue;
    taken_before.insert(pair.before);
    taken_after.insert(pair.after);
    result.emplace_back(pair.before, pair.after);
  }
  return result;
}

// The sentences in which each of the unknown identifiers stands.
Sayings sayings_of_tokens(const std::vector<std::string>& sentences,
                          const std::set<std::string, std::less<>>& unknown) {
  Sayings result;
  for (const std::string& sentence : sentences) {
    std::set<std::string, std::less<>> inside;
    for_each_token(sentence, [&](std::string_view piece, bool identifier) {
      if (identifier && unknown.count(piece) > 0) inside.emplace(piece);
    });
    for (const std::string& token : inside) {
      std::string blotted;
      for_each_token(sentence, [&](std::string_view piece, bool identifier) {
        if (identifier && piece == token) {
          blotted += "\x01";
        } else if (identifier && unknown.count(piece) > 0) {
          blotted += "\x02";
        } else {
          blotted += piece;
        }
      });
      result[token].insert(std::move(blotted));
    }
  }
  return result;
}

std::set<std::string, std::less<>> without(const std::vector<std::string>& all,
                                           const std::vector<std::string>& known) {
  std::set<std::string, std::less<>> result;
  std::set_difference(all.begin(), all.end(), known.begin(), known.end(),
                      std::inserter(result, result.end()));
  return result;
}

template <typename Things>
std::set<std::string> names_of(const Things& things) {
  std::set<std::string> names;
  for (const auto& thing : things) names.insert(thing.name);
  return names;
}

bool holds_token(std::string_view name, std::string_view token) {
  bool found = false;
  for_each_token(name, [&](std::string_view piece, bool identifier) {
    found = found || (identifier && piece == token);
  });
  return found;
}

const char* kind_of_variable(VariableKind kind) {
  switch (kind) {
    case VariableKind::kItem: return "item";
    case VariableKind::kEntityVisible:
    case VariableKind::kEntityInteractive: return "entity";
    default: return "variable";
  }
}

}  // namespace

Renaming::Renaming(const GameModel& before, const GameModel& after) {
  match_tokens(before, after);
  match_names(before, after);
  list_entries(before);
}

std::string Renaming::text(std::string_view before) const {
  if (tokens_.empty()) return std::string(before);
  std::string result;
  for_each_token(before, [&](std::string_view piece, bool identifier) {
    const auto found = identifier ? tokens_.find(piece) : tokens_.end();
    if (found == tokens_.end()) {
      result += piece;
    } else {
      result += found->second;
    }
  });
  return result;
}

std::string Renaming::whole(const Names& names, const std::string& before) const {
  const auto found = names.find(before);
  return found == names.end() ? text(before) : found->second;
}

void Renaming::match_tokens(const GameModel& before, const GameModel& after) {
  const std::vector<std::string> old_tokens = name_tokens(before);
  const std::vector<std::string> new_tokens = name_tokens(after);
  std::set<std::string, std::less<>> gone = without(old_tokens, new_tokens);
  std::set<std::string, std::less<>> fresh = without(new_tokens, old_tokens);
  if (gone.empty() || fresh.empty()) return;
  const std::vector<ModelFact> old_facts = model_facts(before);
  const std::vector<ModelFact> new_facts = model_facts(after);
  for (int round = 0; round < kRounds && !gone.empty() && !fresh.empty(); ++round) {
    std::vector<std::string> old_sentences;
    std::vector<std::string> new_sentences;
    for (const ModelFact& fact : old_facts) old_sentences.push_back(text(fact.sentence()));
    for (const ModelFact& fact : new_facts) new_sentences.push_back(fact.sentence());
    const auto pairs =
        best_pairs(sayings_of_tokens(old_sentences, gone), sayings_of_tokens(new_sentences, fresh));
    if (pairs.empty()) return;
    for (const auto& [old_token, new_token] : pairs) {
      tokens_.emplace(old_token, new_token);
      gone.erase(old_token);
      fresh.erase(new_token);
    }
  }
}

void Renaming::match_names(const GameModel& before, const GameModel& after) {
  const std::vector<ModelFact> old_facts = model_facts(before);
  const std::vector<ModelFact> new_facts = model_facts(after);
  const auto match = [&](ModelFact::Kind kind, const std::set<std::string>& old_names,
                         const std::set<std::string>& new_names, Names& names) {
    std::set<std::string> known;  // by the new build
    for (const std::string& name : old_names) known.insert(text(name));
    Sayings gone;
    Sayings fresh;
    for (const ModelFact& fact : old_facts) {
      if (fact.kind == kind && new_names.count(text(fact.name)) == 0) {
        gone[fact.name].insert(text(fact.about));
      }
    }
    for (const ModelFact& fact : new_facts) {
      if (fact.kind == kind && known.count(fact.name) == 0) fresh[fact.name].insert(fact.about);
    }
    for (auto& [old_name, new_name] : best_pairs(gone, fresh)) names.emplace(old_name, new_name);
  };
  match(ModelFact::Kind::kEvent, names_of(before.events), names_of(after.events), events_);
  match(ModelFact::Kind::kVariable, names_of(before.variables), names_of(after.variables),
        variables_);
  match(ModelFact::Kind::kQuest, names_of(before.quests), names_of(after.quests), quests_);
}

void Renaming::list_entries(const GameModel& before) {
  for (const auto& [old_token, new_token] : tokens_) {
    Entry entry{"name", old_token, new_token, 0};
    for (const Variable& variable : before.variables) {
      const auto& values = variable.value_names;
      if (std::find(values.begin(), values.end(), old_token) != values.end()) entry.kind = "value";
    }
    for (const Event& event : before.events) {
      if (holds_token(event.name, old_token)) {
        ++entry.names;
        if (entry.kind == "name") entry.kind = "event";
      }
      if (event.scene == old_token) entry.kind = "scene";
    }
    for (const Content& content : before.contents) {
      if (content.name == old_token) entry.kind = content.kind;
    }
    for (const Variable& variable : before.variables) {
      if (!holds_token(variable.name, old_token)) continue;
      ++entry.names;
      if (entry.kind == "name" || entry.kind == "event")
        entry.kind = kind_of_variable(variable.kind);
    }
    for (const Quest& quest : before.quests) {
      if (!holds_token(quest.name, old_token)) continue;
      ++entry.names;
      entry.kind = "quest";
    }
    entries_.push_back(std::move(entry));
  }
  const auto add_whole = [&](const char* kind, const Names& names) {
    for (const auto& [old_name, new_name] : names)
      entries_.push_back({kind, old_name, new_name, 1});
  };
  add_whole("event", events_);
  add_whole("variable", variables_);
  add_whole("quest", quests_);
}

}  // namespace questproof
