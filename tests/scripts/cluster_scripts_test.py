#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scripts that start runs over ranks: the commands they make, and how supervise deals with what goes wrong.

A program of a few lines takes the place of questproof, so that every kind of end can be brought about. With the
real program's path as argument, its commands are held against those that the scripts know.
"""

import os
import pathlib
import signal
import re
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
USAGE = 10
REAL = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None
OVER_RANKS = ("certify", "resume", "index", "solve", "bench", "sweep", "agent")
IN_ONE_PROCESS = ("check", "verify", "hint", "play", "export", "show", "query", "simulate", "diff", "report", "serve",
                  "help")

# Commits once at each start as long as `commits` says so, and ends as the file `ends` says, line by line.
PROGRAM = """#!/bin/bash
echo "$@" >> "$HOME/calls"
case "$1" in certify) store="${@: -1}" ;; resume) store="$2" ;; esac
mkdir -p "$store/alive"
calls=$(wc -l < "$HOME/calls")
if [ "$calls" -le "$(cat "$HOME/commits")" ]; then touch "$store/MANIFEST-$calls"; fi
end=$(sed -n "${calls}p" "$HOME/ends")
case "$end" in
  hang) echo "time=1 rank=0 works collectives=7" > "$store/alive/rank-0"; exec sleep 600 ;;
  idle)
    while true; do
      echo "time=$(date +%N) rank=0 works collectives=7" > "$store/alive/new"
      mv "$store/alive/new" "$store/alive/rank-0"
      sleep 0.2
    done ;;
  verdict) touch "$store/CERTIFICATE"; end=1 ;;
  proof) touch "$store/CERTIFICATE"; end=0 ;;
  orphan)
    # A rank that ends once supervise has seen it, and a launcher that goes on.
    (until [ -e "$HOME/seen" ]; do sleep 0.1; done) &
    exec sleep 600 ;;
  wait) trap 'exit 75' USR1; touch "$HOME/waits"; while true; do sleep 0.1; done ;;
