// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace questproof {

enum class Command : unsigned {
  kCheck,
  kSolve,
  kCertify,
  kResume,
  kIndex,
  kVerify,
  kHint,
  kPlay,
  kExport,
  kShow,
  kBench,
  kQuery,
  kSimulate,
  kAgent,
  kSweep,
  kDiff,
  kReport,
  kServe,
};

// What a person reads about a command; the first of the examples is what to try first.
struct CommandInfo {
  Command command;
  const char* name;
  const char* arguments;  // the positional ones
  const char* summary;
  const char* description;
  const char* examples;  // one a line
};

inline constexpr std::array kCommands = {
    CommandInfo{
        Command::kCheck, "check", "GAME", "read a game and say what is wrong with it",
        "Reads a game, reports every mistake with file, line, column and a remedy, and counts "
        "what is in it. Nothing is explored. In place of the game you can name the folder of a run "
        "(certify --store): then every byte of it is read and held against its checksums, and "
        "what takes how much of the disk is shown.",
        "questproof check harbor.quest\n"
        "questproof check harbor.run"},
    CommandInfo{
        Command::kSolve, "solve", "GAME",
        "find the shortest walkthrough of a quest, or prove that there is none",
        "Searches breadth-first from the start of the game, or from a state that you give, for "
        "the shortest way to finish a quest.",
        "questproof solve harbor.quest\n"
        "questproof solve harbor.quest --quest QUEST_MAIN --from ITEM_ROPE=1,Scene=SCENE_PIER"},
    CommandInfo{
        Command::kCertify, "certify", "GAME",
        "prove that no quest can be blocked, or show the shortest way into the trap",
        "Explores every state that play can reach and decides for each quest whether a player can "
        "get stuck for good. Games with too many states for that are decided by argument where "
        "one is found: every event can be undone and the quest can be done, or it cannot be done "
        "whatever happens.",
        "questproof certify harbor.quest\n"
        "questproof certify harbor.quest --method argue\n"
        "questproof certify harbor.quest --engine symbolic\n"
        "questproof certify harbor.quest --certificate harbor.cert.json\n"
        "questproof certify harbor.quest --store harbor.run\n"
        "questproof certify harbor.quest --ranks 2\n"
        "mpirun -n 4 --bind-to none questproof certify harbor.quest --store harbor.run"},
    CommandInfo{Command::kResume, "resume", "DIR [GAME]",
                "go on with a certification that was stopped or broken off",
                "Takes up the run that `certify --store DIR` keeps in a folder, however it ended, "
                "and ends with "
                "the same result. The folder knows the game's file and the options that shape the "
                "result; a "
                "game that has changed since is refused. A finished run shows its result again.",
                "questproof resume harbor.run\n"
                "questproof resume harbor.run --threads 8 --memory 16G"},
    CommandInfo{
        Command::kIndex, "index", "DIR [GAME]",
        "build the store of states that `query` and `hint` answer from",
        "Builds, from what `certify --store DIR` has left in a folder, the table of all states "
        "with their shortest paths and distances. `certify` does so itself at its end unless "
        "it is told --no-index; this command builds it later, or again.",
        "questproof index harbor.run"},
    CommandInfo{
        Command::kVerify, "verify", "CERTIFICATE GAME",
        "check a certificate by other means than it was made",
        "Replays the certificate's walkthroughs on the game as it was written, and explores the "
        "game once more with code that shares only the model with the search.",
        "questproof verify harbor.cert.json harbor.quest\n"
        "questproof verify harbor.cert.json harbor.quest --engine symbolic"},
    CommandInfo{
        Command::kHint, "hint", "GAME", "the next step from where a player stands",
        "Says what to do next from a saved state and how far the end is, or that the quest is "
        "blocked there. In place of the game you can name the folder of a finished run (certify "
        "--store): then nothing is explored, the answer is looked up.",
        "questproof hint harbor.quest --state saved.json\n"
        "questproof hint harbor.quest --state ITEM_ROPE=1\n"
        "questproof hint harbor.run --state saved.json"},
    CommandInfo{
        Command::kPlay, "play", "GAME", "play the game's logic in the terminal",
        "Shows where you are and what you can do, and warns the moment a quest can no longer be "
        "finished. Type `help` in the game.",
        "questproof play harbor.quest"},
    CommandInfo{
        Command::kExport, "export", "GAME", "write the game's logic in another language",
        "Writes Promela for the model checker SPIN, a picture of all states (dot) or of events and "
        "variables (dot-structure) for Graphviz, or JSON.",
        "questproof export harbor.quest --format promela --output harbor.pml"},
    CommandInfo{
        Command::kShow, "show", "GAME", "draw a level, and a walk through it",
        "Draws a level file as an SVG picture: floor, walls, doors, buttons, wires and zones. With "
        "--trace it shows a walkthrough step by step: the shortest one of a quest, or what `solve "
        "--json` or `certify --json` wrote into a file (a counterexample where there is one).",
        "questproof show maze.csv --out maze.svg\n"
        "questproof show maze.csv --trace door6 --out maze.svg\n"
        "questproof show maze.csv --trace maze.cert.json --quest door6 --out maze.svg"},
    CommandInfo{
        Command::kBench, "bench", "", "explore the built-in models and print their signature",
        "Certifies a fixed list of small models. The signature at the end is the same for all "
        "settings and all correct builds; time stands beside it.",
        "questproof bench\n"
        "questproof bench --store bench.runs\n"
        "questproof bench --threads 4 --partitions 1"},
    CommandInfo{
        Command::kQuery, "query", "DIR QUESTION", "ask a finished run, without exploring again",
        "Answers questions from the store that `certify --store DIR` has left. DIR is only read; "
        "any "
        "number of queries may run at once.",
        "questproof query harbor.run hardest --by bottlenecks\n"
        "questproof query harbor.run path --to \"HasItem(ITEM_ROPE) && InScene(SCENE_PIER)\"\n"
        "questproof query harbor.run states --where \"VAR_STORM\" --limit 5 --json\n"
        "questproof query harbor.run event \"SCENE_HARBOR/OnActivate(ENTITY_CRAB)\""},
    CommandInfo{
        Command::kSimulate, "simulate", "LEVEL", "play a level of Lab Recruits as a live game",
        "Runs a level file by the rules of the game, in simulated time, for whoever plays it: "
        "requests come as JSON "
        "lines on the standard input, answers go to the standard output (games/live/README.md).",
        "questproof simulate maze.csv\n"
        "questproof simulate maze.csv --set view=10"},
    CommandInfo{
        Command::kAgent, "agent", "ACTION -- COMMAND...",
        "let agents play a live game: run, check, replay, loop, show",
        "Starts a game that runs (COMMAND speaks the protocol of games/live/README.md). "
        "`check` tries whether it "
        "keeps the protocol. `run` explores it on its own, learns what each button or choice does, "
        "and goes on until the task "
        "is done or the budget used up; with --memory it begins with what earlier runs have "
        "learned. `show` tells what they have. `replay` does what a recorded trace, a "
        "walkthrough or a counterexample says and reports the "
        "first difference. `loop` learns a model, proves it, replays what the proof shows, and "
        "repairs the model where the game differs, until they agree.",
        "questproof agent run --task door6.isOpen -- questproof simulate maze.csv\n"
        "questproof agent run --complete --model-out maze.json -- questproof simulate maze.csv\n"
        "questproof agent run --complete --memory maze.learned --agents 4 -- questproof simulate "
        "maze.csv\n"
        "mpirun -n 4 questproof agent run --task door6.isOpen --memory maze.learned -- questproof "
        "simulate maze.csv\n"
        "questproof agent show --memory maze.learned\n"
        "questproof agent replay --trace walk.json --task d1.isOpen -- questproof simulate "
        "maze.csv\n"
        "questproof agent check -- python3 games/live/corridor.py\n"
        "questproof agent run --complete --model-out story.json -- node games/live/ink_story.js "
        "story.ink\n"
        "questproof agent run --task \"ending contains home; story.gold=3\" -- node "
        "games/live/ink_story.js --show-variables story.ink\n"
        "questproof agent replay --trace story.cert.json --evidence story.evidence -- node "
        "games/live/ink_story.js story.ink\n"
        "questproof agent loop -- node games/live/ink_story.js story.ink"},
    CommandInfo{Command::kSweep, "sweep", "MANIFEST",
                "certify all games of a manifest, once a night, and say what has changed",
                "Certifies games in all their builds, variants and options, as MANIFEST.toml says "
                "(coordinator/README.md), many at a time, each in a process with limits of its "
                "own. What has not "
                "changed since an earlier night, and what a change cannot touch, is not explored "
                "again. Writes "
                "DIR/nights/NAME/night.json and junit.xml, and every night's figures into "
                "DIR/history.sqlite. "
                "Stopped or broken off, the same command goes on. Exit codes: 0 all as expected, 1 "
                "a verdict is "
                "not as expected, 2 something is unknown, 75 stopped.",
                "questproof sweep games/samples/nightly.toml --out sweep.out\n"
                "questproof sweep nightly.toml --out /data/sweep --keep 30 --json\n"
                "questproof sweep nightly.toml --out /data/sweep --dry-run\n"
                "mpirun -n 4 --bind-to none questproof sweep nightly.toml --out /shared/sweep"},
    CommandInfo{
        Command::kDiff, "diff", "A B",
        "what differs between two builds, and which lines made it so",
        "Compares two certificates, stores (certify --store) or nights of a sweep; of a sweep's "
        "folder "
        "the last two nights, or two that you name: diff DIR A B. What got worse comes first, with "
        "the "
        "way into the trap and, where both games are at hand, the changed lines. Things that were "
        "only "
        "renamed are followed. Exit code 1: something got worse, 2: something is not known any "
        "more, "
        "0: neither.",
        "questproof diff old.cert.json new.cert.json --old-game old/harbor.quest --new-game "
        "harbor.quest\n"
        "questproof diff old.run new.run\n"
        "questproof diff nightly\n"
        "questproof diff nightly 2026-11-29 2026-11-30 --markdown"},
    CommandInfo{
        Command::kReport, "report", "INPUT", "write what was found as a page for a browser",
        "Makes one HTML page that loads nothing: verdicts, the way into the trap as a storyboard, "
        "fatal events, difficulty, scenes, levels, coverage, and for a sweep its jobs and its "
        "history. INPUT is a certificate, or the folder of a run (certify --store), of a sweep, or "
        "of one of its nights. With --game the page also shows all ways between scenes, lines of "
        "the "
        "game, and what every completion needs, which is searched for (10 s, or --time).",
        "questproof report harbor.cert.json --out report.html\n"
        "questproof report harbor.cert.json --game harbor.quest --out report.html\n"
        "questproof report harbor.run --out report.html\n"
        "questproof report nightly --out report.html"},
    CommandInfo{
        Command::kServe, "serve", "DIR", "show a run or a sweep in a browser while it goes on",
        "Answers a browser on this machine, until Ctrl-C, with how far the run (certify --store) "
        "or the sweep in the folder is, and with its report once there is one. Only reads the "
        "folder, and takes no lock: the search does not notice. Another machine reaches it through "
        "an ssh tunnel.",
        "questproof serve harbor.run\n"
        "questproof serve nightly --port 8081"},
};

constexpr const CommandInfo& info(Command command) {
  return kCommands[static_cast<unsigned>(command)];
}

// A set of commands, for options that several of them take.
using CommandSet = std::uint32_t;

constexpr CommandSet set_of(Command command) {
  return CommandSet{1} << static_cast<unsigned>(command);
}

template <typename... More>
constexpr CommandSet set_of(Command command, More... more) {
  return set_of(command) | set_of(more...);
}

}  // namespace questproof
