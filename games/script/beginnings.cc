// SPDX-License-Identifier: MIT
#include "games/script/beginnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/model/naive_evaluator.h"
#include "games/script/events.h"
#include "games/script/placement.h"

namespace questproof::script {
namespace {

constexpr std::size_t kMostCombinations = 1'000'000;
constexpr std::size_t kMostValues = 64'000'000;  // of all beginnings together

struct Randomizer {
  VariableId variable;
  std::vector<Value> values;
};

// Actions that run once, at the beginning, and do not become an event.
struct Fragment {
  std::vector<BranchInfo> branches;
  std::vector<std::pair<std::size_t, BranchId>> sites;
  std::vector<Statement> body;
};

struct VariantSource {
  std::string name;
  SourceLocation where;
  Fragment fragment;
  std::vector<Randomizer> randomizers;
  std::vector<Condition> wheres;
};

class Beginnings {
 public:
  Beginnings(Program& program, Actions& actions)
      : program_(program), actions_(actions), conditions_(actions.conditions()) {}

  void run() {
    for (const Scoped& source : program_.variants) {
      variants(source.item->block, source.environment);
    }
    if (variants_.empty()) variants_.push_back({"start", {}, {}, {}, {}});
    if (program_.diagnostics.has_errors()) return;
    scratch_.variables = program_.model.variables;
    for (const VariantSource& variant : variants_) begin_with(variant);
    if (beginnings_.empty() && !program_.diagnostics.has_errors()) {
      const SourceLocation where =
          program_.variants.empty() ? SourceLocation{} : program_.variants[0].item->where;
      program_.diagnostics.error(where, "no beginning is left", "no values pass the Where");
    }
    enter_start_scenes();
    if (program_.diagnostics.has_errors()) return;
    program_.model.variants = std::move(beginnings_);
    mark_contents();
  }

 private:
  // ---- reading Variants

  void variants(const std::vector<Item>& items, const Environment& environment) {
    for (const Item& item : items) {
      const std::optional<Word> word = accept(program_, item, kInVariants);
      if (!word) continue;
      switch (*word) {
        case Word::kForEach:
          conditions_.expansion().for_each(
              item.arguments, item.where, environment,
              [&](const Environment& inner) { variants(item.block, inner); });
          break;
        case Word::kVariant: variant(item, environment); break;
        case Word::kRandomize: randomize(item, environment, randomizers_); break;
        default: wheres_.push_back(conditions_.lower(item.arguments[0], environment)); break;
      }
    }
  }

  void variant(const Item& item, const Environment& environment) {
    if (item.arguments[0].kind != Expression::Kind::kText) {
      program_.diagnostics.error(item.arguments[0].where, "the name of a variant is a text",
                                 std::string(word_info(Word::kVariant).usage));
      return;
    }
    VariantSource source;
    source.name = item.arguments[0].text + Expansion::index_text(environment, 0);
    source.where = item.where;
    source.fragment = fragment(item.block, environment, kVariantActions);
    randomizers_of(item.block, environment, source);
    variants_.push_back(std::move(source));
  }

  Fragment fragment(const std::vector<Item>& items, const Environment& environment, Places place) {
    Fragment result;
    EventContext context = context_for(result);
    actions_.lower(items, environment, context, place, result.body);
    return result;
  }

  EventContext context_for(Fragment& fragment) const {
    EventContext context;
    context.branches = &fragment.branches;
    context.sites = &fragment.sites;
    context.branch = context.new_branch({}, "beginning", Condition::always()).id;
    return context;
  }

  // Randomize and Where among the actions of a variant; the actions themselves pass over them.
  void randomizers_of(const std::vector<Item>& items, const Environment& environment,
                      VariantSource& source) {
    for (const Item& item : items) {
      if (item.broken) continue;
      if (item.head == "ForEach") {
        conditions_.expansion().for_each(
            item.arguments, item.where, environment,
            [&](const Environment& inner) { randomizers_of(item.block, inner, source); });
      }
      if (item.head != "Randomize" && item.head != "Where") continue;
      if (!accept(program_, item, kVariantActions)) continue;
      if (item.head == "Randomize") {
        randomize(item, environment, source.randomizers);
      } else {
        source.wheres.push_back(conditions_.lower(item.arguments[0], environment));
      }
    }
  }

