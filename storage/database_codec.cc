// SPDX-License-Identifier: MIT
#include "storage/database_codec.h"

#include <fmt/core.h>
#include <kj/exception.h>
#include <storage/schema/database.capnp.h>

#include <initializer_list>

#include "core/base/check.h"
#include "core/base/error.h"
#include "storage/capnp_message.h"

namespace questproof {
namespace {

namespace schema = database_schema;
using Numbers = capnp::List<std::uint64_t>;
using ShortNumbers = capnp::List<std::uint32_t>;

template <typename Root, typename Fill>
std::string encode(const Fill& fill) {
  const kj::Array<capnp::word> words = message_words<Root>(fill);
  const auto bytes = words.asChars();
  return std::string(bytes.begin(), bytes.end());
}

template <typename Root, typename Read>
auto decode(std::string_view bytes, const Read& read) {
  try {
    return read_words<Root>(
        std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), read);
  } catch (const kj::Exception& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("a stored table is damaged: {}", problem.getDescription().cStr()));
  }
}

template <typename Result, typename List>
std::vector<Result> list_of(const List& list) {
  std::vector<Result> result;
  result.reserve(list.size());
  for (const auto value : list) result.push_back(static_cast<Result>(value));
  return result;
}
std::vector<std::string> texts_of(const capnp::List<capnp::Text>::Reader& list) {
  std::vector<std::string> result;
  for (const auto text : list) result.push_back(text_of(text));
  return result;
}

// The numbers of enumerators are written out here, since they outlive an order in a header; and in
// a switch, so that a new enumerator does not compile without its number.
std::uint8_t code(VariableKind kind) {
  switch (kind) {
    case VariableKind::kVariable: return 0;
    case VariableKind::kItem: return 1;
    case VariableKind::kScene: return 2;
    case VariableKind::kEntityVisible: return 3;
    case VariableKind::kEntityInteractive: return 4;
    case VariableKind::kInternal: return 5;
    case VariableKind::kPosition: return 6;
  }
  QUEST_CHECK(false);
  return 0;
}
std::uint8_t code(Trigger trigger) {
  switch (trigger) {
    case Trigger::kPlayer: return 0;
    case Trigger::kDelay: return 1;
    case Trigger::kChance: return 2;
    case Trigger::kExternal: return 3;
  }
  QUEST_CHECK(false);
  return 0;
}
template <typename Enum>
Enum enumerator(std::uint8_t stored, std::initializer_list<Enum> all) {
  for (const Enum one : all) {
    if (code(one) == stored) return one;
  }
  throw Error(Error::Kind::kInput, "a stored table is damaged");
}
VariableKind variable_kind(std::uint8_t stored) {
  using enum VariableKind;
  return enumerator(
      stored, {kVariable, kItem, kScene, kEntityVisible, kEntityInteractive, kInternal, kPosition});
}
Trigger trigger_of(std::uint8_t stored) {
  using enum Trigger;
  return enumerator(stored, {kPlayer, kDelay, kChance, kExternal});
}

std::uint8_t verdict_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kProved: return 0;
    case Verdict::kRefuted: return 1;
    case Verdict::kUnknown: return 2;
  }
  return 2;
}
Verdict verdict_of(std::uint8_t stored) {
  return stored == 0 ? Verdict::kProved : stored == 1 ? Verdict::kRefuted : Verdict::kUnknown;
}

void write(schema::Variable::Builder out, const DatabaseSchema::StoredVariable& stored) {
  const Variable& variable = stored.variable;
  out.setName(variable.name);
  out.setKind(code(variable.kind));
  out.setLow(variable.low);
  out.setHigh(variable.high);
  fill_values(out.initValueNames(size_of(variable.value_names.size())), variable.value_names);
  out.setWord(stored.field.word);
  out.setShift(stored.field.shift);
  out.setBits(stored.field.bits);
}
DatabaseSchema::StoredVariable read(schema::Variable::Reader in) {
  DatabaseSchema::StoredVariable stored;
  stored.variable.name = text_of(in.getName());
  stored.variable.kind = variable_kind(in.getKind());
  stored.variable.low = in.getLow();
  stored.variable.high = in.getHigh();
  stored.variable.value_names = texts_of(in.getValueNames());
  stored.field = {in.getWord(), in.getShift(), in.getBits(), in.getLow()};
  return stored;
}

