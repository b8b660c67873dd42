#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/nightly: the commands it makes, one at a time, and how it deals with sweeps that end in all ways.

A program of a few lines takes the place of questproof. With the real program's path as argument, a whole night too.
"""

import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NIGHTLY = ROOT / "scripts" / "nightly"
REAL = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None

# A sweep ends as the file `ends` says, line by line; `help` knows diff and report if the file `commands` names them.
PROGRAM = """#!/bin/bash
if [ "$1" = help ]; then
  grep -qw "$2" "$HOME/commands" && echo "Usage: questproof $2 X" || echo "questproof: proves"
  exit 0
fi
echo "$@" >> "$HOME/calls"
case "$1" in
  sweep)
    calls=$(grep -c '^sweep' "$HOME/calls")
    end=$(sed -n "${calls}p" "$HOME/ends")
    if [ "$end" = wait ]; then
      trap 'exit 75' USR1 TERM
      touch "$HOME/waits"
      while true; do sleep 0.05; done
    fi
    echo "this is the sweep"
    mkdir -p "$4/nights/night$calls" && echo "tests $calls" > "$4/nights/night$calls/junit.xml"
    exit "$end" ;;
  diff) echo "what has changed"; exit "$(cat "$HOME/diff_ends")" ;;
  report) [ ! -f "$HOME/report_fails" ] || exit 11; echo page > "$4" ;;
