// SPDX-License-Identifier: MIT
#include "worker/search_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace questproof {
namespace {

constexpr double kNear = 0.25;             // a node is reached
constexpr std::size_t kLookAhead = 14;     // nodes of a path that a short cut may skip
constexpr std::uint64_t kForAWhile = 400;  // updates
constexpr std::uint64_t kForGood = ~std::uint64_t{0} / 2;
constexpr std::size_t kPlannedStates = 20000;
constexpr std::size_t kGlancedStates = 2000;  // while there is something else to do
constexpr std::size_t kAllStates = 200000;
constexpr double kFarAway = 20;
constexpr double kTrustInPlans = 0.4;
constexpr double kExperiment = 1.3;  // against looks
constexpr double kUsualChance = 0.25;
constexpr unsigned kFruitlessErrands = 80;

}  // namespace

SearchPlayer::SearchPlayer(Session& session, const PlayerOptions& options)
    : session_(session), options_(options), random_(options.seed) {}

PlayResult SearchPlayer::run() {
  result_.reason = "the game could not be begun";
  if (!session_.begin()) return result_;
  if (session_.introduction().reach > 0) reach_ = session_.introduction().reach;
  start_ = session_.view().at;
  perceive();
  std::uint64_t known = 0;
  unsigned fruitless = 0;
  bool goes_on = true;
  while (goes_on && !(result_.done && !options_.complete)) {
    const std::optional<Errand> errand = choose();
    if (!errand) break;
    const std::uint64_t before = session_.figures().updates;
    goes_on = carry_out(*errand);
    if (goes_on && session_.figures().updates == before) give_up(*errand);
    fruitless = knowledge() == known ? fruitless + 1 : 0;
    known = knowledge();
    if (fruitless > kFruitlessErrands && !options_.random) break;
  }
  result_.complete = settled_;
  if (result_.done && !options_.complete) {
    result_.reason = "done";
  } else if (settled_) {
    result_.reason = "nothing is left that play could tell";
  } else if (session_.is_budget_spent()) {
    result_.reason = "the budget is spent";
  } else if (!goes_on) {
    result_.reason = "the game fails again and again";
  } else {
    result_.reason = fruitless > kFruitlessErrands ? "no progress" : "nothing more was found to do";
  }
  return result_;
}

std::uint64_t SearchPlayer::knowledge() const {
  std::uint64_t sum = belief_.terrain().seen_count() + belief_.objects().size();
  for (const KnownDoor& door : belief_.doors()) sum += door.wires.rank() + door.conflicts;
  for (const KnownButton& button : belief_.buttons()) sum += button.presses > 0 ? 1 : 0;
  return sum + (result_.done ? 1 : 0);
}

void SearchPlayer::perceive() {
  const SessionFigures& figures = session_.figures();
  if (figures.restarts != restarts_) {
    restarts_ = figures.restarts;
    belief_.restart();
    plan_.clear();
  }
  news_ = belief_.see(session_.view(), figures.updates);
  if (news_.surprise || news_.conflict) plan_.clear();
  check_task();
}

void SearchPlayer::check_task() {
  if (result_.done || !options_.task) return;
  for (const SeenObject& object : session_.view().objects) {
    if (!options_.task->is_done(object)) continue;
    result_.done = true;
    result_.done_at = session_.figures().updates;
    result_.done_seconds = session_.figures().seconds;
    result_.done_path_length = session_.figures().path_length;
  }
}

bool SearchPlayer::act(const Action& action) {
  const std::size_t findings = session_.findings().size();
  const bool goes_on = session_.act(action);
  if (session_.findings().size() > findings && options_.task && !result_.done) {
    for (const SeenObject& object : session_.ending().objects) {
      if (options_.task->is_done(object)) result_.done = true;
    }
    if (result_.done) result_.done_at = session_.figures().updates;
  }
  if (session_.findings().size() > findings && session_.findings().back().kind == "end" &&
      action.kind == Action::Kind::kMove) {
    const std::size_t node = belief_.terrain().at(action.to);
    if (node != Terrain::kNowhere) belief_.avoid(node);
  }
  if (goes_on) perceive();
  return goes_on;
}

// ---------------------------------------------------------------------------------- decisions

