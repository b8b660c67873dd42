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

from launched import launch

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


def sweep(folder, out, ranks=0):
    """Its exit code, the night, and what to say where that is wrong. Without ranks there is no launcher."""
    command = [PROGRAM, "sweep", folder / "nightly.toml", "--out", folder / out, "--night", "x", "--threads", "1"]
    if ranks > 0:
        ended = launch([MPIEXEC, "--bind-to", "none"], ranks, command)
        code, text = ended.code, str(ended)
    else:
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
        code, text = result.returncode, result.stderr
    night = json.loads((folder / out / "nights/x/night.json").read_text(encoding="utf-8"))
    return code, night, text


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
        code, expected, text = sweep(self.folder, "alone")
        self.assertEqual(code, 1, text)
        code, night, text = sweep(self.folder, "together", ranks=2)
        self.assertEqual(code, 1, text)
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
        _, night, text = sweep(self.folder, "together", ranks=2)
        large = [job for job in night["jobs"] if job["game"] == "together"]
        self.assertEqual([job["outcome"] for job in large], ["crashed"], text)
        self.assertNotEqual(night["ended"], "")


if __name__ == "__main__":
    unittest.main()
