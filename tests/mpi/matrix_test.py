#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The matrix of ranks: whatever the number of ranks, threads and processes, and wherever states lie, a certification
finds the same: profile, quests, counts, paths, coverage, verified.

1, 2, 3, 4 and 7 ranks, as processes under MPI and as threads of one process; with 1 and 2 threads each; in memory, and
in a store with all else in scratch. The small part is for every day: sample games of up to a few thousand states. The
whole: all samples, the benchmark family, and the levels of Lab Recruits that it finds (in ../shared or --folder), up to
a million states.

Usage: matrix_test.py [--whole] [--most STATES] [--folder DIR] PROGRAM MPIEXEC
PROGRAM is matrix_of_ranks, which the build makes in tests/mpi.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from launched import launch

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "games/samples"
RANKS = (2, 3, 4, 7)
SMALL_STATES = 3_000


def small_games():
    for path in [*sorted((SAMPLES / "betrayal").glob("*.quest")),
                 *sorted((SAMPLES / "teeny_tiny_mansion").glob("*.quest"))]:
        yield path, "none", ""
    for path in sorted((SAMPLES / "labrecruits").glob("*.csv")):
        yield path, "none,free-moves", "state=buttons,floors=0"


def all_games(folder, scratch):
    yield from small_games()
    for name in ("as_shipped.quest", "wrong_key.quest"):
        yield SAMPLES / "borrowed_hour" / name, "default", ""
    for dead in ([], ["--dead"]):
        game = scratch / f"family{len(dead)}"
        subprocess.run([sys.executable, SAMPLES / "quest_family/generate.py", "xs", *dead, "-o", game], check=True,
                       stdout=subprocess.DEVNULL)
        yield game, "none", ""
    if not folder.is_dir():
        print(f"{folder}: the level files are not here")
        return
    for path in sorted(folder.rglob("*.csv")):
        yield path, "none,free-moves", "state=buttons,floors=0"


def run(what, command, launcher=(), ranks=0, timeout=500):
    """What each game came to. Without ranks there is no launcher."""
    begin = time.monotonic()
    if ranks > 0:
        ended = launch(launcher, ranks, command, timeout)
        code, lines, text = ended.code, ended.outputs[0], str(ended)
    else:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        code, lines, text = result.returncode, result.stdout, result.stderr
    if code != 0:
        sys.exit(f"{what}: exit code {code}\n{lines[-1000:]}{text[-3000:]}")
    found = {}
    for line in lines.splitlines():
        game, reduce, states, threads, mode, signature = line.split("\t")
        found.setdefault((game, reduce, int(states)), {})[threads, mode] = signature
    print(f"{what}: {time.monotonic() - begin:.1f} s", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = os.environ.get("QUESTPROOF_SHARED", ROOT.parent / "shared")
    parser.add_argument("--whole", action="store_true", help="not only the small part")
    parser.add_argument("--most", type=int, default=1_000_000, help="leave out games with more states than this")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(shared) / "data/labrecruits")
    parser.add_argument("program")
    parser.add_argument("mpiexec")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(temporary)
        games = all_games(options.folder, scratch) if options.whole else small_games()
        games = [f"{game}\t{reduce}\t{settings}\n" for game, reduce, settings in games]
        listed = scratch / "games"
        listed.write_text("".join(games), encoding="utf-8")
        most = options.most if options.whole else SMALL_STATES
        partitions = 256 if options.whole else 16
        command = [options.program, "--most", str(most), "--partitions", str(partitions)]
        rest = [listed, scratch]
        timeout = 7000 if options.whole else 500

        alone = run("one process", [*command, *rest])
        expected = {game: next(iter(found.values())) for game, found in alone.items()}
        # What is too large, or cannot be read, takes time once.
        names = {game[:2] for game in expected}
        listed.write_text("".join(line for line in games if tuple(line.split("\t")[:2]) in names), encoding="utf-8")
        # Every day one number of processes will do: a launcher takes a second.
        columns = {"one process": alone}
        for ranks in RANKS:
            name = f"{ranks} ranks, one process"
            columns[name] = run(name, [*command, "--ranks", str(ranks), *rest])
            if options.whole or ranks == 3:
                name = f"{ranks} ranks, MPI"
                columns[name] = run(name, [*command, *rest], [options.mpiexec], ranks, timeout)
        if options.whole:
            columns["1 rank, MPI"] = run("1 rank, MPI", [*command, *rest], [options.mpiexec], 1, timeout)

    wrong = compared = 0
    for column, found in columns.items():
        if found.keys() != expected.keys():
            print(f"WRONG: {column}: other games than alone, or other numbers of states")
            wrong += 1
        for game, signatures in found.items():
            for (threads, mode), signature in signatures.items():
                compared += 1
                if signature != expected.get(game):
                    wrong += 1
                    print(f"WRONG: {game[0]}: {column}, {threads} threads, {mode}: another signature than alone")
    states = sum(states for _, _, states in expected)
    print(f"{len(expected)} games of {states:,} states in all, {compared} certifications, {wrong} wrong")
    if not expected:
        sys.exit("no game was certified")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