  void randomize(const Item& item, const Environment& environment,
                 std::vector<Randomizer>& randomizers) {
    const Symbol* symbol = conditions_.expansion().any_symbol(item.arguments[0], environment);
    if (symbol == nullptr) return;
    if (symbol->kind != SymbolKind::kVariable && symbol->kind != SymbolKind::kItem) {
      program_.diagnostics.error(item.arguments[0].where,
                                 fmt::format("{} is {}, and a variable or an item is needed here",
                                             symbol->name, kind_name(symbol->kind)));
      return;
    }
    Randomizer randomizer{symbol->variable, {}};
    const Variable& variable = program_.model.variables[symbol->variable.index];
    if (item.arguments.size() == 1) {
      for (std::int64_t value = variable.low; value <= variable.high; ++value) {
        program_.spend(1, item.where);
        randomizer.values.push_back(static_cast<Value>(value));
      }
    } else {
      const auto set = conditions_.expansion().set(item.arguments[1], environment);
      if (!set) return;
      for (const LoopValue& member : *set) {
        const auto value = conditions_.expansion().constant_of(member, item.arguments[1].where);
        if (!value) return;
        if (!fits_type(*value, symbol->type) || value->value < variable.low ||
            value->value > variable.high) {
          program_.diagnostics.error(
              item.arguments[1].where,
              fmt::format("{} is no value of {}",
                          member.is_name ? member.name : fmt::format("{}", member.number),
                          symbol->name));
          return;
        }
        randomizer.values.push_back(static_cast<Value>(value->value));
      }
    }
    randomizers.push_back(std::move(randomizer));
  }

  // ---- working out the values

  void begin_with(const VariantSource& source) {
    if (program_.diagnostics.has_errors()) return;
    for (const Outcome& outcome : run_fragment(source.fragment, program_.initial)) {
      std::vector<Randomizer> all = source.randomizers;
      all.insert(all.end(), randomizers_.begin(), randomizers_.end());
      std::vector<Condition> filters = source.wheres;
      filters.insert(filters.end(), wheres_.begin(), wheres_.end());
      if (!count_combinations(all, source.where)) return;
      Variant variant{source.name, outcome.values};
      combine(all, conjunction(std::move(filters)), variant);
    }
  }

  bool count_combinations(const std::vector<Randomizer>& randomizers, const SourceLocation& where) {
    std::size_t count = 1;
    for (const Randomizer& randomizer : randomizers) {
      count *= randomizer.values.size();
      if (count > kMostCombinations) break;
    }
    combinations_ += count;
    if (combinations_ <= kMostCombinations) return true;
    program_.diagnostics.error(
        where.line != 0 || program_.variants.empty() ? where : program_.variants[0].item->where,
        fmt::format("more than {} combinations of Randomize", kMostCombinations),
        "leave out what the quests do not depend on");
    return false;
  }

  void combine(const std::vector<Randomizer>& randomizers, const Condition& filter,
               const Variant& variant) {
    // An odometer rather than recursion: there may be many randomizers.
    std::vector<std::size_t> position(randomizers.size(), 0);
    if (std::any_of(randomizers.begin(), randomizers.end(),
                    [](const Randomizer& randomizer) { return randomizer.values.empty(); })) {
      return;
    }
    while (true) {
      Variant chosen = variant;
      for (std::size_t i = 0; i < randomizers.size(); ++i) {
        const VariableId id = randomizers[i].variable;
        const Value value = randomizers[i].values[position[i]];
        chosen.values[id.index] = value;
        const Variable& info = scratch_.variables[id.index];
        chosen.name += fmt::format(", {} = {}", info.name, value_name(info, value));
      }
      if (holds(scratch_, filter, chosen.values)) keep(std::move(chosen), beginnings_);
      std::size_t digit = randomizers.size();
      while (digit > 0 && ++position[digit - 1] == randomizers[digit - 1].values.size()) {
        position[--digit] = 0;
      }
      if (digit == 0) return;
    }
  }

  void keep(Variant variant, std::vector<Variant>& list) {
    if (!known_.insert(variant.values).second) return;
    if (known_.size() * (variant.values.size() + 1) > kMostValues) {
      throw GameTooLarge{program_.variants.empty() ? SourceLocation{}
                                                   : program_.variants[0].item->where};
    }
    list.push_back(std::move(variant));
  }

