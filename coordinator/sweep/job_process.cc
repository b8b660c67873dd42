// SPDX-License-Identifier: MIT
#include "coordinator/sweep/job_process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "core/base/error.h"
#include "core/base/launcher_environment.h"

namespace questproof {
namespace {

// A process is measured so often that one that grows by a gigabyte a second is met in time.
constexpr std::chrono::milliseconds kMemoryInterval{50};
constexpr int kCannotStart = 127;

// Between fork and exec. Only calls that are safe there.
[[noreturn]] void become(char** command, char** environment, const char* folder, int log,
                         pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kCannotStart);  // it has ended already
  ::setpgid(0, 0);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (const int number : {SIGINT, SIGTERM, SIGUSR1, SIGPIPE}) ::signal(number, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing < 0 || ::dup2(nothing, 0) < 0 || ::dup2(log, 1) < 0 || ::dup2(log, 2) < 0 ||
      ::chdir(folder) != 0) {
    ::_exit(kCannotStart);
  }
  ::execve(command[0], command, environment);
  constexpr char text[] = "the program cannot be started\n";
  [[maybe_unused]] const ssize_t written = ::write(2, text, sizeof text - 1);
  ::_exit(kCannotStart);
}

// Resident memory of another process; 0 where it is not known.
std::uint64_t resident_bytes_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::uint64_t all = 0, resident = 0, shared = 0;
  if (!(file >> all >> resident >> shared)) return 0;
  // Pages of files are not what a limit of memory is about: they can be read again.
  return (resident - std::min(resident, shared)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

JobProcess::JobProcess(const JobStart& start) : start_(start), began_(Clock::now()) {
  const int log = ::open(start_.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (log < 0) {
    throw Error(Error::Kind::kResource,
                fmt::format("{}: cannot be written: {}", start_.log, std::strerror(errno)));
  }
  std::vector<char*> command;
  for (std::string& word : start_.command) command.push_back(word.data());
  command.push_back(nullptr);
  std::vector<char*> environment = environment_without_launcher();
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) {
    become(command.data(), environment.data(), start_.folder.c_str(), log, parent);
  }
  const int reason = errno;
  ::close(log);
  if (process_ < 0) {
    throw Error(Error::Kind::kResource,
                fmt::format("no process can be made: {}", std::strerror(reason)));
  }
  ::setpgid(process_, process_);  // whoever is first; either way it is done before it is needed
}

JobProcess::~JobProcess() {
  if (ended_) return;
  kill_group(SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void JobProcess::kill_group(int signal) const {
  if (::kill(-process_, signal) != 0) ::kill(process_, signal);
}

void JobProcess::stop() {
  if (ended_ || told_) return;
  told_ = Clock::now();
  kill_group(SIGTERM);
}

std::optional<JobEnd> JobProcess::poll() {
  if (ended_) return std::nullopt;
  int status = 0;
  rusage usage{};
  const pid_t found = ::wait4(process_, &status, WNOHANG, &usage);
  const Clock::time_point now = Clock::now();
  if (found == process_) {
    ::kill(-process_, SIGKILL);  // whatever it has left behind
    ended_ = true;
    JobEnd end;
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    end.over_time = over_time_;
    end.over_memory = over_memory_;
    end.seconds = std::chrono::duration<double>(now - began_).count();
    end.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    end.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
    return end;
  }
  if (start_.seconds > 0 && !told_ &&
      now - began_ > std::chrono::duration<double>(start_.seconds)) {
    over_time_ = true;
    stop();
  }
  if (told_ && now - *told_ > kPatience) kill_group(SIGKILL);
  if (start_.memory_bytes > 0 && now - memory_looked_at_ > kMemoryInterval) {
    memory_looked_at_ = now;
    if (resident_bytes_of(process_) > start_.memory_bytes) {
      over_memory_ = true;
      kill_group(SIGKILL);
    }
  }
  return std::nullopt;
}

}  // namespace questproof
