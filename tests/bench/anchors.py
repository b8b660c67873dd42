#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures certification against peers and hand-written yardsticks, in one run.

For each size of the benchmark family: writes its event scripts, certifies them with one thread and
with two, and sets the phases in relation to each other. With --anchors (a folder that holds gen.py,
the generator of the same models for other tools, and the hand-written searches) it also builds and
runs SPIN's exact search and the search `bfs vec`, right after ours, and prints the ratios.
All figures are processor seconds of the process unless they say wall.

Usage: tests/bench/anchors.py [--program build/release/questproof] [--anchors DIR] [--spin] SIZE ...
Sizes: xs s m l xl, and dm dl with dead ends. Example: tests/bench/anchors.py --anchors DIR --spin m
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# log2 of the slots of the yardstick's table, and the depth that SPIN's stack must hold.
TABLE = {"xs": 18, "s": 22, "m": 27, "l": 29}
DEPTH = {"xs": 200_000, "s": 2_000_000, "m": 15_000_000}


def cpu_seconds(command, **options):
    """Runs a command; returns its output and the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode not in (0, 1):
        sys.exit(f"{command}: exit {result.returncode}\n{result.stderr}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result.stdout, spent


def certify(program, game, threads):
    output, _ = cpu_seconds([program, "certify", game, "--threads", str(threads), "--json"])
    return json.loads(output)


def describe(size, threads, certificate):
    states = certificate["profile"]["states"]
    phases = {phase["phase"]: phase for phase in certificate["run"]["phases"]}
    forward = phases["forward"]
    print(f"{size}: {certificate['verdict']}, {states:,} states, {threads} thread(s)")
    for name, phase in phases.items():
        ratio = phase["cpu_seconds"] / max(forward["cpu_seconds"], 1e-9)
        print(f"  {name:15} {phase['cpu_seconds']:8.2f} s  wall {phase['seconds']:8.2f} s  "
              f"{ratio:5.2f} x forward  peak {phase['peak_bytes'] / states:6.2f} bytes a state")
    return states, forward


def run_vec(folder, anchors, size, states):
    binary = folder / "bfs"
    subprocess.run(["g++", "-O3", "-march=native", "-std=c++20", "-pthread", "-I", folder,
                    anchors / "bfs.cpp", "-o", binary], check=True)
    _, spent = cpu_seconds([binary, "vec", str(TABLE[size]), "1", "1", "512"])
    print(f"  bfs vec         {spent:8.2f} s  {states / spent / 1e6:6.2f} M states/s")
    return spent


def run_spin(folder, size, states):
    subprocess.run(["spin", "-a", "quest.pml"], cwd=folder, check=True, capture_output=True)
    subprocess.run(["gcc", "-O3", "-march=native", "-w", "-DSAFETY", "-DNOFAIR", "-DNOREDUCE",
                    "-DMEMLIM=14000", "-o", "pan", "pan.c"], cwd=folder, check=True)
    _, spent = cpu_seconds(["./pan", "-E", f"-m{DEPTH[size]}", "-w26"], cwd=folder)
    print(f"  SPIN exact      {spent:8.2f} s  {states / spent / 1e6:6.2f} M states/s")
    return spent


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/questproof")
    parser.add_argument("--anchors", type=pathlib.Path)
    parser.add_argument("--spin", action="store_true", help="SPIN too (minutes for size m)")
    parser.add_argument("sizes", nargs="+", metavar="SIZE")
    arguments = parser.parse_args()
    for size in arguments.sizes:
        dead = ["--dead"] if size.startswith("d") else []
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            generator = ROOT / "games/samples/quest_family/generate.py"
            subprocess.run([sys.executable, generator, size, *dead, "-o", folder / "game"],
                           check=True, capture_output=True)
            states, one = describe(size, 1, certify(arguments.program, folder / "game", 1))
            _, two = describe(size, 2, certify(arguments.program, folder / "game", 2))
            print(f"  two threads: {one['seconds'] / max(two['seconds'], 1e-9):.2f} x one (wall)")
            if arguments.anchors is None:
                print("  no --anchors: no peers")
                continue
            subprocess.run([sys.executable, arguments.anchors / "gen.py", size, *dead, "-o",
                            folder], check=True, capture_output=True)
            spent = one["cpu_seconds"]
            if size in TABLE:
                print(f"  forward / bfs vec = {run_vec(folder, arguments.anchors, size, states) / spent:.2f}"
                      " of its speed")
            if arguments.spin and size in DEPTH:
                print(f"  forward / SPIN = {run_spin(folder, size, states) / spent:.1f} times its speed")


if __name__ == "__main__":
    main()
