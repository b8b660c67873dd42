#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Certifies real levels of Lab Recruits and holds their counts against published ones.

For each level: its states (parity of the wired buttons, zones that the agent can walk to), the presses
to the farthest of them, time, states per second, memory per state, and how many doors and flags can be
reached. Ends with 1 when a count is not as published. The level files are no part of the project: see
--folder.

Usage: tests/bench/levels.py [--program FILE] [--folder DIR] [--threads N] [--most STATES] [--verify] [LEVEL ...]
Example: tests/bench/levels.py --most 3000000 FBK Random-Extreme
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
STVR = "jlabgymsolver/levels-stvr/"
# File, states, presses to the farthest; doors that can never be seen open; presses to see a door open.
LEVELS = [
    (STVR + "BM2021_diff1_R3_1_1_H.csv", 16, 4, None, {}),
    (STVR + "BM2021_diff1_R4_1_1.csv", 64, 7, None, {}),
    (STVR + "BM2021_diff1_R4_1_1_M.csv", 32, 5, {"door6"}, {}),
    (STVR + "BM2021_diff2_R5_2_2_M.csv", 16, 5, None, {}),
    (STVR + "BM2021_diff2_R7_2_2.csv", 64, 7, None, {}),
    (STVR + "BM2021_diff3_R4_2_2.csv", 64, 6, None, {}),
    (STVR + "BM2021_diff3_R4_2_2_M.csv", 56, 9, None, {}),
    (STVR + "BM2021_diff3_R7_3_3.csv", 96, 8, None, {}),
    ("iv4xr-rlbt/RandomLarge.csv", 144, 9, None, {}),
    ("iv4xr-rlbt/LabRecruits_random_level2-1_fixed.csv", 16_704, 17, None, {}),
    ("iv4xr-rlbt/samira_8room.csv", 32_768, 15, None, {}),
    (STVR + "FBK_largerandom_R9_cleaned.csv", 2_097_152, 25,
     {"door13", "door21", "door24", "door25"},
     {"door17": 1, "door12": 2, "door5": 1, "door39": 3, "door2": 2, "door33": 2, "door16": 2,
      "door30": 3, "door15": 3, "door9": 3}),
    ("iv4xr-rlbt/Random-Extreme.csv", 33_554_432, 27, None, {}),
    (STVR + "durk_1.csv", 268_435_456, 32, None, {}),
    ("iv4xr-rlbt/extreme_1424237637.csv", None, None, None, {}),
]
# New states of durk_1 by the number of presses.
DURK = [1, 23, 256, 1843, 9689, 39862, 134421, 384263, 954874, 2100541, 4141798, 7378879, 11937763,
        17596376, 23682759, 29132187, 32733466, 33515297, 31140164, 26111321, 19633103, 13146014,
        7781203, 4038981, 1821834, 706283, 232054, 63413, 14037, 2420, 305, 25, 1]


def certify(options, path):
    command = [options.program, "certify", path, "--set", "floors=0", "--set", "state=buttons",
               "--reduce", "none,free-moves", "--threads", str(options.threads), "--json",
               "--no-random-play"]
    if not options.verify:
        command.append("--no-verify")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1, 2):
        sys.exit(f"{path}: exit {result.returncode}\n{result.stderr}")
    return json.loads(result.stdout)


def wrong_counts(certificate, file, states, diameter, never, presses):
    levels = certificate["profile"]["states_per_level"]
    quests = {quest["name"]: quest for quest in certificate["quests"]}
    wrong = []
    if not certificate["complete"]:
        return [f"not finished: {certificate['limit']}"]
    if states is not None and certificate["profile"]["states"] != states:
        wrong.append(f"{states:,} states are published")
    if diameter is not None and len(levels) - 1 != diameter:
        wrong.append(f"{diameter} presses are published")
    if file.endswith("durk_1.csv") and levels != DURK:
        wrong.append("the new states by presses are not those published")
    if never is not None:
        doors = {name for name, quest in quests.items()
                 if quest["title"].startswith("see ") and quest["completion"] is None}
        if doors != never:
            wrong.append(f"never seen open are {sorted(doors)}, published {sorted(never)}")
    for door, least in presses.items():
        steps = quests[door]["completion"]["steps"]
        found = sum("press" in step["event"] for step in steps)
        if found != least:
            wrong.append(f"{door} takes {found} presses, published {least}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = os.environ.get("QUESTPROOF_SHARED", ROOT.parent / "shared")
    parser.add_argument("--program", default=ROOT / "build/release/questproof")
    parser.add_argument("--folder", default=pathlib.Path(shared) / "data/labrecruits",
                        type=pathlib.Path)
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--most", type=int, default=3_000_000,
                        help="leave out levels with more states than this")
    parser.add_argument("--verify", action="store_true", help="with the search's own check")
    parser.add_argument("levels", nargs="*", help="parts of file names; default: all")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"{options.folder}: the level files are not here")
        return 0

    print(f"{'level':34} {'states':>12} {'presses':>7} {'forward':>9} {'backward':>9} {'verify':>9} "
          f"{'states/s':>11} {'bytes/st':>8} {'quests':>11}")
    failed = False
    for file, states, diameter, never, presses in LEVELS:
        if options.levels and not any(part in file for part in options.levels):
            continue
        if not options.levels and (states is None or states > options.most):
            continue
        certificate = certify(options, options.folder / file)
        found = certificate["profile"]["states"]
        phases = {phase["phase"]: phase for phase in certificate["run"]["phases"]}
        seconds = {name: phases.get(name, {}).get("seconds", 0.0)
                   for name in ("forward", "backward", "verify")}
        peak = max(phase["peak_bytes"] for phase in phases.values())
        # Of few states the program itself is the most.
        memory = f"{peak / found:.1f}" if found > 1_000_000 else "-"
        verdicts = [quest["verdict"] for quest in certificate["quests"]]
        print(f"{pathlib.Path(file).stem[:34]:34} {found:>12,} "
              f"{len(certificate['profile']['states_per_level']) - 1:>7} "
              f"{seconds['forward']:>8.2f}s {seconds['backward']:>8.2f}s {seconds['verify']:>8.2f}s "
              f"{found / max(seconds['forward'], 1e-9):>11,.0f} {memory:>8} "
              f"{verdicts.count('proved'):>5}/{len(verdicts)}", flush=True)
        for complaint in wrong_counts(certificate, file, states, diameter, never, presses):
            failed = True
            print(f"  WRONG: {complaint}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
