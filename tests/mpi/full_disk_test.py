#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A disk that is full under a real launcher: the run ends and says which rank found no room, and where; nothing that
was committed is lost, and another number of ranks goes on once there is room.

Skips (exit code 77) where no small file system may be mounted.

Usage: full_disk_test.py PROGRAM MPIEXEC SEARCH
SEARCH is matrix_of_ranks, which the build makes in tests/mpi.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from launched import launch

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
UNKNOWN = 2
NO_RESOURCE = 12


def found_in(text):
    document = json.loads(text)
    document.pop("run")
    document["options"].pop("engine")  # a store always explores
    return document


class FullDisk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.game = cls.folder / "game"
        subprocess.run([sys.executable, ROOT / "games/samples/quest_family/generate.py", "s", "-o", cls.game],
                       check=True, stdout=subprocess.DEVNULL)
        # Few partitions are large ones: pieces of some kilobytes do not go to scratch.
        cls.shaping = ["--method", "enumerate", "--engine", "explicit", "--partitions", "16", "--no-random-play"]
        cls.options = ["--no-index", "--threads", "1", "--quiet"]
        alone = subprocess.run([PROGRAM, "certify", cls.game, *cls.shaping, *cls.options, "--json"],
                               capture_output=True, text=True, check=True)
        cls.expected = found_in(alone.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def small_disk(self, name, size):
        disk = self.folder / name
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "small", disk], check=True)
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        return disk

    def launch(self, ranks, *arguments):
        return launch([MPIEXEC], ranks, [PROGRAM, *arguments])

    def certify(self, store, *options):
        """Over two ranks, until something is full."""
        return self.launch(2, "certify", self.game, *self.shaping, *self.options, "--store", store, "--checkpoint", "0",
                           *options)

    def expect_whole(self, store):
        checked = subprocess.run([PROGRAM, "check", store], capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def expect_to_go_on(self, store, *options):
        went_on = self.launch(3, "resume", store, *self.options, "--json", *options)
        self.assertEqual(went_on.code, 0, str(went_on))
        self.assertEqual(found_in(went_on.outputs[0]), self.expected)

    def test_one_rank_finds_no_room(self):
        disk = self.small_disk("shared", "2500k")
        store = disk / "run"
        ended = self.certify(store)
        # Of a rank that the launcher ends nobody knows the exit code.
        self.assertLessEqual(set(ended.codes), {UNKNOWN, NO_RESOURCE, None}, str(ended))
        self.assertRegex(ended.text, r"rank \d on ")
        self.assertIn(str(store), ended.text)
        self.assertRegex(ended.text, r"No space left on device|is full|full disk")
        self.assertFalse((store / "CERTIFICATE").exists())
        subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
        self.expect_whole(store)
        self.expect_to_go_on(store)

    def test_the_scratch_folder_of_one_rank_is_full(self):
        """Rank 1 has a small one. SEARCH is the same search with everything in scratch that can be."""
        (self.folder / "scratch-0").mkdir()
        disk = self.small_disk("scratch-1", "1m")
        listed = self.folder / "games"
        listed.write_text(f"{self.game}\tdefault\t\n", encoding="utf-8")
        ended = launch([MPIEXEC], 2, [SEARCH, "--most", "9000000", "--partitions", "16", "--only", "disk", listed,
                                      self.folder])
        # Both ranks come to it together: a limit as others are.
        self.assertEqual(ended.codes, [0, 0], str(ended))
        self.assertIn(f"limit: rank 1: the scratch folder '{disk}' has no room for ", ended.errors[0])
        self.assertIn("No space left on device", ended.errors[0])
        self.assertEqual(list(disk.iterdir()), [])
        store = self.folder / "run"
        self.assertTrue([file for file in store.glob("MANIFEST-*") if file.name != "MANIFEST-0"], "no commit")
        self.assertFalse((store / "CERTIFICATE").exists())
        self.expect_whole(store)
        went_on = self.launch(3, "resume", store, self.game, *self.options, "--json")
        self.assertEqual(went_on.code, 0, str(went_on))
        document = found_in(went_on.outputs[0])
        for quest in document["quests"]:
            quest["random_play"] = None  # of which the expected run was told to say nothing
        for key in ("verdict", "profile", "quests"):
            self.assertEqual(document[key], self.expected[key])


def may_mount():
    """Makes a namespace of mounts for this process, once."""
    if os.environ.get("QUESTPROOF_OWN_MOUNTS"):
        return True
    if shutil.which("unshare") is None:
        return False
    trial = 'd=$(mktemp -d) && mount -t tmpfs -o size=1m small "$d" && umount "$d" && rmdir "$d"'
    if subprocess.run(["unshare", "--mount", "sh", "-c", trial], capture_output=True, check=False).returncode != 0:
        return False
    os.environ["QUESTPROOF_OWN_MOUNTS"] = "1"
    os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])


if __name__ == "__main__":
    if not may_mount():
        print("skipped: no small file system may be mounted here")
        sys.exit(SKIPPED)
    PROGRAM, MPIEXEC, SEARCH = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
