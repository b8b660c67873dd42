// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_manifest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "coordinator/atomic_file.h"
#include "tests/support/program_run.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

constexpr const char* kPath = "/studio/nightly.toml";

SweepManifest read(const std::string& text) {
  const ManifestResult result = parse_manifest(text, kPath);
  for (const Diagnostic& one : result.diagnostics) ADD_FAILURE() << to_string(one);
  return result.manifest;
}

TEST(SweepManifestTest, LayersAreLaidOverEachOther) {
  const SweepManifest manifest = read(R"(
version = 1
[defaults]
time = "10m"
memory = "2G"
expect = "proved"
quests = "each"
[builds]
shipped = "builds/shipped/"
nightly = "/elsewhere/nightly"
[options.diagrams]
engine = "symbolic"
random_play = false
[[game]]
name = "harbor"
file = "harbor.quest"
time = 1.5
threads = 2
priority = -3
size = "large"
options = ["diagrams"]
expected = { QUEST_CRAB = "refuted" }
  [[game.variant]]
  name = "easy"
  set = ["lives=9"]
  [[game.variant]]
  name = "hard"
  file = "hard.quest"
  quests = ["QUEST_MAIN"]
  expected = { QUEST_MAIN = "unknown" }
[[game]]
file = "*.csv"
builds = ["nightly"]
disk = "1G"
store = true
expect = "anything"
)");
  EXPECT_EQ(manifest.path, kPath);
  ASSERT_EQ(manifest.entries.size(), 5U);
  const SweepEntry& easy = manifest.entries[0];
  EXPECT_EQ(easy.game, "harbor");
  EXPECT_EQ(easy.file, "harbor.quest");
  EXPECT_EQ(easy.build, "shipped");
  EXPECT_EQ(easy.root, "/studio/builds/shipped");
  EXPECT_EQ(easy.variant, "easy");
  EXPECT_EQ(easy.options, "diagrams");
  EXPECT_EQ(easy.settings, std::vector<std::string>{"lives=9"});
  EXPECT_TRUE(easy.each_quest);
  EXPECT_EQ(easy.expect, Verdict::kProved);
  EXPECT_EQ(easy.expected, (std::map<std::string, Verdict>{{"QUEST_CRAB", Verdict::kRefuted}}));
  EXPECT_EQ(easy.choices.engine, "symbolic");
  EXPECT_FALSE(easy.choices.random_play);
  EXPECT_TRUE(easy.choices.verify);
  EXPECT_EQ(easy.limits.time_seconds, 1.5);
  EXPECT_EQ(easy.limits.memory_bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(easy.limits.threads, 2);
  EXPECT_EQ(easy.priority, -3);
  EXPECT_EQ(easy.size, JobSize::kLarge);
  EXPECT_EQ(easy.line, 16U);
  const SweepEntry& hard = manifest.entries[1];
  EXPECT_EQ(hard.file, "hard.quest");
  EXPECT_TRUE(hard.settings.empty());
  EXPECT_FALSE(hard.each_quest);
  EXPECT_EQ(hard.quests, std::vector<std::string>{"QUEST_MAIN"});
  EXPECT_EQ(hard.expected.size(), 2U);
  EXPECT_EQ(manifest.entries[2].root, "/elsewhere/nightly");
  EXPECT_EQ(manifest.entries[3].variant, "hard");
  const SweepEntry& level = manifest.entries[4];
  EXPECT_EQ(level.game, "");
  EXPECT_EQ(level.file, "*.csv");
  EXPECT_EQ(level.build, "nightly");
  EXPECT_EQ(level.limits.time_seconds, 600);
  EXPECT_EQ(level.limits.disk_bytes, std::uint64_t{1} << 30);
  EXPECT_TRUE(level.choices.store);
  EXPECT_FALSE(level.expect);
}

TEST(SweepManifestTest, WithoutBuildsPathsBeginAtTheManifest) {
  const SweepManifest manifest = read("version = 1\n[[game]]\nfile = \"harbor\"\n");
  ASSERT_EQ(manifest.entries.size(), 1U);
  EXPECT_EQ(manifest.entries[0].root, "/studio");
  EXPECT_EQ(manifest.entries[0].build, "");
  EXPECT_FALSE(manifest.entries[0].expect);
}

struct Mistake {
  const char* text;  // behind "version = 1\n", if it does not begin with "version"
  std::uint32_t line;
  std::uint32_t column;
  const char* message;
};

constexpr const char* kGame = "[[game]]\nfile = \"a.quest\"\n";

TEST(SweepManifestTest, EveryMistakeIsNamedWithItsPlace) {
  const Mistake mistakes[] = {
      {"version = 2", 1, 11, "manifests of version 1"},
      {"version = ", 1, 0, "not TOML"},
      {"[defaults]\ntmie = \"1m\"", 3, 1, "has no key 'tmie', did you mean 'time'?"},
      {"[defaults]\ntime = \"1 minute\"", 3, 8, "time should be a span"},
      {"[defaults]\ntime = -1", 3, 8, "time should be a span"},
      {"[defaults]\ntime = 0", 3, 8, "time should be a span"},
      {"[defaults]\ntime = nan", 3, 8, "time should be a span"},
      {"[defaults]\nmemory = \"much\"", 3, 10, "memory should be a number of bytes"},
      {"[defaults]\nmemory = 0", 3, 10, "memory should be a number of bytes"},
      {"[defaults]\nthreads = 0", 3, 11, "threads should be a whole number"},
      {"[defaults]\nthreads = \"2\"", 3, 11, "threads should be a whole number"},
      {"[defaults]\npriority = 1.5", 3, 12, "priority should be a whole number"},
      {"[defaults]\nexpect = \"prooved\"", 3, 10, "did you mean 'proved'?"},
      {"[defaults]\nexpect = true", 3, 10, "expect should be a text"},
      {"[defaults]\nexpected = { Q = \"maybe\" }", 3, 18, "'maybe' is no verdict"},
      {"[defaults]\nengine = \"symbolc\"", 3, 10, "did you mean 'symbolic'?"},
      {"[defaults]\nmethod = \"guess\"", 3, 10, "method cannot be 'guess'"},
      {"[defaults]\nreduce = \"dead-valves\"", 3, 10, "dead-valves"},
      {"[defaults]\nsize = \"huge\"", 3, 8, "size cannot be 'huge'"},
      {"[defaults]\nverify = \"no\"", 3, 10, "verify should be true or false"},
      {"[defaults]\nset = \"a=b\"", 3, 7, "set should be a list"},
      {"[defaults]\nset = [\"ab\"]", 3, 7, "'ab' is no setting"},
      {"[defaults]\nquests = []", 3, 10, "no quest is named"},
      {"[defaults]\nquests = [\"A\", \"A\"]", 3, 16, "stands in quests twice"},
      {"[defaults]\nquests = \"every\"", 3, 10, "quests cannot be 'every'"},
      {"defaults = 3", 2, 12, "defaults should be a table"},
      {"[builds]\nnew = 3", 3, 7, "new should be a text"},
      {"[builds]", 2, 1, "no build is named"},
      {"[options]\nfast = 3", 3, 8, "options.fast should be a table"},
      {"[options.fast]\ntime = 3", 3, 1, "[options.fast] has no key 'time'"},
      {"[games]", 2, 2, "has no key 'games', did you mean 'game'?"},
  };
  for (const Mistake& mistake : mistakes) {
    const std::string text = std::string(mistake.text).starts_with("version")
                                 ? mistake.text
                                 : "version = 1\n" + std::string(mistake.text);
    const ManifestResult result = parse_manifest(text + "\n" + kGame, kPath);
    ASSERT_FALSE(result.diagnostics.empty()) << text;
    const Diagnostic& first = result.diagnostics.front();
    EXPECT_NE(first.message.find(mistake.message), std::string::npos) << text << "\n"
                                                                      << first.message;
    EXPECT_EQ(first.line, mistake.line) << text;
    if (mistake.column > 0) {
      EXPECT_EQ(first.column, mistake.column) << text;
    }
    EXPECT_EQ(first.file, kPath);
    EXPECT_FALSE(first.remedy.empty()) << text;
    EXPECT_EQ(result.diagnostics.size(), 1U) << text;
  }
}

TEST(SweepManifestTest, MistakesInGamesAreNamedToo) {
  const Mistake mistakes[] = {
      {"", 0, 0, "names no game"},
      {"game = 3", 2, 8, "names no game"},
      {"[[game]]\nname = \"a\"", 2, 1, "a game needs a file"},
      {"[[game]]\nfile = \"\"", 3, 8, "the file has no name"},
      {"[[game]]\nfiel = \"a.quest\"\nfile = \"b\"", 3, 1, "did you mean 'file'?"},
      {"[[game]]\nfile = \"a\"\nbuilds = [\"new\"]", 4, 10, "there is no build 'new'"},
      {"[[game]]\nfile = \"a\"\nbuilds = []", 4, 10, "builds names nothing"},
      {"[[game]]\nfile = \"a\"\noptions = [\"fast\"]", 4, 11, "there is no set of options 'fast'"},
      {"[[game]]\nfile = \"a\"\nname = \"\"", 4, 8, "cannot be the name of a game"},
      {"[[game]]\nfile = \"a\"\n[[game.variant]]\nset = []", 4, 1, "a variant needs a name"},
      {"[[game]]\nfile = \"a\"\nvariant = 3", 4, 11, "variant should be a list"},
      {"[[game]]\nfile = \"a\"\n[[game.variant]]\nname = \"x\"\n[[game.variant]]\nname = \"x\"", 6,
       1, "two variants 'x'"},
      {"[[game]]\nfile = \"a\"\nengine = \"symbolic\"\nmethod = \"argue\"", 2, 1,
       "no engine to choose"},
      {"[[game]]\nfile = \"a\"\nmethod = \"argue\"\nstore = true", 2, 1, "a store keeps states"},
  };
  for (const Mistake& mistake : mistakes) {
    const std::string text = "version = 1\n" + std::string(mistake.text) + "\n";
    const ManifestResult result = parse_manifest(text, kPath);
    ASSERT_FALSE(result.diagnostics.empty()) << text;
    const Diagnostic& first = result.diagnostics.front();
    EXPECT_NE(first.message.find(mistake.message), std::string::npos) << text << "\n"
                                                                      << first.message;
    if (mistake.line > 0) {
      EXPECT_EQ(first.line, mistake.line) << text;
    }
    if (mistake.column > 0) {
      EXPECT_EQ(first.column, mistake.column) << text;
    }
    EXPECT_FALSE(first.remedy.empty()) << text;
  }
}

TEST(SweepManifestTest, AllMistakesAreSaidAtOnce) {
  const ManifestResult result = parse_manifest(
      "version = 1\n[defaults]\ntime = 0\nengine = \"x\"\n[[game]]\nfile = \"a\"\nsize = 3\n",
      kPath);
  ASSERT_EQ(result.diagnostics.size(), 3U);
  EXPECT_EQ(result.diagnostics[0].line, 3U);
  EXPECT_EQ(result.diagnostics[1].line, 4U);
  EXPECT_EQ(result.diagnostics[2].line, 7U);
}

TEST(SweepManifestTest, TheSampleIsInOrder) {
  const std::string path = testing_support::sample_game("nightly.toml");
  const ManifestResult result = parse_manifest(read_file(path), path);
  for (const Diagnostic& one : result.diagnostics) ADD_FAILURE() << to_string(one);
  EXPECT_GT(result.manifest.entries.size(), 6U);
}

// What the parser cannot take is refused before it sees it, and nothing that somebody would write is.
TEST(SweepManifestTest, NamesWithManyDotsAreRefusedWithAPlace) {
  const auto many = [](const std::string& part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
  };
  for (const std::string& text : {"version = 1\n[" + many("a.", 200000) + "a]\n",
                                  "version = 1\n" + many("a.", 200000) + "a = 1\n",
                                  "version = 1\nx = " + many("{a.a = ", 200000),
                                  "version = 1\nx = \"\"\" \"\n" + many("\"a\".", 90) + "a = 1"}) {
    const ManifestResult result = parse_manifest(text, kPath);
    ASSERT_EQ(result.diagnostics.size(), 1U);
    EXPECT_NE(result.diagnostics[0].message.find("dots"), std::string::npos);
    EXPECT_GE(result.diagnostics[0].line, 2U);
    EXPECT_FALSE(result.diagnostics[0].remedy.empty());
  }
  // The deepest that is left to the parser.
  EXPECT_FALSE(parse_manifest("x = " + many("[{" + many("a.", 60) + "a = \n", 120), kPath)
                   .diagnostics.empty());
  EXPECT_NE(
      parse_manifest(std::string(17 << 20, '#'), kPath).diagnostics.at(0).message.find("16 MiB"),
      std::string::npos);
  const std::string harmless = "version = 1  # " + many("...", 100) + "\n[[game]]\nname = \"a\\\"" +
                               many(".", 100) + "\"\nfile = '" + many("../", 100) + "a.quest'\n";
  EXPECT_TRUE(parse_manifest(harmless, kPath).diagnostics.empty());
}

TEST(SweepManifestTest, NamesHoldNoControlCharacters) {
  for (const char* name : {"a\\u001b[31m", "a\\u0007", "a\\u007f", "a\\tb", "a\\r"}) {
    const ManifestResult result = parse_manifest(
        "version = 1\n[[game]]\nname = \"" + std::string(name) + "\"\nfile = \"b\"\n", kPath);
    ASSERT_FALSE(result.diagnostics.empty()) << name;
    EXPECT_NE(result.diagnostics[0].message.find("cannot be the name"), std::string::npos);
  }
}

// Whatever is in the file: it is read, or refused with a place in it.
TEST(SweepManifestTest, DamageIsRefusedWithAPlace) {
  const std::string sample = read_file(testing_support::sample_game("nightly.toml"));
  const auto lines = static_cast<std::uint32_t>(std::count(sample.begin(), sample.end(), '\n'));
  Random random(21);
  int refused = 0;
  for (int round = 0; round < 1500; ++round) {
    std::string text = sample;
    for (std::int64_t left = random.between(1, 3); left > 0; --left) {
      const auto at =
          static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(text.size()) - 1));
      switch (random.between(0, 3)) {
        case 0: text[at] = static_cast<char>(random.between(0, 255)); break;
        case 1: text.erase(at, static_cast<std::size_t>(random.between(1, 20))); break;
        case 2: text.insert(at, 1, "\"[]=\n."[random.between(0, 5)]); break;
        default: text.insert(at, text.substr(0, static_cast<std::size_t>(random.between(1, 60))));
      }
      if (text.empty()) text = "x";
    }
    const ManifestResult result = parse_manifest(text, kPath);
    refused += !result.diagnostics.empty();
    for (const Diagnostic& one : result.diagnostics) {
      EXPECT_FALSE(one.message.empty());
      EXPECT_FALSE(one.remedy.empty()) << one.message;
      EXPECT_LE(one.line, lines + 12) << one.message;
    }
  }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace questproof
