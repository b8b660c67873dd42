#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `questproof serve` costs the search that it watches.

Usage: watch.py [--program PROGRAM] [--size SIZE] [--pairs N]

Certifies the benchmark family with a store, in turns alone and with `serve` beside it, which a client asks for its progress every
second and for the whole page every five. Prints processor seconds of the search in both cases, and of `serve`.
"""

import argparse
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


def search(program, game, folder):
    command = [program, "certify", game, "--quiet", "--threads", "1", "--no-random-play", "--no-index", "--store", folder]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def ask(address, ended, answers):
    """A client: progress every second, the page every five."""
    for second in range(10**6):
        for page in ["progress.json"] + ([""] if second % 5 == 0 else []):
            with urllib.request.urlopen(address + page, timeout=30) as answer:
                answer.read()
                answers.append(page)
        if ended.wait(1):
            return


def watched(program, game, folder):
    """Processor seconds of the search and of serve, and how many answers were given."""
    run = search(program, game, folder)
    while not (pathlib.Path(folder) / "GAME").exists():
        time.sleep(0.01)
    serve = subprocess.Popen([program, "serve", folder, "--port", "0"], stdout=subprocess.PIPE, text=True)
    address = serve.stdout.readline().split()[3]
    ended, answers = threading.Event(), []
    client = threading.Thread(target=ask, args=(address, ended, answers))
    client.start()
    searched = processor_seconds(run)
    ended.set()
    client.join()
    serve.terminate()
    return searched, processor_seconds(serve), len(answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(SOURCE / "build" / "release" / "questproof"))
    parser.add_argument("--size", default="dm")
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        game = scratch + "/game"
        subprocess.run(["python3", SOURCE / "games/samples/quest_family/generate.py", options.size, "-o", game], check=True,
                       stdout=subprocess.DEVNULL)
        alone, beside, serving = [], [], []
        for pair in range(options.pairs):
            alone.append(processor_seconds(search(options.program, game, f"{scratch}/alone{pair}")))
            searched, served, answers = watched(options.program, game, f"{scratch}/watched{pair}")
            beside.append(searched)
            serving.append(served)
            print(f"alone {alone[-1]:.2f} s, watched {searched:.2f} s; serve {served:.3f} s for {answers} answers", flush=True)
    print(f"median: alone {statistics.median(alone):.2f} s, watched {statistics.median(beside):.2f} s, "
          f"serve {statistics.median(serving):.3f} s, {100 * statistics.median(serving) / statistics.median(alone):.2f} % of the search")


if __name__ == "__main__":
    main()
