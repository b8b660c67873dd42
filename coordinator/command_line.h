// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "coordinator/options.h"

namespace questproof {

// Text that was asked for (--help, --version) instead of a command.
struct HelpText {
  std::string text;
};

// Reads the arguments that follow the program's name. Throws Error of kind kUsage that says what is
// wrong, names what comes nearest, and where help is.
std::variant<CommandOptions, HelpText> parse_command_line(
    const std::vector<std::string>& arguments);

// What `questproof --help` prints, and `questproof COMMAND --help`.
std::string program_help();
// `action`: of `agent`, whose options are told alone; empty: those of all.
std::string command_help(Command command, const std::string& action = "");

}  // namespace questproof
