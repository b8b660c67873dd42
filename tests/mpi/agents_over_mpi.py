#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Agents in processes of their own play as those in one process do, and go on from what those have learned.

Usage: agents_over_mpi.py PROGRAM MPIEXEC
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from launched import launch

PROGRAM, MPIEXEC = sys.argv.pop(1), sys.argv.pop(1)

LEVEL = """b1,d1
b2,d2
|w,w,w,w,w,w,w,w,w,w,w,w,w
w,f,f:d>e^d1,f,f:b^b2,f,f:a^agent0,f,f:b^b1,f,f:d>e^d2,f,w
w,w,w,f,f,f,f,f,f,f,w,w,w
w,w,w,w,w,w,w,w,w,w,w,w,w
"""


class AgentsOverMpi(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "level.csv").write_text(LEVEL, encoding="utf-8")

    def run_agents(self, *arguments, ranks=0, code=0):
        """Over so many processes; 0: in one, without a launcher."""
        command = [PROGRAM, "agent", "run", "--json", *arguments, "--", PROGRAM, "simulate", self.folder / "level.csv"]
        if ranks > 0:
            ended = launch([MPIEXEC, "--bind-to", "none"], ranks, command)
            self.assertEqual(ended.code, code, str(ended))
            return json.loads(ended.outputs[0])
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
        self.assertEqual(result.returncode, code, result.stderr)
        return json.loads(result.stdout)

    def test_processes_play_as_threads_do(self):
        tasks = ("--task", "d1.isOpen,d2.isOpen", "--complete")
        threads = self.run_agents(*tasks, "--agents", "3", "--memory", self.folder / "threads")
        processes = self.run_agents(*tasks, "--memory", self.folder / "processes", ranks=3)
        self.assertEqual(processes, threads)
        self.assertEqual(len(processes["agents"]), 3)

        # What only earlier runs have seen may have changed since: before anything is complete, it is seen again.
        again = self.run_agents("--complete", "--memory", self.folder / "processes", ranks=3)
        self.assertEqual([agent["run"] for agent in again["agents"]], [4, 5, 6])
        self.assertTrue(again["complete"])
        self.assertEqual(again["model"]["rests_on_earlier_runs"], [])
        self.assertGreater(again["figures"]["presses"], 0)


if __name__ == "__main__":
    unittest.main()
