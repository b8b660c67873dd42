// SPDX-License-Identifier: MIT
#include "coordinator/sweep/history.h"

#include <fmt/core.h>
#include <sqlite3.h>

#include <filesystem>
#include <utility>

#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof {
namespace {

constexpr int kSchemaVersion = 1;
constexpr int kApplicationId = 0x51505348;  // "QPSH"
constexpr int kBusyMilliseconds = 20'000;

constexpr const char* kTables = R"sql(
CREATE TABLE night (
  name TEXT PRIMARY KEY,
  began TEXT NOT NULL,
  ended TEXT NOT NULL,
  manifest TEXT NOT NULL,
  plan TEXT NOT NULL,
  program_version TEXT NOT NULL,
  program_revision TEXT NOT NULL,
  seconds REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE job (
  night TEXT NOT NULL REFERENCES night(name) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  game TEXT NOT NULL,
  build TEXT NOT NULL,
  variant TEXT NOT NULL,
  quest TEXT NOT NULL,
  options TEXT NOT NULL,
  model_hash TEXT NOT NULL,
  outcome TEXT NOT NULL,
  verdict TEXT NOT NULL,
  source TEXT NOT NULL,
  seconds REAL NOT NULL,
  cpu_seconds REAL NOT NULL,
  peak_bytes INTEGER NOT NULL,
  states TEXT NOT NULL,
  PRIMARY KEY (night, position)
) WITHOUT ROWID;
CREATE INDEX job_by_id ON job(id);
CREATE TABLE quest (
  night TEXT NOT NULL REFERENCES night(name) ON DELETE CASCADE,
  job INTEGER NOT NULL,
  position INTEGER NOT NULL,
  job_id TEXT NOT NULL,
  name TEXT NOT NULL,
  verdict TEXT NOT NULL,
  expected TEXT,
  as_expected INTEGER NOT NULL,
  carried INTEGER NOT NULL,
  completion INTEGER,
  counterexample INTEGER,
  fatal_transitions INTEGER NOT NULL,
  PRIMARY KEY (night, job, position)
) WITHOUT ROWID;
CREATE INDEX quest_by_name ON quest(job_id, name);
)sql";

// A statement and the columns of the row that it stands at.
class Query {
 public:
  Query(sqlite3* database, const std::string& path, const char* text)
      : database_(database), path_(path) {
    check(sqlite3_prepare_v2(database, text, -1, &statement_, nullptr));
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  template <typename... Values>
  void run(const Values&... values) {
    bind_all(values...);
    QUEST_CHECK(!step());
    sqlite3_reset(statement_);
  }

  template <typename... Values>
  void bind_all(const Values&... values) {
    int position = 0;
    (bind(++position, values), ...);
  }

  bool step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) check(code);
    return false;
  }

  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    if (bytes == nullptr) return "";
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::uint64_t count(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::optional<std::uint64_t> optional_count(int column) const {
    if (is_null(column)) return std::nullopt;
    return count(column);
  }

  void check(int code) const {
    if (code == SQLITE_OK) return;
    const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR;
    throw Error(damaged ? Error::Kind::kInput : Error::Kind::kResource,
                fmt::format("{}: {}{}", path_, sqlite3_errmsg(database_),
                            damaged ? "; move the file away to begin a new history" : ""));
  }

 private:
  void bind(int position, const std::string& value) {
    check(sqlite3_bind_text(statement_, position, value.data(), static_cast<int>(value.size()),
                            SQLITE_TRANSIENT));
  }
  void bind(int position, const char* value) { bind(position, std::string(value)); }
  void bind(int position, double value) { check(sqlite3_bind_double(statement_, position, value)); }
  void bind(int position, bool value) { check(sqlite3_bind_int(statement_, position, value)); }
  void bind(int position, std::uint64_t value) {
    check(sqlite3_bind_int64(statement_, position, static_cast<sqlite3_int64>(value)));
  }
  void bind(int position, const std::optional<std::uint64_t>& value) {
    if (value) return bind(position, *value);
    check(sqlite3_bind_null(statement_, position));
  }
  void bind(int position, const std::optional<Verdict>& value) {
    if (value) return bind(position, to_string(*value));
    check(sqlite3_bind_null(statement_, position));
  }

  sqlite3* database_;
  const std::string& path_;
  sqlite3_stmt* statement_ = nullptr;
};

class SqliteHistory final : public History {
 public:
  SqliteHistory(std::string path, bool only_read) : path_(std::move(path)) {
    const int how = only_read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(path_.c_str(), &database_, how, nullptr) != SQLITE_OK) {
      const std::string reason = sqlite3_errmsg(database_);
      sqlite3_close(database_);
      throw Error(only_read ? Error::Kind::kInput : Error::Kind::kResource,
                  fmt::format("{}: {}", path_, reason));
    }
    try {
      sqlite3_busy_timeout(database_, kBusyMilliseconds);
      execute("PRAGMA foreign_keys = ON");
      expect_schema(only_read);
    } catch (const Error&) {
      sqlite3_close(database_);
      throw;
    }
  }
  ~SqliteHistory() override { sqlite3_close(database_); }
  SqliteHistory(const SqliteHistory&) = delete;
  SqliteHistory& operator=(const SqliteHistory&) = delete;

