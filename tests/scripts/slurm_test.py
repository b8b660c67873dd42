#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A certification as a job of a real Slurm on this machine: one that is left alone, and one that is pre-empted and
goes on afterwards. Skips (exit code 77) where Slurm is not installed or may not be started.

Usage: slurm_test.py PROGRAM
"""

import getpass
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "mpirun")

CONFIGURATION = """
ClusterName=trial
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={port}
SlurmdPort={port_of_node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,requeue_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmctldParameters=preempt_send_user_signal
JobRequeue=1
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=low Nodes={host} Default=YES PriorityTier=1 PreemptMode=REQUEUE GraceTime=90 OverSubscribe=NO
PartitionName=high Nodes={host} PriorityTier=9 PreemptMode=OFF OverSubscribe=NO
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.2)


class Slurm:
    """munged, slurmctld and slurmd in a folder of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        host = socket.gethostname().split(".")[0]
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))
        # More ranks than the job has cores would be refused otherwise.
        self.environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
        for name in ("state", "spool"):
            (folder / name).mkdir()
        (folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=host, user=getpass.getuser(), folder=folder, port=free_port(), port_of_node=free_port()),
            encoding="utf-8")
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)

    def start(self, *command):
        log = open(self.folder / f"{command[0]}.out", "wb")
        self.processes.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))

    def __enter__(self):
        munge = [f"--{name}={self.folder}/munge.{name.split('-')[0]}" for name in
                 ("key-file", "socket", "pid-file", "log-file", "seed-file")]
        self.start("munged", "--foreground", "--force", *munge)
        wait_for("munged", lambda: (self.folder / "munge.socket").exists(), 20)
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")
        try:
            wait_for("slurmd", lambda: "idle" in self.run("sinfo", "-h", "-o", "%T"), 40)
        except TimeoutError:
            logs = "".join((self.folder / name).read_text(errors="replace")[-2000:]
                           for name in ("slurmctld.out", "slurmd.out", "slurmctld.log", "slurmd.log") if (self.folder / name).exists())
            self.__exit__()
            skip(f"Slurm does not start here: {logs}")
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
        for process in reversed(self.processes):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False,
                              timeout=60).stdout

    def submit(self, *arguments):
        result = subprocess.run(["sbatch", "--parsable", *arguments], env=self.environment, capture_output=True,
                                text=True, check=False, timeout=60)
        assert result.returncode == 0, result.stderr
        return result.stdout.strip().split(";")[0]

    def job(self, number):
        return dict(word.split("=", 1) for word in self.run("scontrol", "show", "job", number).split() if "=" in word)

    def state(self, number):
        return self.job(number).get("JobState", "")


def result_of(certificate):
    document = json.loads(certificate.read_text(encoding="utf-8"))
    document.pop("run", None)
    return document


def main(program):
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        skip(f"not installed: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        game = folder / "game"
        subprocess.run([sys.executable, ROOT / "games/samples/quest_family/generate.py", SIZE, "-o", game],
                       check=True, stdout=subprocess.DEVNULL)
        script = ROOT / "scripts/slurm/certify.sbatch"
        with Slurm(folder) as slurm:
            def certify(name, *options):
                return slurm.submit(
                    "--partition", "low", "--ntasks-per-node", "2", "--time", "5", "--output", folder / f"{name}.out",
                    *options, script, "--program", program, "--store", folder / name, "--", game, "--no-index",
                    "--quiet", "--threads", "1", "--checkpoint", "0.2", "--log", folder / f"{name}.log", "--certificate",
                    folder / f"{name}.json")

            def output(name):
                file = folder / f"{name}.out"
                return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

            def finished(number):
                return slurm.state(number) in ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL")

            def explain(problem):
                return AssertionError(f"waited in vain for {problem}\n{slurm.run('squeue')}\n{output('preempted')}"
                                      f"{(folder / 'slurmctld.log').read_text(errors='replace')[-3000:]}")

            job = certify("alone")
            wait_for("the job that is left alone", lambda: finished(job), 200)
            assert slurm.job(job)["ExitCode"] in ("0:0", "1:0"), output("alone")
            # Really one job of two tasks, each a rank.
            assert slurm.job(job)["NumTasks"] == "2", slurm.job(job)
            log = (folder / "alone.log").read_text(encoding="utf-8")
            assert "mpirun -n 2 " in output("alone"), output("alone")
            assert " rank 0 on " in log and " rank 1 on " in log and " rank 2 on " not in log, log
            expected = result_of(folder / "alone.json")

            job = certify("preempted")
            wait_for("a first commit", lambda: (folder / "preempted" / "MANIFEST-2").exists()
                     or (folder / "preempted" / "MANIFEST-3").exists())
            urgent = slurm.submit("--partition", "high", "--exclusive", "--output", "/dev/null", "--wrap", "sleep 1")
            try:
                wait_for("the urgent job", lambda: finished(urgent), 100)
                wait_for("the job that was pre-empted", lambda: finished(job), 200)
            except TimeoutError as problem:
                raise explain(problem) from problem
            text = output("preempted")
            assert "ended with 75" in text and "start 1" in text, text
            assert slurm.job(job)["ExitCode"] in ("0:0", "1:0"), text
            assert result_of(folder / "preempted.json") == expected, "another result after the pre-emption"
    print("a certification by sbatch over two tasks, and one that was pre-empted and went on: the same result")


SIZE = "s"

if __name__ == "__main__":
    main(sys.argv[1])
