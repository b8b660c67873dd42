// SPDX-License-Identifier: MIT
#include "tests/support/program_run.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace questproof::testing_support {

ProgramResult run_line(const char* program, const std::string& arguments, const char* streams) {
  const std::string line = fmt::format("exec {}; \"{}\" {}", streams, program, arguments);
  FILE* pipe = popen(line.c_str(), "r");
  ProgramResult result;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

int begin_process(const std::string& program, std::vector<std::string> arguments) {
  const pid_t process = fork();
  if (process != 0) return process;
  std::vector<char*> values;
  std::string name = program;
  values.push_back(name.data());
  for (std::string& argument : arguments) values.push_back(argument.data());
  values.push_back(nullptr);
  if (freopen("/dev/null", "w", stdout) == nullptr ||
      freopen("/dev/null", "w", stderr) == nullptr) {
    _exit(126);
  }
  execv(name.c_str(), values.data());
  _exit(127);
}

std::string sample_game(const std::string& path) {
  return fmt::format("{}/games/samples/{}", QUESTPROOF_SOURCE_DIR, path);
}

}  // namespace questproof::testing_support
