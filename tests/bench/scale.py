#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A model of what a certification costs on many cores, from what is measured on this machine.

Measures the benchmark family on one process and over 2, 3 and 4 ranks with a thread each; how many transitions leave
their rank on up to 4,096 ranks (on a sample); and what ranks of this machine need to agree. From these it predicts
time and memory for any number of states, holds the predictions for 1 to 4 ranks against the runs, and says what
breaks first. Takes about four minutes with size m. How the model is made: coordinator/README.md, "What it costs on
many cores".

Usage: tests/bench/scale.py [--size m] [--program FILE] [--figures FILE] [--output FILE] [--measured FILE]
Build before: cmake --build --preset release --target questproof_program rank_figures
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHASES = ("forward", "backward", "verify")
RANKS = (1, 2, 3, 4)
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]
ROUND = 1 << 23  # transitions that a rank makes before it exchanges (SearchOptions::chunk_transitions)
GATHERS = 7  # of short strings in a round
EXCHANGES = {"forward": 1, "backward": 1, "verify": 2}  # in a round
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def bytes_of(text):
    number, unit = text.split()
    return float(number) * UNITS[unit]


def run(command):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    result = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True,
                            check=False)
    if result.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {result.returncode}\n{result.stderr[-2000:]}")
    return result.stdout


def certify(program, game, ranks, folder, threads=1):
    """One certification; all figures are of the search alone."""
    certificate = folder / "certificate.json"
    launcher = [*MPIRUN, "-n", ranks] if ranks > 1 else []
    text = run([*launcher, program, "certify", game, "--engine", "explicit", "--method", "enumerate",
                      "--no-random-play", "--threads", threads, "--certificate", certificate])
    document = json.loads(certificate.read_text(encoding="utf-8"))
    phases = {phase["phase"]: phase for phase in document["run"]["phases"]}
    found = {
        "ranks": ranks,
        "states": document["profile"]["states"],
        "transitions": document["profile"]["transitions"],
        "levels": len(document["profile"]["states_per_level"]),
        "wall": {name: phases[name]["seconds"] for name in PHASES},
        "cpu_first": {name: phases[name]["cpu_seconds"] for name in PHASES},
        "peak": [max(phase["peak_bytes"] for phase in phases.values())],
        "cpu": sum(phase["cpu_seconds"] for phase in phases.values()),
        "waited": 0.0, "sent": 0.0,
    }
    # What the program chose for so many ranks and as many partitions as it has by default.
    owners = re.search(r"about ([\d.]+) % of the transitions leave their rank, imbalance ([\d.]+)", text)
    found["remote"] = float(owners[1]) / 100 if owners else 0.0
    found["imbalance"] = float(owners[2]) if owners else 1.0
    if ranks > 1:
        lines = re.findall(r"rank \d+ on \S+ +peak ([\d.]+ \w+) +memory [\d.]+ \w+ +sent ([\d.]+ \w+) +"
                           r"cpu ([\d.]+) s +waited ([\d.]+) s", text)
        if len(lines) != ranks:
            sys.exit(f"no summary of {ranks} ranks in:\n{text}")
        found["peak"] = [bytes_of(line[0]) for line in lines]
        found["sent"] = sum(bytes_of(line[1]) for line in lines)
        found["cpu"] = sum(float(line[2]) for line in lines)
        found["waited"] = sum(float(line[3]) for line in lines)
    return found


