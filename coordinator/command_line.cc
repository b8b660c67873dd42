// SPDX-License-Identifier: MIT
#include "coordinator/command_line.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <type_traits>

#include "coordinator/query/question.h"
#include "coordinator/revision.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/reduce/reduce.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

constexpr std::size_t kHelpWidth = 80;

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandInfo& command : kCommands) names.emplace_back(command.name);
  return names;
}

// "-q,--quest" as its parts.
std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> parts;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    parts.emplace_back(names.substr(0, comma));
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return parts;
}

std::vector<std::string> option_names(Command command) {
  std::vector<std::string> names = {"--help"};
  CommandOptions defaults;
  for_each_option(defaults, [&](const OptionInfo& option, auto&) {
    if ((option.commands & set_of(command)) == 0) return;
    for (std::string& name : split_names(option.names)) names.push_back(std::move(name));
  });
  return names;
}

const CommandInfo* find_command(std::string_view name) {
  const auto* found = std::find_if(kCommands.begin(), kCommands.end(),
                                   [&](const CommandInfo& c) { return name == c.name; });
  return found == kCommands.end() ? nullptr : found;
}

// CLI11 stores into the member itself, but for sizes, which it hands over as text.
void add_option(CLI::App& app, const OptionInfo& option, ByteSize& member) {
  app.add_option_function<std::string>(
      option.names, [&member](const std::string& text) { member = ByteSize::parse(text); },
      option.help);
}

// One value each time that the option stands there.
void add_option(CLI::App& app, const OptionInfo& option, std::vector<std::string>& member) {
  app.add_option(option.names, member, option.help)->allow_extra_args(false);
}

template <typename Value>
void add_option(CLI::App& app, const OptionInfo& option, Value& member) {
  if constexpr (std::is_same_v<Value, bool>) {
    app.add_flag(option.names, member, option.help);
  } else {
    app.add_option(option.names, member, option.help);
  }
}

[[noreturn]] void refuse(const CommandInfo& command, const std::string& problem) {
  throw Error(Error::Kind::kUsage,
              fmt::format("{}\nSee: questproof {} --help", problem, command.name));
}

// CLI11 says "The following argument was not expected: --thread"; a person is better served by the
// name that comes nearest.
void refuse_unknown_options(const CommandInfo& command, const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = option_names(command.command);
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    if (argument.size() < 3 || !argument.starts_with("--")) continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      refuse(command, fmt::format("`questproof {}` has no option {}{}", command.name, name,
                                  did_you_mean(name, known)));
    }
  }
}

void check_color(const CommandInfo& command, const CommandOptions& options) {
  if (options.color != "auto" && options.color != "always" && options.color != "never") {
    refuse(command, fmt::format("--color is auto, always or never, not '{}'", options.color));
  }
}

void check_method(const CommandInfo& command, const CommandOptions& options) {
  if (options.method != "auto" && options.method != "enumerate" && options.method != "argue") {
    refuse(command, fmt::format("--method is auto, enumerate or argue, not '{}'", options.method));
  }
}

void check_engine(const CommandInfo& command, const CommandOptions& options) {
  if (options.engine != "auto" && options.engine != "explicit" && options.engine != "symbolic") {
    refuse(command,
           fmt::format("--engine is auto, explicit or symbolic, not '{}'", options.engine));
  }
  if (options.engine != "symbolic") return;
  if (options.method == "argue") {
    refuse(command, "--method argue explores nothing, so there is no --engine to choose");
  }
}

// What follows "--" starts the game and is none of our business.
void take_game_command(std::vector<std::string>& arguments, CommandOptions& options) {
  const auto border = std::find(arguments.begin(), arguments.end(), "--");
  if (border == arguments.end()) return;
  options.game_command.assign(border + 1, arguments.end());
  arguments.erase(border, arguments.end());
}

void expect_game_command(const CommandInfo& command, const CommandOptions& options) {
  if (command.command != Command::kAgent || !options.game_command.empty()) return;
  if (options.agent_action == "show") return;  // nothing is played
  refuse(command, "name the command that starts the game, behind --");
}

