// SPDX-License-Identifier: MIT
#include "core/search/findings.h"

#include <utility>

#include "core/base/byte_stream.h"

namespace questproof {
namespace {

void write(ByteWriter& out, const std::optional<Sighting>& sighting) {
  out.optional(sighting, [&](const Sighting& value) {
    out.varint(value.level);
    out.list(value.state, [&](Word word) { out.varint(word); });
  });
}
std::optional<Sighting> read_sighting(ByteReader& in) {
  return in.optional([&] {
    Sighting value;
    value.level = in.number32();
    in.list(value.state, [&] { return in.varint(); });
    return value;
  });
}

}  // namespace

void Findings::take(Findings& other) {
  states += std::exchange(other.states, 0);
  transitions += std::exchange(other.transitions, 0);
  deadlocks += std::exchange(other.deadlocks, 0);
  fingerprint_sum += std::exchange(other.fingerprint_sum, 0);
  for (std::size_t label = 0; label < enabled.size(); ++label) {
    enabled[label] += std::exchange(other.enabled[label], 0);
    if (const auto& fault = other.faults[label]) {
      Sighting::keep(faults[label], fault->level, fault->state);
    }
  }
  for (std::size_t q = 0; q < quests.size(); ++q) {
    QuestSightings& theirs = other.quests[q];
    quests[q].done_states += std::exchange(theirs.done_states, 0);
    quests[q].pending_states += std::exchange(theirs.pending_states, 0);
    if (const auto& done = theirs.first_done) {
      Sighting::keep(quests[q].first_done, done->level, done->state);
    }
  }
}

void Findings::write(ByteWriter& out) const {
  out.varint(states);
  out.varint(transitions);
  out.varint(deadlocks);
  out.word(fingerprint_sum);
  for (const std::uint64_t count : enabled) out.varint(count);
  for (const auto& fault : faults) questproof::write(out, fault);
  for (const QuestSightings& quest : quests) {
    out.varint(quest.done_states);
    out.varint(quest.pending_states);
    questproof::write(out, quest.first_done);
  }
}

Findings Findings::read(ByteReader& in, std::size_t labels, std::size_t quests) {
  Findings found(labels, quests);
  found.states = in.varint();
  found.transitions = in.varint();
  found.deadlocks = in.varint();
  found.fingerprint_sum = in.word();
  for (std::uint64_t& count : found.enabled) count = in.varint();
  for (auto& fault : found.faults) fault = read_sighting(in);
  for (QuestSightings& quest : found.quests) {
    quest.done_states = in.varint();
    quest.pending_states = in.varint();
    quest.first_done = read_sighting(in);
  }
  return found;
}

}  // namespace questproof
