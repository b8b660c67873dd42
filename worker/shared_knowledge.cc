// SPDX-License-Identifier: MIT
#include "worker/shared_knowledge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "core/base/hash.h"
#include "worker/edge_text.h"
#include "worker/recall.h"

namespace questproof {
namespace {

constexpr std::uint64_t kUpdatesPerRound = 5;
// What another's errand costs more, as a way; and how near places to explore are to be one errand.
constexpr double kSameErrand = 25;
constexpr double kNearExploring = 8;
constexpr double kTaste = 6;

std::string_view text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Bytes bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

// All ranks hand each other one string each; a rank's own comes back too.
std::vector<std::string> swap_texts(Transport& ranks, std::string mine) {
  std::vector<std::string> texts(static_cast<std::size_t>(ranks.ranks()));
  const auto size = static_cast<std::size_t>(ranks.ranks());
  std::vector<bool> sent(size, false);
  ranks.exchange(
      [&](int to, Bytes& block) {
        if (sent[static_cast<std::size_t>(to)]) return false;
        sent[static_cast<std::size_t>(to)] = true;
        block = bytes_of(mine);
        return true;
      },
      [&](int from, Bytes& block) { texts[static_cast<std::size_t>(from)] += text_of(block); });
  texts[static_cast<std::size_t>(ranks.rank())] = std::move(mine);
  return texts;
}

bool is_of_door(const Fellows::Plan& plan) {
  return plan.kind == Fellows::Plan::Kind::kLook || plan.kind == Fellows::Plan::Kind::kReach;
}

// Whether two plans are one errand: 0 to 1.
double likeness(const Fellows::Plan& a, const Fellows::Plan& b) {
  if (a.kind == Fellows::Plan::Kind::kExplore && b.kind == a.kind) {
    return std::max(0.0, 1 - distance(a.at, b.at) / kNearExploring);
  }
  const bool alike = a.kind == b.kind || (is_of_door(a) && is_of_door(b));
  return alike && !a.what.empty() && a.what == b.what ? 1 : 0;
}

}  // namespace

SharedKnowledge::SharedKnowledge(Transport& ranks, EdgeStore* store, std::uint64_t seed)
    : ranks_(ranks),
      store_(store),
      seed_(seed),
      every_(ranks.ranks() == 1 ? 1 : kUpdatesPerRound),
      others_(static_cast<std::size_t>(ranks.ranks())) {}

// ----------------------------------------------------------------------------- what is seen here

void SharedKnowledge::note(EdgeBody body, std::uint64_t update) {
  if (!noted_.insert(key_of(body)).second) return;
  mine_.edges.push_back({std::move(body), {run_, update}});
}

void SharedKnowledge::note_view(const View& view, std::uint64_t update, const Belief& belief) {
  for (const TerrainNode& node : view.terrain) note(PlaceEdge{node}, update);
  for (const SeenObject& object : view.objects) {
    const auto [known, first] = states_.try_emplace(object.id);
    if (first) {
      SeenObject thing = object;
      thing.state.clear();
      if (thing.blocks) thing.blocks = true;
      note(ThingEdge{std::move(thing)}, update);
    }
    if (known->second != object.state) {
      known->second = object.state;
      for (const auto& [property, value] : object.state) {
        note(StateEdge{object.id, property, value}, update);
      }
    }
    if (object.blocks) note_door(object, update, belief);
  }
}

void SharedKnowledge::note_door(const SeenObject& door, std::uint64_t update,
                                const Belief& belief) {
  const bool open = !*door.blocks;
  if (seen_[door.id].add(belief.presses(), open, 0) == ParitySystem::News::kKnown) return;
  SightingEdge sighting = {run_, ++sightings_, session_, update, door.id, open, {}};
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    if (!belief.presses()[bit_of_button(button)]) continue;
    sighting.presses.push_back(belief.buttons()[button].id);
  }
  std::sort(sighting.presses.begin(), sighting.presses.end());
  note(std::move(sighting), update);
}

void SharedKnowledge::note_changes(const Action& action, const View& after, std::uint64_t update) {
  note(PressEdge{action.what}, update);
  for (const SeenObject& now : after.objects) {
    const auto before = std::find_if(before_.objects.begin(), before_.objects.end(),
                                     [&](const SeenObject& object) { return object.id == now.id; });
    if (before == before_.objects.end()) continue;
    for (const auto& [property, value] : now.state) {
      const auto old = before->state.find(property);
      if (old == before->state.end() || old->second == value) continue;
      note(TransitionEdge{action.what, now.id, property, old->second, value}, update);
    }
  }
}

