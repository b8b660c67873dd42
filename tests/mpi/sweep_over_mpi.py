#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A sweep over two ranks finds what one process finds: small jobs in processes of their own, large ones by both.

Usage: sweep_over_mpi.py PROGRAM MPIEXEC
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "games" / "samples"
PROGRAM, MPIEXEC = sys.argv.pop(1), sys.argv.pop(1)

MANIFEST = """
version = 1
[[game]]
file = "betrayal/*.quest"
[[game]]
name = "together"
file = "teeny_tiny_mansion/both_bugs.quest"
size = "large"
[[game]]
file = "teeny_tiny_mansion/as_designed.quest"
[[game]]
name = "wrong"
file = "wrong.quest"
"""


def sweep(folder, out, launcher=()):
    command = [*launcher, PROGRAM, "sweep", folder / "nightly.toml", "--out", folder / out, "--night", "x",
               "--threads", "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    night = json.loads((folder / out / "nights/x/night.json").read_text(encoding="utf-8"))
    return result, night


def found(night):
    return [(job["id"], job["outcome"], job["verdict"], job["source"], job["states"], job["quests"])
            for job in night["jobs"]]


class SweepOverMpi(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("betrayal", "teeny_tiny_mansion"):
            shutil.copytree(SAMPLES / name, self.folder / name)
        (self.folder / "wrong.quest").write_text("Scene {", encoding="utf-8")
        (self.folder / "nightly.toml").write_text(MANIFEST, encoding="utf-8")

    def test_two_ranks_find_what_one_process_finds(self):
        alone, expected = sweep(self.folder, "alone")
        self.assertEqual(alone.returncode, 1, alone.stderr)
        launcher = [MPIEXEC, "-n", "2", "--bind-to", "none"]
        together, night = sweep(self.folder, "together", launcher)
        self.assertEqual(together.returncode, 1, together.stderr)
        self.assertEqual(found(night), found(expected))
        large = [job for job in night["jobs"] if job["game"] == "together"]
        self.assertEqual([job["outcome"] for job in large], ["finished"])
        jobs = self.folder / "together/nights/x/jobs"
        self.assertTrue((jobs / large[0]["id"] / "begun").exists())
        places = [(self.folder / out / "nights/x/jobs" / large[0]["id"] / "certificate.json").read_text(encoding="utf-8")
                  for out in ("alone", "together")]
        steps = [[step["where"] for step in json.loads(text)["quests"][0]["counterexample"]["steps"]] for text in places]
        self.assertEqual(steps[0], steps[1])

        # A job that has taken all ranks along twice is not begun a third time.
        shutil.rmtree(self.folder / "together/certificates")
        path = self.folder / "together/nights/x/night.json"
        night["ended"] = ""
        path.write_text(json.dumps(night), encoding="utf-8")
        (jobs / large[0]["id"] / "result.json").unlink()
        (jobs / large[0]["id"] / "begun").write_text("2", encoding="utf-8")
        again, night = sweep(self.folder, "together", launcher)
        large = [job for job in night["jobs"] if job["game"] == "together"]
        self.assertEqual([job["outcome"] for job in large], ["crashed"], again.stderr)
        self.assertNotEqual(night["ended"], "")


if __name__ == "__main__":
    unittest.main()
