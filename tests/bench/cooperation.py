#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much sooner several agents have done all tasks of a level than one.

Every agent plays an instance of the level of its own and learns what the others learn. The tasks of a
level are all its doors of which the proof on the level file says that they can be seen open; of the large
level, seven of the ten published ones (doors 33, 30 and 9 take one agent too long). A task is done when one of the agents has seen it. Counted are the updates of
the agent that has made most until the last task is done (all agents play in step), as means over the seeds
in which all tasks were done, and how many times fewer they are than with one agent.

With --arena, instead of these levels, a square hall as in the published study of several agents in one instance (ten
doors and ten buttons, wired one to one, goal: all doors seen open), with doors and buttons at random places.

Usage: tests/bench/cooperation.py [--seeds N] [--agents LIST] [--only TEXT] [--arena SIDE] [--mpi]
                                  [--budget N] [--timeout S] [--program FILE] [--folder DIR]

  --seeds N      seeds 1 to N of the simulator (5)
  --agents LIST  how many agents (1,2,4)
  --only TEXT    only levels whose name contains the text
  --arena SIDE   a hall of SIDE x SIDE places
  --mpi          agents are processes of mpirun, and not threads of one process
  --budget N     updates of each agent at most (20000)
  --timeout S    wall seconds of one play at most (300)
  --program FILE the program (build/release/questproof)
  --folder DIR   where the levels are (../shared/data/labrecruits/jlabgymsolver/levels-stvr)
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGE = "FBK_largerandom_R9_cleaned"
LEVELS = ["BM2021_diff1_R3_1_1_H", "BM2021_diff1_R4_1_1", "BM2021_diff1_R4_1_1_M",
          "BM2021_diff2_R5_2_2_M", "BM2021_diff2_R7_2_2", "BM2021_diff3_R4_2_2",
          "BM2021_diff3_R4_2_2_M", "BM2021_diff3_R7_3_3", "sanctuary_1", LARGE]
LARGE_TARGETS = [f"door{number}" for number in (17, 12, 5, 39, 2, 16, 15)]


def write_arena(side, path):
    """Every door stands in the hall on its own. Pairs of a door and a button are not near each other on purpose."""
    chance = random.Random(side)
    free = [(x, z) for x in range(2, side) for z in range(2, side) if x % 2 == 0 and z % 2 == 0]
    places = chance.sample(free, 20)
    cells = {place: f"f:b^b{i}" for i, place in enumerate(places[:10])}
    cells.update({place: f"f:d>n^d{i}" for i, place in enumerate(places[10:])})
    cells[(1, 1)] = "f:a^agent0"
    rows = [",".join("w" if x in (0, side + 1) or z in (0, side + 1) else cells.get((x, z), "f")
                     for x in range(side + 2)) for z in range(side + 2)]
    wires = "".join(f"b{i},d{i}\n" for i in range(10))
    path.write_text(wires + "|" + "\n".join(rows) + "\n", encoding="utf-8")


def doors_of(level):
    """Names of all doors, in the order of the file."""
    floors = level.read_text(encoding="utf-8-sig").split("|")[1:]
    things = [thing for floor in floors for cell in floor.replace("\n", ",").split(",")
              for thing in cell.split(":")]
    return [thing.split("^")[1].strip() for thing in things
            if "^" in thing and thing.split("^")[0].split(">")[0].strip() in ("d", "od")]


def targets_of(options, name):
    if name == LARGE:
        return LARGE_TARGETS
    level = options.folder / (name + ".csv")
    targets = []
    for door in doors_of(level):
        solved = subprocess.run([str(options.program), "solve", str(level), "--task", door, "--json",
                                 "--quiet"], capture_output=True, text=True, check=False,
                                timeout=options.timeout)
        outcome = {quest["quest"]: quest["outcome"] for quest in json.loads(solved.stdout)["quests"]}
        targets += [door] if outcome[door] == "solved" else []
    return targets


def play(options, name, targets, agents, seed):
    """Updates until all tasks were done; None when they were not."""
    program = str(options.program)
    command = [program, "agent", "run", "--json", "--seed", str(seed),
               "--task", ",".join(target + ".isOpen" for target in targets),
               "--budget", str(options.budget)]
    if options.mpi:
        command = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", str(agents)] + command
    elif agents > 1:
        command += ["--agents", str(agents)]
    command += ["--", program, "simulate", str(options.folder / (name + ".csv"))]
    try:
        run = json.loads(subprocess.run(command, capture_output=True, text=True, check=False,
                                        timeout=options.timeout).stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return run["done_at"]["updates"] if run["done"] else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, add_help=False)
    parser.add_argument("--help", action="store_true")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--agents", default="1,2,4")
    parser.add_argument("--only", default="")
    parser.add_argument("--arena", type=int, default=0)
    parser.add_argument("--mpi", action="store_true")
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/questproof")
    parser.add_argument("--folder", type=pathlib.Path,
                        default=ROOT / "../shared/data/labrecruits/jlabgymsolver/levels-stvr")
    options = parser.parse_args()
    if options.help:
        print(__doc__)
        return 0
    if options.arena:
        with tempfile.TemporaryDirectory() as folder:
            options.folder = pathlib.Path(folder)
            write_arena(options.arena, options.folder / "arena.csv")
            return table(options, ["arena"])
    if not options.folder.is_dir():
        print(f"skipped: the levels are not at {options.folder}")
        return 0
    return table(options, [name for name in LEVELS if options.only in name])


def table(options, levels):
    counts = [int(count) for count in options.agents.split(",")]
    head = ["level", "tasks"]
    for count in counts:
        head += [f"{count}: done", "updates"] + (["speed-up"] if count != counts[0] else [])
    print("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|", flush=True)
    ratios = {count: [] for count in counts}
    for name in levels:
        targets = targets_of(options, name)
        cells = [name.replace("BM2021_", ""), str(len(targets))]
        first = None
        for count in counts:
            runs = [play(options, name, targets, count, seed)
                    for seed in range(1, options.seeds + 1)]
            done = [run for run in runs if run is not None]
            mean = statistics.mean(done) if done else float("nan")
            cells += [f"{len(done)}/{len(runs)}", f"{mean:.0f}"]
            if count == counts[0]:
                first = mean
            else:
                cells.append(f"{first / mean:.2f}")
                if done and first == first:
                    ratios[count].append(first / mean)
        print("| " + " | ".join(cells) + " |", flush=True)
    for count in counts[1:]:
        if ratios[count]:
            print(f"{count} agents: mean speed-up {statistics.mean(ratios[count]):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