CommandOptions parse_options(const CommandInfo& command, std::vector<std::string> arguments) {
  CommandOptions options;
  options.command = command.command;
  CLI::App app(command.summary);
  app.set_help_flag();
  if (command.command == Command::kVerify) {
    app.add_option("CERTIFICATE", options.certificate_file)->required();
  }
  if (command.command == Command::kQuery) {
    app.add_option("DIR", options.run_directory)->required();
    app.add_option("QUESTION", options.question)->required();
    app.add_option("NAME", options.name);
  } else if (command.command == Command::kResume || command.command == Command::kIndex) {
    app.add_option("DIR", options.run_directory)->required();
    app.add_option("GAME", options.game_file);
  } else if (command.command == Command::kReport) {
    app.add_option("INPUT", options.run_directory)->required();
  } else if (command.command == Command::kServe) {
    app.add_option("DIR", options.run_directory)->required();
  } else if (command.command == Command::kHint) {
    app.add_option("GAME", options.run_directory)->required();
  } else if (command.command == Command::kDiff) {
    app.add_option("A", options.compared)->required()->expected(1, 3);
  } else if (command.command == Command::kAgent) {
    app.add_option("ACTION", options.agent_action)->required();
    take_game_command(arguments, options);
  } else if (command.command == Command::kSweep) {
    app.add_option("MANIFEST", options.manifest)->required();
  } else if (command.command != Command::kBench) {
    app.add_option("GAME", options.game_file)->required();
  }
  for_each_option(options, [&](const OptionInfo& option, auto& member) {
    if ((option.commands & set_of(command.command)) != 0) add_option(app, option, member);
  });
  refuse_unknown_options(command, arguments);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& problem) {
    refuse(command, problem.what());
  }
  expect_game_command(command, options);
  check_color(command, options);
  check_method(command, options);
  check_engine(command, options);
  return options;
}

std::string option_line(const OptionInfo& option) {
  std::string left;
  for (const std::string& name : split_names(option.names)) {
    if (!left.empty()) left += ", ";
    left += name;
  }
  if (*option.value != '\0') left += fmt::format(" {}", option.value);
  return hanging(left, option.help, 26, kHelpWidth);
}

// The names that --reduce takes, for commands that have the option.
std::string reduction_help(Command command) {
  std::string text;
  CommandOptions defaults;
  for_each_option(defaults, [&](const OptionInfo& option, const auto& member) {
    if ((option.commands & set_of(command)) == 0) return;
    if (static_cast<const void*>(&member) != static_cast<const void*>(&defaults.reduce)) return;
    text += "\nReductions, for --reduce (a list, with `no-` in front of what to leave out):\n";
    const ReductionOptions standard;
    for (const Reduction& reduction : reductions()) {
      const bool on = standard.*reduction.enabled;
      text += hanging(reduction.name, std::string(reduction.text) + (on ? "" : " (not in default)"),
                      22, kHelpWidth);
    }
  });
  return text;
}

// What `query` answers.
std::string question_help(Command command) {
  if (command != Command::kQuery) return "";
  std::string text = "\nQuestions:\n";
  for (const QuestionInfo& question : kQuestions) {
    text += hanging(question.usage, question.summary, 14, kHelpWidth);
  }
  return text;
}

// A line that is too long for a terminal goes on in the next, as a shell reads it.
std::string example_help(const CommandInfo& command) {
  std::string_view examples = command.examples;
  std::string text =
      examples.find('\n') == std::string_view::npos ? "\nExample:\n" : "\nExamples:\n";
  while (!examples.empty()) {
    const std::size_t end = std::min(examples.find('\n'), examples.size());
    const auto lines = wrapped_lines(examples.substr(0, end), kHelpWidth - 4, 4);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += "  " + lines[i] + (i + 1 < lines.size() ? " \\\n" : "\n");
    }
    examples.remove_prefix(std::min(end + 1, examples.size()));
  }
  return text;
}

const std::vector<std::string>& agent_actions() {
  static const std::vector<std::string> kActions = {"run", "check", "replay", "loop", "show"};
  return kActions;
}

bool is_agent_action(const std::string& word) {
  return std::find(agent_actions().begin(), agent_actions().end(), word) != agent_actions().end();
}

