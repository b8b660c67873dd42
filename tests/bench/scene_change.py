#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a night saves when one of 50 scenes has changed.

Writes a town of 50 scenes around a square, each with a quest; every third scene begins a chapter, and within a
chapter a quest needs the one before it done. Sweeps it with a job for each quest: the first night, a night after which nothing
has changed, one after a comment, and one after the logic of a scene that begins a chapter, so that its quest and the two after it may be
touched and 47 are not. Prints what was run and how long it took, and holds the verdicts of the last night against those of a
night that explores all. Ends with 1 where they differ.

Usage: tests/bench/scene_change.py [--program FILE] [--scenes N] [--threads N]
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHAPTER = 3
STAGES = 3


def town(scenes):
    lines = ["// SPDX-License-Identifier: MIT", 'Game("the town")', "Start(SCENE_SQUARE)"]
    for k in range(scenes):
        lines += [f"Integer(VAR_STAGE_{k}, 0..{STAGES}, 0)", f"Boolean(VAR_LEVER_{k}, false)", f"Boolean(VAR_LIGHT_{k}, false)",
                  f"Quest(QUEST_{k}, main)", "{", f'    Title("Open the vault of house {k}")',
                  f"    DoneWhen(VAR_STAGE_{k} == {STAGES})", "}"]
    lines += ["Scene(SCENE_SQUARE)", "{"] + [f"    Exit(SCENE_{k})" for k in range(scenes)] + ["}"]
    return "\n".join(lines) + "\n"


def scene(k, mistake=False):
    needs = "" if k % CHAPTER == 0 else f" && VAR_STAGE_{k - 1} == {STAGES}"
    lines = ["// SPDX-License-Identifier: MIT", f"Scene(SCENE_{k})", "{", "    Exit(SCENE_SQUARE)",
             f"    Rule(PULL_{k}, true)", "    {", f"        BeginMatch(VAR_LEVER_{k})",
             "        {", f"            SetVar(VAR_LEVER_{k}, false);", "        }", "        EndMatch",
             f"        BeginMatch(!VAR_LEVER_{k} && !VAR_LIGHT_{k})",
             "        {", f"            SetVar(VAR_LIGHT_{k}, true);", "        }", "        EndMatch", "    }",
             f"    Rule(PUSH_{k}, VAR_LIGHT_{k})", "    {", f"        SetVar(VAR_LEVER_{k}, true);", "    }",
             f"    Rule(TURN_{k}, VAR_LEVER_{k} && VAR_STAGE_{k} < {STAGES}{needs})", "    {",
             f"        AddVar(VAR_STAGE_{k}, 1);", f"        SetVar(VAR_LEVER_{k}, false);"]
    if mistake:  # every turn is the first
        lines += [f"        SetVar(VAR_STAGE_{k}, 1);"]
    return "\n".join(lines + ["    }", "}"]) + "\n"


def write(folder, scenes):
    (folder / "town").mkdir()
    (folder / "town/town.quest").write_text(town(scenes), encoding="utf-8")
    for k in range(scenes):
        (folder / f"town/scene_{k}.quest").write_text(scene(k), encoding="utf-8")
    (folder / "nightly.toml").write_text('version = 1\n[[game]]\nname = "town"\nfile = "town"\nquests = "each"\n',
                                         encoding="utf-8")


def sweep(options, folder, night, *more):
    began = time.monotonic()
    result = subprocess.run([options.program, "sweep", folder / "nightly.toml", "--out", folder / "sweep", "--night", night,
                             "--threads", str(options.threads), *more], capture_output=True, text=True, check=False)
    seconds = time.monotonic() - began
    if result.returncode > 2:
        sys.exit(f"exit {result.returncode}\n{result.stderr}")
    found = json.loads((folder / f"sweep/nights/{night}/night.json").read_text(encoding="utf-8"))
    sources = [job["source"] for job in found["jobs"]]
    verdicts = {job["quest"]: job["verdict"] for job in found["jobs"]}
    print(f"{night:16} {sources.count('run'):>4} {sources.count('reused'):>7} {sources.count('carried'):>8} "
          f"{list(verdicts.values()).count('proved'):>7} {list(verdicts.values()).count('refuted'):>8} {seconds:>8.2f} s", flush=True)
    return seconds, verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/release/questproof")
    parser.add_argument("--scenes", type=int, default=50)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, options.scenes)
        changed = folder / "town/scene_0.quest"
        print(f"{'night':16} {'run':>4} {'reused':>7} {'carried':>8} {'proved':>7} {'refuted':>8} {'time':>10}")
        first, _ = sweep(options, folder, "first")
        sweep(options, folder, "unchanged")
        changed.write_text("// nothing but a comment\n" + scene(0), encoding="utf-8")
        sweep(options, folder, "comment")
        changed.write_text(scene(0, mistake=True), encoding="utf-8")
        second, verdicts = sweep(options, folder, "scene_0")
        _, fresh = sweep(options, folder, "scene_0-fresh", "--fresh")
        print(f"the night after one scene of {options.scenes} had changed took {100 * second / first:.0f} % of the first")
        if verdicts != fresh:
            print("WRONG: the verdicts are not those of a night that explores all")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
