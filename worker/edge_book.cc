// SPDX-License-Identifier: MIT
#include "worker/edge_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace questproof {
namespace {

constexpr double kSamePlace = 0.01;

[[noreturn]] void refuse_other_game(const std::string& what) {
  throw Error(
      Error::Kind::kInput,
      fmt::format("what was learned is of another game, or of another level: {}; begin with "
                  "a new --memory",
                  what));
}

std::string text_of(const Point& at) { return fmt::format("({:g}, {:g}, {:g})", at.x, at.y, at.z); }

std::set<std::uint32_t> steps_of(const PlaceEdge& place) {
  return {place.node.to.begin(), place.node.to.end()};
}

// Puts a sighting into a list that is ascending and has one of each run. False: nothing new.
bool note(std::vector<SeenBy>& seen, const SeenBy& by) {
  const auto at = std::lower_bound(seen.begin(), seen.end(), SeenBy{by.run, 0});
  if (at == seen.end() || at->run != by.run) {
    seen.insert(at, by);
    return true;
  }
  if (at->update <= by.update) return false;
  at->update = by.update;
  return true;
}

}  // namespace

void EdgeBook::expect_same_game(const EdgeBody& known, const EdgeBody& other) const {
  if (const auto* place = std::get_if<PlaceEdge>(&known)) {
    const Point& here = std::get<PlaceEdge>(other).node.at;
    if (distance(place->node.at, here) > kSamePlace) {
      refuse_other_game(fmt::format("place {} is at {} and at {}", place->node.id,
                                    text_of(place->node.at), text_of(here)));
    }
    if (steps_of(*place) != steps_of(std::get<PlaceEdge>(other))) {
      refuse_other_game(fmt::format("place {} leads to other places than it did", place->node.id));
    }
  }
  if (const auto* thing = std::get_if<ThingEdge>(&known)) {
    const std::string& type = std::get<ThingEdge>(other).thing.type;
    if (thing->thing.type != type) {
      refuse_other_game(
          fmt::format("{} is a {} and a {}", thing->thing.id, thing->thing.type, type));
    }
  }
}

bool EdgeBook::add(const Edge& edge) {
  const std::string key = key_of(edge.body);
  if (const auto* run = std::get_if<RunBegin>(&edge.body);
      run != nullptr && !game().empty() && run->game != game()) {
    refuse_other_game(fmt::format("it is called {} and {}", game(), run->game));
  }
  const auto found = edges_.find(key);
  if (found == edges_.end()) {
    edges_.emplace(key, SeenEdge{edge.body, {edge.by}});
    changes_.insert(key);
    take(edge.body);
    return true;
  }
  SeenEdge& known = found->second;
  expect_same_game(known.body, edge.body);
  const SeenBy first = known.seen.front();
  if (!note(known.seen, edge.by)) return false;
  if (edge.by < first) known.body = edge.body;
  changes_.insert(key);
  return true;
}

void EdgeBook::add(const SeenEdge& edge) {
  for (const SeenBy& by : edge.seen) add(Edge{edge.body, by});
}

void EdgeBook::take(const EdgeBody& body) {
  if (const auto* run = std::get_if<RunBegin>(&body)) {
    last_run_ = std::max(last_run_, run->run);
  } else if (const auto* sighting = std::get_if<SightingEdge>(&body)) {
    doors_[sighting->door].add(*sighting);
    buttons_.insert(sighting->presses.begin(), sighting->presses.end());
  } else if (const auto* thing = std::get_if<ThingEdge>(&body)) {
    if (thing->thing.usable) buttons_.insert(thing->thing.id);
    if (thing->thing.blocks) doors_.try_emplace(thing->thing.id);
  }
}

std::set<std::string> EdgeBook::take_changes() { return std::exchange(changes_, {}); }

const TaskEdge* EdgeBook::task_done(std::uint64_t session, const std::string& task) const {
  const TaskEdge* first = nullptr;
  const std::string begin = key_of(TaskEdge{0, session, task, 0, 0, 0});
  for (auto at = edges_.lower_bound(begin); at != edges_.end(); ++at) {
    const auto* done = std::get_if<TaskEdge>(&at->second.body);
    if (done == nullptr || done->session != session || done->task != task) break;
    if (first == nullptr || done->update < first->update) first = done;
  }
  return first;
}

std::optional<RunBegin> EdgeBook::first_run() const {
  const auto first = edges_.lower_bound("run/");
  if (first == edges_.end()) return std::nullopt;
  const auto* run = std::get_if<RunBegin>(&first->second.body);
  return run == nullptr ? std::nullopt : std::optional(*run);
}

std::string EdgeBook::game() const {
  const std::optional<RunBegin> first = first_run();
  return first ? first->game : "";
}

std::vector<KnownPair> EdgeBook::pairs_of(const std::string& door) const {
  const auto found = doors_.find(door);
  if (found == doors_.end()) return {};
  const DoorEvidence& evidence = found->second;
  std::set<std::string> disputed;
  for (const Dispute& dispute : evidence.disputes()) {
    if (!dispute.settled_by) disputed.insert(dispute.buttons.begin(), dispute.buttons.end());
  }
  const std::map<std::string, DoorEvidence::Witnesses> witnesses = evidence.witnesses();
  std::vector<KnownPair> pairs;
  for (const std::string& button : buttons_) {
    KnownPair pair;
    pair.button = button;
    pair.door = door;
    pair.wired = evidence.wire(button, &pair.evidence);
    if (!pair.wired) pair.wired_if_closed = evidence.wire_if_closed_at_start(button);
    pair.disputed = disputed.contains(button);
    if (const auto told = witnesses.find(button); told != witnesses.end()) {
      pair.witnesses = told->second;
    }
    if (pair.wired) {
      const auto [wired, not_wired] = pair.witnesses;
      const std::size_t agree = std::max<std::size_t>(1, *pair.wired ? wired : not_wired);
      const std::size_t differ = *pair.wired ? not_wired : wired;
      pair.confidence =
          (static_cast<double>(agree) + 1) / (static_cast<double>(agree + differ) + 2);
    } else if (!pair.wired_if_closed && !pair.disputed && pair.witnesses.wired == 0 &&
               pair.witnesses.not_wired == 0) {
      continue;
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace questproof