void SearchPlayer::look_around() {
  const std::uint64_t update = session_.figures().updates;
  const Point& at = session_.view().at;
  routes_ = std::make_unique<Routes>(belief_, at, update);
  zones_ = std::make_unique<KnownZones>(belief_);
  planner_ = std::make_unique<PressPlanner>(belief_, *zones_, pressable());
  const std::size_t node = belief_.terrain().nearest(at);
  place_ = node == Terrain::kNowhere ? KnownZones::kNone : zones_->place_of[node];
  chance_.clear();
  for (std::size_t i = 0; i < belief_.buttons().size(); ++i) chance_.push_back(toggle_chance(i));
  reached_.clear();
  if (place_ != KnownZones::kNone) {
    reached_ = planner_->reachable(place_, planner_->doors_after(belief_.presses()));
  }
}

// By what is certain of the button: how many doors it toggles, of how many (rule of succession).
double SearchPlayer::toggle_chance(std::size_t button) const {
  double wired = 0.5;
  double known = 2;
  for (const KnownDoor& door : belief_.doors()) {
    const std::optional<bool> wire = door.wires.wire(button);
    if (!wire) continue;
    known += 1;
    wired += *wire ? 1 : 0;
  }
  return wired / known;
}

// What a look at a door is worth: the less likely it is another than guessed, the more it costs.
double SearchPlayer::change_weight(std::size_t door, const Presses& presses) const {
  const Presses open = belief_.doors()[door].wires.open_part(presses);
  double even = 1;
  for (std::size_t bit = open._Find_first(); bit < open.size(); bit = open._Find_next(bit)) {
    if (bit > 0 && bit <= chance_.size()) even *= 1 - 2 * std::min(0.5, chance_[bit - 1]);
  }
  const double change = std::max(0.5 * (1 - even), 0.01);
  return std::clamp(kUsualChance / change, 0.5, 2.5);
}

std::vector<bool> SearchPlayer::pressable() const {
  std::vector<bool> may;
  for (std::size_t i = 0; i < belief_.buttons().size(); ++i) {
    may.push_back(!is_given_up(Errand::Kind::kPress, i));
  }
  return may;
}

std::optional<SearchPlayer::Errand> SearchPlayer::choose() {
  for (int round = 0; round < 2; ++round) {
    look_around();
    if (place_ == KnownZones::kNone) return std::nullopt;
    if (options_.follow_script) return scripted_errand();
    if (options_.random) return random_errand();
    if (options_.complete && (result_.done || !options_.task)) all_doors_ = true;
    if (!plan_.empty()) {
      if (auto errand = next_press_of_plan()) return errand;
    }
    if (auto errand = next_look()) return errand;
    const std::optional<Errand> nearest = nearest_errand();
    // What the model is sure of is worth a longer way than what may turn out to be nothing.
    const std::uint64_t mark = model_mark();
    if (no_plan_for_ != mark && (!nearest || nearest->cost > kFarAway)) {
      const PressPlanner::Plan plan = plan_ahead(nearest ? kGlancedStates : kPlannedStates);
      if (!plan.found && !nearest) no_plan_for_ = mark;
      const bool better = !nearest || plan.cost * kTrustInPlans < nearest->cost;
      if (plan.found && better && adopt(plan)) {
        if (auto errand = next_press_of_plan()) return errand;
      }
    }
    if (nearest) return nearest;
    if (all_doors_) break;
    all_doors_ = true;  // what leads nowhere new may still open the way
  }
  const auto tells_something = [&](const PressPlanner::Situation& situation) {
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      if (belief_.doors()[door].wires.state(situation.presses)) continue;
      for (const std::size_t side : zones_->sides[door]) {
        if (situation.reached[side]) return true;
      }
    }
    return false;
  };
  const PressPlanner::Plan plan =
      planner_->find(place_, session_.view().at, true, kAllStates, tells_something);
  if (plan.found && adopt(plan)) return next_press_of_plan();
  settled_ = plan.exhausted && given_up_.empty();
  return std::nullopt;
}

std::optional<SearchPlayer::Errand> SearchPlayer::next_press_of_plan() {
  const std::size_t button = plan_.front();
  const std::size_t node = button_node(button);
  if (node != Terrain::kNowhere && !is_given_up(Errand::Kind::kPress, button)) {
    return Errand{Errand::Kind::kPress, button, 0};
  }
  plan_.clear();
  return std::nullopt;
}

