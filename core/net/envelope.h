// SPDX-License-Identifier: MIT
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/net/transport.h"

namespace questproof {

// Cap'n Proto messages on their way between ranks: 64 bits of XXH3, then the message as it lies in memory. For
// the .cc files of this folder only.

inline std::uint64_t envelope_checksum(std::span<const std::uint8_t> contents) {
  return hash_64(std::as_bytes(contents));
}

inline void seal_envelope(capnp::MessageBuilder& message, Bytes& out) {
  const std::size_t words = capnp::computeSerializedSizeInWords(message);
  out.resize(sizeof(std::uint64_t) + words * sizeof(capnp::word));
  kj::ArrayOutputStream stream(kj::arrayPtr(out.data() + sizeof(std::uint64_t), out.size() - 8));
  capnp::writeMessage(stream, message);
  const std::uint64_t checksum =
      envelope_checksum(std::span<const std::uint8_t>(out).subspan(sizeof(std::uint64_t)));
  std::memcpy(out.data(), &checksum, sizeof(checksum));
}

[[noreturn]] inline void throw_damaged_message() {
  throw Error(Error::Kind::kResource,
              "a message between ranks is not as it was sent; please check network and memory");
}

// Hands the root of the message to `read`. Throws Error(kResource) where a byte differs from what was
// sent. Requires: the bytes are aligned like words, as those of a Bytes are.
template <typename Root, typename Read>
auto open_envelope(std::span<const std::uint8_t> bytes, const Read& read) {
  constexpr std::size_t kWord = sizeof(capnp::word);
  if (bytes.size() < 2 * kWord || bytes.size() % kWord != 0) throw_damaged_message();
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, bytes.data(), sizeof(checksum));
  const auto contents = bytes.subspan(kWord);
  if (checksum != envelope_checksum(contents)) throw_damaged_message();
  capnp::ReaderOptions options;
  options.traversalLimitInWords = 2 * contents.size() / kWord + 1024;
  try {
    capnp::FlatArrayMessageReader message(
        kj::arrayPtr(reinterpret_cast<const capnp::word*>(contents.data()),
                     contents.size() / kWord),
        options);
    return read(message.getRoot<Root>());
  } catch (const kj::Exception&) {
    throw_damaged_message();
  }
}

}  // namespace questproof
