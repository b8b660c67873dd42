// SPDX-License-Identifier: MIT
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <fmt/format.h>
#include <kj/array.h>
#include <kj/exception.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "storage/frame.h"

namespace questproof {

// Cap'n Proto messages in frames. For the .cc files of this folder only.

// The words of a message whose root `fill` has filled in.
template <typename Root, typename Fill>
kj::Array<capnp::word> message_words(const Fill& fill) {
  capnp::MallocMessageBuilder message;
  fill(message.initRoot<Root>());
  return capnp::messageToFlatArray(message);
}

// What `read` makes of the root of a message. Throws kj::Exception where it is none; `read` may throw, too.
template <typename Root, typename Read>
auto read_words(std::span<const std::uint8_t> bytes, const Read& read) {
  kj::Array<capnp::word> words =
      kj::heapArray<capnp::word>((bytes.size() + sizeof(capnp::word) - 1) / sizeof(capnp::word));
  if (!bytes.empty()) std::memcpy(words.begin(), bytes.data(), bytes.size());
  capnp::ReaderOptions options;
  options.traversalLimitInWords = 8 * words.size() + 1024;  // its checksum holds; size is no attack
  capnp::FlatArrayMessageReader message(words, options);
  return read(message.getRoot<Root>());
}

// Asks `fill` to fill in the root of a framed message.
template <typename Root, typename Fill>
std::vector<std::uint8_t> make_message(FileKind kind, const Fill& fill, std::uint32_t version = 1) {
  const kj::Array<capnp::word> words = message_words<Root>(fill);
  const auto bytes = words.asBytes();
  return make_frame(kind, std::span<const std::uint8_t>(bytes.begin(), bytes.size()), version);
}

// What `read` makes of the root of a framed message. Throws FormatProblem; so may `read`.
template <typename Root, typename Read>
auto read_message(std::span<const std::uint8_t> file, FileKind kind, const Read& read) {
  try {
    return read_words<Root>(frame_contents(file, kind), read);
  } catch (const kj::Exception& problem) {
    throw FormatProblem{FormatProblem::Kind::kDamaged,
                        fmt::format("is no message: {}", problem.getDescription().cStr())};
  }
}

template <typename Reader>
std::string text_of(const Reader& text) {
  return std::string(text.begin(), text.end());
}

// The size of a list of a message.
inline unsigned size_of(std::size_t size) { return static_cast<unsigned>(size); }

// Calls set(element builder, value) for all values. Requires: the list has as many elements.
template <typename List, typename Values, typename Set>
void fill_list(List list, const Values& values, const Set& set) {
  unsigned index = 0;
  for (const auto& value : values) set(list[index++], value);
}

// Numbers, or texts.
template <typename List, typename Values>
void fill_values(List list, const Values& values) {
  unsigned index = 0;
  for (const auto& value : values) list.set(index++, value);
}

// A random player's figures, which several schemas have in the same form.
template <typename Builder, typename Figures>
void write_random_play(Builder out, const Figures& play) {
  out.setStuckProbability(play.stuck_probability);
  out.setExpectedEvents(play.expected_events);
  out.setExact(play.exact);
  out.setStandardError(play.standard_error);
  out.setEventsStandardError(play.events_standard_error);
  out.setSamples(play.samples);
  out.setUnfinished(play.unfinished);
}
template <typename Figures, typename Reader>
Figures read_random_play(Reader in) {
  Figures play;
  play.stuck_probability = in.getStuckProbability();
  play.expected_events = in.getExpectedEvents();
  play.exact = in.getExact();
  play.standard_error = in.getStandardError();
  play.events_standard_error = in.getEventsStandardError();
  play.samples = in.getSamples();
  play.unfinished = in.getUnfinished();
  return play;
}

}  // namespace questproof
