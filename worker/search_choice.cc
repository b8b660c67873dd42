// SPDX-License-Identifier: MIT
#include "worker/search_choice.h"

#include <algorithm>
#include <vector>

#include "worker/door_test.h"
#include "worker/offers.h"

namespace questproof {
namespace {

constexpr std::size_t kPlannedStates = 20000;
constexpr std::size_t kGlancedStates = 2000;  // while there is something else to do
constexpr std::size_t kAllStates = 200000;
constexpr double kFarAway = 20;
constexpr double kTrustInPlans = 0.4;
constexpr double kNoLimit = 1e9;
constexpr std::uint64_t kLeftAlone = 200;  // updates

// Where buttons stand that are taken to toggle nothing, and of which it is open whether they toggle this door.
std::vector<std::size_t> places_of_idle_tests(const Outlook& outlook, std::size_t door) {
  const Belief& belief = outlook.belief();
  std::vector<std::size_t> result;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    if (belief.doors()[door].wires.wire(button)) continue;
    if (outlook.is_given_up(Errand::Kind::kPress, button)) continue;
    const std::size_t bit = bit_of_button(button);
    if (std::any_of(belief.doors().begin(), belief.doors().end(),
                    [&](const KnownDoor& each) { return each.wires.guess()[bit]; })) {
      continue;
    }
    const std::vector<std::size_t>& places = outlook.planner().places_of_button(button);
    result.insert(result.end(), places.begin(), places.end());
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

SearchChoice::SearchChoice(const Play& play, const PlayerOptions& options, const GivenUp& given_up)
    : play_(play),
      options_(options),
      given_up_(given_up),
      closing_(play, given_up, options.fellows == nullptr) {}

void SearchChoice::on_news(const Belief::News& news) {
  if (news.surprise || news.conflict) plan_.clear();
}

void SearchChoice::on_press(const Errand& errand) {
  if (!plan_.empty() && plan_.front().button == errand.what) {
    plan_.pop_front();
    return;
  }
  look_next_ = errand.then;
  plan_.clear();
  for (const std::size_t button : errand.also) plan_.push_back({play_.session().agent(), button});
  plan_goal_.reset();
}

void SearchChoice::on_hand_over() {
  if (!plan_.empty() && plan_.front().agent != play_.session().agent()) plan_.clear();
  look_next_.reset();
  no_plan_for_ = 0;
}

void SearchChoice::on_given_up(const Errand& /*errand*/) { plan_.clear(); }

std::optional<Errand> SearchChoice::choose(const Outlook& outlook) {
  if (options_.fellows == nullptr) return decide(outlook);
  for (std::size_t before = options_.fellows->first_to_choose(); before > 0; --before) {
    const std::optional<Errand> theirs = decide(outlook);
    if (!theirs) return theirs;
    options_.fellows->assume(told_of(*theirs, outlook.belief()));
    plan_.clear();
  }
  const std::optional<Errand> errand = decide(outlook);
  if (errand) options_.fellows->set_out(told_of(*errand, outlook.belief()));
  return errand;
}

// What fellows are told of an errand.
Fellows::Plan SearchChoice::told_of(const Errand& errand, const Belief& belief) const {
  if (plan_.empty() || !plan_goal_) return plan_of(errand, belief);
  return {Fellows::Plan::Kind::kReach, belief.doors()[*plan_goal_].id, {}};
}

std::optional<Errand> SearchChoice::decide(const Outlook& outlook) {
  goals_.clear();
  wanted_.clear();
  wanted_agent_.reset();
  settled_ = false;
  for (const AgentTask& task : play_.open_tasks()) {
    const std::size_t door = door_of(task, outlook.belief());
    if (door == KnownZones::kNone) continue;
    goals_.insert(door);
    wanted_[door] = task.wanted_truth();
  }
  if (is_learning_all()) all_doors_ = true;
  for (;;) {
    if (auto errand = next_press_of_plan(outlook)) return errand;
    if (wanted_agent_) return std::nullopt;
    if (auto errand = next_look(outlook)) return errand;
    if (is_closing(outlook)) break;
    const std::optional<Errand> near = nearest(outlook);
    if (auto errand = planned(outlook, near)) return errand;
    if (wanted_agent_) return std::nullopt;
    if (auto errand = tested(outlook, near)) return errand;
    if (near) return near;
    if (all_doors_) break;
    all_doors_ = true;  // what leads nowhere new may still open the way
  }
  if (!is_closing(outlook)) {
    if (auto errand = elsewhere(outlook)) return errand;
    if (wanted_agent_) return std::nullopt;
  }
  if (auto errand = last_experiment(outlook)) return errand;
  return recovered(outlook);
}

// What lies behind something harmful is open for one who is well again. Nothing is settled before.
std::optional<Errand> SearchChoice::recovered(const Outlook& outlook) {
  const Belief& belief = outlook.belief();
  if (!belief.shuns_harm()) return std::nullopt;
  settled_ = false;
  std::uint64_t known = belief.terrain().seen_count() + belief.objects().size() + 1;
  for (const KnownDoor& door : belief.doors()) known += door.wires.rank() + door.conflicts;
  for (const KnownButton& button : belief.buttons()) known += button.presses > 0 ? 1 : 0;
  if (options_.fellows != nullptr || known == recovered_with_) return std::nullopt;
  recovered_with_ = known;
  return Errand{Errand::Kind::kRestart, 0, 0};
}

std::optional<Errand> SearchChoice::next_press_of_plan(const Outlook& outlook) {
  if (plan_.empty()) return std::nullopt;
  const auto [agent, button] = plan_.front();
  if (agent != play_.session().agent()) {
    wanted_agent_ = agent;
    return std::nullopt;
  }
  if (outlook.button_node(button) != Terrain::kNowhere &&
      !outlook.is_given_up(Errand::Kind::kPress, button)) {
    return Errand{Errand::Kind::kPress, button, 0};
  }
  plan_.clear();
  return std::nullopt;
}

std::optional<Errand> SearchChoice::next_look(const Outlook& outlook) {
  if (!look_next_) return std::nullopt;
  const Errand errand = {Errand::Kind::kLook, *look_next_, 0};
  const bool open =
      !outlook.belief().is_certain(errand.what) && !outlook.is_given_up(errand.kind, errand.what);
  if (open && outlook.view_node(errand.what) != Terrain::kNowhere) return errand;
  // The test was for nothing. It is not made again at once.
  if (open) out_of_sight_[errand.what] = play_.update() + kLeftAlone;
  look_next_.reset();
  return std::nullopt;
}

// Where all is to be learned, doors that may lead on come first: there are more buttons behind them.
Wanted SearchChoice::wanted_doors(const Outlook& outlook) const {
  Wanted wanted = {goals_, all_doors_, is_learning_all()};
  if (!wanted.all_wires) return wanted;
  for (const auto& [door, until] : out_of_sight_) {
    if (play_.update() < until) wanted.left_alone.insert(door);
  }
  const Belief& belief = outlook.belief();
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (!belief.is_open(door) && outlook.has_new_side(door)) wanted.goals.insert(door);
  }
  return wanted;
}

std::optional<Errand> SearchChoice::nearest(const Outlook& outlook) const {
  Offers offers(outlook, options_.fellows);
  for (const AgentTask& task : play_.open_tasks()) offers.add_task(task);
  offers.add_exploring();
  offers.add_presses();
  const Wanted wanted = wanted_doors(outlook);
  if (wanted.all_wires) {
    offers.add_survey(wanted);
  } else {
    offers.add_looks(wanted);
  }
  offers.add_experiments(wanted);
  return offers.best();
}

// What the model is sure of is worth a longer way than what may turn out to be nothing.
std::optional<Errand> SearchChoice::planned(const Outlook& outlook,
                                            const std::optional<Errand>& nearest) {
  const std::uint64_t mark = model_mark(outlook);
  if (no_plan_for_ == mark || (nearest && nearest->cost <= kFarAway)) return std::nullopt;
  const bool any_work =
      !nearest || (is_learning_all() ? !has_work_here(outlook) : !is_work(*nearest));
  const PressPlanner::Plan plan =
      plan_ahead(outlook, nearest ? kGlancedStates : kPlannedStates, any_work);
  if (!plan.found && !nearest) no_plan_for_ = mark;
  const bool better = !nearest || plan.cost * kTrustInPlans < nearest->cost;
  if (!plan.found || !better || !adopt(plan)) return std::nullopt;
  return next_press_of_plan(outlook);
}

// A test far away, where there is nothing near.
std::optional<Errand> SearchChoice::tested(const Outlook& outlook,
                                           const std::optional<Errand>& nearest) {
  if (nearest && nearest->cost <= kFarAway) return std::nullopt;
  const double limit = nearest ? nearest->cost : kNoLimit;
  const auto test = find_door_test(outlook, wanted_doors(outlook), limit);
  if (!test) return std::nullopt;
  Errand errand = {Errand::Kind::kPress, test->buttons.front(), test->price};
  errand.also.assign(test->buttons.begin() + 1, test->buttons.end());
  errand.then = test->door;
  return errand;
}

bool SearchChoice::has_work_here(const Outlook& outlook) const {
  for (std::size_t place = 0; place < outlook.zones().places.size(); ++place) {
    if (outlook.reached()[place] && outlook.is_work(place)) return true;
  }
  return false;
}

// Whether it was found that nothing is left to learn, and nothing has changed since.
bool SearchChoice::is_closing(const Outlook& outlook) const {
  return closing_for_ != 0 && closing_for_ == model_mark(outlook);
}

// Whether an errand leads to something new for sure.
bool SearchChoice::is_work(const Errand& errand) const {
  if (errand.kind == Errand::Kind::kExplore) return true;
  return errand.kind == Errand::Kind::kPress && play_.belief().buttons()[errand.what].presses == 0;
}

// Of all agents, by number.
std::vector<PressPlanner::Start> SearchChoice::starts(const Outlook& outlook) const {
  std::vector<PressPlanner::Start> result;
  const Session& session = play_.session();
  for (std::size_t agent = 0; agent < session.agent_count(); ++agent) {
    if (agent == session.agent()) {
      result.push_back(outlook.start());
      continue;
    }
    const Point at = session.where(agent);
    const std::size_t node = outlook.belief().terrain().at(at);
    // One of which it is not known where it stands waits at the own place: it can do no more than the own agent.
    if (node == Terrain::kNowhere) {
      result.push_back(outlook.start());
    } else {
      result.push_back({outlook.zones().place_of[node], at});
    }
  }
  return result;
}

bool SearchChoice::adopt(const PressPlanner::Plan& plan) {
  plan_.assign(plan.presses.begin(), plan.presses.end());
  return !plan_.empty();
}

// Presses of buttons that are taken to toggle something, to where there is something new, or a look at a door would tell
// something, at once or after a press of a button that is taken to toggle nothing. States are told apart by doors and
// places alone, so this looks farther than the last experiment, but may overlook something.
std::optional<Errand> SearchChoice::elsewhere(const Outlook& outlook) {
  const Belief& belief = outlook.belief();
  const KnownZones& zones = outlook.zones();
  std::vector<std::size_t> work;
  for (std::size_t place = 0; place < zones.places.size(); ++place) {
    if (outlook.is_work(place)) work.push_back(place);
  }
  std::vector<std::vector<std::size_t>> tests;  // by door: where such a button stands
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    tests.push_back(places_of_idle_tests(outlook, door));
  }
  const auto any_of = [](const std::vector<std::size_t>& places, const std::vector<char>& reached) {
    return std::any_of(places.begin(), places.end(),
                       [&](std::size_t place) { return reached[place] != 0; });
  };
  const auto tells_something = [&](const PressPlanner::Situation& situation) {
    if (any_of(work, situation.reached)) return true;
    for (std::size_t door = 0; door < belief.doors().size(); ++door) {
      if (outlook.is_given_up(Errand::Kind::kLook, door)) continue;
      if (!any_of(zones.sides[door], situation.reached)) continue;
      if (any_of(tests[door], situation.reached)) return true;
      if (!belief.doors()[door].wires.state(situation.presses)) return true;
    }
    return false;
  };
  const PressPlanner::Plan plan =
      outlook.planner().find(starts(outlook), false, kAllStates, tells_something);
  if (plan.found && adopt(plan)) return next_press_of_plan(outlook);
  return std::nullopt;
}

// Presses that lead to where a look at some door would tell something, or to something new, over more states than
// were looked at before. Where there is neither, and all states were seen, nothing is left but the checks.
std::optional<Errand> SearchChoice::last_experiment(const Outlook& outlook) {
  const Belief& belief = outlook.belief();
  const KnownZones& zones = outlook.zones();
  if (is_closing(outlook)) return last_check(outlook);
  std::vector<std::size_t> work;
  for (std::size_t place = 0; place < zones.places.size(); ++place) {
    if (outlook.is_work(place)) work.push_back(place);
  }
  const auto tells_something = [&](const PressPlanner::Situation& situation) {
    for (const std::size_t place : work) {
      if (situation.reached[place] != 0) return true;
    }
    for (std::size_t door = 0; door < belief.doors().size(); ++door) {
      if (belief.doors()[door].wires.state(situation.presses)) continue;
      for (const std::size_t side : zones.sides[door]) {
        if (situation.reached[side] != 0) return true;
      }
    }
    return false;
  };
  const PressPlanner::Plan plan =
      outlook.planner().find(starts(outlook), true, kAllStates, tells_something);
  if (plan.found && adopt(plan)) return next_press_of_plan(outlook);
  const bool agrees = std::none_of(belief.doors().begin(), belief.doors().end(),
                                   [](const KnownDoor& door) { return door.conflicts > 0; });
  settled_ = false;
  closing_for_ = 0;
  if (!plan.exhausted || (!given_up_.empty() && !closing_.have_begun()) ||
      belief.buttons_left_out() > 0 || !agrees || belief.saw_choices()) {
    return std::nullopt;
  }
  closing_for_ = model_mark(outlook);
  return last_check(outlook);
}

std::optional<Errand> SearchChoice::last_check(const Outlook& outlook) {
  std::optional<Errand> check = closing_.next(outlook);
  settled_ = !check && closing_.have_passed() && outlook.belief().unconfirmed().empty();
  return check;
}

// Tells models apart for which there may be different plans.
std::uint64_t SearchChoice::model_mark(const Outlook& outlook) const {
  const std::size_t places = outlook.zones().places.size();
  std::uint64_t mark = places * 1000003 + given_up_.size() * 10007 + 1;
  for (const KnownDoor& door : outlook.belief().doors()) {
    mark += door.wires.rank() + 31 * door.conflicts;
  }
  for (std::size_t place = 0; place < places; ++place) {
    mark = mark * 3 + (outlook.is_work(place) ? 1 : 0);
  }
  return mark;
}

// Presses that lead to where one of these doors can be seen as it is wanted.
std::optional<PressPlanner::Plan> SearchChoice::plan_for(const Outlook& outlook,
                                                         const std::map<std::size_t, bool>& wanted,
                                                         std::size_t most_states) {
  if (wanted.empty()) return std::nullopt;
  const KnownZones& zones = outlook.zones();
  const auto done = [&](const PressPlanner::Situation& situation) {
    for (const auto& [door, open] : wanted) {
      if ((situation.open[door] != 0) != open) continue;
      for (const std::size_t side : zones.sides[door]) {
        if (situation.reached[side] == 0) continue;
        plan_goal_ = door;
        return true;
      }
    }
    return false;
  };
  PressPlanner::Plan plan = outlook.planner().find(starts(outlook), false, most_states, done);
  if (plan.found && !plan.presses.empty()) return plan;
  plan_goal_.reset();
  return std::nullopt;
}

// Those first that no fellow is about.
std::optional<PressPlanner::Plan> SearchChoice::plan_for_tasks(const Outlook& outlook,
                                                               std::size_t most_states) {
  if (options_.fellows != nullptr) {
    std::map<std::size_t, bool> mine = wanted_;
    std::erase_if(mine, [&](const auto& goal) {
      const std::string& door = outlook.belief().doors()[goal.first].id;
      return options_.fellows->burden({Fellows::Plan::Kind::kReach, door, {}}) > 0;
    });
    if (mine.size() < wanted_.size()) {
      if (auto plan = plan_for(outlook, mine, most_states)) return plan;
    }
  }
  return plan_for(outlook, wanted_, most_states);
}

// Solves the model: for the tasks, else, if `any_work`, for anything new. Where there is something new to be had
// without, none is planned for: else one would close the way to the other, again and again.
PressPlanner::Plan SearchChoice::plan_ahead(const Outlook& outlook, std::size_t most_states,
                                            bool any_work) {
  plan_goal_.reset();
  const PressPlanner& planner = outlook.planner();
  const KnownZones& zones = outlook.zones();
  if (const auto plan = plan_for_tasks(outlook, most_states)) return *plan;
  if (!any_work) return {};
  std::vector<std::size_t> work;
  for (std::size_t place = 0; place < zones.places.size(); ++place) {
    if (!outlook.reached()[place] && outlook.is_work(place)) work.push_back(place);
  }
  if (work.empty()) return {};
  const auto is_new = [&](const PressPlanner::Situation& situation) {
    return std::any_of(work.begin(), work.end(),
                       [&](std::size_t place) { return situation.reached[place] != 0; });
  };
  PressPlanner::Plan plan = planner.find(starts(outlook), false, most_states, is_new);
  if (!plan.found || plan.presses.empty()) return plan;
  double way = kNoLimit;
  const Belief& belief = outlook.belief();
  for (const std::size_t place : work) {
    way = std::min(way, distance(belief.buttons()[plan.presses.back().button].last.at,
                                 belief.terrain().node(zones.places[place].node).at));
  }
  plan.cost += way;
  return plan;
}

}  // namespace questproof
