#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets the agent play the published test tasks of Lab Recruits, and prints a table of how it did.

For each task: in how many of the seeds it was done, the game's seconds and the agent's updates (means
over the seeds that did it), and the wires that are certain at the end, against the level file, which
the agent does not see: precision (right of those found) and recall (found of those there are). With
--complete also those that follow only if their door is closed at the start, and recall is told a second time,
of the wires that some play can tell (observable_wires.py).

Usage: tests/bench/agents.py [--seeds N] [--complete] [--only TEXT] [--budget N] [--player NAME] [--program FILE] [--folder DIR]

  --seeds N      seeds 1 to N of the simulator (10)
  --complete     go on until nothing is left that play could tell
  --only TEXT    only tasks whose level or target contains the text
  --budget N     updates at most (60000), or seconds of the game (600s)
  --player NAME  search, or random or q to compare with (search)
  --program FILE the program (build/release/questproof)
  --folder DIR   where the levels are (../shared/data/labrecruits/jlabgymsolver/levels-stvr)
"""
import argparse
import collections
import json
import pathlib
import statistics
import subprocess
import sys

import observable_wires

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGE = "FBK_largerandom_R9_cleaned"
# level, target, published seconds (A-TEST '22; for the large level the means of 2024)
TASKS = [
    ("BM2021_diff1_R3_1_1_H", "door3", 68), ("BM2021_diff1_R4_1_1", "door6", 84),
    ("BM2021_diff1_R4_1_1_M", "door5", 139), ("BM2021_diff2_R5_2_2_M", "door4", 140),
    ("BM2021_diff2_R7_2_2", "door6", 146), ("BM2021_diff3_R4_2_2", "door6", 60),
    ("BM2021_diff3_R4_2_2_M", "door3", 144), ("BM2021_diff3_R7_3_3", "door6", 254),
    ("sanctuary_1", "doorEntrance", 1492), ("durk_1", "doorKey4", 2680),
    (LARGE, "door17", 53), (LARGE, "door12", 108), (LARGE, "door5", 733), (LARGE, "door39", 239),
    (LARGE, "door2", 189), (LARGE, "door33", 575), (LARGE, "door16", 169), (LARGE, "door30", 425),
    (LARGE, "door15", 1389), (LARGE, "door9", 468),
]


def wires_of(path):
    """Pairs of a button and a door that the wiring table holds an odd number of times."""
    parts = [part for part in path.read_text(encoding="utf-8-sig").split("|") if part]
    doors = {cell.split("^")[1].split(":")[0] for part in parts[1:]
             for cell in part.replace("\n", ",").replace(":", ",").split(",")
             if "^" in cell and cell.split("^")[0].split(">")[0] in ("d", "od")}
    count = collections.Counter()
    for row in parts[0].split("\n"):
        cells = [cell.strip() for cell in row.split(",") if cell.strip()]
        count.update((cells[0], target) for target in cells[1:])
    return {pair for pair, times in count.items() if times % 2 == 1 and pair[1] in doors}


def play(options, level, target, seed):
    program = str(options.program)
    command = [program, "agent", "run", "--json", "--task", target + ".isOpen", "--seed", str(seed),
               "--budget", options.budget, "--player", options.player]
    command += ["--complete"] if options.complete else []
    command += ["--", program, "simulate", str(level)]
    try:
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=False,
                                         timeout=options.timeout).stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def wires_that_play_can_tell(path):
    player = observable_wires.Player(observable_wires.Level(path.read_text(encoding="utf-8-sig")), False)
    player.search(100000)
    return player.observable() | player.observable_if_closed()


def row(options, name, target, published):
    level = options.folder / (name + ".csv")
    truth = wires_of(level)
    runs = [play(options, level, target, seed) for seed in range(1, options.seeds + 1)]
    done = [run for run in runs if run and run["done"]]
    kinds = ["wires", "assumed_wires"] if options.complete else ["wires"]
    found = [{(w["button"], w["door"]) for kind in kinds for w in run["model"][kind]}
             for run in runs if run]
    total = sum(len(each) for each in found)
    right = sum(len(each & truth) for each in found)
    mean = lambda values: statistics.mean(values) if values else float("nan")
    seconds = [run["done_at"]["seconds"] for run in done]
    updates = [run["done_at"]["updates"] for run in done]
    cells = [name.replace("BM2021_", ""), target, f"{len(done)}/{len(runs)}",
             f"{mean(seconds):.0f} ({max(seconds, default=float('nan')):.0f})", str(published),
             f"{mean(updates):.0f}", f"{right / total if total else 1:.2f}",
             f"{right / len(found) / len(truth) if found and truth else 1:.2f}"]
    if options.complete:
        observable = wires_that_play_can_tell(level) & truth
        told = sum(len(each & observable) for each in found)
        cells.append(f"{told / len(found) / len(observable) if found and observable else 1:.2f}")
        cells += [f"{mean([r['figures']['seconds'] for r in runs if r]):.0f}",
                  f"{sum(bool(r and r['complete']) for r in runs)}/{len(runs)}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, add_help=False)
    parser.add_argument("--help", action="store_true")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--complete", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--budget", default="60000")
    parser.add_argument("--player", default="search")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/questproof")
    parser.add_argument("--folder", type=pathlib.Path,
                        default=ROOT / "../shared/data/labrecruits/jlabgymsolver/levels-stvr")
    options = parser.parse_args()
    if options.help:
        print(__doc__)
        return 0
    if not options.folder.is_dir():
        print(f"skipped: the levels are not at {options.folder}")
        return 0
    head = ["level", "target", "done", "seconds (most)", "published", "updates", "precision", "recall"]
    head += ["of observable", "seconds in all", "complete"] if options.complete else []
    print("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|")
    for name, target, published in TASKS:
        if options.only in name + " " + target:
            row(options, name, target, published)
    return 0


if __name__ == "__main__":
    sys.exit(main())
