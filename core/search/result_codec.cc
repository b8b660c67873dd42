// SPDX-License-Identifier: MIT
#include "core/search/result_codec.h"

#include "core/base/byte_stream.h"

namespace questproof {
namespace {

// One function writes and another reads each kind of value; they stand side by side.

void write(ByteWriter& out, const std::vector<Word>& words) {
  out.list(words, [&](Word word) { out.varint(word); });
}
std::vector<Word> read_words(ByteReader& in) {
  std::vector<Word> words;
  in.list(words, [&] { return in.varint(); });
  return words;
}

void write(ByteWriter& out, const Sighting& sighting) {
  out.varint(sighting.level);
  write(out, sighting.state);
}
Sighting read_sighting(ByteReader& in) {
  Sighting sighting;
  sighting.level = in.number32();
  sighting.state = read_words(in);
  return sighting;
}

void write(ByteWriter& out, const RandomPlay& play) {
  out.real(play.stuck_probability);
  out.real(play.expected_events);
  out.flag(play.exact);
  out.real(play.standard_error);
  out.real(play.events_standard_error);
  out.varint(play.samples);
  out.varint(play.unfinished);
}
RandomPlay read_play(ByteReader& in) {
  RandomPlay play;
  play.stuck_probability = in.real();
  play.expected_events = in.real();
  play.exact = in.flag();
  play.standard_error = in.real();
  play.events_standard_error = in.real();
  play.samples = in.varint();
  play.unfinished = in.varint();
  return play;
}

void write(ByteWriter& out, const FatalLabel& fatal) {
  out.varint(fatal.label);
  out.varint(fatal.count);
  out.optional(fatal.source, [&](const Sighting& source) { write(out, source); });
  write(out, fatal.destination);
}
FatalLabel read_fatal_label(ByteReader& in) {
  FatalLabel fatal;
  fatal.label = in.number32();
  fatal.count = in.varint();
  fatal.source = in.optional([&] { return read_sighting(in); });
  fatal.destination = read_words(in);
  return fatal;
}

void write(ByteWriter& out, const QuestOutcome& outcome) {
  const DeadEnds& found = outcome.dead_ends;
  const auto sighting = [&](const Sighting& value) { write(out, value); };
  out.varint(found.blocked_states);
  out.optional(found.first_blocked, sighting);
  out.varint(found.farthest_distance);
  out.optional(found.farthest, sighting);
  out.varint(found.fatal_transitions);
  out.list(found.fatal, [&](const FatalLabel& fatal) { write(out, fatal); });
  out.varint(outcome.initial_blocked);
  out.optional(outcome.random_play, [&](const RandomPlay& play) { write(out, play); });
}
QuestOutcome read_outcome(ByteReader& in) {
  QuestOutcome outcome;
  DeadEnds& found = outcome.dead_ends;
  const auto sighting = [&] { return read_sighting(in); };
  found.blocked_states = in.varint();
  found.first_blocked = in.optional(sighting);
  found.farthest_distance = in.number32();
  found.farthest = in.optional(sighting);
  found.fatal_transitions = in.varint();
  in.list(found.fatal, [&] { return read_fatal_label(in); });
  outcome.initial_blocked = in.varint();
  outcome.random_play = in.optional([&] { return read_play(in); });
  return outcome;
}

void write(ByteWriter& out, EventId event, const std::vector<BranchId>& branches) {
  out.varint(event.index);
  out.list(branches, [&](BranchId branch) { out.varint(branch.index); });
}
void read(ByteReader& in, EventId& event, std::vector<BranchId>& branches) {
  event.index = in.number32();
  in.list(branches, [&] { return BranchId{in.number32()}; });
}

void write(ByteWriter& out, const Trace& trace) {
  out.varint(trace.variant);
  out.list(trace.steps, [&](const Step& step) { write(out, step.event, step.branches); });
  write(out, trace.states);
}
Trace read_trace(ByteReader& in) {
  Trace trace;
  trace.variant = static_cast<std::size_t>(in.varint());
  in.list(trace.steps, [&] {
    Step step;
    read(in, step.event, step.branches);
    return step;
  });
  trace.states = read_words(in);
  return trace;
}

void write(ByteWriter& out, const QuestResult& quest) {
  const auto trace = [&](const Trace& value) { write(out, value); };
  out.varint(quest.done_states);
  out.varint(quest.pending_states);
  out.varint(quest.blocked_states);
  out.varint(quest.initial_blocked);
  out.optional(quest.completion, trace);
  out.optional(quest.counterexample, trace);
  out.list(quest.fatal_events, [&](const FatalEvent& fatal) {
    write(out, fatal.event, fatal.branches);
    out.varint(fatal.count);
    write(out, fatal.shortest);
  });
  out.varint(quest.fatal_transitions);
  out.varint(quest.farthest_distance);
  out.optional(quest.farthest, trace);
  out.optional(quest.random_play, [&](const RandomPlay& play) { write(out, play); });
}
QuestResult read_quest(ByteReader& in) {
  QuestResult quest;
  const auto trace = [&] { return read_trace(in); };
  quest.done_states = in.varint();
  quest.pending_states = in.varint();
  quest.blocked_states = in.varint();
  quest.initial_blocked = in.varint();
  quest.completion = in.optional(trace);
  quest.counterexample = in.optional(trace);
  in.list(quest.fatal_events, [&] {
    FatalEvent fatal;
    read(in, fatal.event, fatal.branches);
    fatal.count = in.varint();
    fatal.shortest = read_trace(in);
    return fatal;
  });
  quest.fatal_transitions = in.varint();
  quest.farthest_distance = in.number32();
  quest.farthest = in.optional(trace);
  quest.random_play = in.optional([&] { return read_play(in); });
  return quest;
}

}  // namespace

std::vector<std::uint8_t> encode_outcomes(const std::vector<QuestOutcome>& outcomes) {
  ByteWriter out;
  out.list(outcomes, [&](const QuestOutcome& outcome) { write(out, outcome); });
  return std::move(out.bytes);
}

std::vector<QuestOutcome> decode_outcomes(std::span<const std::uint8_t> bytes) {
  ByteReader in(bytes);
  std::vector<QuestOutcome> outcomes;
  in.list(outcomes, [&] { return read_outcome(in); });
  if (!in.done()) ByteReader::fail();
  return outcomes;
}

std::vector<std::uint8_t> encode_result(const StoredResult& result) {
  ByteWriter out;
  out.flag(result.verified);
  out.list(result.quests, [&](const QuestResult& quest) { write(out, quest); });
  out.list(result.faults, [&](const FaultReport& fault) {
    write(out, fault.event, fault.branches);
    write(out, fault.shortest);
  });
  out.list(result.phases, [&](const PhaseFigures& phase) {
    out.text(phase.phase);
    out.real(phase.seconds);
    out.real(phase.cpu_seconds);
    out.varint(phase.peak_bytes);
  });
  return std::move(out.bytes);
}

StoredResult decode_result(std::span<const std::uint8_t> bytes) {
  ByteReader in(bytes);
  StoredResult result;
  result.verified = in.flag();
  in.list(result.quests, [&] { return read_quest(in); });
  in.list(result.faults, [&] {
    FaultReport fault;
    read(in, fault.event, fault.branches);
    fault.shortest = read_trace(in);
    return fault;
  });
  in.list(result.phases, [&] {
    PhaseFigures phase;
    phase.phase = in.text();
    phase.seconds = in.real();
    phase.cpu_seconds = in.real();
    phase.peak_bytes = in.varint();
    return phase;
  });
  if (!in.done()) ByteReader::fail();
  return result;
}

}  // namespace questproof
