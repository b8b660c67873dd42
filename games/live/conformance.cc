// SPDX-License-Identifier: MIT
#include "games/live/conformance.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <set>

#include "games/live/message.h"

namespace questproof {
namespace {

constexpr int kSteps = 60;

// Something sensible to do, the same each time for the same views: use what can be used, choose in
// turn, walk to and fro over what was seen.
class Wanderer {
 public:
  Actions next(const Observation& observation) {
    Actions actions;
    for (const auto& [agent, view] : observation.agents) {
      for (const TerrainNode& node : view.terrain) seen_[agent].push_back(node.at);
      actions[agent] = action(agent, view);
    }
    ++turn_;
    return actions;
  }

 private:
  Action action(const std::string& agent, const View& view) {
    if (!view.choices.empty()) return Action::choose(view.choices[turn_ % view.choices.size()]);
    if (turn_ % 7 == 3) {
      for (const SeenObject& object : view.objects) {
        if (object.usable) return Action::use(object.id);
      }
    }
    const std::vector<Point>& places = seen_[agent];
    if (places.empty()) return Action::wait();
    return Action::move(places[(turn_ / 5 * 13) % places.size()]);
  }

  std::size_t turn_ = 0;
  std::map<std::string, std::vector<Point>> seen_;
};

class Conformance {
 public:
  Conformance(const std::vector<std::string>& command, const Patience& patience)
      : game_(command, patience) {}

  std::vector<ConformanceCheck> run() {
    const bool begins =
        holds("it starts, and answers hello", [&] { introduction_ = game_.introduce(); }) &&
        holds("reset answers with what the agents see", [&] { first_ = game_.reset(1); }) &&
        holds("each agent that it named sees something", [&] { check_agents(first_); }) &&
        holds("terrain leads both ways, and ids are used once", [&] { check_terrain(first_); });
    if (!begins) return checks_;
    holds("observe lets no time pass", [&] { check_observe(); });
    if (holds("it can be played", [&] { played_ = play(1); })) {
      holds("time never runs backwards", [&] { check_time(); });
      holds("the same seed and actions give the same again", [&] { check_repetition(); });
    }
    holds("what it does not understand it answers with ok: false", [&] { check_nonsense(); });
    holds("what cannot be used is refused, and the game goes on", [&] { check_unknown_object(); });
    if (introduction_.can_save) holds("restore leads back to save", [&] { check_save(); });
    holds("it ends when it is asked to, with exit code 0", [&] { check_end(); });
    return checks_;
  }

 private:
  bool holds(std::string rule, const std::function<void()>& check) {
    ConformanceCheck result{std::move(rule), true, {}};
    remark_.clear();
    try {
      check();
      result.detail = remark_;
    } catch (const LiveFault& fault) {
      result.kept = false;
      result.detail = fmt::format("{}: {}", to_string(fault.kind()), fault.what());
    }
    checks_.push_back(std::move(result));
    return checks_.back().kept;
  }

  [[noreturn]] static void fail(const std::string& what) {
    throw LiveFault(LiveFault::Kind::kGarbage, what);
  }

  static const View& view_of(const Observation& observation, const std::string& agent) {
    const auto found = observation.agents.find(agent);
    if (found == observation.agents.end()) fail(agent + " is missing");
    return found->second;
  }

  void check_agents(const Observation& observation) {
    for (const std::string& agent : introduction_.agents) {
      if (!observation.agents.contains(agent)) fail(agent + " is missing");
    }
    if (observation.agents.size() != introduction_.agents.size()) {
      fail("there are agents that hello did not name");
    }
  }

  void check_terrain(const Observation& observation) {
    std::map<std::uint32_t, const TerrainNode*> nodes;
    for (const auto& [agent, view] : observation.agents) {
      std::set<std::uint32_t> own;
      for (const TerrainNode& node : view.terrain) {
        if (!own.insert(node.id).second) fail(fmt::format("node {} comes twice", node.id));
        nodes[node.id] = &node;
      }
    }
    for (const auto& [id, node] : nodes) {
      for (const std::uint32_t other : node->to) {
        const auto found = nodes.find(other);
        if (found == nodes.end()) continue;
        const auto& back = found->second->to;
        if (std::find(back.begin(), back.end(), id) == back.end()) {
          fail(fmt::format("node {} leads to {}, and {} not to {}", id, other, other, id));
        }
      }
    }
    remark_ = fmt::format("{} nodes in the first view", nodes.size());
  }

  void check_observe() {
    const Observation once = game_.observe();
    const Observation twice = game_.observe();
    if (once.time != first_.time || twice.time != first_.time) fail("time has passed");
    if (once != twice) fail("two observations differ");
  }

  std::vector<Observation> play(std::uint64_t seed) {
    std::vector<Observation> seen = {game_.reset(seed)};
    Wanderer wanderer;
    while (seen.size() <= kSteps && !seen.back().over) {
      seen.push_back(game_.act(wanderer.next(seen.back())));
      check_agents(seen.back());
    }
    return seen;
  }

  void check_time() {
    for (std::size_t i = 1; i < played_.size(); ++i) {
      if (played_[i].time < played_[i - 1].time) fail(fmt::format("it does in step {}", i));
    }
    remark_ =
        fmt::format("{:.1f} s of the game in {} actions", played_.back().time, played_.size() - 1);
  }

  void check_repetition() {
    const std::vector<Observation> again = play(1);
    for (std::size_t i = 0; i < std::min(again.size(), played_.size()); ++i) {
      if (again[i] != played_[i]) fail(fmt::format("the views of step {} differ", i));
    }
    if (again.size() != played_.size()) fail("one of them is over earlier");
  }

  void check_nonsense() {
    for (const char* line : {"nonsense", R"({"do":"dance"})", R"({"do":"act"})"}) {
      try {
        decode_done(game_.ask_line(line));
      } catch (const LiveFault& fault) {
        if (fault.kind() == LiveFault::Kind::kRefusal) continue;
        throw;
      }
      fail(fmt::format("it answered {} with ok: true", line));
    }
  }

  void check_unknown_object() {
    game_.reset(1);
    const std::string& agent = introduction_.agents.front();
    const Observation after = game_.act({{agent, Action::use("there is no such thing")}});
    if (view_of(after, agent).refused.empty()) fail("\"refused\" does not say why");
  }

  void check_save() {
    game_.reset(1);
    Wanderer wanderer;
    Observation at = game_.observe();
    for (int i = 0; i < 5; ++i) at = game_.act(wanderer.next(at));
    game_.save("check");
    const Observation saved = game_.observe();
    for (int i = 0; i < 10; ++i) at = game_.act(wanderer.next(at));
    const Observation restored = game_.restore("check");
    if (restored.time != saved.time) fail("the clock differs");
    for (const auto& [agent, view] : saved.agents) {
      const View& now = view_of(restored, agent);
      if (now.at != view.at) fail(agent + " is elsewhere");
      if (now.text != view.text) fail(agent + " reads another text");
      if (now.choices != view.choices) fail(agent + " has other choices");
    }
  }

  void check_end() {
    const std::string how = game_.end();
    if (how != "exit code 0") fail(how);
  }

  ProcessGame game_;
  Introduction introduction_;
  Observation first_;
  std::vector<Observation> played_;
  std::string remark_;
  std::vector<ConformanceCheck> checks_;
};

}  // namespace

std::vector<ConformanceCheck> check_conformance(const std::vector<std::string>& command,
                                                const Patience& patience) {
  return Conformance(command, patience).run();
}

}  // namespace questproof
