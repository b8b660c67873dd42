// SPDX-License-Identifier: MIT
#include "storage/run_identity.h"

#include <fmt/format.h>

#include <algorithm>

namespace questproof {
namespace {

const NamedText* find(const std::vector<NamedText>& options, const std::string& name) {
  const auto place = std::find_if(options.begin(), options.end(),
                                  [&](const NamedText& option) { return option.name == name; });
  return place == options.end() ? nullptr : &*place;
}

std::string quoted(const NamedText* option) {
  return option == nullptr ? "not set" : fmt::format("\"{}\"", option->text);
}

std::string option_difference(const RunIdentity& stored, const RunIdentity& wanted,
                              const std::string& name) {
  const NamedText* const before = find(stored.options, name);
  const NamedText* const now = find(wanted.options, name);
  if (quoted(before) == quoted(now)) return {};
  return fmt::format("the option {} is {} now, and was {}", name, quoted(now), quoted(before));
}

}  // namespace

std::string difference(const RunIdentity& stored, const RunIdentity& wanted) {
  if (stored.model_hash != wanted.model_hash) {
    return fmt::format("the model is {} now, and was {}", wanted.model_hash, stored.model_hash);
  }
  for (const RunIdentity* side : {&wanted, &stored}) {
    for (const NamedText& option : side->options) {
      std::string text = option_difference(stored, wanted, option.name);
      if (!text.empty()) return text;
    }
  }
  if (stored.word_bits != wanted.word_bits) {
    return fmt::format("a packed state has words of {} bits now, and had {}",
                       fmt::join(wanted.word_bits, ", "), fmt::join(stored.word_bits, ", "));
  }
  if (stored.partitions != wanted.partitions) {
    return fmt::format("there are {} partitions now, and were {}", wanted.partitions,
                       stored.partitions);
  }
  if (stored.ownership != wanted.ownership) {
    return "states are spread over the partitions in another way";
  }
  if (stored != wanted) return "the options are in another order";
  return {};
}

}  // namespace questproof