// ------------------------------------------------------------------------------------ the rounds

std::vector<FellowMessage> SharedKnowledge::exchange(FellowMessage mine) {
  std::vector<FellowMessage> messages(static_cast<std::size_t>(ranks_.ranks()));
  const auto self = static_cast<std::size_t>(ranks_.rank());
  if (messages.size() > 1) {
    const std::vector<std::string> texts = swap_texts(ranks_, encode(mine));
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
      if (rank != self) messages[rank] = decode_fellow_message(texts[rank]);
    }
  }
  messages[self] = std::move(mine);
  return messages;
}

// All that earlier runs have learned, from rank 0 to all.
void SharedKnowledge::load(Belief& belief) {
  if (store_ != nullptr) book_ = store_->read();
  if (ranks_.ranks() > 1) {
    std::string text = "\n";  // blocks are never empty
    if (ranks_.rank() == 0) {
      for (const auto& [key, edge] : book_.edges()) text += encode(edge) + "\n";
    }
    const std::string known = swap_texts(ranks_, std::move(text)).front();
    std::string_view rest = known;
    while (ranks_.rank() != 0 && !rest.empty()) {
      const std::size_t end = rest.find('\n');
      if (end > 0) book_.add(decode_seen_edge(rest.substr(0, end)));
      rest.remove_prefix(end + 1);
    }
  }
  book_.take_changes();
  session_ = book_.last_run() + 1;
  run_ = session_ + static_cast<std::uint64_t>(ranks_.rank());
  recall(book_, run_, belief);
  if (session_ > 1) belief.begin_with_memory();
  for (const auto& [door, evidence] : book_.doors()) disputes_[door] = evidence.disputes().size();
}

// `news`: sightings that have come in. A dispute makes all agents count anew what they see of the door.
bool SharedKnowledge::tell_door(const std::string& door, const std::vector<SightingEdge>& news,
                                Belief& belief) {
  const DoorEvidence& evidence = book_.doors().at(door);
  std::size_t& known = disputes_[door];
  if (known != evidence.disputes().size()) {
    seen_.erase(door);
    if (const auto index = belief.door(door)) belief.recall_conflict(*index);
  }
  known = evidence.disputes().size();
  return recall_door(evidence, news, run_, belief);
}

// Into the book, and what is not this agent's own into its belief. Whether any of it was news to that.
bool SharedKnowledge::enter(const std::vector<Edge>& edges, bool mine, Belief& belief) {
  std::vector<TerrainNode> places;
  std::vector<SeenObject> things;
  std::vector<std::string> presses;
  std::map<std::string, std::vector<SightingEdge>> sightings;
  bool news = false;
  for (const Edge& edge : edges) {
    const bool fresh = !book_.contains(key_of(edge.body));
    book_.add(edge);
    if (const auto* sighting = std::get_if<SightingEdge>(&edge.body)) {
      sightings[sighting->door].push_back(*sighting);
    }
    if (mine || !fresh) continue;
    if (const auto* place = std::get_if<PlaceEdge>(&edge.body)) places.push_back(place->node);
    if (const auto* thing = std::get_if<ThingEdge>(&edge.body)) things.push_back(thing->thing);
    if (const auto* press = std::get_if<PressEdge>(&edge.body)) presses.push_back(press->button);
    if (std::holds_alternative<TaskEdge>(edge.body)) news = true;
  }
  if (!places.empty() || !things.empty()) {
    const Belief::News recalled = belief.recall(places, things);
    news = news || recalled.terrain || recalled.objects;
  }
  for (const std::string& button : presses) belief.recall_press(button);
  for (const auto& [door, each] : sightings) news = tell_door(door, each, belief) || news;
  return news;
}

bool SharedKnowledge::round(Belief& belief) {
  since_round_ = 0;
  others_ = exchange(std::exchange(mine_, {mine_.finished, mine_.idle, mine_.plan, {}}));
  bool news = false;
  quiet_ = true;
  for (std::size_t rank = 0; rank < others_.size(); ++rank) {
    FellowMessage& message = others_[rank];
    quiet_ = quiet_ && (message.idle || message.finished) && message.edges.empty();
    const bool mine = rank == static_cast<std::size_t>(ranks_.rank());
    news = enter(message.edges, mine, belief) || news;
    message.edges.clear();
  }
  if (store_ != nullptr) store_->write(book_, belief);
  return news;
}

