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

// Asks `fill` to fill in the message's root.
template <typename Root, typename Fill>
std::vector<std::uint8_t> make_message(FileKind kind, const Fill& fill, std::uint32_t version = 1) {
  capnp::MallocMessageBuilder message;
  fill(message.initRoot<Root>());
  const kj::Array<capnp::word> words = capnp::messageToFlatArray(message);
  const auto bytes = words.asBytes();
  return make_frame(kind, std::span<const std::uint8_t>(bytes.begin(), bytes.size()), version);
}

// What `read` makes of the root of a framed message. Throws FormatProblem; so may `read`.
template <typename Root, typename Read>
auto read_message(std::span<const std::uint8_t> file, FileKind kind, const Read& read) {
  const std::span<const std::uint8_t> contents = frame_contents(file, kind);
  kj::Array<capnp::word> words =
      kj::heapArray<capnp::word>((contents.size() + sizeof(capnp::word) - 1) / sizeof(capnp::word));
  if (!contents.empty()) std::memcpy(words.begin(), contents.data(), contents.size());
  capnp::ReaderOptions options;
  options.traversalLimitInWords = 8 * words.size() + 1024;  // its checksum holds; size is no attack
  try {
    capnp::FlatArrayMessageReader message(words, options);
    return read(message.getRoot<Root>());
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

template <typename List, typename Values>
void fill_numbers(List list, const Values& values) {
  unsigned index = 0;
  for (const auto& value : values) list.set(index++, value);
}

}  // namespace questproof