  void enter(const Night& night) override {
    QUEST_CHECK(night.finished());
    execute("BEGIN IMMEDIATE");
    try {
      enter_all(night);
      execute("COMMIT");
    } catch (const Error&) {
      sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

  std::vector<NightFigures> nights() override {
    Query rows = statement(R"sql(
      SELECT name, began, ended, program_revision, seconds,
        (SELECT COUNT(*) FROM job WHERE night = name),
        (SELECT COUNT(*) FROM job WHERE night = name AND source = 'run'),
        (SELECT COUNT(*) FROM job WHERE night = name AND source = 'reused'),
        (SELECT COUNT(*) FROM job WHERE night = name AND source = 'carried'),
        (SELECT COUNT(*) FROM quest WHERE night = n.name),
        (SELECT COUNT(*) FROM quest q WHERE night = n.name AND q.verdict = 'proved'),
        (SELECT COUNT(*) FROM quest q WHERE night = n.name AND q.verdict = 'refuted'),
        (SELECT COUNT(*) FROM quest q WHERE night = n.name AND q.verdict = 'unknown'),
        (SELECT COUNT(*) FROM quest q WHERE night = n.name AND q.as_expected = 0)
      FROM night n ORDER BY began, name)sql");
    std::vector<NightFigures> result;
    while (rows.step()) {
      result.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.real(4),
                        rows.count(5), rows.count(6), rows.count(7), rows.count(8), rows.count(9),
                        rows.count(10), rows.count(11), rows.count(12), rows.count(13)});
    }
    return result;
  }

