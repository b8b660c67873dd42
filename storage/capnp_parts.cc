// SPDX-License-Identifier: MIT
#include "storage/capnp_parts.h"

#include <fmt/format.h>

#include <locale>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "storage/capnp_message.h"

namespace questproof {
namespace {

// An ownership stands among the options, and only where it is not by the whole state: a program that
// does not know of it refuses the run by its name.
constexpr const char* kOwnershipOption = "ownership";

std::string to_text(const Ownership& ownership) {
  return fmt::format("{} {} {}", ownership.word, ownership.projection, ownership.pivot);
}

Ownership ownership_of(const std::string& text) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  Ownership ownership;
  in >> ownership.word >> ownership.projection >> ownership.pivot;
  if (!in || !in.eof() || !ownership.is_valid()) {
    throw Error(Error::Kind::kInput, "what is stored about owners of states is damaged");
  }
  return ownership;
}

}  // namespace

void write(capnp::List<schema::NamedText>::Builder out, const std::vector<NamedText>& texts) {
  fill_list(out, texts, [](schema::NamedText::Builder element, const NamedText& text) {
    element.setName(text.name);
    element.setText(text.text);
  });
}

std::vector<NamedText> read(capnp::List<schema::NamedText>::Reader in) {
  std::vector<NamedText> texts;
  for (const auto text : in) texts.push_back({text_of(text.getName()), text_of(text.getText())});
  return texts;
}

void write(schema::Identity::Builder out, const RunIdentity& identity) {
  out.setModelHash(identity.model_hash);
  out.setPartitions(identity.partitions);
  fill_values(out.initWordBits(size_of(identity.word_bits.size())), identity.word_bits);
  std::vector<NamedText> options = identity.options;
  if (!identity.ownership.by_whole_state()) {
    options.push_back({kOwnershipOption, to_text(identity.ownership)});
  }
  write(out.initOptions(size_of(options.size())), options);
}

RunIdentity read(schema::Identity::Reader in) {
  RunIdentity identity;
  identity.model_hash = text_of(in.getModelHash());
  identity.partitions = in.getPartitions();
  for (const std::uint32_t bits : in.getWordBits()) identity.word_bits.push_back(bits);
  for (NamedText& option : read(in.getOptions())) {
    if (option.name == kOwnershipOption) {
      identity.ownership = ownership_of(option.text);
    } else {
      identity.options.push_back(std::move(option));
    }
  }
  return identity;
}

void write(schema::Profile::Builder out, const Profile& profile) {
  fill_values(out.initStatesPerLevel(size_of(profile.states_per_level.size())),
              profile.states_per_level);
  out.setStates(profile.states);
  out.setTransitions(profile.transitions);
  out.setDeadlocks(profile.deadlocks);
  out.setFingerprintSum(profile.fingerprint_sum);
}

Profile read(schema::Profile::Reader in) {
  Profile profile;
  for (const std::uint64_t states : in.getStatesPerLevel()) {
    profile.states_per_level.push_back(states);
  }
  profile.states = in.getStates();
  profile.transitions = in.getTransitions();
  profile.deadlocks = in.getDeadlocks();
  profile.fingerprint_sum = in.getFingerprintSum();
  return profile;
}

}  // namespace questproof