void write(schema::Event::Builder out, const DatabaseSchema::StoredEvent& event) {
  out.setName(event.name);
  out.setLabel(event.label);
  out.setScene(event.scene);
  out.setTrigger(code(event.trigger));
  out.setWhere(event.where);
}
DatabaseSchema::StoredEvent read(schema::Event::Reader in) {
  return {text_of(in.getName()), text_of(in.getLabel()), text_of(in.getScene()),
          trigger_of(in.getTrigger()), text_of(in.getWhere())};
}

void write(schema::Label::Builder out, const TransitionLabel& label) {
  out.setEvent(label.event.index);
  out.setOutcome(label.outcome);
  out.setFault(label.fault);
  out.setCoverageOnly(label.coverage_only);
  auto branches = out.initBranches(size_of(label.branches.size()));
  unsigned index = 0;
  for (const BranchId branch : label.branches) branches.set(index++, branch.index);
}
TransitionLabel read(schema::Label::Reader in) {
  TransitionLabel label{{in.getEvent()}, in.getOutcome(), in.getFault(), {}, in.getCoverageOnly()};
  for (const std::uint32_t branch : in.getBranches()) label.branches.push_back({branch});
  return label;
}

void write(schema::Quest::Builder out, const DatabaseSchema::StoredQuest& quest) {
  out.setName(quest.name);
  out.setTitle(quest.title);
  out.setMain(quest.main);
}
DatabaseSchema::StoredQuest read(schema::Quest::Reader in) {
  return {text_of(in.getName()), text_of(in.getTitle()), in.getMain()};
}

void write(schema::Sighting::Builder out, const Sighting& sighting) {
  out.setLevel(sighting.level);
  fill_values(out.initState(size_of(sighting.state.size())), sighting.state);
}
Sighting read(schema::Sighting::Reader in) { return {in.getLevel(), list_of<Word>(in.getState())}; }

void write(schema::Fatal::Builder out, const FatalFigures& fatal) {
  out.setLabel(fatal.label);
  out.setCount(fatal.count);
  fill_values(out.initSource(size_of(fatal.source.size())), fatal.source);
  fill_values(out.initDestination(size_of(fatal.destination.size())), fatal.destination);
}
FatalFigures read(schema::Fatal::Reader in) {
  return {in.getLabel(), in.getCount(), list_of<Word>(in.getSource()),
          list_of<Word>(in.getDestination())};
}

void write(schema::QuestFigures::Builder out, const StoredQuestFigures& quest) {
  out.setVerdict(verdict_code(quest.verdict));
  out.setDoneStates(quest.done_states);
  out.setPendingStates(quest.pending_states);
  out.setBlockedStates(quest.blocked_states);
  out.setLostStates(quest.lost_states);
  out.setInitialBlocked(quest.initial_blocked);
  if (quest.first_done) write(out.initFirstDone(), *quest.first_done);
  if (quest.first_blocked) write(out.initFirstBlocked(), *quest.first_blocked);
  out.setFarthestDistance(quest.farthest_distance);
  if (quest.farthest) write(out.initFarthest(), *quest.farthest);
  fill_values(out.initStatesPerDistance(size_of(quest.states_per_distance.size())),
              quest.states_per_distance);
  fill_values(out.initDonePerLevel(size_of(quest.done_per_level.size())), quest.done_per_level);
  fill_values(out.initBlockedPerLevel(size_of(quest.blocked_per_level.size())),
              quest.blocked_per_level);
  fill_values(out.initLostPerLevel(size_of(quest.lost_per_level.size())), quest.lost_per_level);
  fill_list(out.initFatal(size_of(quest.fatal.size())), quest.fatal,
            [](auto row, const FatalFigures& fatal) { write(row, fatal); });
  out.setFatalTransitions(quest.fatal_transitions);
  if (quest.random_play) write_random_play(out.initRandomPlay(), *quest.random_play);
}
StoredQuestFigures read(schema::QuestFigures::Reader in) {
  StoredQuestFigures quest;
  quest.verdict = verdict_of(in.getVerdict());
  quest.done_states = in.getDoneStates();
  quest.pending_states = in.getPendingStates();
  quest.blocked_states = in.getBlockedStates();
  quest.lost_states = in.getLostStates();
  quest.initial_blocked = in.getInitialBlocked();
  if (in.hasFirstDone()) quest.first_done = read(in.getFirstDone());
  if (in.hasFirstBlocked()) quest.first_blocked = read(in.getFirstBlocked());
  quest.farthest_distance = in.getFarthestDistance();
  if (in.hasFarthest()) quest.farthest = read(in.getFarthest());
  quest.states_per_distance = list_of<std::uint64_t>(in.getStatesPerDistance());
  quest.done_per_level = list_of<std::uint64_t>(in.getDonePerLevel());
  quest.blocked_per_level = list_of<std::uint64_t>(in.getBlockedPerLevel());
  quest.lost_per_level = list_of<std::uint64_t>(in.getLostPerLevel());
  for (const auto fatal : in.getFatal()) quest.fatal.push_back(read(fatal));
  quest.fatal_transitions = in.getFatalTransitions();
  if (in.hasRandomPlay())
    quest.random_play = read_random_play<RandomPlayFigures>(in.getRandomPlay());
  return quest;
}

