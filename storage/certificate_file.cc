// SPDX-License-Identifier: MIT
#include "storage/certificate_file.h"

#include <storage/schema/certificate.capnp.h>

#include <optional>
#include <utility>

#include "storage/capnp_message.h"
#include "storage/capnp_parts.h"

namespace questproof {
namespace {

using questproof::read;  // with those below
using questproof::write;

static_assert(static_cast<std::uint16_t>(Verdict::kUnknown) ==
              static_cast<std::uint16_t>(schema::Verdict::UNKNOWN));

schema::Verdict stored(Verdict verdict) {
  return schema::Verdict{static_cast<std::uint16_t>(verdict)};
}

Verdict loaded(schema::Verdict verdict) {
  if (verdict > schema::Verdict::UNKNOWN) {
    throw FormatProblem{FormatProblem::Kind::kDamaged, "names an unknown verdict"};
  }
  return Verdict{static_cast<int>(verdict)};
}

void write(schema::Step::Builder out, EventId event, const std::vector<BranchId>& branches) {
  out.setEvent(event.index);
  auto list = out.initBranches(size_of(branches.size()));
  for (unsigned i = 0; i < list.size(); ++i) list.set(i, branches[i].index);
}

Step read(schema::Step::Reader in) {
  Step step;
  step.event = EventId{in.getEvent()};
  for (const std::uint32_t branch : in.getBranches()) step.branches.push_back(BranchId{branch});
  return step;
}

void write(schema::Path::Builder out, const Trace& trace) {
  out.setVariant(static_cast<std::uint32_t>(trace.variant));
  fill_list(
      out.initSteps(size_of(trace.steps.size())), trace.steps,
      [](schema::Step::Builder element, const Step& s) { write(element, s.event, s.branches); });
  fill_values(out.initStates(size_of(trace.states.size())), trace.states);
}

Trace read(schema::Path::Reader in) {
  Trace trace;
  trace.variant = in.getVariant();
  for (const auto step : in.getSteps()) trace.steps.push_back(read(step));
  for (const std::uint64_t word : in.getStates()) trace.states.push_back(word);
  return trace;
}

void write(schema::FatalEvent::Builder out, const FatalEvent& fatal) {
  write(out.initStep(), fatal.event, fatal.branches);
  out.setCount(fatal.count);
  write(out.initShortest(), fatal.shortest);
}

FatalEvent read(schema::FatalEvent::Reader in) {
  Step step = read(in.getStep());
  return {step.event, std::move(step.branches), in.getCount(), read(in.getShortest())};
}

void write(schema::QuestOutcome::Builder out, const QuestResult& quest) {
  out.setName(quest.name);
  out.setVerdict(stored(quest.verdict));
  out.setDoneStates(quest.done_states);
  out.setPendingStates(quest.pending_states);
  out.setBlockedStates(quest.blocked_states);
  out.setInitialBlocked(quest.initial_blocked);
  if (quest.completion) write(out.initCompletion(), *quest.completion);
  if (quest.counterexample) write(out.initCounterexample(), *quest.counterexample);
  out.setFatalTransitions(quest.fatal_transitions);
  fill_list(out.initFatalEvents(size_of(quest.fatal_events.size())), quest.fatal_events,
            [](schema::FatalEvent::Builder element, const FatalEvent& f) { write(element, f); });
  out.setFarthestDistance(quest.farthest_distance);
  if (quest.farthest) write(out.initFarthest(), *quest.farthest);
  if (quest.random_play) write_random_play(out.initRandomPlay(), *quest.random_play);
}

QuestResult read(schema::QuestOutcome::Reader in) {
  QuestResult quest;
  quest.name = text_of(in.getName());
  quest.verdict = loaded(in.getVerdict());
  quest.done_states = in.getDoneStates();
  quest.pending_states = in.getPendingStates();
  quest.blocked_states = in.getBlockedStates();
  quest.initial_blocked = in.getInitialBlocked();
  if (in.hasCompletion()) quest.completion = read(in.getCompletion());
  if (in.hasCounterexample()) quest.counterexample = read(in.getCounterexample());
  quest.fatal_transitions = in.getFatalTransitions();
  for (const auto fatal : in.getFatalEvents()) quest.fatal_events.push_back(read(fatal));
  quest.farthest_distance = in.getFarthestDistance();
  if (in.hasFarthest()) quest.farthest = read(in.getFarthest());
  if (in.hasRandomPlay()) quest.random_play = read_random_play<RandomPlay>(in.getRandomPlay());
  return quest;
}

void write(schema::Fault::Builder out, const FaultReport& fault) {
  write(out.initStep(), fault.event, fault.branches);
  write(out.initShortest(), fault.shortest);
}

FaultReport read(schema::Fault::Reader in) {
  Step step = read(in.getStep());
  return {step.event, std::move(step.branches), read(in.getShortest())};
}

void write(schema::Certificate::Builder out, const RunIdentity& identity,
           const Certification& certification) {
  write(out.initIdentity(), identity);
  out.setVerdict(stored(certification.verdict));
  out.setLimit(certification.limit);
  out.setComplete(certification.complete);
  out.setVerified(certification.verified);
  write(out.initProfile(), certification.profile);
  fill_list(out.initQuests(size_of(certification.quests.size())), certification.quests,
            [](schema::QuestOutcome::Builder element, const QuestResult& q) { write(element, q); });
  fill_list(out.initFaults(size_of(certification.faults.size())), certification.faults,
            [](schema::Fault::Builder element, const FaultReport& f) { write(element, f); });
  fill_values(out.initEnabled(size_of(certification.enabled.size())), certification.enabled);
}

StoredCertificate read(schema::Certificate::Reader in) {
  StoredCertificate out;
  out.identity = read(in.getIdentity());
  Certification& certification = out.certification;
  certification.verdict = loaded(in.getVerdict());
  certification.limit = text_of(in.getLimit());
  certification.complete = in.getComplete();
  certification.decided = certification.complete;  // no other is kept
  certification.verified = in.getVerified();
  certification.profile = read(in.getProfile());
  for (const auto quest : in.getQuests()) certification.quests.push_back(read(quest));
  for (const auto fault : in.getFaults()) certification.faults.push_back(read(fault));
  for (const std::uint64_t count : in.getEnabled()) certification.enabled.push_back(count);
  return out;
}

}  // namespace

std::vector<std::uint8_t> encode_certificate(const RunIdentity& identity,
                                             const Certification& certification) {
  return make_message<schema::Certificate>(
      FileKind::kCertificate,
      [&](schema::Certificate::Builder out) { write(out, identity, certification); });
}

StoredCertificate decode_certificate(std::span<const std::uint8_t> file) {
  return read_message<schema::Certificate>(file, FileKind::kCertificate,
                                           [](schema::Certificate::Reader in) { return read(in); });
}

}  // namespace questproof
