#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets the agent play all levels of some folders to the end, and says of each how it went.

Each level is played once to learn all of it (`--complete`), and once for each of its flags that was not
touched on the way. It is held against what `certify` proves on the level file: doors that can be seen
open, and flags that can be reached. *Safe* are those that can be had, too, when every fire is a wall.

Columns: agents; what harms; floors that the agent walked on, half floors of ramps included; doors seen open, of those
that can be, and of those that safely can be; flags touched, likewise; the game's seconds; deaths over all plays;
lowest health at the end of one; why the first play ended, and what it left out.

Usage: tests/bench/agent_levels.py [--only TEXT] [--budget N] [--view D] [--seed N] [--program FILE] [FOLDER...]

Without folders, iv4xrdemo and iv4xr-rlbt of ../shared/data/labrecruits. Ends with 1 when an agent died, or did not do
what is safe.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("QUESTPROOF_SHARED", ROOT / "../shared")) / "data/labrecruits"


def run(command, timeout):
    try:
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True,
                              check=False, timeout=timeout)
        return json.loads(done.stdout) if done.stdout else {"error": done.stderr.strip()}
    except subprocess.TimeoutExpired:
        return {"error": f"not done within {timeout:.0f} s"}
    except ValueError:
        return {"error": "no JSON"}


def cells_of(text):
    for cell in re.split(r"[,|\n]", text.replace("\r", "")):
        for thing in cell.strip().split(":"):
            yield thing


def symbol(thing):
    return re.split(r"[>#^]", thing)[0]


def names(text, symbols):
    return {thing.split("^")[1] for thing in cells_of(text) if symbol(thing) in symbols and "^" in thing}


def possible(options, path):
    """Names of the quests that are proved, or None where that is not known."""
    report = run([options.program, "certify", path, "--json", "--quiet", "--no-random-play", "--time", "20",
                  "--no-verify"], 60)
    if "quests" not in report:
        return None
    return {quest["name"] for quest in report["quests"] if quest["verdict"] == "proved"}


def without_fire(text):
    """The level with a wall wherever there is a fire."""
    head, bar, rest = text.partition("|")
    return head + bar + re.sub(r"f:dhf\b[^,\n|]*", "w", rest)


def play(options, path, seed, task):
    goal = ["--task", task + ".isTouched"] if task else ["--complete"]
    return run([options.program, "agent", "run", "--json", "--budget", options.budget, "--seed", seed] + goal +
               ["--", options.program, "simulate", path, "--set", f"view={options.view}"], options.timeout)


def fraction(found, can, safe):
    if can is None:
        return str(len(found))
    return f"{len(found)} of {len(can)}" + (f", {len(safe)} safe" if safe != can else "")


def row(options, path):
    """Whether all went well."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    count = {}
    for thing in cells_of(text):
        count[symbol(thing)] = count.get(symbol(thing), 0) + 1
    harm = [f"{count[each]} {name}" for each, name in
            (("dhf", "fire"), ("m", "monsters"), ("dhn", "moving")) if count.get(each)]
    cells = [path.parent.name, path.stem, str(count.get("a", 0)), ", ".join(harm) or "none"]
    first = play(options, path, options.seed, None)
    if "figures" not in first:
        why = first.get("error", "").split("\n")[0].replace(str(path), path.name)
        print("| " + " | ".join(cells + [""] * 6 + ["not played: " + why]) + " |", flush=True)
        return True
    doors, flags = names(text, ("d", "od")), names(text, ("g",))
    proved = possible(options, path)
    safe = proved
    if count.get("dhf") and proved is not None:
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
            file.write(without_fire(text))
            file.flush()
            safe = possible(options, file.name)
            safe = set() if safe is None else safe & proved
    plays = [first] + [play(options, path, options.seed, flag) for flag in sorted(flags)
                       if proved is None or flag in proved]
    touched = {play_["task"].rsplit(".", 1)[0] for play_ in plays if play_.get("done")}
    seen = set(first["model"]["doors_seen_open"])
    deaths = sum(play_["figures"]["deaths"] for play_ in plays if "figures" in play_)
    health = min(play_["health"] for play_ in plays if "health" in play_)
    part = lambda names_, known: None if known is None else names_ & known
    missing = sorted(((safe or set()) & doors) - seen) + sorted(((safe or set()) & flags) - touched)
    cells += [str(first["model"]["floors"]), fraction(seen, part(doors, proved), part(doors, safe)),
              fraction(touched, part(flags, proved), part(flags, safe)),
              f"{first['figures']['seconds']:.0f}", str(deaths), f"{health:.0f}", first["reason"]]
    if missing:
        cells[-1] += "; safe, and not had: " + " ".join(missing[:4]) + (" ..." if missing[4:] else "")
    print("| " + " | ".join(cells) + " |", flush=True)
    return deaths == 0 and not missing


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--view", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/questproof")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    folders = options.folders or [DATA / "iv4xrdemo", DATA / "iv4xr-rlbt"]
    folders = [folder for folder in folders if folder.is_dir()]
    if not folders:
        print(f"skipped: the levels are not at {DATA}")
        return 0
    head = ["folder", "level", "agents", "harm", "floors", "doors seen open", "flags touched", "seconds",
            "deaths", "health", "how it ended"]
    print("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|")
    good = True
    for folder in folders:
        for path in sorted(folder.glob("*.csv")):
            if options.only in str(path):
                good = row(options, path) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
