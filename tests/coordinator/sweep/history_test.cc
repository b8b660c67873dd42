// SPDX-License-Identifier: MIT
#include "coordinator/sweep/history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/base/error.h"
#include "tests/coordinator/sweep/random_night.h"
#include "tests/coordinator/sweep/test_folder.h"

namespace questproof {
namespace {

using testing_support::Random;
using testing_support::random_night;

class HistoryTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_ = testing_support::test_folder();
  std::string path_ = folder_ + "/history.sqlite";
};

NightFigures figures_of(const Night& night) {
  NightFigures figures;
  figures.night = night.name;
  figures.began = night.began;
  figures.ended = night.ended;
  figures.program_revision = night.program_revision;
  figures.seconds = night.seconds;
  figures.jobs = night.jobs.size();
  for (const NightJob& job : night.jobs) {
    figures.run += job.source == JobSource::kRun;
    figures.reused += job.source == JobSource::kReused;
    figures.carried += job.source == JobSource::kCarried;
    figures.quests += job.quests.size();
    for (const NightQuest& quest : job.quests) {
      figures.proved += quest.verdict == Verdict::kProved;
      figures.refuted += quest.verdict == Verdict::kRefuted;
      figures.unknown += quest.verdict == Verdict::kUnknown;
      figures.unexpected += !quest.as_expected;
    }
  }
  return figures;
}

NightJobFigures figures_of(const std::string& night, const NightJob& job) {
  return {night,      job.id,      job.game,        job.build,      job.variant,
          job.quest,  job.options, job.model_hash,  job.outcome,    job.verdict,
          job.source, job.seconds, job.cpu_seconds, job.peak_bytes, job.states};
}

NightQuestFigures figures_of(const std::string& night, const std::string& job,
                             const NightQuest& quest) {
  return {night,
          job,
          quest.name,
          quest.verdict,
          quest.expected,
          quest.as_expected,
          !quest.carried_because.empty(),
          quest.completion,
          quest.counterexample,
          quest.fatal_transitions};
}

// The naive twin: a list of nights, sorted when it is asked.
class PlainHistory {
 public:
  void enter(const Night& night) { nights_[night.name] = night; }

  std::vector<Night> in_order() const {
    std::vector<Night> list;
    for (const auto& [name, night] : nights_) list.push_back(night);
    std::stable_sort(list.begin(), list.end(),
                     [](const Night& a, const Night& b) { return a.began < b.began; });
    return list;
  }

  std::optional<Verdict> last_verdict(const std::string& job, const std::string& quest,
                                      const std::string& but) const {
    std::optional<Verdict> last;
    for (const Night& night : in_order()) {
      if (night.name == but) continue;
      for (const NightJob& one : night.jobs) {
        for (const NightQuest& other : one.quests) {
          if (one.id == job && other.name == quest && other.verdict != Verdict::kUnknown) {
            last = other.verdict;
            break;
          }
        }
      }
    }
    return last;
  }

 private:
  std::map<std::string, Night> nights_;
};

TEST_F(HistoryTest, TellsWhatWasEntered) {
  Random random(11);
  PlainHistory plain;
  const std::unique_ptr<History> history = History::open(path_);
  for (int round = 0; round < 25; ++round) {
    Night night = random_night(random);
    if (random.chance(30)) night.name = "again";  // entered anew
    for (NightJob& job : night.jobs) {            // a quest has one verdict in a job
      for (std::size_t q = 0; q < job.quests.size(); ++q) {
        job.quests[q].name += std::to_string(q);
      }
    }
    history->enter(night);
    plain.enter(night);
  }
  std::vector<NightFigures> nights;
  std::vector<NightJobFigures> jobs;
  std::vector<NightQuestFigures> quests;
  for (const Night& night : plain.in_order()) {
    nights.push_back(figures_of(night));
    std::vector<NightJobFigures> here;
    for (const NightJob& job : night.jobs) {
      here.push_back(figures_of(night.name, job));
      for (const NightQuest& quest : job.quests) {
        quests.push_back(figures_of(night.name, job.id, quest));
        EXPECT_EQ(history->last_verdict(job.id, quest.name, night.name),
                  plain.last_verdict(job.id, quest.name, night.name));
      }
    }
    EXPECT_EQ(history->jobs(night.name), here);
    jobs.insert(jobs.end(), here.begin(), here.end());
  }
  EXPECT_EQ(history->nights(), nights);
  EXPECT_EQ(history->jobs(""), jobs);
  EXPECT_EQ(history->quests(""), quests);
  // Whoever opens it later sees the same.
  EXPECT_EQ(History::open_to_read(path_)->quests(""), quests);
}

TEST_F(HistoryTest, KnowsWhatAJobCostWhenItWasRun) {
  const std::unique_ptr<History> history = History::open(path_);
  const auto enter = [&](const char* name, const char* began, JobSource source, JobOutcome outcome,
                         double seconds) {
    Night night;
    night.name = name;
    night.began = night.ended = began;
    NightJob job;
    job.id = "harbor";
    job.source = source;
    job.outcome = outcome;
    job.seconds = seconds;
    night.jobs = {job};
    history->enter(night);
  };
  EXPECT_FALSE(history->last_cost("harbor"));
  enter("a", "1", JobSource::kRun, JobOutcome::kFinished, 5);
  enter("b", "2", JobSource::kRun, JobOutcome::kOutOfTime, 60);
  enter("c", "3", JobSource::kReused, JobOutcome::kFinished, 0.1);
  enter("d", "4", JobSource::kRun, JobOutcome::kCrashed, 1);
  ASSERT_TRUE(history->last_cost("harbor"));
  EXPECT_EQ(history->last_cost("harbor")->seconds, 60);
  EXPECT_FALSE(history->last_cost("harbo"));
}

TEST_F(HistoryTest, RefusesWhatIsNoHistory) {
  EXPECT_THROW(History::open_to_read(path_), Error);
  std::ofstream(path_) << "no database at all, but long enough to be looked at as one; " << path_;
  EXPECT_THROW(History::open(path_), Error);
  std::filesystem::remove(path_);
  History::open(path_);
  EXPECT_TRUE(History::open_to_read(path_)->nights().empty());
  EXPECT_THROW(History::open(folder_ + "/not/there"), Error);
}

}  // namespace
}  // namespace questproof