esac
"""


class NightlyTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.path = pathlib.Path(temporary.name)
        self.program = self.path / "questproof"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)
        self.out = self.path / "sweep"
        self.prepare()

    def prepare(self, ends=("0",), commands="diff report", diff_ends="0"):
        (self.path / "ends").write_text("".join(f"{end}\n" for end in ends), encoding="utf-8")
        (self.path / "commands").write_text(commands + "\n", encoding="utf-8")
        (self.path / "diff_ends").write_text(diff_ends, encoding="utf-8")
        (self.path / "calls").write_text("", encoding="utf-8")

    def command(self, *options):
        return [NIGHTLY, "--manifest", "m.toml", "--out", self.out, "--program", self.program, *options]

    def environment(self):
        environment = dict(os.environ, HOME=str(self.path))
        environment.pop("SLURM_JOB_ID", None)
        return environment

    def run_it(self, *options):
        return subprocess.run(self.command(*options), env=self.environment(), capture_output=True, text=True,
                              check=False, timeout=200)

    def calls(self):
        return (self.path / "calls").read_text(encoding="utf-8").splitlines()

    def log(self):
        return (self.out / "nightly.log").read_text(encoding="utf-8")

    def test_sweeps_compares_and_draws(self):
        result = self.run_it("--keep", "7", "--disk", "20G", "--", "--threads", "2")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(self.calls(), [
            f"sweep m.toml --out {self.out} --keep 7 --disk 20G --color never --threads 2",
            f"diff {self.out} --markdown",
            f"report {self.out} --out {self.out}/report.html"])
        self.assertIn("this is the sweep", self.log())
        self.assertEqual((self.out / "diff.md").read_text(encoding="utf-8"), "what has changed\n")
        self.assertEqual((self.out / "report.html").read_text(encoding="utf-8"), "page\n")

    def test_the_exit_code_is_that_of_the_sweep(self):
        for code in (1, 2, 10, 11, 75):
            self.prepare([code])
            self.assertEqual(self.run_it().returncode, code)
            self.assertEqual(len(self.calls()), 3 if code <= 2 else 1)

    def test_a_diff_that_got_worse_is_kept_and_one_that_failed_is_not(self):
        self.prepare(diff_ends="1")
        self.assertEqual(self.run_it().returncode, 0)
        self.assertTrue((self.out / "diff.md").exists())
        (self.out / "diff.md").unlink()
        self.prepare(diff_ends="11")
        self.assertEqual(self.run_it().returncode, 0)
        self.assertEqual(list(self.out.glob("diff*")), [])

    def test_what_lies_there_is_of_this_night_or_not_there(self):
        names = ("diff.md", "report.html", "junit.xml")

        def there():
            return [name for name in names if (self.out / name).exists()]

        self.assertEqual(self.run_it().returncode, 0)
        self.assertEqual(there(), list(names))
        self.assertEqual((self.out / "junit.xml").read_text(encoding="utf-8"), "tests 1\n")
        for code in (10, 11, 75):
            self.prepare(["0", code])
            self.run_it()
            self.assertEqual(there(), list(names))
            self.assertEqual(self.run_it().returncode, code)
            self.assertEqual(there(), [])
        self.run_it()
        self.prepare(diff_ends="11")
        self.run_it()
        self.assertEqual(there(), ["report.html", "junit.xml"])
        (self.path / "report_fails").touch()
        self.prepare()
        self.run_it()
        self.assertEqual(there(), ["diff.md", "junit.xml"])

    def test_commands_that_are_not_there_are_left_out(self):
        self.prepare(commands="")
        self.assertEqual(self.run_it().returncode, 0)
        self.assertEqual(len(self.calls()), 1)

    def test_a_sweep_that_was_broken_off_is_started_again(self):
        self.prepare([137, 12, 1])
        self.assertEqual(self.run_it().returncode, 1)
        self.assertEqual(len([call for call in self.calls() if call.startswith("sweep")]), 3)
        self.prepare([137] * 9)
        self.assertEqual(self.run_it("--restarts", "2").returncode, 12)
        self.assertEqual(len(self.calls()), 3)
        self.assertIn("giving up", self.log())

    def test_a_signal_stops_the_sweep(self):
        for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT):
            self.prepare(["wait"])
            with subprocess.Popen(self.command(), env=self.environment(), stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as process:
                while not (self.path / "waits").exists():
                    time.sleep(0.02)
                time.sleep(0.2)  # for the script that started it to note its process; a signal before is no use
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=200), 75)
            (self.path / "waits").unlink()

    def test_one_at_a_time(self):
        self.out.mkdir()
        with open(self.out / "nightly.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            result = self.run_it()
        self.assertEqual(result.returncode, 75)
        self.assertIn("another one works", result.stderr)
        self.assertEqual(self.calls(), [])

    def test_the_log_does_not_grow_for_ever(self):
        self.out.mkdir()
        (self.out / "nightly.log").write_text("old\n" * 30000 + "newest\n", encoding="utf-8")
        self.assertEqual(self.run_it().returncode, 0)
        self.assertLess(len(self.log().splitlines()), 20100)
        self.assertIn("newest", self.log())

    def test_dry_run_and_help_do_nothing(self):
        result = self.run_it("--dry-run", "--launcher", "mpirun -n 4")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith(f"mpirun -n 4 {self.program} sweep m.toml"), result.stdout)
        self.assertFalse(self.out.exists())
        self.assertIn("Examples", self.run_it("--help").stdout)
        for options in (["--nonsense"], ["--keep", "x"]):
            self.assertEqual(self.run_it(*options).returncode, 10)
        self.assertEqual(subprocess.run([NIGHTLY], capture_output=True, check=False).returncode, 10)

    @unittest.skipIf(REAL is None, "no program was named")
    def test_a_real_night(self):
        manifest = self.path / "m.toml"
        game = ROOT / "games/samples/betrayal/broken.quest"
        manifest.write_text(f'version = 1\n[[game]]\nname = "broken"\nfile = "{game}"\nexpect = "refuted"\n',
                            encoding="utf-8")
        for _ in range(2):
            result = subprocess.run([NIGHTLY, "--manifest", manifest, "--out", self.out, "--program", REAL],
                                    capture_output=True, text=True, check=False, timeout=200)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("AS EXPECTED", self.log())
        self.assertEqual(len(list((self.out / "nights").iterdir())), 2)


if __name__ == "__main__":
    unittest.main()