  std::vector<Outcome> run_fragment(const Fragment& fragment, const Valuation& values) {
    Event event;
    event.name = "beginning";
    event.body = fragment.body;
    scratch_.events.assign(1, std::move(event));
    std::vector<Outcome> result = outcomes(scratch_, EventId{0}, values);
    for (const Outcome& outcome : result) {
      if (outcome.fault) {
        program_.diagnostics.error(*outcome.fault,
                                   "the game begins with a value outside of its domain");
      }
    }
    return result;
  }

  // ---- entering the start scene

  void enter_start_scenes() {
    if (!program_.system.scene || program_.diagnostics.has_errors()) return;
    known_.clear();
    std::vector<Variant> entered;
    for (const Variant& variant : beginnings_) {
      const auto scene = static_cast<std::size_t>(variant.values[program_.system.scene->index]);
      const auto [handler, fresh] = handlers_.try_emplace(scene);
      if (fresh) handler->second = enter_fragment(scene);
      if (program_.diagnostics.has_errors()) return;
      const std::vector<Outcome> ways = run_fragment(handler->second, variant.values);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        Variant next{variant.name, ways[i].values};
        if (ways.size() > 1) next.name += fmt::format(", way {}", i + 1);
        keep(std::move(next), entered);
        shown_at_start(handler->second, ways[i]);
      }
    }
    beginnings_ = std::move(entered);
  }

  Fragment enter_fragment(std::size_t scene) {
    Fragment result;
    EventContext context = context_for(result);
    context.scene = scene;
    actions_.enter_scene(scene, program_.scenes[scene].where, context, result.body);
    return result;
  }

  void shown_at_start(const Fragment& fragment, const Outcome& outcome) {
    // The event's own branch is not the fragment's: what stands in it always runs.
    for (const auto& [content, branch] : fragment.sites) {
      const bool ran = branch.index == 0 ||
                       std::find(outcome.branches.begin(), outcome.branches.end(), branch) !=
                           outcome.branches.end();
      if (ran) program_.model.contents[content].at_start = true;
    }
  }

  // ---- contents

  void mark_contents() {
    auto& contents = program_.model.contents;
    for (const EntityInfo& entity : program_.entities) {
      // A thing that is visible from the start is seen by whoever comes into its scene.
      const auto& sites = contents[program_.scenes[entity.scene].content].sites;
      auto& own = contents[entity.content].sites;
      if (at_start(entity.visible, 1)) own.insert(own.end(), sites.begin(), sites.end());
    }
    for (const Variant& variant : program_.model.variants) {
      for (std::uint32_t i = 0; i < variant.values.size(); ++i) {
        if (program_.model.variables[i].kind == VariableKind::kItem && variant.values[i] > 0) {
          items_at_start_.insert(i);
        }
      }
      if (!program_.system.scene) continue;
      const auto scene = static_cast<std::size_t>(variant.values[program_.system.scene->index]);
      contents[program_.scenes[scene].content].at_start = true;
      for (const EntityInfo& entity : program_.entities) {
        if (entity.scene == scene && variant.values[entity.visible.index] == 1) {
          contents[entity.content].at_start = true;
        }
      }
    }
    for (Content& content : contents) {
      if (content.kind != "item") continue;
      const Symbol* item = program_.symbols.find(content.name);
      content.at_start = content.at_start || items_at_start_.count(item->variable.index) != 0;
    }
  }

  bool at_start(VariableId variable, Value value) const {
    const auto& variants = program_.model.variants;
    return std::any_of(variants.begin(), variants.end(), [&](const Variant& variant) {
      return variant.values[variable.index] == value;
    });
  }

  Program& program_;
  Actions& actions_;
  Conditions& conditions_;
  std::vector<VariantSource> variants_;
  std::vector<Randomizer> randomizers_;
  std::vector<Condition> wheres_;
  std::size_t combinations_ = 0;
  GameModel scratch_;  // the variables, and one event that runs a fragment
  std::set<Valuation> known_;
  std::vector<Variant> beginnings_;
  std::map<std::size_t, Fragment> handlers_;
  std::set<std::uint32_t> items_at_start_;
};

}  // namespace

void make_beginnings(Program& program, Actions& actions) { Beginnings(program, actions).run(); }

}  // namespace questproof::script
