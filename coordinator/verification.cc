// SPDX-License-Identifier: MIT
#include "coordinator/verification.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "coordinator/argument_verification.h"
#include "coordinator/replay.h"
#include "core/model/free_moves.h"
#include "core/model/naive_evaluator.h"
#include "core/model/reduce/reduce.h"
#include "core/verify/diagram_search.h"

namespace questproof {
namespace {

// So many states are soon explored one by one, where diagrams came to nothing.
constexpr std::uint64_t kFewStates = 200'000'000;

// What the last state of a witness must be in the exploration.
enum class Ending { kDone, kNotBlocked, kBlocked, kAnywhere };

struct WatchedWitness {
  std::string what;
  std::size_t quest = 0;
  Ending ending = Ending::kDone;
  std::size_t steps = 0;
  std::size_t watched = 0;  // position in PlainOptions::watched
};

class CertificateVerifier {
 public:
  CertificateVerifier(const Certificate& certificate, const Game& game, const std::string& engine)
      : certificate_(certificate),
        game_(game),
        engine_(engine),
        replayer_(game),
        same_model_(game.reduce() == to_string(parse_reductions(certificate.header.reduce))),
        same_lengths_(same_model_ || !may_collapse(certificate, game)) {}

  Verification run(PlainOptions options, const PlainProgressCallback& progress) {
    compare_quest_list();
    for (const Certificate::QuestClaim& claim : certificate_.quests) replay_witnesses(claim);
    check_argument(options);
    if (!result_.agrees() || !certificate_.complete) return std::move(result_);
    options.watched = std::move(watched_states_);
    if (same_model_) options.expected_states = certificate_.states;
    options.collapse_free_moves = game_.is_collapsed();
    const PlainResult found = explore(options, progress);
    result_.limit = found.limit;
    result_.lengths_checked = found.lengths_known;
    if (!found.limit.empty()) return std::move(result_);
    compare_profile(found);
    for (const Certificate::QuestClaim& claim : certificate_.quests) compare_quest(claim, found);
    check<std::string>("verdict", to_string(certificate_.verdict), to_string(verdict(found)));
    compare_endings(found);
    return std::move(result_);
  }

 private:
  PlainResult explore(const PlainOptions& options, const PlainProgressCallback& progress) {
    const bool may = engine_ == "symbolic" || (engine_ == "auto" && certificate_.from_diagrams);
    if (may && !options.collapse_free_moves) {
      PlainResult found = diagram_search(game_.searched(), options, progress);
      result_.with_diagrams = found.limit.empty();
      const bool few = certificate_.states <= kFewStates;
      if (found.limit.empty() || engine_ == "symbolic" || !few) return found;
    }
    return plain_search(game_.searched(), options, progress);
  }

  // Whether the certificate's lengths may leave out free moves.
  static bool may_collapse(const Certificate& certificate, const Game& game) {
    return parse_reductions(certificate.header.reduce).free_moves &&
           !find_free_moves(game.written()).empty();
  }

  template <typename Value>
  void check(std::string what, const Value& claimed, const Value& found) {
    result_.checks.push_back(
        {std::move(what), fmt::format("{}", claimed), fmt::format("{}", found), claimed == found});
  }

  const std::string& name(const Certificate::QuestClaim& claim) const {
    return game_.written().quests[claim.quest].name;
  }

  // Every quest is claimed, and once: what is left out could be the one that is blocked.
  void compare_quest_list() {
    std::vector<std::string> claimed, present;
    for (const Certificate::QuestClaim& claim : certificate_.quests) claimed.push_back(name(claim));
    for (const Quest& quest : game_.written().quests) present.push_back(quest.name);
    check("quests", fmt::format("{}", fmt::join(claimed, ", ")),
          fmt::format("{}", fmt::join(present, ", ")));
  }

  void check_argument(const PlainOptions& options) {
    if (!certificate_.argument) return;
    const ArgumentVerification found =
        verify_argument(*certificate_.argument, game_.written(), options);
    result_.checks.insert(result_.checks.end(), found.checks.begin(), found.checks.end());
    result_.witnesses += found.ways;
    if (certificate_.complete || !rests_on_argument(certificate_)) return;
    result_.limit = found.limit;
    result_.by_argument = found.limit.empty();
    Verdict all = Verdict::kProved;
    for (const Certificate::QuestClaim& claim : certificate_.quests) {
      if (claim.verdict == Verdict::kRefuted) all = Verdict::kRefuted;
    }
    check<std::string>("verdict", to_string(certificate_.verdict), to_string(all));
    compare_with_argument();
  }

