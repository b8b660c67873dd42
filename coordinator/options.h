// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coordinator/command.h"
#include "core/search/search_options.h"

namespace questproof {

// A number of bytes, written as 512M, 4G or 1048576; units are powers of 1024.
struct ByteSize {
  std::uint64_t bytes = 0;
  bool operator==(const ByteSize&) const = default;

  static ByteSize parse(const std::string& text);  // throws Error of kind kUsage
  std::string to_string() const;                   // the shortest form that parse() reads back
};

// All that a command line can say. Which commands take an option stands in for_each_option.
struct CommandOptions {
  Command command = Command::kCheck;
  std::string certificate_file;  // verify: what to check
  std::string game_file;
  std::string run_directory;              // query, serve: the folder; hint, report: that, or a file
  std::string question;                   // query: one of kQuestions
  std::string name;                       // query event: which one
  std::string agent_action;               // agent: one of kAgentActions
  std::vector<std::string> game_command;  // agent: what starts the game
  std::vector<std::string> compared;      // diff: two things, or a sweep and perhaps two nights

  std::string manifest;  // sweep: what is swept

  std::vector<std::string> settings;  // "key=value"
  std::string quest;
  std::string from;
  std::string variant;
  int threads = 0;
  ByteSize memory;
  std::string scratch;
  ByteSize disk;
  double time_seconds = 0;
  std::uint32_t partitions = 256;
  std::string ownership = "auto";
  std::string reduce = "auto";
  std::string method = "auto";
  std::string engine = "auto";
  bool no_verify = false;
  bool no_index = false;
  std::string store;
  double checkpoint_seconds = 2;
  int ranks = 1;
  double silence_seconds = 120;
  std::string log;
  bool no_random_play = false;
  std::string certificate;
  std::string format;
  std::string output;
  std::string trace;
  std::uint64_t seed = 1;
  bool ask = false;
  std::string by;
  std::string to;
  std::string where;
  std::int64_t limit = 0;
  bool unreduced = false;
  std::string task;
  bool complete = false;
  std::string budget;
  std::string player = "auto";
  unsigned checks = 1;
  bool ignore_text = false;
  std::string extra_states;
  bool wait = false;
  bool one_seed = false;
  std::string learn_from;
  std::string evidence;
  unsigned rounds = 20;
  std::string model_out;
  std::string memory_folder;
  std::string record;
  double patience_seconds = 10;
  std::string sweep_directory;
  std::string night;
  std::uint64_t keep = 0;
  bool fresh = false;
  bool dry_run = false;
  std::string old_game;
  std::string new_game;
  std::uint64_t states = 50'000;
  bool markdown = false;
  bool json = false;
  bool quiet = false;
  bool progress = false;
  std::string color = "auto";
  std::string host = "127.0.0.1";
  std::int64_t port = 8080;

