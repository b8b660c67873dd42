// SPDX-License-Identifier: MIT
#include "coordinator/sweep/junit.h"

#include <fmt/core.h>

#include <pugixml.hpp>
#include <sstream>

#include "coordinator/sweep/found_steps.h"
#include "coordinator/sweep/sweep_plan.h"

namespace questproof {
namespace {

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
};

constexpr const char* kReplacement = "\xef\xbf\xbd";

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

// How many bytes a character takes that begins here; 0 where none does that XML knows.
std::size_t character_at(const std::string& text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return first >= 0x20 || first == '\n' || first == '\t' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
  std::uint32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[at + i])) return 0;
    code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool nothing = code == 0xfffe || code == 0xffff;
  return code < kLeast[length] || code > 0x10ffff || surrogate || nothing ? 0 : length;
}

std::string clean(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_at(text, at);
    if (length == 0) {
      result += kReplacement;
      ++at;
    } else {
      result.append(text, at, length);
      at += length;
    }
  }
  return result;
}

void set(pugi::xml_node& node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(clean(value).c_str());
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

class JunitWriter {
 public:
  JunitWriter(const std::string& sweep, const Night& night) : sweep_(sweep), night_(night) {}

  std::string text() {
    pugi::xml_document document;
    pugi::xml_node root = document.append_child("testsuites");
    set(root, "name", "questproof");
    Counts all;
    for (const NightJob& job : night_.jobs) {
      const Counts counts = add_job(root, job);
      all.tests += counts.tests;
      all.failures += counts.failures;
      all.errors += counts.errors;
    }
    set_counts(root, all);
    set(root, "time", fmt::format("{:.3f}", night_.seconds));
    std::ostringstream out;
    document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
    return out.str();
  }

 private:
  static void set_counts(pugi::xml_node& node, const Counts& counts) {
    node.append_attribute("tests").set_value(counts.tests);
    node.append_attribute("failures").set_value(counts.failures);
    node.append_attribute("errors").set_value(counts.errors);
  }

  Counts add_job(pugi::xml_node& root, const NightJob& job) {
    pugi::xml_node suite = root.append_child("testsuite");
    set(suite, "name", job_title(job));
    if (!night_.began.empty()) {
      set(suite, "timestamp", night_.began.substr(0, night_.began.find('Z')));
    }
    set(suite, "time", fmt::format("{:.3f}", job.seconds));
    Counts counts;
    std::optional<FoundGame> found;
    for (const NightQuest& quest : job.quests) {
      if (quest.verdict == Verdict::kRefuted && !found) found = found_game_of(sweep_, job);
      add_quest(suite, job, quest, found, counts);
    }
    if (job.quests.empty()) {
      NightQuest all;
      all.name = "(all quests)";
      all.verdict = job.verdict;
      all.expected = job.expected;
      add_quest(suite, job, all, found, counts);
    }
    set_counts(suite, counts);
    return counts;
  }

  static void add_quest(pugi::xml_node& suite, const NightJob& job, const NightQuest& quest,
                        const std::optional<FoundGame>& found, Counts& counts) {
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "classname", job_title(job));
    set(test, "name", quest.name);
    set(test, "time",
        fmt::format("{:.3f}", job.seconds / static_cast<double>(
                                                std::max(std::size_t{1}, job.quests.size()))));
    ++counts.tests;
    std::string steps;
    if (found && quest.verdict == Verdict::kRefuted) {
      const FoundWalk* walk = counterexample_of(*found, quest.name);
      if (walk != nullptr) steps = steps_text(*walk);
    }
    if (!quest.as_expected) {
      ++counts.failures;
      add(test, "failure", to_string(quest.verdict), failure_message(quest), steps);
    } else if (quest.verdict == Verdict::kUnknown && quest.expected != Verdict::kUnknown) {
      ++counts.errors;
      add(test, "error", to_string(job.outcome),
          fmt::format("unknown: {}", first_line(job.message)), job.message);
    } else if (!steps.empty() || !quest.carried_because.empty()) {
      const std::string text = steps + quest.carried_because;
      test.append_child("system-out").text().set(clean(text).c_str());
    }
  }

  static std::string failure_message(const NightQuest& quest) {
    if (quest.expected) {
      return fmt::format("{} where {} is expected", to_string(quest.verdict),
                         to_string(*quest.expected));
    }
    if (!quest.before) return fmt::format("{}, in its first night", to_string(quest.verdict));
    return fmt::format("{}; it was {} before", to_string(quest.verdict), to_string(*quest.before));
  }

  static void add(pugi::xml_node& test, const char* kind, const char* type,
                  const std::string& message, const std::string& text) {
    pugi::xml_node node = test.append_child(kind);
    set(node, "type", type);
    set(node, "message", message);
    if (!text.empty()) node.text().set(clean(text).c_str());
  }

  const std::string& sweep_;
  const Night& night_;
};

}  // namespace

std::string junit_text(const std::string& sweep, const Night& night) {
  return JunitWriter(sweep, night).text();
}

}  // namespace questproof