  // What would speak against a verdict that rests on an argument: no event is a fault inside the bounds,
  // and a quest that is proved is blocked nowhere.
  void compare_with_argument() {
    check("an event is a fault", certificate_.faults, false);
    for (const Certificate::QuestClaim& claim : certificate_.quests) {
      if (claim.verdict != Verdict::kProved) continue;
      const bool blocked = claim.blocked_states > 0 || claim.initial_blocked > 0 ||
                           claim.fatal_transitions > 0 || claim.counterexample ||
                           !claim.fatal.empty();
      check(name(claim) + ": is blocked somewhere", blocked, false);
    }
  }

  void replay_witnesses(const Certificate::QuestClaim& claim) {
    const auto replay = [&](const std::optional<Certificate::Witness>& witness, const char* kind,
                            Ending ending) {
      if (witness)
        replay_witness(claim, *witness, fmt::format("{}: {}", name(claim), kind), ending);
    };
    replay(claim.completion, "shortest completion", Ending::kDone);
    replay(claim.counterexample, "shortest counterexample", Ending::kBlocked);
    replay(claim.farthest, "farthest state", Ending::kNotBlocked);
    // A region that is blocked need not be so in the member that a fatal event leads to.
    const Ending after_fatal = same_lengths_ ? Ending::kBlocked : Ending::kAnywhere;
    for (std::size_t i = 0; i < claim.fatal.size(); ++i) {
      replay(claim.fatal[i], "route to a fatal event", after_fatal);
      if (claim.fatal[i].steps.empty()) continue;
      Certificate::Witness before = claim.fatal[i];
      before.steps.pop_back();
      replay(before, "route up to a fatal event", Ending::kNotBlocked);
    }
  }

  // Replays on the game as written and, side by side, on the model that is explored.
  void replay_witness(const Certificate::QuestClaim& claim, const Certificate::Witness& witness,
                      std::string what, Ending ending) {
    ++result_.witnesses;
    StatePair here{game_.written().variants[witness.variant].values,
                   game_.searched().variants[witness.variant].values};
    for (std::size_t i = 0; i < witness.steps.size(); ++i) {
      if (!step(witness.steps[i], here)) {
        result_.checks.push_back(
            {std::move(what), "can be played", fmt::format("step {} cannot", i + 1), false});
        return;
      }
    }
    const bool ends_well = is_well(claim.quest, here, ending);
    result_.checks.push_back(
        {what, "can be played", ends_well ? "can be played" : "ends elsewhere", ends_well});
    watched_.push_back(
        {std::move(what), claim.quest, ending, length(witness), watched_states_.size()});
    watched_states_.push_back(std::move(here.searched));
  }

  bool step(const Step& step, StatePair& here) const {
    for (Outcome& outcome : outcomes(game_.written(), step.event, here.written)) {
      if (outcome.fault || outcome.branches != step.branches) continue;
      here = {std::move(outcome.values), replayer_.after(step, here.searched)};
      return true;
    }
    return false;
  }

  // A region is pending where some member is.
  bool is_well(std::size_t quest, const StatePair& end, Ending ending) const {
    if (ending == Ending::kNotBlocked || ending == Ending::kAnywhere) return true;
    if (ending == Ending::kDone) return is_done(game_.written(), quest, end.written);
    return replayer_.holds_nearby(
        end, [&](const Valuation& values) { return is_pending(game_.written(), quest, values); });
  }

  // Steps that are counted.
  std::size_t length(const Certificate::Witness& witness) const {
    return static_cast<std::size_t>(
        std::count_if(witness.steps.begin(), witness.steps.end(),
                      [&](const Step& step) { return !game_.moves().is_move(step.event); }));
  }

