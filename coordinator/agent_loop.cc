// SPDX-License-Identifier: MIT
#include "coordinator/agent_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/agent_choices.h"
#include "coordinator/agent_evidence.h"
#include "coordinator/agent_options.h"
#include "coordinator/atomic_file.h"
#include "coordinator/game.h"
#include "coordinator/interrupt.h"
#include "coordinator/json_parts.h"
#include "coordinator/make_report.h"
#include "coordinator/paths.h"
#include "coordinator/report_json.h"
#include "coordinator/report_text.h"
#include "coordinator/search_run.h"
#include "coordinator/story_walks.h"
#include "coordinator/verdict_exit.h"
#include "core/base/error.h"
#include "core/model/export_json.h"
#include "worker/choice_model.h"
#include "worker/learned_model.h"
#include "worker/search_player.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kRestarts = 1000;
constexpr std::uint64_t kFirstBudget = 2000;  // updates, of the first round on a level

// One round, for people and programs.
struct Round {
  std::uint64_t updates = 0;  // until its end
  std::string learned;        // "17 states, 40 choices"
  Verdict verdict = Verdict::kUnknown;
  std::size_t replayed = 0;
  std::vector<std::string> differences;
};

struct LoopResult {
  std::string game;
  std::vector<Round> rounds;
  bool closed = false;  // the last round has seen no difference
  bool complete = false;
  std::string reason;
  std::vector<Evidence> evidence;
  std::optional<GameModel> model;
  Verdict verdict = Verdict::kUnknown;
  Json details;       // of what was learned
  std::string notes;  // the same for people
  std::vector<Finding> findings;
};

// A model, certified; the report goes with the game whose names it uses.
struct Proof {
  GameModel model;
  Report report;
};

Proof prove(GameModel model, const CommandOptions& options, const Console& console) {
  const InterruptGuard guard;
  const Game game(model, "auto");
  const Certification found = run_certify(game, search_options(options), console);
  return {std::move(model), make_report(game, found)};
}

void tell(const Round& round, std::size_t number, const CommandOptions& options, Console& console) {
  if (options.json) return;
  console.out << fmt::format(
      "Round {}: {}; {}; {} replayed, {} ({} so far)\n", number, round.learned,
      to_string(round.verdict), counted(round.replayed, "walk"),
      counted(round.differences.size(), "difference"), counted(round.updates, "update"));
  for (const std::string& difference : round.differences) {
    console.out << fmt::format("  {}  {}\n", console.paint.warning("differs"), difference);
  }
  console.out << std::flush;
}

// ---------------------------------------------------------------------------------- stories

class StoryLoop {
 public:
  StoryLoop(const CommandOptions& options, LiveGame& game, Console& console)
      : options_(options),
        console_(console),
        looks_(ChoiceTask::parse_list(options.task), !options.ignore_text, options.wait),
        session_(game, limits(options), looks_, nullptr),
        player_(session_, looks_, to_the_end(options)) {}

  LoopResult run() {
    if (player_.begin()) rounds();
    finish();
    return std::move(result_);
  }

 private:
  static SessionOptions limits(const CommandOptions& options) {
    SessionOptions limits = session_options(options);
    limits.restarts = kRestarts;
    return limits;
  }

  static ChoicePlayerOptions to_the_end(const CommandOptions& options) {
    ChoicePlayerOptions player = choice_options(options);
    player.complete = true;
    return player;
  }

  GameModel model(bool assume) const {
    const std::string game = played_game(session_.introduction(), session_.seed());
    return model_of_choices(player_.graph(), looks_, game, assume);
  }

  void rounds() {
    for (unsigned i = 0; i < options_.rounds; ++i) {
      if (!player_.explore()) return;
      Round round;
      round.learned = counted(player_.graph().nodes.size(), "state") + ", " +
                      counted(player_.graph().edge_count(), "choice");
      const Proof proof = prove(model(true), options_, console_);
      round.verdict = proof.report.verdict;
      const bool agrees = known_evidence(round) && replay(proof, round) && checks(round);
      round.updates = session_.figures().updates;
      result_.rounds.push_back(std::move(round));
      tell(result_.rounds.back(), i + 1, options_, console_);
      result_.closed = agrees && player_.result().complete;
      if (agrees || session_.is_over()) return;  // another round would do the same again
    }
  }

  // What --learn-from has named.
  bool known_evidence(Round& round) {
    bool agrees = true;
    for (const std::vector<std::string>& choices : choice_options(options_).evidence) {
      ++round.replayed;
      const std::optional<ChoiceDifference> difference = player_.follow(choices);
      if (!difference) continue;
      agrees = false;
      learn(*difference, "known evidence", round);
    }
    return agrees;
  }