  bool operator==(const CommandOptions&) const = default;
};

struct OptionInfo {
  const char* names;  // as CLI11 reads them: "-o,--output"
  const char* value;  // what stands for the value in help; "" for a switch
  CommandSet commands;
  bool shapes_result;  // recorded in certificates
  const char* help;
};

// The only list of options: parsing, --help and the record in certificates walk it. A new option is
// one member above and one line here. `visit` is called with an OptionInfo and the member.
template <typename OptionsType, typename Visit>
void for_each_option(OptionsType& options, Visit&& visit) {
  using enum Command;
  constexpr CommandSet kSearches = set_of(kSolve, kCertify, kHint, kPlay, kBench);
  constexpr CommandSet kRuns = kSearches | set_of(kResume, kIndex, kQuery);
  constexpr CommandSet kReduces = kSearches | set_of(kCheck, kExport, kShow);
  constexpr CommandSet kEverything = ~CommandSet{0};
  constexpr CommandSet kReadsGame = kEverything & ~set_of(kBench, kQuery, kResume, kIndex, kAgent,
                                                          kSweep, kDiff, kReport, kServe);
  constexpr CommandSet kReports = set_of(kCheck, kSolve, kCertify, kResume, kIndex, kVerify, kHint,
                                         kBench, kQuery, kAgent, kDiff);

  visit(OptionInfo{"--set", "KEY=VALUE", kReadsGame, true,
                   "how to read a level file, as state=buttons; may be repeated"},
        options.settings);
  visit(OptionInfo{"-q,--quest,--task", "QUEST", set_of(kSolve, kCertify, kHint, kQuery, kShow),
                   true, "only this quest; a part of its name will do"},
        options.quest);
  visit(OptionInfo{"--from,--state", "STATE", set_of(kSolve, kHint, kPlay), false,
                   "where to begin: a saved file, or VAR=value,VAR=value"},
        options.from);
  visit(OptionInfo{"--variant", "NAME", set_of(kSolve, kHint, kPlay), false,
                   "the start that STATE changes (default: the first)"},
        options.variant);
  visit(OptionInfo{"--by", "MEASURE", set_of(kQuery), false,
                   "hardest: shortest (if nothing is said), farthest, random, blocked, bottlenecks "
                   "or scenes"},
        options.by);
  visit(OptionInfo{"--to", "CONDITION", set_of(kQuery), false,
                   "path: where to, in the language of the game"},
        options.to);
  visit(OptionInfo{"--where", "CONDITION", set_of(kQuery), false,
                   "states: which, in the language of the game"},
        options.where);
  visit(OptionInfo{"--limit", "N", set_of(kQuery), false,
                   "states, blocked: how many are shown (default: 10; 3)"},
        options.limit);
  visit(OptionInfo{"--game", "GAME", set_of(kQuery, kHint, kReport), false,
                   "where the game is now, if it has moved since the run"},
        options.game_file);
  visit(OptionInfo{"-t,--threads", "N", kRuns | set_of(kSweep), false,
                   "worker threads (default: all cores)"},
        options.threads);
  visit(OptionInfo{"-m,--memory", "SIZE", kRuns | set_of(kVerify, kSweep), false,
                   "limit of memory, as 4G (default: 4/5 of the machine's)"},
        options.memory);
  visit(OptionInfo{"--scratch", "DIR", kSearches | set_of(kResume, kIndex), false,
                   "a folder on disk for what outgrows --memory; its files have no names (default: "
                   "none; with a store, a folder in it)"},
        options.scratch);
  visit(OptionInfo{"--disk", "SIZE", kSearches | set_of(kResume, kIndex, kSweep), false,
                   "limit of what a run keeps on disk; a sweep clears away old nights to keep to "
                   "it (default: none)"},
        options.disk);
  visit(OptionInfo{"--time", "SECONDS", kRuns | set_of(kVerify, kReport), false,
                   "limit of time (default: none)"},
        options.time_seconds);
  visit(OptionInfo{"--partitions", "N", kSearches, false,
                   "parts of the state space, a power of two (default: 256)"},
        options.partitions);
  visit(
      OptionInfo{"--ownership", "HOW", set_of(kCertify), false,
                 "over ranks, what decides which rank owns a state: auto (a part of it that seldom "
                 "changes, found by trying; the default) or whole"},
      options.ownership);
  visit(OptionInfo{"--reduce", "LIST", kReduces, true,
                   "auto, default, all, none, or a list; see below"},
        options.reduce);
  visit(
      OptionInfo{"--method", "METHOD", set_of(kCertify), true,
                 "enumerate: see all states; argue: see as few as can be; auto: argue first where "
                 "states may be very many, and see all where that is feasible"},
      options.method);
  visit(
      OptionInfo{"--engine", "ENGINE", set_of(kCertify, kVerify), true,
                 "symbolic: decision diagrams; explicit: state by state; auto: diagrams where they "
                 "decide soon (verify: where they had decided), else state by state"},
      options.engine);
  visit(OptionInfo{"--no-verify", "", set_of(kCertify), true, "skip the search's own check"},
        options.no_verify);
  visit(OptionInfo{"-s,--store", "DIR", set_of(kCertify, kBench), false,
                   "keep all that is found in this folder, for `questproof resume`"},
        options.store);
  visit(OptionInfo{"--no-index", "", set_of(kCertify, kResume), false,
                   "with a store: do not build its table of states (see `index`)"},
        options.no_index);
  visit(OptionInfo{"--checkpoint", "SECONDS", set_of(kCertify, kResume, kBench), false,
                   "between commits to the store, at least (default: 2)"},
        options.checkpoint_seconds);
  visit(OptionInfo{"--ranks", "N", set_of(kCertify, kResume, kIndex, kSolve, kBench), false,
                   "divide the run among N ranks in this process; over processes and machines: see "
                   "scripts/run_local and run_cluster"},
        options.ranks);
  visit(OptionInfo{"--silence", "SECONDS", set_of(kCertify, kResume, kIndex), false,
                   "with a store: end all ranks when one gives no sign of life for so long "
                   "(default: 120; 0: never)"},
        options.silence_seconds);
  visit(OptionInfo{"--log", "FILE", set_of(kCertify, kResume, kIndex), false,
                   "append lines on the run and each of its ranks to this file"},
        options.log);
  visit(OptionInfo{"--no-random-play", "", set_of(kCertify), true,
                   "no figures for a player who picks at random"},
        options.no_random_play);
  visit(OptionInfo{"-c,--certificate", "FILE", set_of(kCertify, kResume), false,
                   "write a certificate for `questproof verify`"},
        options.certificate);
  visit(OptionInfo{"--unreduced", "", set_of(kVerify), false,
                   "explore the game as written, without reductions"},
        options.unreduced);
  visit(OptionInfo{"-f,--format", "FORMAT", set_of(kExport), false,
                   "promela, json, dot or dot-structure"},
        options.format);
  visit(OptionInfo{"--trace", "QUEST|FILE", set_of(kShow, kAgent), false,
                   "the walk: to a quest (show), or from a JSON file"},
        options.trace);
  visit(OptionInfo{"-o,--output,--out", "FILE", set_of(kExport, kShow, kDiff, kReport), false,
                   "the file to write; default: the terminal"},
        options.output);
  visit(OptionInfo{"--seed", "N", set_of(kPlay, kAgent), false, "of the die that decides chance"},
        options.seed);
  visit(OptionInfo{"--ask", "", set_of(kPlay), false, "let the player decide chance"}, options.ask);
  visit(OptionInfo{"--task", "CONDITION", set_of(kAgent), false,
                   "run, loop: what to see, as door6.isOpen, !door1.isOpen or "
                   "screen1.color=#ff0000; or several, as door1.isOpen,door2.isOpen; in stories "
                   "also ending, text contains WORDS, ending contains WORDS, choices contain "
                   "WORDS, and several with ; between them"},
        options.task);
  visit(OptionInfo{"--complete", "", set_of(kAgent), false,
                   "run: go on until all that can be learned is learned"},
        options.complete);
  visit(
      OptionInfo{
          "--budget", "N[,Ss]", set_of(kAgent), false,
          "run: at most N updates, at most S seconds of the game's clock (default: 1000000)"},
      options.budget);
  visit(OptionInfo{"--player", "NAME", set_of(kAgent), false,
                   "run: search (levels), choices (stories), or, to compare with search, random or "
                   "q (Q-learning) (default: auto, by what the game shows)"},
        options.player);
  visit(OptionInfo{"--checks", "N", set_of(kAgent), false,
                   "run, loop: choices: how often each assumption of the model is tried on the "
                   "game (default: 1; 0: never, then no verdict is certain)"},
        options.checks);
  visit(OptionInfo{"--extra-states", "N", set_of(kAgent), false,
                   "run, loop: choices: the game is taken to have at most N states more than were "
                   "told apart, and tested for that; without, and where views do not show all of "
                   "its state, no verdict is better than unknown"},
        options.extra_states);
  visit(OptionInfo{"--wait", "", set_of(kAgent), false,
                   "run, loop: choices: waiting is one more choice, wherever there are some"},
        options.wait);
  visit(OptionInfo{"--one-seed", "", set_of(kAgent), false,
                   "run, loop: choices: the game is always begun with the seed of --seed, so what "
                   "it does with others counts for nothing"},
        options.one_seed);
  visit(OptionInfo{"--ignore-text", "", set_of(kAgent), false,
                   "run, loop: choices: states that differ in their texts only are taken for one"},
        options.ignore_text);
  visit(OptionInfo{"--learn-from", "FILE", set_of(kAgent), false,
                   "run: what `agent replay --evidence FILE` has found to differ is tried first"},
        options.learn_from);
  visit(OptionInfo{"--evidence", "FILE", set_of(kAgent), false,
                   "replay: append the first difference, for `agent run --learn-from FILE`"},
        options.evidence);
  visit(OptionInfo{"--rounds", "N", set_of(kAgent), false, "loop: at most so many (default: 20)"},
        options.rounds);
  visit(
      OptionInfo{
          "--model-out", "FILE", set_of(kAgent), false,
          "run, loop, show: write the learned model, for certify, solve, hint, play and export"},
      options.model_out);
  visit(
      OptionInfo{"--memory", "DIR", set_of(kAgent), false,
                 "run: begin with what earlier runs have learned and kept there, and keep what is "
                 "learned; show: what to show"},
      options.memory_folder);
  visit(OptionInfo{"--agents", "K", set_of(kAgent), false,
                   "run: so many agents, each with an instance of the game of its own, that learn "
                   "from each other; as processes: mpirun -n K"},
        options.ranks);
  visit(OptionInfo{"--record", "FILE", set_of(kAgent), false,
                   "run: write a trace for `agent replay`"},
        options.record);
  visit(OptionInfo{"--patience", "SECONDS", set_of(kAgent), false,
                   "how long to wait for an answer of the game (default: 10)"},
        options.patience_seconds);
  visit(OptionInfo{"--host", "ADDRESS", set_of(kServe), false,
                   "where to answer (default: 127.0.0.1, which only this machine reaches)"},
        options.host);
  visit(OptionInfo{"--port", "N", set_of(kServe), false,
                   "and at which port (default: 8080; 0: any that is free)"},
        options.port);
  visit(OptionInfo{"-o,--out", "DIR", set_of(kSweep), false,
                   "the folder of the sweep, with all its nights; made where there is none"},
        options.sweep_directory);
  visit(OptionInfo{"--night", "NAME", set_of(kSweep), false,
                   "begin this night, or go on with it (default: the newest one if it was stopped "
                   "and nothing has changed since, else a new one named by date and time)"},
        options.night);
  visit(OptionInfo{"--fresh", "", set_of(kSweep), false,
                   "explore all games again, whatever is known of them"},
        options.fresh);
  visit(OptionInfo{"--keep", "N", set_of(kSweep), false,
                   "at the end clear away all but the newest N nights; the history stays"},
        options.keep);
  visit(OptionInfo{"--dry-run", "", set_of(kSweep), false,
                   "only say what would be run; games are read and their files kept"},
        options.dry_run);
  visit(OptionInfo{"--old-game", "GAME", set_of(kDiff), false,
                   "the game that A is about, as it was: for changed lines and renamings"},
        options.old_game);
  visit(OptionInfo{"--new-game", "GAME", set_of(kDiff), false, "the game that B is about"},
        options.new_game);
  visit(
      OptionInfo{
          "--states", "N", set_of(kDiff), false,
          "with both games: explore so many states of each, for the first difference and for "
          "what made the game grow (default: 50000; 0: none)"},
      options.states);
  visit(OptionInfo{"--markdown", "", set_of(kDiff), false, "print Markdown for a pull request"},
        options.markdown);
  visit(OptionInfo{"--json", "", kReports | set_of(kSweep), false, "print JSON"}, options.json);
  visit(OptionInfo{"--quiet", "", kEverything, false, "no progress line"}, options.quiet);
  visit(OptionInfo{"--progress", "", kEverything, false, "a progress line even in a pipe"},
        options.progress);
  visit(OptionInfo{"--color", "WHEN", kEverything, false, "auto, always or never"}, options.color);
}

// Throws Error of kind kUsage where a value is out of range.
SearchOptions search_options(const CommandOptions& options);

}  // namespace questproof
