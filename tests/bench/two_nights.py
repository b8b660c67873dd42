#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two nights of a sweep over all sample games and, where they are at hand, all levels of Lab Recruits with all their tasks.

The second night finds nothing changed. Prints what was run, re-used and unknown, and how long it took. Levels have a limit of
60 s of time each; what hits it is unknown, and is tried again in the second night. The level files are no part of the
project: see --folder.

Usage: tests/bench/two_nights.py [--program FILE] [--folder DIR] [--time SECONDS] [--threads N] [--out DIR] [PATTERN ...]
Example: tests/bench/two_nights.py --time 10 'iv4xr-rlbt/*.csv'
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def is_readable(program, level):
    """Levels with mistakes in them are not what is measured."""
    return subprocess.run([program, "check", level, "--quiet"], capture_output=True, check=False).returncode == 0


def manifest(options):
    samples = ROOT / "games/samples"
    text = (samples / "nightly.toml").read_text(encoding="utf-8").replace('file = "', f'file = "{samples}/')
    if not options.folder.is_dir():
        print(f"{options.folder}: the level files are not here, only the samples are swept")
        return text
    levels = sorted({level for pattern in options.patterns for level in options.folder.glob(pattern)})
    good = [level for level in levels if is_readable(options.program, level)]
    print(f"{len(good)} of {len(levels)} levels can be read")
    for level in good:
        name = level.relative_to(options.folder).with_suffix("").as_posix()
        # That some tasks are impossible is what a level is like, not a mistake: nothing is expected.
        text += f'\n[[game]]\nname = "{name}"\nfile = "{level}"\nset = ["state=buttons"]\ntime = {options.time}\n'
        text += 'expect = "anything"\n'
    return text


def night(options, folder, name):
    began = time.monotonic()
    command = [options.program, "sweep", folder / "nightly.toml", "--out", folder / "sweep", "--night", name]
    if options.threads:
        command += ["--threads", str(options.threads)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - began
    if result.returncode > 2:
        sys.exit(f"exit {result.returncode}\n{result.stderr}")
    found = json.loads((folder / "sweep/nights" / name / "night.json").read_text(encoding="utf-8"))
    sources = collections.Counter(job["source"] for job in found["jobs"])
    outcomes = collections.Counter(job["outcome"] for job in found["jobs"])
    verdicts = collections.Counter(quest["verdict"] for job in found["jobs"] for quest in job["quests"])
    print(f"{name:7} {len(found['jobs']):>5} {sources['run']:>5} {sources['reused']:>7} {verdicts['proved']:>7} "
          f"{verdicts['refuted']:>8} {verdicts['unknown']:>8} {seconds:>9.1f} s   {dict(outcomes)}", flush=True)
    return {(job["id"], quest["name"]): quest["verdict"] for job in found["jobs"] for quest in job["quests"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = os.environ.get("QUESTPROOF_SHARED", ROOT.parent / "shared")
    parser.add_argument("--program", default=ROOT / "build/release/questproof")
    parser.add_argument("--folder", default=pathlib.Path(shared) / "data/labrecruits", type=pathlib.Path)
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--out", type=pathlib.Path, help="keep the sweep in this folder, for diff and report")
    parser.add_argument("patterns", nargs="*", default=["**/*.csv"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "nightly.toml").write_text(manifest(options), encoding="utf-8")
        print(f"{'night':7} {'jobs':>5} {'run':>5} {'reused':>7} {'proved':>7} {'refuted':>8} {'unknown':>8} {'time':>11}")
        first = night(options, folder, "first")
        second = night(options, folder, "second")
    different = [key for key, verdict in first.items() if second.get(key) != verdict and "unknown" not in (verdict, second.get(key))]
    for key in different:
        print(f"WRONG: {key} has another verdict in the second night")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