void write(schema::LabelFigures::Builder out, const StoredLabelFigures& label) {
  out.setEnabled(label.enabled);
  out.setTransitions(label.transitions);
  if (label.first) write(out.initFirst(), *label.first);
}
StoredLabelFigures read(schema::LabelFigures::Reader in) {
  StoredLabelFigures label{in.getEnabled(), in.getTransitions(), {}};
  if (in.hasFirst()) label.first = read(in.getFirst());
  return label;
}

template <typename Rows, typename List>
void read_rows(Rows& rows, const List& list) {
  for (const auto row : list) rows.push_back(read(row));
}
template <typename List, typename Rows>
void write_rows(List list, const Rows& rows) {
  fill_list(list, rows, [](auto out, const auto& row) { write(out, row); });
}

}  // namespace

std::string encode_identity(const DatabaseIdentity& identity) {
  return encode<schema::Identity>([&](schema::Identity::Builder out) {
    out.setVersion(kDatabaseVersion);
    out.setGameFile(identity.game_file);
    fill_values(out.initSettings(size_of(identity.settings.size())), identity.settings);
    out.setGameName(identity.game_name);
    out.setModelHash(identity.model_hash);
    out.setReduce(identity.reduce);
    out.setQuest(identity.quest);
    out.setProgramVersion(identity.version);
    out.setProgramRevision(identity.revision);
  });
}

DatabaseIdentity decode_identity(std::string_view bytes) {
  return decode<schema::Identity>(bytes, [](schema::Identity::Reader in) {
    if (in.getVersion() < 1 || in.getVersion() > kDatabaseVersion) {
      throw Error(Error::Kind::kInput,
                  fmt::format("its format has version {}, and this program reads versions up to {}",
                              in.getVersion(), kDatabaseVersion));
    }
    return DatabaseIdentity{text_of(in.getGameFile()),       texts_of(in.getSettings()),
                            text_of(in.getGameName()),       text_of(in.getModelHash()),
                            text_of(in.getReduce()),         text_of(in.getQuest()),
                            text_of(in.getProgramVersion()), text_of(in.getProgramRevision())};
  });
}

std::string encode_schema(const DatabaseSchema& names) {
  return encode<schema::Names>([&](schema::Names::Builder out) {
    fill_values(out.initWordBits(size_of(names.word_bits.size())), names.word_bits);
    out.setOwnerWord(names.ownership.word);
    out.setOwnerProjection(names.ownership.projection);
    out.setOwnerPivot(names.ownership.pivot);
    write_rows(out.initVariables(size_of(names.variables.size())), names.variables);
    write_rows(out.initEvents(size_of(names.events.size())), names.events);
    fill_values(out.initBranchTexts(size_of(names.branch_texts.size())), names.branch_texts);
    write_rows(out.initLabels(size_of(names.labels.size())), names.labels);
    write_rows(out.initQuests(size_of(names.quests.size())), names.quests);
    fill_values(out.initVariants(size_of(names.variants.size())), names.variants);
    fill_values(out.initInitialStates(size_of(names.initial_states.size())), names.initial_states);
  });
}

