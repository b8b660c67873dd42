// SPDX-License-Identifier: MIT
#include "coordinator/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"

namespace questproof {
namespace {

using testing::HasSubstr;

CommandOptions parsed(const std::vector<std::string>& arguments) {
  return std::get<CommandOptions>(parse_command_line(arguments));
}

std::string help(const std::vector<std::string>& arguments) {
  return std::get<HelpText>(parse_command_line(arguments)).text;
}

std::string refusal(const std::vector<std::string>& arguments) {
  try {
    parse_command_line(arguments);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  return "nothing was refused";
}

TEST(CommandLineTest, ReadsACommandWithItsOptions) {
  const CommandOptions options = parsed({"certify", "harbor.quest", "--threads", "2", "-m", "4G",
                                         "--quest=QUEST_MAIN", "--no-verify", "--json"});
  EXPECT_EQ(options.command, Command::kCertify);
  EXPECT_EQ(options.game_file, "harbor.quest");
  EXPECT_EQ(options.threads, 2);
  EXPECT_EQ(options.memory.bytes, 4ULL << 30);
  EXPECT_EQ(options.quest, "QUEST_MAIN");
  EXPECT_TRUE(options.no_verify);
  EXPECT_TRUE(options.json);
}

TEST(CommandLineTest, OptionsMayStandBeforeTheGame) {
  const CommandOptions options = parsed({"solve", "--from", "ITEM=1", "harbor.quest"});
  EXPECT_EQ(options.from, "ITEM=1");
  EXPECT_EQ(options.game_file, "harbor.quest");
}

TEST(CommandLineTest, VerifyTakesTheCertificateFirst) {
  const CommandOptions options = parsed({"verify", "harbor.json", "harbor.quest"});
  EXPECT_EQ(options.certificate_file, "harbor.json");
  EXPECT_EQ(options.game_file, "harbor.quest");
}

TEST(CommandLineTest, EveryCommandExplainsItselfWithAnExample) {
  EXPECT_THAT(help({}), HasSubstr("Commands:"));
  EXPECT_THAT(help({"--help"}), HasSubstr("Exit codes:"));
  for (const CommandInfo& command : kCommands) {
    EXPECT_THAT(help({"--help"}), HasSubstr(command.name));
    EXPECT_THAT(help({command.name, "--help"}), HasSubstr("Example"));
    EXPECT_THAT(help({command.name, "--help"}),
                HasSubstr(std::string("questproof ") + command.name));
    EXPECT_EQ(help({command.name, "--help"}), help({"help", command.name}));
  }
}

TEST(CommandLineTest, AnActionOfTheAgentTellsItsOwnOptions) {
  const std::string show = help({"agent", "show", "--help"});
  EXPECT_THAT(show, HasSubstr("\n  --memory"));
  EXPECT_THAT(show, HasSubstr("--model-out"));
  EXPECT_THAT(show, testing::Not(HasSubstr("--rounds")));
  const std::string loop = help({"agent", "loop", "--help"});
  EXPECT_THAT(loop, HasSubstr("--rounds"));
  EXPECT_THAT(loop, HasSubstr("--extra-states"));
  EXPECT_THAT(loop, testing::Not(HasSubstr("\n  --memory")));
  EXPECT_THAT(help({"agent", "--help"}), HasSubstr("--memory"));
}

TEST(CommandLineTest, HelpFitsOnATerminal) {
  for (const CommandInfo& command : kCommands) {
    std::string line;
    for (char letter : command_help(command.command)) {
      if (letter != '\n') {
        line += letter;
        continue;
      }
      EXPECT_LE(line.size(), 80U) << line;
      line.clear();
    }
  }
}

TEST(CommandLineTest, NamesTheNearestCommandAndOption) {
  EXPECT_THAT(refusal({"certfy", "harbor.quest"}), HasSubstr("did you mean 'certify'?"));
  EXPECT_THAT(refusal({"certify", "harbor.quest", "--thread", "2"}),
              HasSubstr("did you mean '--threads'?"));
  EXPECT_THAT(refusal({"check", "harbor.quest", "--partitions", "4"}),
              HasSubstr("`questproof check` has no option --partitions"));
}

TEST(CommandLineTest, RefusesWhatIsMissingOrTooMuch) {
  EXPECT_THAT(refusal({"certify"}), HasSubstr("GAME"));
  EXPECT_THAT(refusal({"certify", "a.quest", "b.quest"}), HasSubstr("b.quest"));
  EXPECT_THAT(refusal({"certify", "a.quest", "--threads", "many"}), HasSubstr("threads"));
  EXPECT_THAT(refusal({"certify", "a.quest", "--memory", "lots"}), HasSubstr("'lots' is no size"));
  EXPECT_THAT(refusal({"certify", "a.quest", "--color", "pink"}), HasSubstr("pink"));
}

}  // namespace
}  // namespace questproof