  std::vector<NightJobFigures> jobs(const std::string& night) override {
    Query rows = statement(R"sql(
      SELECT j.night, j.id, j.game, j.build, j.variant, j.quest, j.options, j.model_hash, j.outcome,
        j.verdict, j.source, j.seconds, j.cpu_seconds, j.peak_bytes, j.states
      FROM job j JOIN night n ON n.name = j.night
      WHERE ?1 = '' OR j.night = ?1 ORDER BY n.began, n.name, j.position)sql");
    rows.bind_all(night);
    std::vector<NightJobFigures> result;
    while (rows.step()) {
      result.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4),
                        rows.text(5), rows.text(6), rows.text(7), outcome(rows.text(8)),
                        verdict(rows.text(9)), source(rows.text(10)), rows.real(11), rows.real(12),
                        rows.count(13), rows.text(14)});
    }
    return result;
  }

  std::vector<NightQuestFigures> quests(const std::string& night) override {
    Query rows = statement(R"sql(
      SELECT q.night, q.job_id, q.name, q.verdict, q.expected, q.as_expected, q.carried,
        q.completion, q.counterexample, q.fatal_transitions
      FROM quest q JOIN night n ON n.name = q.night
      WHERE ?1 = '' OR q.night = ?1 ORDER BY n.began, n.name, q.job, q.position)sql");
    rows.bind_all(night);
    std::vector<NightQuestFigures> result;
    while (rows.step()) {
      NightQuestFigures quest;
      quest.night = rows.text(0);
      quest.job = rows.text(1);
      quest.quest = rows.text(2);
      quest.verdict = verdict(rows.text(3));
      if (!rows.is_null(4)) quest.expected = verdict(rows.text(4));
      quest.as_expected = rows.count(5) != 0;
      quest.carried = rows.count(6) != 0;
      quest.completion = rows.optional_count(7);
      quest.counterexample = rows.optional_count(8);
      quest.fatal_transitions = rows.count(9);
      result.push_back(std::move(quest));
    }
    return result;
  }

  std::optional<Verdict> last_verdict(const std::string& job, const std::string& quest,
                                      const std::string& but) override {
    Query rows = statement(R"sql(
      SELECT q.verdict FROM quest q JOIN night n ON n.name = q.night
      WHERE q.job_id = ?1 AND q.name = ?2 AND q.night <> ?3 AND q.verdict <> 'unknown'
      ORDER BY n.began DESC, n.name DESC LIMIT 1)sql");
    rows.bind_all(job, quest, but);
    if (!rows.step()) return std::nullopt;
    return verdict(rows.text(0));
  }

  std::optional<JobCost> last_cost(const std::string& job) override {
    Query rows = statement(R"sql(
      SELECT j.seconds, j.cpu_seconds, j.peak_bytes FROM job j JOIN night n ON n.name = j.night
      WHERE j.id = ?1 AND j.source = 'run' AND j.outcome IN ('finished', 'time', 'memory', 'disk')
      ORDER BY n.began DESC, n.name DESC LIMIT 1)sql");
    rows.bind_all(job);
    if (!rows.step()) return std::nullopt;
    return JobCost{rows.real(0), rows.real(1), rows.count(2)};
  }

 private:
  Query statement(const char* text) { return {database_, path_, text}; }
  void execute(const char* text) {
    Query one = statement(text);
    while (one.step()) continue;
  }

  std::uint64_t pragma(const char* text) {
    Query one = statement(text);
    return one.step() ? one.count(0) : 0;
  }

  void expect_schema(bool only_read) {
    const std::uint64_t version = pragma("PRAGMA user_version");
    const std::uint64_t application = pragma("PRAGMA application_id");
    if (version == 0 && application == 0 && !only_read &&
        pragma("SELECT COUNT(*) FROM sqlite_master") == 0) {
      return make_tables();
    }
    if (application != kApplicationId || version != kSchemaVersion) {
      throw Error(Error::Kind::kInput,
                  fmt::format("{}: is no history of sweeps of version {}, which is what this "
                              "program reads; move the file away to begin a new history",
                              path_, kSchemaVersion));
    }
  }

  // Two that begin at once see to it that there is one set of tables.
  void make_tables() {
    const std::string text = fmt::format(
        "BEGIN IMMEDIATE; {} PRAGMA application_id = {}; PRAGMA user_version = {}; "
        "COMMIT",
        kTables, kApplicationId, kSchemaVersion);
    if (sqlite3_exec(database_, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      throw Error(Error::Kind::kResource, fmt::format("{}: {}", path_, sqlite3_errmsg(database_)));
    }
  }

  void enter_all(const Night& night) {
    statement("DELETE FROM night WHERE name = ?1").run(night.name);
    statement("INSERT INTO night VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .run(night.name, night.began, night.ended, night.manifest, night.plan,
             night.program_version, night.program_revision, night.seconds);
    Query job_row =
        statement("INSERT INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    Query quest_row = statement("INSERT INTO quest VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::uint64_t position = 0; position < night.jobs.size(); ++position) {
      const NightJob& job = night.jobs[position];
      job_row.run(night.name, position, job.id, job.game, job.build, job.variant, job.quest,
                  job.options, job.model_hash, to_string(job.outcome), to_string(job.verdict),
                  to_string(job.source), job.seconds, job.cpu_seconds, job.peak_bytes, job.states);
      for (std::uint64_t q = 0; q < job.quests.size(); ++q) {
        const NightQuest& quest = job.quests[q];
        quest_row.run(night.name, position, q, job.id, quest.name, to_string(quest.verdict),
                      quest.expected, quest.as_expected, !quest.carried_because.empty(),
                      quest.completion, quest.counterexample, quest.fatal_transitions);
      }
    }
  }

  [[noreturn]] void refuse(const std::string& text, const char* what) const {
    throw Error(Error::Kind::kInput, fmt::format("{}: '{}' is no {}", path_, text, what));
  }

  Verdict verdict(const std::string& text) const {
    for (const Verdict one : {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown}) {
      if (text == to_string(one)) return one;
    }
    refuse(text, "verdict");
  }
  JobOutcome outcome(const std::string& text) const {
    for (const JobOutcome one : kOutcomes) {
      if (text == to_string(one)) return one;
    }
    refuse(text, "outcome of a job");
  }
  JobSource source(const std::string& text) const {
    for (const JobSource one : {JobSource::kRun, JobSource::kReused, JobSource::kCarried}) {
      if (text == to_string(one)) return one;
    }
    refuse(text, "source of a job's figures");
  }

  std::string path_;
  sqlite3* database_ = nullptr;
};

}  // namespace

std::unique_ptr<History> History::open(const std::string& path) {
  return std::make_unique<SqliteHistory>(path, false);
}

std::unique_ptr<History> History::open_to_read(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) {
    throw Error(Error::Kind::kInput, fmt::format("{}: there is no such file", path));
  }
  return std::make_unique<SqliteHistory>(path, true);
}

}  // namespace questproof
