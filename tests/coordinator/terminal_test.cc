// SPDX-License-Identifier: MIT
#include "coordinator/terminal.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

namespace questproof {
namespace {

// Both ends of a terminal with so many columns; nothing where this machine has none to give.
class OwnTerminal {
 public:
  explicit OwnTerminal(unsigned short columns) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = columns;
    there_ = openpty(&master_, &slave_, nullptr, nullptr, &size) == 0;
  }
  ~OwnTerminal() {
    if (!there_) return;
    close(master_);
    close(slave_);
  }
  OwnTerminal(const OwnTerminal&) = delete;
  OwnTerminal& operator=(const OwnTerminal&) = delete;
  bool there() const { return there_; }
  int slave() const { return slave_; }

 private:
  bool there_ = false;
  int master_ = -1;
  int slave_ = -1;
};

// What `body` returns in a process whose standard output is this one. Nothing in it may fail a test.
int in_process_with_output(int descriptor, const std::function<int()>& body) {
  const pid_t process = fork();
  if (process == 0) _exit(dup2(descriptor, STDOUT_FILENO) < 0 ? 255 : body());
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 254;
}

constexpr int kNone = 200;

int columns_seen(bool launched) {
  const std::optional<Terminal> found = terminal_behind(STDOUT_FILENO, launched);
  return found ? static_cast<int>(found->columns) : kNone;
}

// A launcher whose output goes to `outer`, and a rank of it whose output goes to `inner`.
int rank_sees(int outer, int inner) {
  return in_process_with_output(
      outer, [&] { return in_process_with_output(inner, [] { return columns_seen(true); }); });
}

class Pipe {
 public:
  Pipe() { made_ = pipe(ends_.data()) == 0; }
  ~Pipe() {
    if (!made_) return;
    close(ends_[0]);
    close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int in() const { return ends_[1]; }

 private:
  std::array<int, 2> ends_{};
  bool made_ = false;
};

TEST(TerminalTest, WithoutALauncherTheStreamItselfCounts) {
  const OwnTerminal terminal(123);
  if (!terminal.there()) GTEST_SKIP() << "this machine has no terminals to give";
  const Pipe pipe;
  EXPECT_EQ(in_process_with_output(terminal.slave(), [] { return columns_seen(false); }), 123);
  EXPECT_EQ(in_process_with_output(pipe.in(), [] { return columns_seen(false); }), kNone);
}

TEST(TerminalTest, BehindALauncherItsOutputCounts) {
  const OwnTerminal windows(123), of_launcher(0);
  if (!windows.there() || !of_launcher.there())
    GTEST_SKIP() << "this machine has no terminals to give";
  const Pipe pipe, other;
  EXPECT_EQ(rank_sees(windows.slave(), of_launcher.slave()), 123);
  EXPECT_EQ(rank_sees(pipe.in(), of_launcher.slave()), kNone);
  EXPECT_EQ(rank_sees(windows.slave(), pipe.in()), 123);
  EXPECT_EQ(rank_sees(pipe.in(), other.in()), kNone);
}

// A shell between launcher and rank has the rank's output.
TEST(TerminalTest, ProcessesWithTheSameOutputAreLookedThrough) {
  const OwnTerminal windows(123), of_launcher(0);
  if (!windows.there() || !of_launcher.there())
    GTEST_SKIP() << "this machine has no terminals to give";
  const Pipe pipe;
  const auto rank_in_shell_sees = [&](int outer) {
    return in_process_with_output(outer, [&] {
      return in_process_with_output(of_launcher.slave(), [&] {
        return in_process_with_output(of_launcher.slave(), [] { return columns_seen(true); });
      });
    });
  };
  EXPECT_EQ(rank_in_shell_sees(windows.slave()), 123);
  EXPECT_EQ(rank_in_shell_sees(pipe.in()), kNone);
}

}  // namespace
}  // namespace questproof