std::optional<SearchPlayer::Errand> SearchPlayer::next_look() {
  if (!look_next_) return std::nullopt;
  const Errand errand = {Errand::Kind::kLook, *look_next_, 0};
  const bool open = !belief_.is_certain(errand.what) && !is_given_up(errand.kind, errand.what) &&
                    view_node(errand.what) != Terrain::kNowhere;
  if (open) return errand;
  look_next_.reset();
  return std::nullopt;
}

bool SearchPlayer::adopt(const PressPlanner::Plan& plan) {
  plan_.assign(plan.buttons.begin(), plan.buttons.end());
  return !plan_.empty();
}

void SearchPlayer::offer(std::optional<Errand>& best, const Errand& errand) const {
  if (errand.cost >= Routes::kUnreachable || is_given_up(errand.kind, errand.what)) return;
  if (!best || errand.cost < best->cost) best = errand;
}

std::optional<SearchPlayer::Errand> SearchPlayer::nearest_errand() {
  std::optional<Errand> best;
  offer_goal(best);
  offer_exploring(best);
  offer_presses(best);
  offer_looks(best);
  offer_experiments(best);
  return best;
}

std::optional<SearchPlayer::Errand> SearchPlayer::scripted_errand() {
  std::optional<Errand> best;
  if (script_at_ < options_.script.size()) {
    const std::string& id = options_.script[script_at_];
    const std::optional<std::size_t> button = belief_.button(id);
    const std::size_t node = button ? button_node(*button) : Terrain::kNowhere;
    if (node != Terrain::kNowhere) offer(best, {Errand::Kind::kPress, *button, 0});
    if (!best) offer_exploring(best);
    if (!best) {
      result_.difference =
          "step " + std::to_string(script_at_ + 1) + ": " + id + " cannot be reached";
    }
    return best;
  }
  if (!options_.task || result_.done) return std::nullopt;
  const std::size_t goal = goal_door();
  const std::size_t node = goal == KnownZones::kNone ? Terrain::kNowhere : view_node(goal);
  const bool looked = goal != KnownZones::kNone && belief_.is_certain(goal);
  if (node != Terrain::kNowhere && !looked) offer(best, {Errand::Kind::kLook, goal, 0});
  if (!best && !looked) offer_exploring(best);
  if (!best) {
    result_.difference = "after all steps: " + options_.task->to_string() +
                         (looked ? " does not hold" : " cannot be looked at");
  }
  return best;
}

std::optional<SearchPlayer::Errand> SearchPlayer::random_errand() {
  std::optional<Errand> exploring;
  offer_exploring(exploring);
  std::vector<Errand> others;
  for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
    const Errand errand = {Errand::Kind::kPress, button, 0};
    if (button_node(button) != Terrain::kNowhere && !is_given_up(errand.kind, button)) {
      others.push_back(errand);
    }
  }
  for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
    const Errand errand = {Errand::Kind::kLook, door, 0};
    if (view_node(door) != Terrain::kNowhere && !is_given_up(errand.kind, door)) {
      others.push_back(errand);
    }
  }
  if (exploring && (others.empty() || random_() % 2 == 0)) return exploring;
  if (others.empty()) return std::nullopt;
  return others[random_() % others.size()];
}

void SearchPlayer::offer_goal(std::optional<Errand>& best) const {
  if (!options_.task || result_.done) return;
  if (const std::size_t door = goal_door(); door != KnownZones::kNone) {
    if (belief_.is_certain(door) && belief_.is_open(door) != options_.task->wanted_truth()) return;
    const std::size_t node = view_node(door);
    if (node != Terrain::kNowhere)
      offer(best, {Errand::Kind::kLook, door, routes_->cost(node) / 2});
    return;
  }
  if (const auto button = belief_.button(options_.task->object)) {
    const std::size_t node = button_node(*button);
    if (node != Terrain::kNowhere)
      offer(best, {Errand::Kind::kPress, *button, routes_->cost(node)});
    return;
  }
  if (const SeenObject* object = belief_.object(options_.task->object)) {
    const std::size_t node = belief_.terrain().at(object->at);
    if (node != Terrain::kNowhere) offer(best, {Errand::Kind::kVisit, node, routes_->cost(node)});
  }
}

