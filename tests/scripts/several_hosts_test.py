#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ranks on two hosts: network namespaces with addresses and host names of their own. One link is cut in the middle of a
certification; the run ends, and goes on when the link is back, with the same result. Skips (exit code 77) where
namespaces may not be made.

Usage: several_hosts_test.py PROGRAM
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
NETWORK = "10.213.57"
SIZE = "s"

# Stands in for ssh: AGENT HOST COMMAND...
AGENT = """#!/bin/bash
host="$1"
shift
exec ip netns exec "{prefix}${{host##*.}}" unshare --uts sh -c "hostname host-${{host##*.}}; $*"
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def run(*command, check=True):
    return subprocess.run(command, check=check, capture_output=True, text=True, timeout=60)


class Hosts:
    """Namespaces 2 and 3, joined by a bridge that has the address 1."""

    numbers = (2, 3)

    def __init__(self):
        self.prefix = f"qp{os.getpid()}n"
        self.bridge = f"qpb{os.getpid()}"[:15]

    def link(self, number):
        return f"qpl{os.getpid()}{number}"[-15:]

    def __enter__(self):
        try:
            run("ip", "link", "add", self.bridge, "type", "bridge")
            run("ip", "addr", "add", f"{NETWORK}.1/24", "dev", self.bridge)
            run("ip", "link", "set", self.bridge, "up")
            for number in self.numbers:
                name = f"{self.prefix}{number}"
                run("ip", "netns", "add", name)
                run("ip", "link", "add", self.link(number), "type", "veth", "peer", "name", "eth0", "netns", name)
                run("ip", "link", "set", self.link(number), "master", self.bridge, "up")
                run("ip", "-n", name, "addr", "add", f"{NETWORK}.{number}/24", "dev", "eth0")
                run("ip", "-n", name, "link", "set", "eth0", "up")
                run("ip", "-n", name, "link", "set", "lo", "up")
                run("ip", "netns", "exec", name, "unshare", "--uts", "hostname", "trial")
        except subprocess.CalledProcessError as problem:
            self.__exit__()
            skip(f"refused: {' '.join(problem.cmd)}: {problem.stderr.strip()}")
        return self

    def __exit__(self, *_):
        for number in self.numbers:
            for process in run("ip", "netns", "pids", f"{self.prefix}{number}", check=False).stdout.split():
                run("kill", "-KILL", process, check=False)
            run("ip", "netns", "del", f"{self.prefix}{number}", check=False)
        run("ip", "link", "del", self.bridge, check=False)

    def set_link(self, number, state):
        run("ip", "link", "set", self.link(number), state)


def result_of(certificate):
    document = json.loads(certificate.read_text(encoding="utf-8"))
    document.pop("run", None)
    return document


def wait_for(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.1)


def main(program):
    missing = [name for name in ("ip", "unshare", "mpirun") if shutil.which(name) is None]
    if missing:
        skip(f"not installed: {', '.join(missing)}")
    if os.geteuid() != 0:
        skip("only root may make network namespaces")
    with tempfile.TemporaryDirectory() as temporary, Hosts() as hosts:
        folder = pathlib.Path(temporary)
        game = folder / "game"
        run(sys.executable, ROOT / "games/samples/quest_family/generate.py", SIZE, "-o", game)
        subprocess.run([program, "certify", game, "--quiet", "--certificate", folder / "expected.json", "--store",
                        folder / "alone", "--no-index"], stdout=subprocess.DEVNULL, check=False)
        agent = folder / "agent"
        agent.write_text(AGENT.format(prefix=hosts.prefix), encoding="utf-8")
        agent.chmod(0o755)
        hostfile = folder / "hosts"
        hostfile.write_text("".join(f"{NETWORK}.{number} slots=1\n" for number in hosts.numbers), encoding="utf-8")
        store = folder / "run"
        launcher = (f"{ROOT}/scripts/run_cluster --hosts {hostfile} --network {NETWORK}.0/24 --agent {agent} --")
        log = folder / "supervise.log"
        run_log = folder / "run.log"
        with open(log, "wb") as output, subprocess.Popen(
                [ROOT / "scripts/supervise", "--store", store, "--program", program, "--launcher", launcher,
                 "--pause", "2", "--restarts", "9", "--stall", "40", "--", game, "--no-index", "--threads", "1",
                 "--checkpoint", "0.1", "--log", run_log, "--certificate", folder / "found.json"],
                stdout=output, stderr=output) as process:
            def text():
                return log.read_text(encoding="utf-8", errors="replace")

            try:
                wait_for("commits", lambda: process.poll() is not None
                         or any(int(file.name.split("-")[1]) >= 2 for file in store.glob("MANIFEST-*[0-9]")))
                assert process.poll() is None, text()
                hosts.set_link(hosts.numbers[1], "down")
                wait_for("the end of the run", lambda: "ended with" in text(), 150)
                hosts.set_link(hosts.numbers[1], "up")
                code = process.wait(200)
            except TimeoutError as problem:
                raise AssertionError(f"waited in vain for {problem}\n{text()}") from problem
            finally:
                if process.poll() is None:
                    process.terminate()
        assert code in (0, 1), text()
        hosts_of_ranks = run_log.read_text(encoding="utf-8")
        assert " on host-2 " in hosts_of_ranks and " on host-3 " in hosts_of_ranks, hosts_of_ranks + text()
        assert result_of(folder / "found.json") == result_of(folder / "expected.json"), "another result"
    print("two hosts, one link cut and mended: the same result")


if __name__ == "__main__":
    main(sys.argv[1])