esac
exit "$end"
"""

# Stands before the real one on the PATH, and notes when it has found something.
PGREP = """#!/bin/bash
PATH="${PATH#*:}"
pgrep "$@" || exit
touch "$HOME/seen"
"""


class Folder:
    def __init__(self, test, ends=(), commits=0):
        temporary = tempfile.TemporaryDirectory()
        test.addCleanup(temporary.cleanup)
        self.path = pathlib.Path(temporary.name)
        self.program = self.path / "questproof"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)
        (self.path / "bin").mkdir()
        (self.path / "bin/pgrep").write_text(PGREP, encoding="utf-8")
        (self.path / "bin/pgrep").chmod(0o755)
        (self.path / "ends").write_text("".join(f"{end}\n" for end in ends), encoding="utf-8")
        (self.path / "commits").write_text(str(commits), encoding="utf-8")
        self.store = self.path / "run"

    def command(self, *options):
        return [SCRIPTS / "supervise", "--store", self.store, "--program", self.program, "--pause", "0", *options,
                "--", "game.quest", "--threads", "2", "--reduce", "none"]

    def environment(self):
        return dict(os.environ, HOME=str(self.path), PATH=f"{self.path}/bin:{os.environ['PATH']}")

    def supervise(self, *options):
        return subprocess.run(self.command(*options), env=self.environment(), capture_output=True, text=True,
                              check=False, timeout=250)

    def calls(self):
        return (self.path / "calls").read_text(encoding="utf-8").splitlines()


class SuperviseTest(unittest.TestCase):
    def test_goes_on_from_the_newest_commit_until_there_is_a_verdict(self):
        folder = Folder(self, ends=[137, 12, "verdict"], commits=9)
        result = folder.supervise()
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(folder.calls(), [
            f"certify game.quest --threads 2 --reduce none --store {folder.store}",
            f"resume {folder.store} --threads 2",
            f"resume {folder.store} --threads 2"])

    def test_begins_anew_while_there_is_no_run(self):
        folder = Folder(self, ends=[137, "proof"])
        self.assertEqual(folder.supervise().returncode, 0)
        self.assertTrue(all(call.startswith("certify") for call in folder.calls()))

    def test_a_launcher_that_says_1_without_a_verdict_is_started_again(self):
        folder = Folder(self, ends=[1, 0, "proof"], commits=9)
        result = folder.supervise()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(folder.calls()), 3)

    def test_what_is_finished_needs_no_launcher(self):
        folder = Folder(self, ends=["verdict", "verdict"], commits=9)
        self.assertEqual(folder.supervise("--launcher", "env").returncode, 1)
        self.assertEqual(folder.supervise("--launcher", "/nonexistent").returncode, 1)
        self.assertEqual(folder.calls()[1], f"resume {folder.store} --threads 2")

    def test_ends_a_launcher_that_outlives_its_ranks(self):
        folder = Folder(self, ends=["orphan", "proof"], commits=9)
        result = folder.supervise("--alone", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("all ranks have ended", result.stderr)

    def test_gives_up_where_nothing_gets_any_further(self):
        folder = Folder(self, ends=[137] * 20, commits=2)
        result = folder.supervise("--restarts", "2")
        self.assertEqual(result.returncode, 12)
        self.assertEqual(len(folder.calls()), 5)  # two with a commit, then three in vain
        self.assertIn("giving up", result.stderr)
        self.assertIn("the newest is 2", result.stderr)

    def test_a_fault_of_the_input_is_not_tried_again(self):
        folder = Folder(self, ends=[11, "proof"])
        self.assertEqual(folder.supervise().returncode, 11)
        self.assertEqual(len(folder.calls()), 1)

    def test_ends_what_gives_no_sign_of_life(self):
        folder = Folder(self, ends=["hang", "proof"], commits=9)
        result = folder.supervise("--silence", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no rank has given a sign of life", result.stderr)

    def test_ends_what_does_not_move(self):
        folder = Folder(self, ends=["idle", "proof"], commits=9)
        result = folder.supervise("--stall", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("nothing has moved for 2 s", result.stderr)
        self.assertIn("rank=0 works", result.stderr)

    def test_a_signal_stops_the_run_and_this(self):
        folder = Folder(self, ends=["wait"], commits=9)
        with subprocess.Popen(folder.command(), env=folder.environment(), stderr=subprocess.PIPE) as process:
            while not (folder.path / "waits").exists():
                time.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=200), 75)
        self.assertEqual(len(folder.calls()), 1)

    def test_a_signal_before_the_run_begins_stops_it_too(self):
        folder = Folder(self, ends=["wait"], commits=9)
        # The first thing that supervise runs, before there is a process, sends the signal.
        (folder.path / "bin/rm").write_text('#!/bin/bash\nkill -TERM "$PPID"\n', encoding="utf-8")
        (folder.path / "bin/rm").chmod(0o755)
        result = folder.supervise()
        self.assertEqual(result.returncode, 75, result.stderr)
        self.assertFalse((folder.path / "calls").exists())


def dry_run(script, *arguments):
    result = subprocess.run([SCRIPTS / script, *arguments], capture_output=True, text=True, check=False, timeout=200)
    return result.returncode, result.stdout


def told(script, *arguments):
    """What a script says that refuses to do anything."""
    result = subprocess.run([SCRIPTS / script, *arguments], capture_output=True, text=True, check=False, timeout=200)
    return (result.returncode, result.stdout), result.stderr


class CommandsTest(unittest.TestCase):
    REFUSED = (USAGE, "")

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.hosts = pathlib.Path(cls.folder.name) / "hosts"
        cls.hosts.write_text("# two machines\n\nnode1 slots=2\nnode2 slots=2\n", encoding="utf-8")

    def test_one_rank_needs_no_launcher(self):
        code, command = dry_run("run_local", "--program", "qp", "--dry-run", "--", "certify", "a b")
        self.assertEqual((code, command), (0, "qp certify a\\ b \n"))

    def test_several_ranks_on_this_machine(self):
        code, command = dry_run("run_local", "--ranks", "3", "--threads", "2", "--program", "qp", "--dry-run", "--",
                                "resume", "run")
        self.assertEqual(code, 0)
        self.assertIn("mpirun -n 3", command)
        self.assertIn("--bind-to none", command)
        self.assertIn("qp resume --threads 2 run", command)

    def test_ranks_on_several_machines(self):
        code, command = dry_run("run_cluster", "--hosts", self.hosts, "--bind", "numa", "--network", "eth1", "--agent",
                                "agent", "--program", "qp", "--dry-run", "--", "certify", "game", "--store", "run")
        self.assertEqual(code, 0)
        for part in (f"--hostfile {self.hosts}", "--map-by ppr:1:numa --bind-to numa", "btl_tcp_if_include eth1",
                     "plm_rsh_agent agent", "qp certify game --store run"):
            self.assertIn(part, command)

    def test_the_program_stands_before_every_command_that_runs_over_ranks(self):
        for script, options in (("run_local", ["--ranks", "2"]), ("run_cluster", ["--hosts", self.hosts])):
            for name in OVER_RANKS:
                code, command = dry_run(script, *options, "--program", "qp", "--dry-run", "--", name, "x")
                self.assertEqual(code, 0)
                self.assertTrue(command.endswith(f" qp {name} x \n"), command)

    def test_a_program_may_stand_before_the_command(self):
        for script, options in (("run_local", ["--ranks", "2"]), ("run_cluster", ["--hosts", self.hosts])):
            for program in ("/opt/other", "other"):
                code, command = dry_run(script, *options, "--threads", "3", "--program", "qp", "--dry-run", "--",
                                        program, "certify", "x")
                self.assertEqual(code, 0)
                self.assertTrue(command.endswith(f" {program} certify --threads 3 x \n"), command)

    def test_other_commands_run_in_one_process_and_with_the_program(self):
        for name in IN_ONE_PROCESS:
            code, command = dry_run("run_local", "--program", "qp", "--dry-run", "--", name, "x")
            self.assertEqual((code, command), (0, f"qp {name} x \n"))
            for before in ([], ["qp"], ["/opt/qp"]):
                refused, words = told("run_local", "--ranks", "2", "--", *before, name, "x")
                self.assertEqual(refused, self.REFUSED)
                self.assertEqual(words, f"run_local: {name} runs in one process; leave out --ranks 2\n")
            code, command = dry_run("run_cluster", "--hosts", self.hosts, "--ranks", "1", "--program", "qp",
                                    "--dry-run", "--", name, "x")
            self.assertTrue(code == 0 and command.endswith(f" qp {name} x \n"), command)
            for ranks in ([], ["--ranks", "3"]):
                refused, words = told("run_cluster", "--hosts", self.hosts, *ranks, "--", name, "x")
                self.assertEqual(refused, self.REFUSED)
                self.assertIn(f"run_cluster: {name} runs in one process", words)

    def test_a_word_that_is_no_command_is_told(self):
        for script, options in (("run_local", []), ("run_cluster", ["--hosts", self.hosts])):
            for words in (["certfy", "game"], ["env"], ["/usr/bin/env", "true"], ["--help"], ["help-me"]):
                refused, said = told(script, *options, "--dry-run", "--", *words)
                self.assertEqual(refused, self.REFUSED, words)
                self.assertIn(f'{script}: there is no command "{words[-1] if "/" in words[0] else words[0]}"', said)
            refused, said = told(script, *options, "--dry-run", "--", "games/game.quest")
            self.assertEqual(refused, self.REFUSED)
            self.assertIn("a command belongs behind the program games/game.quest", said)

    def test_the_program_that_was_named_is_the_one_that_runs(self):
        program = pathlib.Path(self.folder.name) / "named"
        program.write_text('#!/bin/bash\necho "$@"\nexit 7\n', encoding="utf-8")
        program.chmod(0o755)
        self.assertEqual(dry_run("run_local", "--program", program, "--", "play", "a game"), (7, "play a game\n"))
        self.assertEqual(dry_run("run_local", "--", program, "certify", "game"), (7, "certify game\n"))

    def test_a_hostfile_names_machines(self):
        hostfile = pathlib.Path(self.folder.name) / "none"
        for more in ([], ["--dry-run"]):
            hostfile.unlink(missing_ok=True)
            for missing in (hostfile, self.folder.name):
                refused, words = told("run_cluster", "--hosts", missing, *more, "--", "bench")
                self.assertEqual(refused, self.REFUSED)
                self.assertEqual(words, f'run_cluster: --hosts needs a file; "{missing}" is none that can be read\n')
            for text in ("", "\n \n# node1 slots=2\n  # node2\n"):
                hostfile.write_text(text, encoding="utf-8")
                refused, words = told("run_cluster", "--hosts", hostfile, *more, "--", "bench")
                self.assertEqual(refused, self.REFUSED)
                self.assertIn(f'the hostfile "{hostfile}" names no machine', words)

    @unittest.skipIf(REAL is None, "no program was named")
    def test_every_command_of_the_program_is_known(self):
        helped = subprocess.run([REAL, "--help"], capture_output=True, text=True, check=True, timeout=200).stdout
        listed = re.search(r"^Commands:\n((?:  .*\n)+)", helped, re.MULTILINE).group(1)
        self.assertEqual(sorted(re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE)),
                         sorted({*OVER_RANKS, *IN_ONE_PROCESS} - {"help"}))

    def test_a_value_of_certify_that_is_not_there_is_told(self):
        with tempfile.TemporaryDirectory() as store:
            (pathlib.Path(store) / "MANIFEST-3").touch()
            for script in ("supervise", "slurm/certify.sbatch"):
                refused, words = told(script, "--store", store, "--dry-run", "--", "game", "--log")
                self.assertEqual(refused, self.REFUSED)
                self.assertEqual(words, f"{pathlib.Path(script).name}: --log needs a value\n")

    def test_a_job_begins_or_resumes(self):
        with tempfile.TemporaryDirectory() as store:
            arguments = ("--store", store, "--program", "qp", "--dry-run", "--", "game", "--reduce", "none",
                         "--log", "file")
            code, command = dry_run("slurm/certify.sbatch", *arguments)
            self.assertEqual(code, 0)
            self.assertIn(f"qp certify game --reduce none --log file --store {store}", command)
            (pathlib.Path(store) / "MANIFEST-3").touch()
            code, command = dry_run("slurm/certify.sbatch", *arguments)
            self.assertIn(f"qp resume {store} --log file", command)
            self.assertNotIn("--reduce", command)

    def test_options_are_checked(self):
        for script in ("run_local", "run_cluster", "supervise", "slurm/certify.sbatch"):
            for arguments in ([], ["--no-such-option"]):
                code, output = dry_run(script, *arguments)
                self.assertEqual((code, output), (USAGE, ""), script)
            code, output = dry_run(script, "--help")
            self.assertEqual(code, 0)
            self.assertIn(f"scripts/{script}", output)
            self.assertIn("--dry-run", output)


class KubernetesTest(unittest.TestCase):
    def test_the_job_is_well_formed(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("python3-yaml is not installed")
        job = yaml.safe_load((SCRIPTS / "k8s" / "mpijob.yaml").read_text(encoding="utf-8"))
        self.assertEqual((job["apiVersion"], job["kind"]), ("kubeflow.org/v2beta1", "MPIJob"))
        roles = job["spec"]["mpiReplicaSpecs"]
        launcher = roles["Launcher"]["template"]["spec"]["containers"][0]["command"]
        self.assertIn(f"mpirun -n {roles['Worker']['replicas']} ", launcher[launcher.index("--launcher") + 1])


if __name__ == "__main__":
    unittest.main()
