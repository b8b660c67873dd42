#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks levels of Lab Recruits and holds the agent's verdict against the proof on the level file.

A mutant is a level with one wire taken out or led to another door. The agent, which sees only the
running game, must do the task where `solve` on the level file finds a way, and must end with "nothing is
left that play could tell" where `solve` proves that there is none. Ends with 1 when one differs. With --agents more agents
stand somewhere on the lowest floor of each mutant, and help.

Usage: tests/bench/agent_mutants.py [--mutants N] [--agents N] [--seed N] [--program FILE] [--folder DIR]
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TASKS = [("BM2021_diff1_R3_1_1_H", "door3"), ("BM2021_diff1_R4_1_1", "door6"),
         ("BM2021_diff2_R5_2_2_M", "door4"), ("BM2021_diff2_R7_2_2", "door6"),
         ("BM2021_diff3_R4_2_2_M", "door3"), ("BM2021_diff3_R7_3_3", "door6")]


def mutants(text, count, chance):
    """Pairs of a description and the text of a level."""
    head, rest = text.split("|", 1)
    rows = [[cell.strip() for cell in row.split(",") if cell.strip()] for row in head.split("\n")]
    rows = [row for row in rows if row]
    doors = sorted({door for row in rows for door in row[1:]})
    places = [(i, j) for i, row in enumerate(rows) for j in range(1, len(row))]
    kinds = [(kind, place) for kind in ("without", "redirected") for place in places]
    chance.shuffle(kinds)
    for kind, (i, j) in kinds[:count]:
        changed = [list(row) for row in rows]
        name = f"{kind} {rows[i][0]} -> {rows[i][j]}"
        if kind == "without":
            del changed[i][j]
        else:
            changed[i][j] = chance.choice([door for door in doors if door != rows[i][j]])
        table = "".join(",".join(row) + "\n" for row in changed if len(row) > 1)
        yield name, table + "|" + rest


def with_agents(text, more, chance):
    """The level with more agents, on free places of its lowest floor."""
    head, floor, *rest = text.split("|")
    rows = [row.split(",") for row in floor.split("\n")]
    free = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell.strip() == "f"]
    for number, (i, j) in enumerate(chance.sample(free, more)):
        rows[i][j] = f"f:a^helper{number}"
    return "|".join([head, "\n".join(",".join(row) for row in rows)] + rest)


def verdicts(program, level, target):
    play = subprocess.run([program, "agent", "run", "--task", target + ".isOpen", "--budget", "60000",
                           "--", program, "simulate", level],
                          capture_output=True, text=True, check=False, timeout=120)
    solve = subprocess.run([program, "solve", level, "--task", target, "--json", "--quiet", "--set", "agents=all"],
                           capture_output=True, text=True, check=False, timeout=120)
    if not solve.stdout:
        return None, None  # a wall above leaves no room for the head of an agent
    outcome = {quest["quest"]: quest["outcome"] for quest in json.loads(solve.stdout)["quests"]}
    return {0: "solved", 1: "impossible"}.get(play.returncode, "unknown"), outcome[target]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=10, help="of each level (10)")
    parser.add_argument("--agents", type=int, default=1, help="in each level (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=str(ROOT / "build/release/questproof"))
    parser.add_argument("--folder", type=pathlib.Path,
                        default=ROOT / "../shared/data/labrecruits/jlabgymsolver/levels-stvr")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"skipped: the levels are not at {options.folder}")
        return 0
    chance = random.Random(options.seed)
    total = impossible = differing = 0
    for name, target in TASKS:
        text = (options.folder / (name + ".csv")).read_text(encoding="utf-8-sig")
        for mutant, level_text in mutants(text, options.mutants, chance):
            with tempfile.TemporaryDirectory() as folder:
                level = pathlib.Path(folder) / "mutant.csv"
                level.write_text(with_agents(level_text, options.agents - 1, chance), encoding="utf-8")
                played, proved = verdicts(options.program, str(level), target)
            if proved is None:
                continue
            total += 1
            impossible += proved == "impossible"
            if played != proved:
                differing += 1
                print(f"{name} {mutant}: played {played}, proved {proved}")
    print(f"{total} mutants, {impossible} of them impossible, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
