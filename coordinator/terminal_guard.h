// SPDX-License-Identifier: MIT
#ifndef QUESTPROOF_COORDINATOR_TERMINAL_GUARD_H_
#define QUESTPROOF_COORDINATOR_TERMINAL_GUARD_H_

#include <ostream>
#include <streambuf>
#include <string>

namespace questproof {

// While it lives, what is written to the stream holds no control character but line ends and tabs, no sequence that a terminal
// obeys but those that this program writes itself: colours, and the clearing of a line. Texts of games, names in
// manifests and lines of files are shown whatever they hold; in place of the rest stands U+FFFD.
class TerminalGuard : public std::streambuf {
 public:
  explicit TerminalGuard(std::ostream& stream);
  ~TerminalGuard() override;
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

 private:
  int_type overflow(int_type letter) override;
  int sync() override;

  void take(char letter);
  bool is_begun(char letter) const;  // `held_` and this letter begin what the program may write
  void give(const std::string& text);
  void release();  // what is held turned out to be nothing that the program writes

  std::ostream& stream_;
  std::streambuf* inner_;
  std::string held_;  // the beginning of a sequence or of a character
  bool good_ = true;
};

}  // namespace questproof

#endif  // QUESTPROOF_COORDINATOR_TERMINAL_GUARD_H_