// The help of an option may begin with the actions that it is for, as "run, loop: ..." and "run: ...; show: ...".
// Without, it is for all.
bool is_for_action(std::string_view help, const std::string& action) {
  bool names_any = false;
  while (!help.empty()) {
    const std::size_t end = std::min(help.find("; "), help.size());
    const std::string_view part = help.substr(0, end);
    help.remove_prefix(std::min(end + 2, help.size()));
    const std::size_t colon = part.find(": ");
    if (colon == std::string_view::npos) continue;
    std::string_view names = part.substr(0, colon);
    std::vector<std::string> actions;
    while (!names.empty()) {
      const std::size_t comma = std::min(names.find(", "), names.size());
      actions.emplace_back(names.substr(0, comma));
      names.remove_prefix(std::min(comma + 2, names.size()));
    }
    if (!std::all_of(actions.begin(), actions.end(), is_agent_action)) continue;
    names_any = true;
    if (std::find(actions.begin(), actions.end(), action) != actions.end()) return true;
  }
  return !names_any;
}

}  // namespace

std::string program_help() {
  std::string text =
      "questproof: proves that a game's quests can always be finished,\n"
      "or shows the shortest way into the trap.\n\n"
      "Usage: questproof COMMAND ...\n\nCommands:\n";
  for (const CommandInfo& command : kCommands) {
    text += hanging(command.name, command.summary, 10, kHelpWidth);
  }
  text +=
      "\nTry first:\n  questproof certify GAME\n"
      "Each command explains itself with an example: questproof certify --help\n\n"
      "Exit codes: 0 proved or done, 1 refuted, 2 unknown (a limit was hit),\n"
      "            10 wrong usage, 11 bad input, 12 no memory or disk, 13 internal error,\n"
      "            75 stopped by a signal, and `questproof resume` goes on\n";
  return text;
}

std::string command_help(Command command, const std::string& action) {
  const CommandInfo& which = info(command);
  const std::string own =
      action + (action == "show" ? " [OPTION...]" : " [OPTION...] -- COMMAND...");
  std::string text = action.empty()
                         ? fmt::format("Usage: questproof {}{}{} [OPTION...]\n\n", which.name,
                                       *which.arguments == '\0' ? "" : " ", which.arguments)
                         : fmt::format("Usage: questproof {} {}\n\n", which.name, own);
  text += wrap(which.description, kHelpWidth, 0) + question_help(command) + "\nOptions:\n";
  CommandOptions defaults;
  for_each_option(defaults, [&](const OptionInfo& option, auto&) {
    if ((option.commands & set_of(command)) == 0) return;
    if (action.empty() || is_for_action(option.help, action)) text += option_line(option);
  });
  text += reduction_help(command);
  return text + example_help(which);
}

std::variant<CommandOptions, HelpText> parse_command_line(
    const std::vector<std::string>& arguments) {
  const auto asks_for_help = [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  };
  if (arguments.empty() || asks_for_help(arguments[0])) return HelpText{program_help()};
  if (arguments[0] == "--version")
    return HelpText{fmt::format("questproof {} ({})\n", program_version(), program_revision())};
  if (arguments[0] == "help") {
    const CommandInfo* about = arguments.size() > 1 ? find_command(arguments[1]) : nullptr;
    return HelpText{about == nullptr ? program_help() : command_help(about->command)};
  }
  const CommandInfo* command = find_command(arguments[0]);
  if (command == nullptr) {
    throw Error(Error::Kind::kUsage,
                fmt::format("there is no command '{}'{}\nSee: questproof --help", arguments[0],
                            did_you_mean(arguments[0], command_names())));
  }
  // Behind "--" other programs are spoken to.
  const auto own = std::find(arguments.begin(), arguments.end(), "--");
  if (std::any_of(arguments.begin() + 1, own, asks_for_help)) {
    const bool of_action = command->command == Command::kAgent && is_agent_action(arguments[1]);
    return HelpText{command_help(command->command, of_action ? arguments[1] : "")};
  }
  return parse_options(*command, {arguments.begin() + 1, arguments.end()});
}

}  // namespace questproof