def measure(options):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)

        def game(size):
            path = folder / size
            if not path.exists():
                run([sys.executable, ROOT / "games/samples/quest_family/generate.py", size, "-o", path])
            return path

        print(f"measuring, size {options.size}:", end=" ", flush=True)
        runs = []
        for ranks in RANKS:
            print(f"{ranks}", end=" ", flush=True)
            runs.append(certify(options.program, game(options.size), ranks, folder))
            if ranks == 1:
                both = certify(options.program, game(options.size), 1, folder, threads=2)
        small = certify(options.program, game("xs" if options.size == "s" else "s"), 1, folder)
        ownership = {}
        for line in run([options.figures, "ownership", game(options.size)]).splitlines():
            _, ranks, remote, imbalance, whole, whole_imbalance = line.split()
            ownership[int(ranks)] = [float(remote), float(imbalance), float(whole), float(whole_imbalance)]
        net = run([*MPIRUN, "-n", 2, options.figures, "net"]).split()
        store = folder / "store"
        run([options.program, "certify", game("s"), "--store", store, "--no-index", "--threads", "1", "--quiet"])
        index = json.loads(run([options.program, "index", store, "--threads", "1", "--json", "--quiet"]))
    print("done", flush=True)
    return {"size": options.size, "cores": os.cpu_count(), "runs": runs, "threads": both, "small": small, "ownership": ownership,
            "gather_us": float(net[2]), "exchange_us": float(net[3]), "megabytes": float(net[4]),
            "index_us": 1e6 * (index["sweep_cpu_seconds"] + index["write_cpu_seconds"]) / index["states"],
            "index_bytes": index["bytes_a_state"], "load": os.getloadavg()[0]}


class Model:
    """Seconds and bytes of a certification, from measured parameters."""

    def __init__(self, measured, options):
        self.ownership = {int(ranks): figures for ranks, figures in measured["ownership"].items()}
        runs = {found["ranks"]: found for found in measured["runs"]}
        one, two = runs[1], runs[2]
        self.options = options
        self.states, self.transitions, self.levels = one["states"], one["transitions"], one["levels"]
        self.fan_out = self.transitions / self.states
        # Processor seconds of a state in each phase, and of what else a run does.
        self.work = {name: one["cpu_first"][name] / self.states for name in PHASES}
        self.rest = one["cpu"] / self.states - sum(self.work.values())
        # What ranks spend beyond one process, of a transition between ranks; a little of that is polling. Of two and
        # three ranks what costs more: two have a cache each that one process does not have, which may hide the cost.
        few = [runs[2], runs[3]]
        self.work_remote = max(0.0, *((found["cpu"] - one["cpu"]) / (self.transitions * found["remote"]) for found in few))
        self.bytes_remote = max(found["sent"] / (self.transitions * found["remote"]) for found in few)
        # Memory: a part that grows with the states, and one that every rank has.
        small = measured["small"]
        self.bytes_state = (one["peak"][0] - small["peak"][0]) / (one["states"] - small["states"])
        self.bytes_rank = max(0.0, max(two["peak"]) - self.bytes_state * self.states / 2)

    def figures_of(self, ranks):
        known = max(count for count in self.ownership if count <= max(2, ranks))
        return self.ownership[known]

    def remote_share(self, ranks):
        if ranks == 1:
            return 0.0
        return self.figures_of(ranks)[0]

    def imbalance(self, ranks):
        """A sample has a thousand states a level: beyond some ranks it says only how uneven samples are. What
        the projection adds to that is what the search will see."""
        if ranks == 1:
            return 1.0
        _, chosen, _, whole = self.figures_of(ranks)
        return max(1.0, chosen / whole) * 1.02

    def levels_of(self, states):
        """As the family grows: 60 levels at 4e7 states, 84 at 1.45e9."""
        return max(1.0, self.levels + 6.7 * math.log(states / self.states))

    def predict(self, states, ranks, threads, cores=None, latency_us=None, megabytes=None, share=None):
        """Seconds by part, and bytes of a rank. `cores`: that the ranks share, where they are fewer than threads.
        `share` of the transitions that leave their rank: as 4,096 partitions have it, if nothing else is said."""
        latency = (latency_us if latency_us is not None else self.options.latency_us) * 1e-6
        rate = (megabytes if megabytes is not None else self.options.megabytes) * 1e6
        used = min(ranks * threads, cores or ranks * threads)
        transitions = states * self.fan_out
        remote = transitions * (self.remote_share(ranks) if share is None else share)
        work = states * (sum(self.work.values()) + self.rest)
        message = remote * self.work_remote
        lost = (self.imbalance(ranks) - 1) * (work + message) if used == ranks * threads else 0
        rounds = self.levels_of(states) + transitions / (ROUND * ranks)
        steps = math.ceil(math.log2(ranks)) if ranks > 1 else 0
        waits = 0.0
        for name in PHASES:
            exchange = EXCHANGES[name] * (ranks - 1) * latency / 8  # ends, several on their way at a time
            waits += rounds * (GATHERS * steps * latency + exchange)
        per_machine = max(1.0, self.options.machine_cores / threads)
        wire = 0.0 if ranks == 1 or cores else remote * self.bytes_remote / (ranks / per_machine) / rate
        return {"work": work / used, "messages": message / used, "imbalance": lost / used, "agreeing": waits,
                "wire": wire, "seconds": (work + message + lost) / used + waits + wire,
                "cpu": work + message, "bytes": states / ranks * self.bytes_state + self.bytes_rank,
                "wire_bytes": remote * self.bytes_remote}