  bool replay(const Proof& proof, Round& round) {
    const std::string document = report_json(proof.model, proof.report, options_);
    std::vector<StoryWalk> walks;
    try {
      walks = parse_story_walks(document, "");
    } catch (const Error&) {
      return true;  // no way to show for anything
    }
    bool agrees = true;
    for (const StoryWalk& walk : walks) {
      ++round.replayed;
      const std::optional<ChoiceDifference> difference = player_.follow(walk.choices());
      if (!difference) continue;
      agrees = false;
      learn(*difference, fmt::format("{} of {}", walk.kind, walk.quest), round);
      if (session_.is_over()) break;
    }
    return agrees;
  }

  // Where all that was proved agrees, what the model assumes is tried as well.
  bool checks(Round& round) {
    if (options_.checks == 0) return true;
    const std::optional<ChoiceDifference> difference = player_.check();
    if (!difference) return true;
    learn(*difference, "a check", round);
    return false;
  }

  void learn(const ChoiceDifference& difference, const std::string& walk, Round& round) {
    Evidence evidence;
    evidence.choices = difference.choices;
    evidence.difference =
        difference.expected ? difference_text(looks_[*difference.expected], looks_[difference.seen])
                            : "something else is offered";
    round.differences.push_back(
        fmt::format("step {} of {}: {}", difference.choices.size(), walk, evidence.difference));
    player_.learn_from(difference);
    result_.evidence.push_back(std::move(evidence));
  }

  void finish() {
    result_.game = session_.introduction().game;
    const ChoiceResult learned = player_.result();
    result_.complete = learned.complete;
    result_.reason = learned.reason;
    result_.findings = session_.findings();
    if (player_.graph().nodes.empty()) return;
    result_.model = model(false);
    result_.details = choice_graph_json(player_.graph(), looks_, learned);
    result_.details["findings"] = findings_json(session_.findings());
    result_.notes =
        conflicts_text(player_.graph(), console_) + findings_text(session_.findings(), console_);
  }

  const CommandOptions& options_;
  Console& console_;
  LookTable looks_;
  ChoiceSession session_;
  ChoicePlayer player_;
  LoopResult result_;
};

// ----------------------------------------------------------------------------------- levels

std::vector<std::string> presses_of(const Walkthrough& way, const GameModel& model) {
  std::vector<std::string> buttons;
  for (const Walkthrough::Played& played : way.steps) {
    const std::string& event = model.events[played.step.event.index].name;
    if (event.starts_with("press ")) buttons.push_back(event.substr(6));
  }
  return buttons;
}

class LevelLoop {
 public:
  LevelLoop(const CommandOptions& options, LiveGame& game, Console& console)
      : options_(options), game_(game), console_(console) {
    limits_ = session_options(options);
    if (options.budget.empty()) limits_.updates = kFirstBudget;
    if (!options.learn_from.empty()) evidence_ = read_evidence(options.learn_from);
  }

  LoopResult run() {
    for (unsigned i = 0; i < options_.rounds && !result_.closed; ++i) {
      if (i > 0 && InterruptGuard::interrupted()) break;
      Round round;
      const Proof proof = learn(round);
      if (result_.reason == kNotBegun) break;
      round.verdict = proof.report.verdict;
      const bool agrees = replay(proof, round);
      round.updates = updates_;
      result_.rounds.push_back(std::move(round));
      tell(result_.rounds.back(), i + 1, options_, console_);
      result_.closed = agrees && result_.complete && !proof.report.quests.empty();
      // What was not settled in so many updates may be in more.
      limits_.updates = std::min(limits_.updates, kMostUpdates / 2) * 2;
      limits_.seconds *= 2;
    }
    return std::move(result_);
  }

 private:
  static constexpr const char* kNotBegun = "the game could not be begun";
  static constexpr std::uint64_t kMostUpdates = std::uint64_t{1} << 40;

  Proof learn(Round& round) {
    PlayerOptions player;
    player.complete = true;
    player.seed = options_.seed;
    if (!evidence_.empty() && !evidence_.back().look.empty()) {
      player.script = evidence_.back().presses;
      player.task = AgentTask::parse(evidence_.back().look);
    } else if (!options_.task.empty()) {
      player.task = AgentTask::parse(options_.task);
    }
    Session session(game_, limits_, nullptr);
    SearchPlayer search(session, player);
    const PlayResult played = search.run();
    result_.game = session.introduction().game;
    result_.reason = played.reason;
    result_.complete = played.complete;
    updates_ += session.figures().updates;
    result_.findings = session.findings();
    if (played.reason == kNotBegun) return {};
    if (search.belief().terrain().size() == 0) {
      throw Error(Error::Kind::kInput, "the game shows neither terrain nor choices");
    }
    GameModel model =
        learn_model(search.belief(), search.start(),
                    played_game(session.introduction(), limits_.seed), played.complete);
    round.learned = fmt::format("{}, {}{}", counted(search.belief().doors().size(), "door"),
                                counted(search.belief().buttons().size(), "button"),
                                played.complete ? ", complete" : "");
    result_.model = model;
    result_.notes = findings_text(session.findings(), console_);
    result_.details = {{"doors", search.belief().doors().size()},
                       {"buttons", search.belief().buttons().size()},
                       {"findings", findings_json(session.findings())}};
    return prove(std::move(model), options_, console_);
  }

