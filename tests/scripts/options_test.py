#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every script explains itself and refuses options that it does not know."""

import pathlib
import re
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
USAGE = 10  # exit code of a wrong command line, the same as the program's

# Scripts and their options that take a value.
VALUES = [(script, f"--{option}") for script, options in {
    "run_local": "ranks threads program",
    "run_cluster": "hosts ranks threads bind network agent program",
    "supervise": "store launcher restarts silence stall alone pause program",
    "nightly": "manifest out keep disk log report diff junit launcher restarts program",
    "crash_loop": "kills seed program size ranks checkpoint",
    "slurm/certify.sbatch": "store program launcher",
    "fuzz": "seconds",
    "test": "fuzz-seconds",
}.items() for option in options.split()]

# Scripts, options, the least number that is allowed, and what else the script wants to be given.
SUPERVISE = ("--store", "/nonexistent", "--", "game")
NIGHTLY = ("--manifest", "m", "--out", "/nonexistent")
NUMBERS = [
    ("supervise", "--restarts", 0, SUPERVISE), ("supervise", "--silence", 1, SUPERVISE),
    ("supervise", "--stall", 1, SUPERVISE), ("supervise", "--alone", 0, SUPERVISE),
    ("supervise", "--pause", 0, SUPERVISE), ("nightly", "--keep", 0, NIGHTLY), ("nightly", "--restarts", 0, NIGHTLY),
    ("run_local", "--ranks", 1, ("--", "bench")), ("run_local", "--threads", 1, ("--", "bench")),
    ("run_cluster", "--ranks", 1, ("--hosts", "hosts", "--", "bench")),
    ("run_cluster", "--threads", 1, ("--hosts", "hosts", "--", "bench")),
    ("crash_loop", "--kills", 0, ()), ("crash_loop", "--seed", 0, ()), ("fuzz", "--seconds", 1, ()),
    ("test", "--fuzz-seconds", 1, ())]


def shell_scripts():
    return [file for file in sorted(SCRIPTS.iterdir()) if file.is_file() and not file.suffix]


def run(script, *arguments):
    return subprocess.run([script, *arguments], capture_output=True, text=True, check=False, timeout=60)


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

    def test_an_option_without_its_value_is_told(self):
        for script, option in VALUES:
            for arguments in ([option], [option, ""], [option, "--", "game"]):
                result = run(SCRIPTS / script, *arguments)
                self.assertEqual((result.returncode, result.stdout), (USAGE, ""), (script, arguments))
                self.assertRegex(result.stderr, f"\\A{pathlib.Path(script).name}: {option} needs [^\n]*\n\\Z")

    def test_every_option_with_a_value_is_in_the_list(self):
        for script in [*shell_scripts(), SCRIPTS / "slurm/certify.sbatch"]:
            name = str(script.relative_to(SCRIPTS))
            helped = re.findall(r"^  (--[a-z-]+) [A-Z]+ ", run(script, "--help").stdout, re.MULTILINE)
            self.assertLessEqual(set(helped), {option for known, option in VALUES if known == name}, name)

    def test_a_number_that_is_none_is_told(self):
        for script, option, least, others in NUMBERS:
            for value in ("x", "1.5", "-1", "08", "9999999999", str(least - 1)):
                result = run(SCRIPTS / script, option, value, *others)
                self.assertEqual((result.returncode, result.stdout), (USAGE, ""), (script, option, value))
                self.assertRegex(result.stderr, f"\\A{script}: {option} needs a whole number from {least} to 9+, "
                                                f"not \"{value}\"; as in: {option} [0-9]+\n\\Z")

    def test_other_values_are_held_too(self):
        for script, option, value in (("crash_loop", "--ranks", "1,x"), ("crash_loop", "--ranks", "0"),
                                      ("crash_loop", "--checkpoint", "x")):
            result = run(SCRIPTS / script, option, value)
            self.assertEqual((result.returncode, result.stdout), (USAGE, ""), script)
            self.assertRegex(result.stderr, f"\\A{script}: {option} needs [^\n]*\n\\Z")
        result = run(SCRIPTS / "fuzz", "no_such_fuzz")
        self.assertEqual(result.returncode, USAGE)
        self.assertIn('no fuzzer "no_such_fuzz"', result.stderr)
        for arguments in (["--threads", "x"], ["--threads", "-1"], ["--stop-after", "0"], ["--stop-after"],
                          ["--program", "/nonexistent"], ["--no-such-option"]):
            result = run(SCRIPTS / "headline.py", *arguments)
            self.assertEqual((result.returncode, result.stdout), (USAGE, ""), arguments)

    def test_a_program_that_is_not_there_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            plain = pathlib.Path(folder) / "plain"
            plain.touch()
            for script, *arguments in (
                    ("run_local", "--ranks", "2", "--", "bench"), ("run_local", "--", "play", "game"),
                    ("supervise", "--store", f"{folder}/new", "--", "game"), ("crash_loop",),
                    ("nightly", "--manifest", "m", "--out", f"{folder}/new"),
                    ("slurm/certify.sbatch", "--store", f"{folder}/new", "--", "game")):
                for program in ("/nonexistent", plain, folder, "no-such-program"):
                    result = run(SCRIPTS / script, "--program", program, *arguments)
                    self.assertEqual((result.returncode, result.stdout), (USAGE, ""), script)
                    self.assertIn(f'there is no program "{program}" that could be started', result.stderr)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [plain])


if __name__ == "__main__":
    unittest.main()