void SearchPlayer::offer_exploring(std::optional<Errand>& best) const {
  for (const KnownZones::Place& place : zones_->places) {
    for (const std::size_t node : place.edge) {
      offer(best, {Errand::Kind::kExplore, node, routes_->cost(node)});
    }
  }
}

void SearchPlayer::offer_presses(std::optional<Errand>& best) const {
  for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
    if (belief_.buttons()[button].presses > 0) continue;
    const std::size_t node = button_node(button);
    if (node == Terrain::kNowhere) continue;
    offer(best, {Errand::Kind::kPress, button, routes_->cost(node) + 1});
  }
}

void SearchPlayer::offer_looks(std::optional<Errand>& best) const {
  for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
    if (belief_.is_certain(door) || !is_useful(door)) continue;
    const std::size_t node = view_node(door);
    if (node == Terrain::kNowhere) continue;
    offer(best, {Errand::Kind::kLook, door,
                 (routes_->cost(node) + 1) * change_weight(door, belief_.presses())});
  }
}

std::size_t SearchPlayer::goal_door() const {
  if (!options_.task) return KnownZones::kNone;
  return belief_.door(options_.task->object).value_or(KnownZones::kNone);
}

bool SearchPlayer::has_new_side(std::size_t door, const std::vector<bool>& reached) const {
  for (const std::size_t side : zones_->sides[door]) {
    if (zones_->places[side].is_doorway() ? !zones_->places[side].edge.empty() : !reached[side]) {
      return true;
    }
  }
  return false;
}

bool SearchPlayer::is_useful(std::size_t door) const {
  return all_doors_ || (door == goal_door() && !result_.done) || has_new_side(door, reached_);
}

// Whether there is something to do at a place once one gets there.
bool SearchPlayer::is_work(std::size_t place) const {
  const KnownZones::Place& known = zones_->places[place];
  if (std::any_of(known.edge.begin(), known.edge.end(),
                  [&](std::size_t node) { return !is_given_up(Errand::Kind::kExplore, node); })) {
    return true;
  }
  for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
    const std::vector<std::size_t>& places = planner_->places_of_button(button);
    if (belief_.buttons()[button].presses == 0 && !is_given_up(Errand::Kind::kPress, button) &&
        std::find(places.begin(), places.end(), place) != places.end()) {
      return true;
    }
  }
  return false;
}

std::size_t SearchPlayer::button_node(std::size_t button) const {
  const Point& at = belief_.buttons()[button].last.at;
  const std::vector<std::size_t>& places = planner_->places_of_button(button);
  std::size_t best = Terrain::kNowhere;
  for (const std::size_t node : belief_.terrain().around(at, reach_ - 0.15)) {
    if (!routes_->is_reachable(node)) continue;
    if (!places.empty() &&
        std::find(places.begin(), places.end(), zones_->place_of[node]) == places.end()) {
      continue;
    }
    if (best == Terrain::kNowhere || routes_->cost(node) < routes_->cost(best)) best = node;
  }
  return best;
}

std::size_t SearchPlayer::view_node(std::size_t door) const {
  std::size_t best = Terrain::kNowhere;
  const auto offer = [&](std::size_t node) {
    if (!routes_->is_reachable(node)) return;
    if (best == Terrain::kNowhere || routes_->cost(node) < routes_->cost(best)) best = node;
  };
  for (const std::size_t node : belief_.doors()[door].nodes) {
    offer(node);
    for (const std::size_t other : belief_.terrain().node(node).to) offer(other);
  }
  return best;
}

// Tells models apart for which there may be different plans.
std::uint64_t SearchPlayer::model_mark() const {
  std::uint64_t mark = zones_->places.size() * 1000003 + given_up_.size() * 10007 + 1;
  for (const KnownDoor& door : belief_.doors()) mark += door.wires.rank() + 31 * door.conflicts;
  for (std::size_t place = 0; place < zones_->places.size(); ++place) {
    mark = mark * 3 + (is_work(place) ? 1 : 0);
  }
  return mark;
}