  // A completion leads to a door that is open; a counterexample can at least be gone.
  bool replay(const Proof& proof, Round& round) {
    bool agrees = true;
    for (const QuestReport& quest : proof.report.quests) {
      for (const std::optional<Walkthrough>* way : {&quest.completion, &quest.counterexample}) {
        if (!*way) continue;
        ++round.replayed;
        const bool opens = way == &quest.completion;
        const std::string difference = follow(presses_of(**way, proof.model), quest.name, opens);
        if (difference.empty()) continue;
        agrees = false;
        round.differences.push_back(fmt::format(
            "{} of {}: {}", opens ? "walkthrough" : "counterexample", quest.name, difference));
      }
    }
    return agrees;
  }

  std::string follow(const std::vector<std::string>& presses, const std::string& door, bool opens) {
    PlayerOptions player;
    player.script = presses;
    player.follow_script = true;
    player.seed = options_.seed;
    if (opens) player.task = AgentTask::parse(door + ".isOpen");
    SessionOptions limits;
    limits.seed = options_.seed;
    Session session(game_, limits, nullptr);
    SearchPlayer follower(session, player);
    const PlayResult played = follower.run();
    updates_ += session.figures().updates;
    std::string difference = played.difference;
    if (difference.empty() && opens && !played.done) difference = played.reason;
    if (!difference.empty()) {
      evidence_.push_back({{}, presses, door + ".isOpen", difference});
      result_.evidence.push_back(evidence_.back());
    }
    return difference;
  }

  const CommandOptions& options_;
  LiveGame& game_;
  Console& console_;
  SessionOptions limits_;
  std::uint64_t updates_ = 0;
  std::vector<Evidence> evidence_;
  LoopResult result_;
};

// ----------------------------------------------------------------------------------- report

Json loop_json(const LoopResult& result, const Report& report) {
  Json document = {{"schema", "questproof/agent-loop"}, {"version", 1}};
  document["game"] = result.game;
  document["closed"] = result.closed;
  document["complete"] = result.complete;
  document["reason"] = result.reason;
  document["verdict"] = to_string(report.verdict);
  document["states"] = report.profile.states;
  document["quests"] = Json::array();
  for (const QuestReport& quest : report.quests) {
    document["quests"].push_back({{"name", quest.name}, {"verdict", to_string(quest.verdict)}});
  }
  document["rounds"] = Json::array();
  for (const Round& round : result.rounds) {
    document["rounds"].push_back({{"learned", round.learned},
                                  {"verdict", to_string(round.verdict)},
                                  {"replayed", round.replayed},
                                  {"differences", round.differences},
                                  {"updates", round.updates}});
  }
  document["evidence"] = Json::array();
  for (const Evidence& each : result.evidence) {
    document["evidence"].push_back(Json::parse(encode(each)));
  }
  document["model"] = result.details;
  return document;
}

std::string end_text(const LoopResult& result, const Console& console) {
  if (result.closed) {
    return fmt::format("{}  after {} the proof and the game agree.\n", console.paint.good("CLOSED"),
                       counted(result.rounds.size(), "round"));
  }
  return fmt::format("{}  after {}: {}.\n", console.paint.bad("NOT CLOSED"),
                     counted(result.rounds.size(), "round"), result.reason);
}

}  // namespace

ExitCode run_agent_loop(const CommandOptions& options, LiveGame& game, Console& console) {
  const InterruptGuard guard;
  expect_folder_of(options.model_out);
  expect_folder_of(options.evidence);
  const bool story = options.player == "choices" ||
                     (options.player == "auto" && offers_choices(game, options.seed));
  const LoopResult result =
      story ? StoryLoop(options, game, console).run() : LevelLoop(options, game, console).run();
  for (const Evidence& each : result.evidence) {
    if (!options.evidence.empty()) append_evidence(options.evidence, each);
  }
  if (!result.model) {
    const std::string why = result.findings.empty() ? "" : ": " + result.findings.front().text;
    throw Error(Error::Kind::kInput, "the game could not be begun" + why);
  }
  if (!options.model_out.empty()) write_file_atomically(options.model_out, to_json(*result.model));
  const Proof last = prove(*result.model, options, console);
  if (options.json) {
    console.out << json_text(loop_json(result, last.report));
  } else {
    console.out << result.notes
                << ReportText(last.model, last.report, console.paint, console.width).to_string()
                << end_text(result, console);
  }
  return result.closed ? exit_code(last.report.verdict) : ExitCode::kUnknown;
}

}  // namespace questproof
