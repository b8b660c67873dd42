#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every script explains itself and refuses options that it does not know."""

import pathlib
import subprocess
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
USAGE = 10  # exit code of a wrong command line, the same as the program's


def shell_scripts():
    return [file for file in sorted(SCRIPTS.iterdir()) if file.is_file() and not file.suffix]


def run(script, option):
    return subprocess.run([script, option], capture_output=True, text=True, check=False, timeout=60)


class OptionsTest(unittest.TestCase):
    def test_there_are_scripts(self):
        names = {script.name for script in shell_scripts()}
        self.assertLessEqual({"quickstart", "test", "fuzz", "install_packages"}, names)

    def test_help_names_the_script(self):
        for script in shell_scripts():
            result = run(script, "--help")
            self.assertEqual(result.returncode, 0, script)
            self.assertIn(f"Usage: scripts/{script.name}", result.stdout)

    def test_unknown_option_is_refused_before_anything_happens(self):
        for script in shell_scripts():
            result = run(script, "--no-such-option")
            self.assertEqual(result.returncode, USAGE, script)
            self.assertEqual(result.stdout, "", script)
            self.assertIn(f"Usage: scripts/{script.name}", result.stderr)


if __name__ == "__main__":
    unittest.main()