// Solves the model: for the task, else for anything new.
PressPlanner::Plan SearchPlayer::plan_ahead(std::size_t most_states) const {
  const Point& at = session_.view().at;
  if (const std::size_t goal = goal_door(); goal != KnownZones::kNone && !result_.done) {
    const auto done = [&](const PressPlanner::Situation& situation) {
      if (situation.open[goal] != options_.task->wanted_truth()) return false;
      return std::any_of(zones_->sides[goal].begin(), zones_->sides[goal].end(),
                         [&](std::size_t side) { return situation.reached[side]; });
    };
    PressPlanner::Plan plan = planner_->find(place_, at, false, most_states, done);
    if (plan.found && !plan.buttons.empty()) return plan;
  }
  std::vector<std::size_t> work;
  for (std::size_t place = 0; place < zones_->places.size(); ++place) {
    if (!reached_[place] && is_work(place)) work.push_back(place);
  }
  if (work.empty()) return {};
  const auto is_new = [&](const PressPlanner::Situation& situation) {
    return std::any_of(work.begin(), work.end(),
                       [&](std::size_t place) { return situation.reached[place]; });
  };
  return planner_->find(place_, at, false, most_states, is_new);
}

// Presses after which a look, from where one can walk to then, tells something that is open.
void SearchPlayer::offer_experiments(std::optional<Errand>& best) const {
  for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
    if (is_given_up(Errand::Kind::kPress, button)) continue;
    const std::size_t node = button_node(button);
    if (node == Terrain::kNowhere || (best && routes_->cost(node) >= best->cost)) continue;
    Presses after = belief_.presses();
    after.flip(bit_of_button(button));
    std::vector<bool> reached;
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      const KnownDoor& known = belief_.doors()[door];
      if (!is_useful(door) || is_given_up(Errand::Kind::kLook, door)) continue;
      const double back = distance(belief_.buttons()[button].last.at, known.last.at);
      const double weight = door == goal_door() ? 1 : kExperiment;
      Errand errand = {Errand::Kind::kPress, button, (routes_->cost(node) + back + 2) * weight / 2,
                       door};
      if ((best && errand.cost >= best->cost) || known.wires.state(after)) continue;
      errand.cost *= 2 * change_weight(door, after);
      if (best && errand.cost >= best->cost) continue;
      if (reached.empty()) {
        reached = planner_->reachable(zones_->place_of[node], planner_->doors_after(after));
      }
      const std::vector<std::size_t>& sides = zones_->sides[door];
      if (std::any_of(sides.begin(), sides.end(),
                      [&](std::size_t side) { return reached[side]; })) {
        offer(best, errand);
      }
    }
  }
}

// -------------------------------------------------------------------------------------- acts

bool SearchPlayer::is_frontier(std::size_t node) const {
  const std::vector<std::size_t>& to = belief_.terrain().node(node).to;
  return std::any_of(to.begin(), to.end(),
                     [&](std::size_t other) { return !belief_.terrain().node(other).seen; });
}

bool SearchPlayer::is_over(const Errand& errand) const {
  switch (errand.kind) {
    case Errand::Kind::kExplore: return !is_frontier(errand.what);
    case Errand::Kind::kLook:
      return belief_.doors()[errand.what].seen_at == session_.figures().updates;
    case Errand::Kind::kPress:
    case Errand::Kind::kVisit: return false;
  }
  return false;
}

std::size_t SearchPlayer::target_of(const Errand& errand) const {
  switch (errand.kind) {
    case Errand::Kind::kLook: return view_node(errand.what);
    case Errand::Kind::kPress: return button_node(errand.what);
    case Errand::Kind::kExplore:
    case Errand::Kind::kVisit: return errand.what;
  }
  return Terrain::kNowhere;
}

void SearchPlayer::give_up(const Errand& errand) {
  const bool for_good =
      errand.kind == Errand::Kind::kExplore || errand.kind == Errand::Kind::kVisit;
  given_up_[{errand.kind, errand.what}] =
      for_good ? kForGood : session_.figures().updates + kForAWhile;
  plan_.clear();
}

bool SearchPlayer::is_given_up(Errand::Kind kind, std::size_t what) const {
  const auto found = given_up_.find({kind, what});
  return found != given_up_.end() && found->second > session_.figures().updates;
}

