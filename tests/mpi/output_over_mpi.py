#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a run over ranks writes for people: no colours where the launcher's output goes to a pipe, though ranks write to
a terminal of the launcher's own making; and what the others did where one rank decides alone.

Usage: output_over_mpi.py PROGRAM MPIEXEC
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from launched import end_all, launch

PROGRAM, MPIEXEC = sys.argv.pop(1), sys.argv.pop(1)
GAME = pathlib.Path(__file__).resolve().parents[2] / "games/samples/betrayal/broken.quest"


class OutputOverMpi(unittest.TestCase):
    def test_no_colours_into_a_pipe(self):
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        environment["TERM"] = "xterm"
        with tempfile.TemporaryFile() as output:
            with subprocess.Popen(["sh", "-c", '"$@" | cat', "sh", MPIEXEC, "-n", "2", "--bind-to", "none", PROGRAM,
                                   "certify", GAME], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                  env=environment, start_new_session=True) as process:
                try:
                    process.wait(100)
                except subprocess.TimeoutExpired:  # of the launcher's own accord: what it has said by then counts
                    end_all(process)
            output.seek(0)
            self.assertNotIn(b"\x1b", output.read())

    def test_the_others_had_nothing_to_do(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            ended = launch([MPIEXEC, "--bind-to", "none"], 2,
                           [PROGRAM, "certify", GAME, "--engine", "symbolic", "--log", log])
            self.assertEqual(ended.codes, [1, 1], str(ended))
            self.assertIn("Ranks: 2  decision diagrams have decided, on rank 0", ended.outputs[0])
            self.assertIn("decision diagrams have decided, on rank 0", log.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
