#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Certifies the benchmark family at a size of a billion states, in a store, over as many sessions as it takes.

Begins the run, or goes on with the one that is there; stops it after --stop-after seconds with a
polite signal, and goes on. When it has finished, says how long each phase took, what memory it had at the
most, and how many bytes of the disk a state takes, by what they are for. Each session leaves a line in
FOLDER/sessions.jsonl; the result is FOLDER/certificate.json, and FOLDER/run holds the store.

Usage: scripts/headline.py [--size xl] [--folder build/headline] [--memory 12G] [--threads N]
                        [--stop-after SECONDS]... [--index] [--program FILE]

Sizes (states): m 40,569,300, l 162,277,200, xl 1,449,636,400. xl takes 14 GB of disk, 10 GB of memory (or less: then
it goes on from disk) and about half an hour on two cores. --stop-after may be given several times, one for
each session; a session that fails ends the script, and the same command goes on.
Exit code: that of the certification; 10 also for an option that is wrong.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
STOPPED = 75  # the program's exit code after a signal: resume me
WRONG_USAGE = 10


def bytes_under(folder):
    sizes = []
    for path in folder.rglob("*"):
        try:
            sizes.append(path.lstat().st_blocks * 512)
        except FileNotFoundError:
            pass  # a temporary file that was renamed meanwhile
    return sum(sizes)


class Session:
    """One process: how long it took, and what it held at the most."""

    def __init__(self, command, folder, stop_after):
        self.folder = folder
        self.peak_disk = 0
        self.done = threading.Event()
        begin = time.time()
        with open(folder / "certificate.json", "wb") as output, \
                open(folder / "progress.log", "ab") as progress:
            process = subprocess.Popen(command, stdout=output, stderr=progress)
        watcher = threading.Thread(target=self.watch_disk)
        watcher.start()
        if stop_after is not None:
            timer = threading.Timer(stop_after, process.send_signal, [signal.SIGTERM])
            timer.daemon = True
            timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.done.set()
        watcher.join()
        self.code = process.returncode
        self.figures = {
            "command": [str(word) for word in command],
            "exit": self.code,
            "seconds": round(time.time() - begin, 1),
            "processor_seconds": round(usage.ru_utime + usage.ru_stime, 1),
            "peak_memory": usage.ru_maxrss * 1024,
            "peak_disk": self.peak_disk,
        }

    def watch_disk(self):
        while not self.done.wait(2):
            self.peak_disk = max(self.peak_disk, bytes_under(self.folder / "run"))


def run_sessions(arguments, folder):
    stops = list(arguments.stop_after)
    while True:
        store = folder / "run"
        if any(store.glob("MANIFEST-*")):
            command = [arguments.program, "resume", store]
        else:
            command = [arguments.program, "certify", folder / "game", "--engine", "explicit", "--store", store]
        command += ["--memory", arguments.memory, "--json", "--progress"]
        if arguments.threads:
            command += ["--threads", str(arguments.threads)]
        if not arguments.index:
            command += ["--no-index"]
        session = Session(command, folder, stops.pop(0) if stops else None)
        with open(folder / "sessions.jsonl", "a", encoding="utf-8") as log:
            log.write(json.dumps(session.figures) + "\n")
        if session.code != STOPPED:
            return session.code
        print(f"stopped after {session.figures['seconds']} s; going on", flush=True)


def print_figures(folder):
    certificate = json.loads((folder / "certificate.json").read_text(encoding="utf-8"))
    sessions = [json.loads(line) for line in
                (folder / "sessions.jsonl").read_text(encoding="utf-8").splitlines()]
    profile = certificate["profile"]
    states = profile["states"]
    print(f"{certificate['verdict']}, complete: {certificate['complete']}, verified: {certificate['verified']}; "
          f"{states:,} states, {profile['transitions']:,} transitions, "
          f"{len(profile['states_per_level'])} levels")
    print("phases of the last session; seconds, processor seconds, bytes a state at the peak:")
    for phase in certificate["run"]["phases"]:
        print(f"  {phase['phase']:12} {phase['seconds']:9.1f} {phase['cpu_seconds']:9.1f} "
              f"{phase['peak_bytes'] / states:6.2f}")
    print("sessions; exit, seconds, processor seconds, memory in MiB and disk in GB at the peak:")
    for session in sessions:
        print(f"  {session['exit']:3} {session['seconds']:9.1f} {session['processor_seconds']:9.1f} "
              f"{session['peak_memory'] / 2**20:9.0f} {session['peak_disk'] / 1e9:6.2f}")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(WRONG_USAGE, f"{self.prog}: {message}\n")


def positive(kind):
    def parse(text):
        value = kind(text)
        if not 0 < value < 1e9:
            raise argparse.ArgumentTypeError(f"needs a number above 0, not '{text}'")
        return value
    parse.__name__ = "number"
    return parse


def main():
    parser = Parser(description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="xl")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/headline")
    parser.add_argument("--memory", default="12G")
    parser.add_argument("--threads", type=positive(int), default=0)
    parser.add_argument("--stop-after", type=positive(float), action="append", default=[], metavar="SECONDS")
    parser.add_argument("--index", action="store_true", help="build the table of states too")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/questproof")
    arguments = parser.parse_args()
    if not (arguments.program.is_file() and os.access(arguments.program, os.X_OK)):
        parser.error(f"there is no program {arguments.program} that could be started; name it with --program FILE")
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "game").exists():
        subprocess.run([sys.executable, ROOT / "games/samples/quest_family/generate.py", arguments.size,
                        "-o", folder / "game"], check=True)
    code = run_sessions(arguments, folder)
    if code not in (0, 1, 2):
        sys.exit(f"headline: exit code {code}; see {folder / 'progress.log'}. The same command goes on.")
    print_figures(folder)
    subprocess.run([arguments.program, "check", folder / "run"], check=False)
    sys.exit(code)


if __name__ == "__main__":
    main()
