// SPDX-License-Identifier: MIT
#include "coordinator/terminal_guard.h"

#include <string_view>

namespace questproof {
namespace {

constexpr const char* kReplacement = "\xef\xbf\xbd";
constexpr std::string_view kClearLine = "\r\x1b[2K";
constexpr std::string_view kColour = "\x1b[";  // digits and semicolons, then `m`
constexpr std::size_t kLongestColour = 16;
constexpr char kFirstOfC1 = '\xc2';

bool is_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return (byte < 0x20 && letter != '\n' && letter != '\t') || byte == 0x7f;
}

bool is_continuation(char letter) { return (static_cast<unsigned char>(letter) & 0xc0) == 0x80; }

bool is_c1(char second) {
  const auto byte = static_cast<unsigned char>(second);
  return byte >= 0x80 && byte < 0xa0;
}

bool is_parameter(char letter) { return (letter >= '0' && letter <= '9') || letter == ';'; }

}  // namespace

TerminalGuard::TerminalGuard(std::ostream& stream) : stream_(stream), inner_(stream.rdbuf()) {
  stream_.rdbuf(this);
}

TerminalGuard::~TerminalGuard() {
  sync();
  stream_.rdbuf(inner_);
}

TerminalGuard::int_type TerminalGuard::overflow(int_type letter) {
  if (!traits_type::eq_int_type(letter, traits_type::eof())) {
    take(traits_type::to_char_type(letter));
  }
  return good_ ? traits_type::not_eof(letter) : traits_type::eof();
}

int TerminalGuard::sync() {
  release();
  return inner_->pubsync() == 0 && good_ ? 0 : -1;
}

void TerminalGuard::take(char letter) {
  if (held_ == std::string_view(&kFirstOfC1, 1) && is_continuation(letter)) {
    give(is_c1(letter) ? kReplacement : held_ + letter);
    held_.clear();
    return;
  }
  if (is_begun(letter)) {
    held_ += letter;
    const bool colour = held_.starts_with(kColour) && letter == 'm';
    if (colour || held_ == kClearLine) {
      give(held_);
      held_.clear();
    }
    return;
  }
  if (!held_.empty()) {
    release();
    take(letter);
    return;
  }
  give(is_control(letter) ? std::string(kReplacement) : std::string(1, letter));
}

bool TerminalGuard::is_begun(char letter) const {
  if (held_.empty()) return letter == kFirstOfC1 || letter == kClearLine[0] || letter == kColour[0];
  const std::string more = held_ + letter;
  if (kClearLine.starts_with(more) || kColour.starts_with(more)) return true;
  return held_.starts_with(kColour) && held_.size() < kLongestColour &&
         (is_parameter(letter) || letter == 'm');
}

void TerminalGuard::give(const std::string& text) {
  const auto size = static_cast<std::streamsize>(text.size());
  good_ = inner_->sputn(text.data(), size) == size && good_;
}

void TerminalGuard::release() {
  std::string text;
  for (const char letter : held_) {
    const bool bad = is_control(letter) || letter == kFirstOfC1;  // half a character, too
    text += bad ? std::string(kReplacement) : std::string(1, letter);
  }
  held_.clear();
  if (!text.empty()) give(text);
}

}  // namespace questproof
