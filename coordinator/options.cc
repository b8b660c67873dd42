// SPDX-License-Identifier: MIT
#include "coordinator/options.h"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/net/loopback.h"

namespace questproof {
namespace {

struct Unit {
  char letter;
  std::uint64_t bytes;
};

constexpr std::array kUnits = {
    Unit{'T', std::uint64_t{1} << 40},
    Unit{'G', std::uint64_t{1} << 30},
    Unit{'M', std::uint64_t{1} << 20},
    Unit{'K', std::uint64_t{1} << 10},
};

[[noreturn]] void refuse_size(const std::string& text) {
  throw Error(Error::Kind::kUsage,
              fmt::format("'{}' is no size: write a number of bytes, or a number and K, M, G or T, "
                          "as in 512M or 1.5G",
                          text));
}

// The unit's factor; shortens `digits` by the unit's letters ("G", "GB" or "GiB").
std::uint64_t take_unit(std::string_view& digits) {
  for (std::string_view suffix : {"iB", "ib", "B", "b"}) {
    if (digits.ends_with(suffix) && digits.size() > suffix.size()) {
      digits.remove_suffix(suffix.size());
      break;
    }
  }
  if (digits.empty()) return 1;
  for (const Unit& unit : kUnits) {
    if (digits.back() == unit.letter || digits.back() == unit.letter + ('a' - 'A')) {
      digits.remove_suffix(1);
      return unit.bytes;
    }
  }
  return 1;
}

}  // namespace

ByteSize ByteSize::parse(const std::string& text) {
  std::string_view digits = text;
  const std::uint64_t unit = take_unit(digits);
  double number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool read = problem == std::errc{} && end == digits.data() + digits.size();
  const double bytes = number * static_cast<double>(unit);
  if (!read || !std::isfinite(bytes) || bytes < 0 || bytes >= 0x1p63) refuse_size(text);
  return {static_cast<std::uint64_t>(bytes)};
}

std::string ByteSize::to_string() const {
  for (const Unit& unit : kUnits) {
    if (bytes != 0 && bytes % unit.bytes == 0) {
      return fmt::format("{}{}", bytes / unit.bytes, unit.letter);
    }
  }
  return fmt::format("{}", bytes);
}

SearchOptions search_options(const CommandOptions& options) {
  if (options.time_seconds < 0 || !std::isfinite(options.time_seconds)) {
    throw Error(Error::Kind::kUsage, "--time wants a number of seconds, 0 or more");
  }
  if (options.checkpoint_seconds < 0 || !std::isfinite(options.checkpoint_seconds)) {
    throw Error(Error::Kind::kUsage, "--checkpoint wants a number of seconds, 0 or more");
  }
  if (options.ranks < 1 || options.ranks > LoopbackWorld::kMaxRanks) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--ranks wants a number from 1 to {}", LoopbackWorld::kMaxRanks));
  }
  if (!(options.silence_seconds >= 0)) {
    throw Error(Error::Kind::kUsage, "--silence wants a number of seconds, 0 or more");
  }
  if (options.threads < 0) throw Error(Error::Kind::kUsage, "--threads wants 0 or more");
  if (!std::has_single_bit(options.partitions) || options.partitions > 4096) {
    throw Error(Error::Kind::kUsage, "--partitions wants a power of two from 1 to 4096");
  }
  SearchOptions search;
  search.threads = options.threads;
  search.memory_bytes = options.memory.bytes;
  search.time_seconds = options.time_seconds;
  search.scratch_directory = options.scratch;
  search.disk_bytes = options.disk.bytes;
  search.partitions = options.partitions;
  search.checkpoint_seconds = options.checkpoint_seconds;
  search.verify = !options.no_verify;
  search.random_play = !options.no_random_play;
  return search;
}

}  // namespace questproof