  void compare_profile(const PlainResult& found) {
    check("an event is a fault", certificate_.faults, found.faults > 0);
    if (!same_model_) return;
    check("states", certificate_.states, found.states);
    check("transitions", certificate_.transitions, found.transitions);
    check("deadlocks", certificate_.deadlocks, found.deadlocks);
    if (!certificate_.levels_known) return;
    std::uint64_t all = 0;  // stops at 2^64 - 1, as all counts do
    for (const std::uint64_t level : certificate_.states_per_level) {
      all += std::min(level, std::numeric_limits<std::uint64_t>::max() - all);
    }
    check("states of all levels", all, found.states);
    if (!found.lengths_known) return;
    check("levels", certificate_.states_per_level.size(), found.states_per_level.size());
    result_.checks.push_back(
        {"states per level", "as recorded",
         certificate_.states_per_level == found.states_per_level ? "as recorded" : "others",
         certificate_.states_per_level == found.states_per_level});
  }

  void compare_quest(const Certificate::QuestClaim& claim, const PlainResult& found) {
    const PlainQuest& quest = found.quests[claim.quest];
    const auto what = [&](const char* figure) {
      return fmt::format("{}: {}", name(claim), figure);
    };
    check<std::string>(what("verdict"), to_string(claim.verdict), to_string(verdict(found, quest)));
    if (same_lengths_ && found.lengths_known) {
      if (claim.completion || certificate_.completions_known) {
        check(what("shortest completion"), length_text(claim.completion),
              length_text(quest.completion_length));
      }
      check(what("shortest counterexample"), length_text(claim.counterexample),
            length_text(quest.counterexample_length));
    } else {
      // Whether there is one is known all the same.
      if (claim.completion || certificate_.completions_known) {
        check(what("can be done"), claim.completion.has_value(), quest.done_states > 0);
      }
      check(what("can be blocked"), claim.counterexample.has_value(), quest.blocked_states > 0);
    }
    if (!same_model_) return;
    check(what("done states"), claim.done_states, quest.done_states);
    check(what("pending states"), claim.pending_states, quest.pending_states);
    check(what("blocked states"), claim.blocked_states, quest.blocked_states);
    check(what("starts already blocked"), claim.initial_blocked, quest.initial_blocked);
    check(what("fatal transitions"), claim.fatal_transitions, quest.fatal_transitions);
  }

  static Verdict verdict(const PlainResult& found, const PlainQuest& quest) {
    if (found.faults > 0) return Verdict::kUnknown;
    return quest.blocked_states > 0 ? Verdict::kRefuted : Verdict::kProved;
  }
  // Of the whole game.
  static Verdict verdict(const PlainResult& found) {
    if (found.faults > 0) return Verdict::kUnknown;
    const bool proved = std::all_of(
        found.quests.begin(), found.quests.end(),
        [&](const PlainQuest& quest) { return verdict(found, quest) == Verdict::kProved; });
    return proved ? Verdict::kProved : Verdict::kRefuted;
  }

  std::string length_text(const std::optional<Certificate::Witness>& witness) const {
    return witness ? fmt::format("{} steps", length(*witness)) : "none";
  }
  static std::string length_text(const std::optional<std::uint32_t>& steps) {
    return steps ? fmt::format("{} steps", *steps) : "none";
  }

  void compare_endings(const PlainResult& found) {
    for (const WatchedWitness& witness : watched_) {
      const WatchedState& state = found.watched[witness.watched];
      bool agrees = state.level.has_value() && *state.level <= witness.steps;
      if (agrees && witness.ending == Ending::kDone) agrees = state.done[witness.quest];
      if (agrees && (witness.ending == Ending::kBlocked || witness.ending == Ending::kNotBlocked)) {
        agrees = state.blocked[witness.quest] == (witness.ending == Ending::kBlocked);
      }
      const char* claimed = witness.ending == Ending::kDone       ? "ends done"
                            : witness.ending == Ending::kBlocked  ? "ends blocked"
                            : witness.ending == Ending::kAnywhere ? "ends in a reachable state"
                                                                  : "ends not blocked";
      result_.checks.push_back({witness.what, claimed, agrees ? claimed : "does not", agrees});
    }
  }

  const Certificate& certificate_;
  const Game& game_;
  const std::string& engine_;
  Replayer replayer_;
  bool same_model_;
  bool same_lengths_;
  std::vector<WatchedWitness> watched_;
  std::vector<Valuation> watched_states_;
  Verification result_;
};

}  // namespace

bool Verification::agrees() const {
  return std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.agrees; });
}

Verification verify_certificate(const Certificate& certificate, const Game& game,
                                PlainOptions options, const PlainProgressCallback& progress,
                                const std::string& engine) {
  return CertificateVerifier(certificate, game, engine).run(std::move(options), progress);
}

}  // namespace questproof
