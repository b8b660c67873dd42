#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets the agent play all levels of some folders to the end, and says of each how it went.

A level counts as played when the agent ended with "nothing is left that play could tell". It is held
against what `solve` proves on the level file: doors that can be seen open, and flags that can be
reached. Columns: floors that the agent walked on, of those that there are; agents; what harms; doors seen
open of those that can be; the game's seconds; deaths; health at the end; why it ended.

Usage: tests/bench/agent_levels.py [--only TEXT] [--budget N] [--view D] [--program FILE] [FOLDER...]

Without folders, iv4xrdemo and iv4xr-rlbt of ../shared/data/labrecruits. Ends with 1 when an agent died.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "../shared/data/labrecruits"


def run(command, timeout):
    try:
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True,
                              check=False, timeout=timeout)
        return json.loads(done.stdout) if done.stdout else {"error": done.stderr.strip()}
    except subprocess.TimeoutExpired:
        return {"error": f"not done within {timeout:.0f} s"}
    except ValueError:
        return {"error": "no JSON"}


def things(text):
    """How many of each symbol there are, over all sheets."""
    count = {}
    for cell in re.split(r"[,|\n]", text.replace("\r", "")):
        for thing in cell.strip().split(":"):
            symbol = re.split(r"[>#^]", thing)[0]
            count[symbol] = count.get(symbol, 0) + 1
    return count


def row(options, path):
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    count = things(text)
    harm = [f"{count[symbol]} {name}" for symbol, name in
            (("dhf", "fire"), ("m", "monsters"), ("dhn", "moving")) if count.get(symbol)]
    play = run([options.program, "agent", "run", "--complete", "--json", "--budget", options.budget,
                "--", options.program, "simulate", path, "--set", f"view={options.view}"],
               options.timeout)
    cells = [path.parent.name, path.stem, str(count.get("a", 0)), ", ".join(harm) or "none"]
    if "figures" not in play:
        why = play.get("error", "").split("\n")[0].replace(str(path), path.name)
        print("| " + " | ".join(cells + ["", "", "", "", "", "not played: " + why]) + " |", flush=True)
        return 0
    solved = run([options.program, "solve", path, "--json", "--quiet"], options.timeout)
    can = {quest["quest"] for quest in solved.get("quests", []) if quest["outcome"] == "solved"}
    doors = set(play["model"]["doors_seen_open"])
    figures = play["figures"]
    cells += [str(play["model"]["floors"]), f"{len(doors)} of {len(can)}" if can else f"{len(doors)}",
              f"{figures['seconds']:.0f}", str(figures["deaths"]), f"{play['health']:.0f}",
              play["reason"]]
    missing = sorted(can - doors)
    if missing:
        cells[-1] += "; not seen open: " + " ".join(missing[:4]) + (" ..." if missing[4:] else "")
    print("| " + " | ".join(cells) + " |", flush=True)
    return figures["deaths"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--view", type=float, default=10)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/questproof")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    folders = options.folders or [DATA / "iv4xrdemo", DATA / "iv4xr-rlbt"]
    folders = [folder for folder in folders if folder.is_dir()]
    if not folders:
        print(f"skipped: the levels are not at {DATA}")
        return 0
    head = ["folder", "level", "agents", "harm", "floors", "doors seen open", "seconds", "deaths",
            "health", "how it ended"]
    print("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|")
    deaths = 0
    for folder in folders:
        for path in sorted(folder.glob("*.csv")):
            if options.only in str(path):
                deaths += row(options, path)
    return 1 if deaths else 0


if __name__ == "__main__":
    sys.exit(main())
