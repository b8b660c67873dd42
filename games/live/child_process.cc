// SPDX-License-Identifier: MIT
#include "games/live/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/base/error.h"
#include "core/base/launcher_environment.h"
#include "games/live/live_game.h"

namespace questproof {
namespace {

constexpr std::size_t kKeptComplaints = 4096;

long long now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

long long deadline_in(double seconds) {
  return now() + static_cast<long long>(std::min(seconds, 1e8) * 1e9);
}

[[noreturn]] void fail(const char* call) {
  throw Error(Error::Kind::kResource,
              fmt::format("a game could not be started: {}: {}", call, std::strerror(errno)));
}

void close_end(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

struct Ends {
  int mine = -1;
  int theirs = -1;
};

// The child's input is a socket, because a socket can be told not to raise SIGPIPE.
Ends make_socket() {
  std::array<int, 2> ends = {};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
  return {ends[0], ends[1]};
}

Ends make_pipe() {
  std::array<int, 2> ends = {};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  return {ends[0], ends[1]};
}

void let_not_wait(int end) { ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK); }

std::string ending_text(int status) {
  if (WIFEXITED(status)) return fmt::format("exit code {}", WEXITSTATUS(status));
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return "unknown end";
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  if (command.empty()) throw Error(Error::Kind::kUsage, "name the command that starts the game");
  const Ends input = make_socket();
  const Ends output = make_pipe();
  const Ends error = make_pipe();
  input_ = input.mine;
  output_ = output.mine;
  error_ = error.mine;
  for (const int end : {input_, output_, error_}) let_not_wait(end);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input.theirs, 0);
  posix_spawn_file_actions_adddup2(&files, output.theirs, 1);
  posix_spawn_file_actions_adddup2(&files, error.theirs, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::vector<char*> environment = environment_without_launcher();
  const int failed = ::posix_spawnp(&process_, arguments[0], &files, &attributes, arguments.data(),
                                    environment.data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  for (const int end : {input.theirs, output.theirs, error.theirs}) ::close(end);
  if (failed == 0) return;
  process_ = -1;
  close_end(input_);
  close_end(output_);
  close_end(error_);
  throw Error(Error::Kind::kUsage,
              fmt::format("'{}' cannot be started: {}", command.front(), std::strerror(failed)));
}

ChildProcess::~ChildProcess() {
  if (process_ > 0) end(0.2);
  close_end(output_);
  close_end(error_);
}

std::string ChildProcess::end(double seconds) {
  if (process_ <= 0) return ending_;
  close_end(input_);
  const long long deadline = deadline_in(seconds);
  int status = 0;
  while (::waitpid(process_, &status, WNOHANG) == 0) {
    read_complaints();
    if (now() >= deadline) {
      ::kill(-process_, SIGKILL);
      ::waitpid(process_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(-process_, SIGKILL);  // what it has started itself
  read_complaints();
  process_ = -1;
  ending_ = ending_text(status);
  return ending_;
}

void ChildProcess::read_complaints() {
  std::array<char, 4096> bytes;
  while (error_ >= 0) {
    const ssize_t count = ::read(error_, bytes.data(), bytes.size());
    if (count == 0) close_end(error_);
    if (count <= 0) return;
    complaints_.append(bytes.data(), static_cast<std::size_t>(count));
    if (complaints_.size() > kKeptComplaints) {
      complaints_.erase(0, complaints_.size() - kKeptComplaints);
    }
  }
}

void ChildProcess::report_end() {
  const std::string how = end(0.5);
  std::string message = fmt::format("the game ended by itself ({})", how);
  if (!complaints_.empty()) message += ": " + complaints_;
  throw LiveFault(LiveFault::Kind::kCrash, message);
}

// Whether the child can take, or has written, something; reads its complaints meanwhile.
bool ChildProcess::wait_ready(bool to_write, Clock deadline) {
  while (true) {
    std::array<pollfd, 2> ends = {
        {{to_write ? input_ : output_, static_cast<short>(to_write ? POLLOUT : POLLIN), 0},
         {error_, POLLIN, 0}}};
    const long long left = (deadline - now()) / 1000000;
    if (left < 0) return false;
    const int ready = ::poll(ends.data(), ends.size(), static_cast<int>(std::min(left, 60000LL)));
    if (ready < 0 && errno != EINTR) fail("poll");
    if (ready > 0 && ends[1].revents != 0) read_complaints();
    if (ready > 0 && ends[0].revents != 0) return true;
  }
}

void ChildProcess::write_line(std::string_view line, double seconds) {
  if (process_ <= 0) throw LiveFault(LiveFault::Kind::kCrash, "the game has ended");
  std::string bytes(line);
  bytes += '\n';
  const Clock deadline = deadline_in(seconds);
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = ::send(input_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait_ready(true, deadline)) {
        throw LiveFault(LiveFault::Kind::kHang,
                        fmt::format("the game took in nothing for {} s", seconds));
      }
    } else if (errno != EINTR) {
      report_end();
    }
  }
}

std::string ChildProcess::read_line(double seconds) {
  if (process_ <= 0) throw LiveFault(LiveFault::Kind::kCrash, "the game has ended");
  const Clock deadline = deadline_in(seconds);
  std::array<char, 65536> bytes;
  while (true) {
    const std::size_t end = pending_.find('\n', searched_);
    if (end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      searched_ = 0;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    searched_ = pending_.size();
    if (pending_.size() > kLongestLine) {
      throw LiveFault(LiveFault::Kind::kGarbage, "a line of more than 64 MiB");
    }
    if (!wait_ready(false, deadline)) {
      throw LiveFault(LiveFault::Kind::kHang, fmt::format("no answer within {} s", seconds));
    }
    const ssize_t count = ::read(output_, bytes.data(), bytes.size());
    if (count > 0) pending_.append(bytes.data(), static_cast<std::size_t>(count));
    if (count == 0) report_end();
    if (count < 0 && errno != EAGAIN && errno != EINTR) report_end();
  }
}

}  // namespace questproof