bool SearchPlayer::press(std::size_t button) {
  const std::string id = belief_.buttons()[button].id;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const std::uint64_t findings = session_.findings().size();
    const unsigned restarts = session_.figures().restarts;
    const bool goes_on = session_.act(Action::use(id));
    const bool failed = session_.findings().size() > findings;
    if (!failed && session_.view().refused.empty()) belief_.press(id);
    if (!goes_on) return false;
    const bool pressed = session_.view().refused.empty();
    perceive();
    if (failed || session_.figures().restarts != restarts) {
      // Whatever it was, it is not done again.
      given_up_[{Errand::Kind::kPress, button}] = kForGood;
      return true;
    }
    if (pressed) {
      if (script_at_ < options_.script.size() && options_.script[script_at_] == id) ++script_at_;
      if (!plan_.empty() && plan_.front() == button) plan_.pop_front();
      return true;
    }
  }
  give_up({Errand::Kind::kPress, button, 0});
  return true;
}

// What lies beyond the edge may be hidden until one is nearly there, as the top of a ramp is: a step in
// each direction shows it. False when the session is over.
bool SearchPlayer::step_over_edge(std::size_t node) {
  const Point middle = belief_.terrain().node(node).at;
  const double step = belief_.terrain().spacing();
  const unsigned restarts = session_.figures().restarts;
  for (const auto& [x, z] : {std::pair{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}}) {
    const Point beyond = {middle.x + x * step, middle.y, middle.z + z * step};
    const std::size_t known = belief_.terrain().at(beyond);
    if (known != Terrain::kNowhere) continue;
    for (int i = 0; i < 6; ++i) {
      if (!is_frontier(node) || session_.figures().restarts != restarts) return true;
      if (!act(Action::move(i < 3 ? beyond : middle))) return false;
    }
  }
  return true;
}

bool SearchPlayer::carry_out(const Errand& errand) {
  const std::size_t target = target_of(errand);
  if (target == Terrain::kNowhere || !routes_->is_reachable(target)) {
    give_up(errand);
    return true;
  }
  if (errand.kind == Errand::Kind::kLook) {
    result_.attempts.push_back(belief_.doors()[errand.what].id);
  }
  const std::vector<std::size_t> path = routes_->path(target);
  const auto passes_harm = [&](std::size_t node) {
    return belief_.danger(node, session_.figures().updates) > 0;
  };
  std::size_t next = 0;
  unsigned still = 0;
  for (std::size_t step = 0; step < path.size() * 30 + 60; ++step) {
    const Point at = session_.view().at;
    if (errand.kind == Errand::Kind::kPress &&
        distance(at, belief_.buttons()[errand.what].last.at) <= reach_ - 0.05) {
      look_next_ = errand.then;
      return press(errand.what);
    }
    while (next + 1 < path.size() &&
           floor_distance(at, belief_.terrain().node(path[next]).at) < kNear) {
      ++next;
      careful_ = false;
    }
    const bool last = next + 1 >= path.size();
    if (last && floor_distance(at, belief_.terrain().node(path.back()).at) < kNear) {
      // It is not seen from where it should be.
      if (errand.kind == Errand::Kind::kExplore && !step_over_edge(errand.what)) return false;
      if (!is_over(errand)) give_up(errand);
      return true;
    }
    if (!careful_) {
      for (std::size_t ahead = std::min(path.size(), next + kLookAhead); ahead-- > next + 1;) {
        bool over_harm = false;
        for (std::size_t i = next; i <= ahead; ++i) over_harm = over_harm || passes_harm(path[i]);
        if (over_harm) continue;
        if (is_clear(belief_, at, belief_.terrain().node(path[ahead]).at,
                     [&](std::size_t node) { return !passes_harm(node); })) {
          next = ahead;
          break;
        }
      }
    }
    if (next > 0 && !belief_.is_passable(path[next])) return true;
    const unsigned restarts = session_.figures().restarts;
    Point goal = belief_.terrain().node(path[next]).at;
    if (still > 6 && still % 2 == 0) {
      if (const std::size_t here = belief_.terrain().at(at); here != Terrain::kNowhere) {
        goal = belief_.terrain().node(here).at;
      }
    }
    if (!act(Action::move(goal))) return false;
    if (session_.figures().restarts != restarts) return true;
    if (result_.done && !options_.complete) return true;
    if (is_over(errand) || news_.surprise || news_.conflict) return true;
    if (news_.objects && errand.kind != Errand::Kind::kPress) return true;
    still = distance(at, session_.view().at) < 0.02 ? still + 1 : 0;
    if (still > 2) careful_ = true;
    if (still > 16) break;
  }
  give_up(errand);
  return true;
}

}  // namespace questproof