def text_of(seconds):
    if seconds < 120:
        return f"{seconds:.1f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172800 else f"{seconds / 86400:.1f} days"


def size_of(count):
    for unit, factor in (("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}"
    return f"{count:.0f} B"


def parameters(measured, model):
    rows = [("processor time a state: " + ", ".join(PHASES) + ", rest", "us",
             ", ".join(f"{1e6 * model.work[name]:.3f}" for name in PHASES) + f", {1e6 * model.rest:.3f}"),
            ("transitions of a state", "", f"{model.fan_out:.2f}"),
            ("processor time of a transition between ranks, all phases", "us", f"{1e6 * model.work_remote:.3f}"),
            ("bytes of a transition between ranks, all phases", "B", f"{model.bytes_remote:.2f}"),
            ("transitions between ranks, on 2, 4, 16, 256 ranks", "%",
             ", ".join(f"{100 * model.remote_share(ranks):.1f}" for ranks in (2, 4, 16, 256))),
            ("memory of a state; of a rank besides", "B; MiB",
             f"{model.bytes_state:.2f}; {model.bytes_rank / (1 << 20):.0f}"),
            ("gathering, exchange without blocks: 2 ranks of this machine", "us",
             f"{measured['gather_us']:.1f}, {measured['exchange_us']:.1f}"),
            ("blocks that a rank of this machine sends", "MB/s", f"{measured['megabytes']:.0f}"),
            ("index of a store, size s: processor time, bytes of a state", "us; B",
             f"{measured['index_us']:.2f}; {measured['index_bytes']:.2f}")]
    return "| parameter | unit | measured |\n| --- | --- | --- |\n" + "".join(
        f"| {name} | {unit} | {value} |\n" for name, unit, value in rows)


def check(measured, model):
    """Predictions against the runs that were made; those of 1 and 2 ranks gave the parameters."""
    text = ("| ranks, a thread each | leave their rank | processor s: predicted | measured | off | wall s: predicted | "
            "measured | off | on the wire, B a state: predicted | measured |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
    cores = measured["cores"]
    for found in measured["runs"]:
        told = model.predict(found["states"], found["ranks"], 1, cores=min(cores, found["ranks"]),
                             latency_us=measured["gather_us"], share=found["remote"])
        cpu = max(0.1, found["cpu"])
        wall = sum(found["wall"].values())
        text += (f"| {found['ranks']} | {100 * found['remote']:.1f} % | {told['cpu']:.1f} | {cpu:.1f} | {100 * (told['cpu'] / cpu - 1):+.0f} % | "
                 f"{told['seconds']:.1f} | {wall:.1f} | {100 * (told['seconds'] / wall - 1):+.0f} % | "
                 f"{told['wire_bytes'] / found['states']:.2f} | {found['sent'] / found['states']:.2f} |\n")
    return text


def ratios(measured):
    """Two ranks with a thread each against one process with two threads, one after the other."""
    two = next(found for found in measured["runs"] if found["ranks"] == 2)["wall"]
    one = measured["threads"]["wall"]
    rows = [(name, one[name], two[name]) for name in PHASES] + [("all", sum(one.values()), sum(two.values()))]
    return ("| phase | one process, two threads | two ranks, a thread each | ratio |\n| --- | --- | --- | --- |\n" +
            "".join(f"| {name} | {alone:.2f} | {ranks:.2f} | {alone / ranks:.2f} |\n" for name, alone, ranks in rows))


def predictions(model, options):
    text = ("| states | cores | ranks x threads | time | of it: work, messages, imbalance, wire, agreeing | memory of a "
            "machine | of all | what breaks first |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
    for states in (1e10, 1e12):
        for cores in (16, 256, 4096):
            threads = min(cores, options.threads)
            ranks = cores // threads
            told = model.predict(states, ranks, threads)
            machines = max(1.0, cores / options.machine_cores)
            here = told["bytes"] * ranks / machines
            shares = ", ".join(f"{100 * told[part] / told['seconds']:.0f} %"
                               for part in ("work", "messages", "imbalance", "wire", "agreeing"))
            text += (f"| {states:.0e} | {cores:,} | {ranks} x {threads} | {text_of(told['seconds'])} | {shares} | "
                     f"{size_of(here)} | {size_of(told['bytes'] * ranks)} | {breaks(states, here, told, options)} |\n")
    return text


def breaks(states, here, told, options):
    reasons = []
    if states >= 2 ** 32:
        reasons.append("numbers of states (2^32): only the forward search ends")
    if here > options.machine_memory * (1 << 30):
        reasons.append(f"memory: a machine has {options.machine_memory} GiB")
    if told["seconds"] > 30 * 86400:
        reasons.append("patience")
    worst = max(("imbalance", "wire", "agreeing"), key=lambda part: told[part])
    reasons.append(f"then {worst} ({100 * told[worst] / told['seconds']:.0f} % of the time)")
    return "; ".join(reasons)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="m", help="of the benchmark family (default m)")
    parser.add_argument("--program", default=ROOT / "build/release/questproof")
    parser.add_argument("--figures", default=ROOT / "build/release/tests/bench/rank_figures")
    parser.add_argument("--output", type=pathlib.Path, help="a file for the tables, besides the terminal")
    parser.add_argument("--measured", type=pathlib.Path,
                        help="where what was measured is kept; what is there is not measured again")
    parser.add_argument("--threads", type=int, default=16, help="of a rank, in predictions (default 16)")
    parser.add_argument("--latency-us", type=float, default=25, help="of a message between machines (default 25: TCP)")
    parser.add_argument("--megabytes", type=float, default=1100,
                        help="that a machine sends in a second (default 1100: 10 Gbit/s)")
    parser.add_argument("--machine-cores", type=int, default=64)
    parser.add_argument("--machine-memory", type=int, default=512, help="GiB")
    options = parser.parse_args()
    for needed in (options.program, options.figures):
        if not pathlib.Path(needed).exists():
            parser.error(f"there is no {needed}: build it first, as said above")
    if options.measured and options.measured.exists():
        measured = json.loads(options.measured.read_text(encoding="utf-8"))
    else:
        measured = measure(options)
        if options.measured:
            options.measured.write_text(json.dumps(measured, indent=1), encoding="utf-8")
    model = Model(measured, options)
    tables = (f"Size {measured['size']}: {model.states:,} states, {model.transitions:,} transitions, {model.levels} levels; "
              f"{measured['cores']} cores, load {measured['load']:.1f} at the end.\n\n{parameters(measured, model)}\n"
              f"{check(measured, model)}\n{ratios(measured)}\nPredicted: machines of {options.machine_cores} cores and "
              f"{options.machine_memory} GiB, {options.latency_us:.0f} us and {options.megabytes:.0f} MB/s between them, "
              f"{options.threads} threads a rank; forward, backward and verify, in memory.\n\n"
              f"{predictions(model, options)}")
    print(tables)
    if options.output:
        options.output.write_text(tables, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
