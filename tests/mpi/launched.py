# SPDX-License-Identifier: MIT
"""Runs ranks under a launcher, for tests, and keeps what each of them says and how it ends.

What a launcher prints, its exit code, and whether it ends at all are no part of any answer here: Open MPI's may crash or
wait for itself for ever in its own clean-up when a rank dies, and mixes or loses what ranks print. So each rank is
started by a shell that sends its output to files and notes how it ended, and that itself always ends well. A launcher
that outlives its ranks is ended; one that has started none is started again.
"""

import dataclasses
import os
import pathlib
import signal
import subprocess
import tempfile
import time

# Words may say @RANK@ for the number of the rank.
RANK = """
folder="$1"
shift
rank="${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-$PMI_RANK}}"
: > "$folder/began-$rank"
"${@//@RANK@/$rank}" > "$folder/out-$rank" 2> "$folder/error-$rank" < /dev/null
echo $? > "$folder/code-$rank.new"
mv "$folder/code-$rank.new" "$folder/code-$rank"
exit 0
"""
ALONE_SECONDS = 20  # that a launcher gets to end after its ranks
STARTS = 3  # of a launcher that starts nothing


@dataclasses.dataclass
class Ended:
    outputs: list  # by rank
    errors: list
    codes: list  # None: ended before it could say how it ended
    launcher: str  # its own words, for people
    began: bool  # whether any rank did

    @property
    def code(self):
        """Of rank 0: all ranks of the program end with that one, or with an error that one of them tells."""
        return self.codes[0]

    @property
    def text(self):
        return "".join(self.outputs + self.errors)

    def __str__(self):
        ranks = "".join(f"rank {rank}: code {code}\n{self.outputs[rank][-2000:]}{self.errors[rank][-2000:]}\n"
                        for rank, code in enumerate(self.codes))
        return f"{ranks}the launcher: {self.launcher[-2000:]}"


def processes_of(session):
    """Those that live in the session, apart from the process that began it."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == session:
            continue
        try:
            state, _, _, its_session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue  # it has just ended
        if int(its_session) == session and state not in "ZX":
            found.append(int(entry.name))
    return found


def end_all(process):
    for number in [*processes_of(process.pid), process.pid]:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def wait_for_end(process, timeout):
    """Until neither the launcher nor what it started is left. False when that took too long."""
    end = time.monotonic() + timeout
    had_ranks = False
    alone_since = None
    while process.poll() is None or processes_of(process.pid):
        if time.monotonic() > end:
            end_all(process)
            return False
        if processes_of(process.pid):
            had_ranks, alone_since = True, None
        elif had_ranks:
            alone_since = alone_since or time.monotonic()
            if time.monotonic() - alone_since > ALONE_SECONDS:
                end_all(process)
        time.sleep(0.1)
    return True


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def attempt(launcher, ranks, command, timeout):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        words = [*launcher, "-n", str(ranks), "bash", "-c", RANK, "rank", temporary, *map(str, command)]
        said = folder / "launcher"
        with open(said, "wb") as output, subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True) as process:
            in_time = wait_for_end(process, timeout)
        codes = [text_of(folder / f"code-{rank}").strip() for rank in range(ranks)]
        ended = Ended(
            outputs=[text_of(folder / f"out-{rank}") for rank in range(ranks)],
            errors=[text_of(folder / f"error-{rank}") for rank in range(ranks)],
            codes=[int(code) if code else None for code in codes],
            launcher=text_of(said),
            began=any(folder.glob("began-*")))
        if not in_time:
            raise AssertionError(f"not over after {timeout} s: {' '.join(map(str, command))}\n{ended}")
        return ended


def launch(launcher, ranks, command, timeout=150):
    """Runs `command` on so many ranks. `launcher`: its words, without the number of ranks."""
    for _ in range(STARTS):
        ended = attempt(launcher, ranks, command, timeout)
        if ended.began:
            return ended
    raise AssertionError(f"the launcher starts nothing: {ended.launcher}")
