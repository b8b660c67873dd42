#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `questproof serve` costs the search that it watches.

Usage: watch.py [--program PROGRAM] [--size SIZE] [--seconds S] [--pairs N]

Certifies the benchmark family with a store and a limit of time, in turns alone and with `serve` beside it, which a client asks for its
progress every second and for the whole page every five. Prints how many states the search finds in a second of its processor in both
cases, and what processor time `serve` takes beside it.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def processor_seconds(process):
    """Waits for a process; user and system time of it."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def search(program, game, folder, seconds):
    command = [program, "certify", game, "--engine", "explicit", "--quiet", "--json", "--threads", "1", "--no-random-play", "--no-index",
               "--time", str(seconds), "--store", folder]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finish(run):
    """Processor seconds of a search, and states for each of them."""
    states = json.loads(run.stdout.read())["profile"]["states"]
    run.stdout.close()
    seconds = processor_seconds(run)
    return seconds, states / seconds


def ask(address, ended, answers):
    """A client: progress every second, the page every five."""
    for second in range(10**6):
        for page in ["progress.json"] + ([""] if second % 5 == 0 else []):
            with urllib.request.urlopen(address + page, timeout=30) as answer:
                answer.read()
                answers.append(page)
        if ended.wait(1):
            return


def watched(program, game, folder, seconds):
    """What finish() tells, processor seconds of serve, and how many answers were given."""
    run = search(program, game, folder, seconds)
    while not (pathlib.Path(folder) / "GAME").exists():
        time.sleep(0.01)
    serve = subprocess.Popen([program, "serve", folder, "--port", "0"], stdout=subprocess.PIPE, text=True)
    address = serve.stdout.readline().split()[3]
    ended, answers = threading.Event(), []
    client = threading.Thread(target=ask, args=(address, ended, answers))
    client.start()
    searched = finish(run)
    ended.set()
    client.join()
    serve.terminate()
    return *searched, processor_seconds(serve), len(answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(SOURCE / "build" / "release" / "questproof"))
    parser.add_argument("--size", default="m")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pairs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        game = scratch + "/game"
        subprocess.run(["python3", SOURCE / "games/samples/quest_family/generate.py", options.size, "-o", game], check=True,
                       stdout=subprocess.DEVNULL)
        alone, beside, serving = [], [], []
        for pair in range(options.pairs):
            alone.append(finish(search(options.program, game, f"{scratch}/alone{pair}", options.seconds))[1])
            seconds, rate, served, answers = watched(options.program, game, f"{scratch}/watched{pair}", options.seconds)
            beside.append(rate)
            serving.append(served / options.seconds)
            print(f"states a second alone {alone[-1]:,.0f}, watched {rate:,.0f}; serve {served:.3f} s beside {seconds:.1f} s, "
                  f"{answers} answers", flush=True)
    print(f"median: watched {statistics.median(beside) / statistics.median(alone):.4f} of the speed alone; "
          f"serve takes {100 * statistics.median(serving):.2f} % of one processor")


if __name__ == "__main__":
    main()