// --------------------------------------------------------------------------- what the player asks

void SharedKnowledge::begin(const Session& session, Belief& belief) {
  load(belief);
  const View& view = session.view();
  note(RunBegin{run_, session_, static_cast<std::uint32_t>(ranks_.rank()),
                session.introduction().game, seed_, view.at},
       0);
  note_view(view, session.figures().updates, belief);
  before_ = view;
  findings_ = session.findings().size();
  round(belief);
}

bool SharedKnowledge::see(const Action& action, const Session& session, Belief& belief) {
  const std::uint64_t update = session.figures().updates;
  const bool failed = session.findings().size() != findings_;
  if (failed) {
    findings_ = session.findings().size();
    if (action.kind == Action::Kind::kUse) {
      note(TroubleEdge{action.what, session.findings().back().kind}, update);
    }
  } else if (action.kind == Action::Kind::kUse && session.view().refused.empty()) {
    note_changes(action, session.view(), update);
  }
  note_view(session.view(), update, belief);
  before_ = session.view();
  if (++since_round_ < every_) return false;
  return round(belief);
}

bool SharedKnowledge::is_done(const std::string& task) const {
  return book_.task_done(session_, task) != nullptr;
}

void SharedKnowledge::note_done(const std::string& task, const Session& session) {
  const SessionFigures& figures = session.figures();
  note(TaskEdge{run_, session_, task, figures.updates, figures.seconds, figures.path_length},
       figures.updates);
}

void SharedKnowledge::set_out(const Plan& plan) {
  mine_.plan = plan;
  mine_.idle = false;
}

// Those of lower rank, until there are plans.
std::size_t SharedKnowledge::first_to_choose() const {
  std::size_t count = 0;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks_.rank()); ++rank) {
    const FellowMessage& other = others_[rank];
    if (other.plan.kind == Plan::Kind::kNone && !other.finished && !other.idle) ++count;
  }
  return count;
}

void SharedKnowledge::assume(const Plan& plan) {
  for (FellowMessage& other : others_) {
    if (other.plan.kind != Plan::Kind::kNone || other.finished || other.idle) continue;
    other.plan = plan;
    return;
  }
}

// Agents that stand at one place and have come to the end of their errands at once would choose the same: each
// finds other ways a little longer.
double SharedKnowledge::taste(const Plan& plan) const {
  if (ranks_.rank() == 0) return 0;
  std::string what = plan.what;
  if (plan.kind == Plan::Kind::kExplore) {
    what = std::to_string(std::lround(plan.at.x / kNearExploring)) + " " +
           std::to_string(std::lround(plan.at.z / kNearExploring));
  }
  what += "/" + std::to_string(ranks_.rank());
  return kTaste * static_cast<double>(hash_64(what) >> 40U) / static_cast<double>(1U << 24U);
}

double SharedKnowledge::burden(const Plan& plan) const {
  if (plan.kind == Plan::Kind::kPress) {
    const auto trouble = book_.edges().find(key_of(TroubleEdge{plan.what, {}}));
    if (trouble != book_.edges().end() && trouble->second.seen.back().run >= session_) {
      return std::numeric_limits<double>::infinity();
    }
  }
  double likenesses = 0;
  for (std::size_t rank = 0; rank < others_.size(); ++rank) {
    const FellowMessage& other = others_[rank];
    if (rank == static_cast<std::size_t>(ranks_.rank()) || other.finished || other.idle) continue;
    likenesses += likeness(plan, other.plan);
  }
  // Where there are many, someone is near every place.
  const bool is_place = plan.kind == Plan::Kind::kExplore;
  const double share = is_place ? static_cast<double>(others_.size() - 1) : 1;
  return taste(plan) + (likenesses == 0 ? 0 : likenesses * kSameErrand / share);
}

bool SharedKnowledge::may_wait() {
  mine_.idle = true;
  mine_.plan = {};
  return ranks_.ranks() > 1 && !quiet_;
}

void SharedKnowledge::end(const PlayResult& result, const Session& session, Belief& belief) {
  if (run_ == 0) load(belief);
  const SessionFigures& figures = session.figures();
  note(RunEnd{run_, figures.updates, figures.seconds, figures.presses, result.done, result.complete,
              result.reason},
       figures.updates);
  mine_.finished = true;
  do {
    round(belief);
  } while (!std::all_of(others_.begin(), others_.end(),
                        [](const FellowMessage& each) { return each.finished; }));
  if (store_ != nullptr) store_->close(book_, belief);
}

}  // namespace questproof