DatabaseSchema decode_schema(std::string_view bytes) {
  return decode<schema::Names>(bytes, [](schema::Names::Reader in) {
    DatabaseSchema names;
    names.word_bits = list_of<std::uint32_t>(in.getWordBits());
    names.ownership = {in.getOwnerWord(), in.getOwnerProjection(), in.getOwnerPivot()};
    read_rows(names.variables, in.getVariables());
    read_rows(names.events, in.getEvents());
    names.branch_texts = texts_of(in.getBranchTexts());
    read_rows(names.labels, in.getLabels());
    read_rows(names.quests, in.getQuests());
    names.variants = texts_of(in.getVariants());
    names.initial_states = list_of<Word>(in.getInitialStates());
    return names;
  });
}

std::string encode_figures(const DatabaseFigures& figures) {
  return encode<schema::Figures>([&](schema::Figures::Builder out) {
    out.setVerdict(verdict_code(figures.verdict));
    out.setVerified(figures.verified);
    const Profile& profile = figures.profile;
    fill_values(out.initStatesPerLevel(size_of(profile.states_per_level.size())),
                profile.states_per_level);
    out.setStates(profile.states);
    out.setTransitions(profile.transitions);
    out.setDeadlocks(profile.deadlocks);
    out.setFingerprintSum(profile.fingerprint_sum);
    out.setLevelsKnown(figures.known.levels);
    out.setCompletionsKnown(figures.known.completions);
    out.setRoutesKnown(figures.known.routes);
    out.setFarthestKnown(figures.known.farthest);
    out.setRandomPlayKnown(figures.known.random_play);
    write_rows(out.initQuests(size_of(figures.quests.size())), figures.quests);
    write_rows(out.initLabels(size_of(figures.labels.size())), figures.labels);
  });
}

DatabaseFigures decode_figures(std::string_view bytes) {
  return decode<schema::Figures>(bytes, [](schema::Figures::Reader in) {
    DatabaseFigures figures;
    figures.verdict = verdict_of(in.getVerdict());
    figures.verified = in.getVerified();
    figures.profile.states_per_level = list_of<std::uint64_t>(in.getStatesPerLevel());
    figures.profile.states = in.getStates();
    figures.profile.transitions = in.getTransitions();
    figures.profile.deadlocks = in.getDeadlocks();
    figures.profile.fingerprint_sum = in.getFingerprintSum();
    figures.known = {in.getLevelsKnown(), in.getCompletionsKnown(), in.getRoutesKnown(),
                     in.getFarthestKnown(), in.getRandomPlayKnown()};
    read_rows(figures.quests, in.getQuests());
    read_rows(figures.labels, in.getLabels());
    return figures;
  });
}

std::string encode_steps(const std::vector<WrittenStep>& steps) {
  return encode<schema::Steps>([&](schema::Steps::Builder out) {
    const std::size_t words = steps.empty() ? 0 : steps.front().change.size();
    auto labels = out.initLabels(size_of(steps.size()));
    auto changes = out.initChanges(size_of(steps.size() * words));
    for (unsigned i = 0; i < steps.size(); ++i) {
      labels.set(i, steps[i].label);
      for (unsigned w = 0; w < words; ++w) {
        changes.set(i * static_cast<unsigned>(words) + w, steps[i].change[w]);
      }
    }
  });
}

std::vector<WrittenStep> decode_steps(std::string_view bytes, std::size_t words) {
  return decode<schema::Steps>(bytes, [&](schema::Steps::Reader in) {
    const ShortNumbers::Reader labels = in.getLabels();
    const Numbers::Reader changes = in.getChanges();
    if (changes.size() != labels.size() * words) {
      throw Error(Error::Kind::kInput, "a stored table is damaged");
    }
    std::vector<WrittenStep> steps;
    for (unsigned i = 0; i < labels.size(); ++i) {
      WrittenStep step{labels[i], {}};
      for (unsigned w = 0; w < words; ++w) {
        step.change.push_back(changes[i * static_cast<unsigned>(words) + w]);
      }
      steps.push_back(std::move(step));
    }
    return steps;
  });
}

}  // namespace questproof
