#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The ready-made CI jobs: they are YAML, their shell is shell, and what they call is there with the options they give."""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

try:
    import yaml
except ImportError:
    print("python3-yaml is not here: the CI files were not looked at")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
GITHUB = ROOT / "scripts" / "ci" / "github.yml"
GITLAB = ROOT / "scripts" / "ci" / "gitlab.yml"


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def github_steps():
    return read(GITHUB)["jobs"]["sweep"]["steps"]


def gitlab_lines(part):
    return read(GITLAB)["questproof"][part]


def shell_texts():
    """Every piece of shell in the two files; what GitHub puts in becomes a word."""
    for step in github_steps():
        if "run" in step:
            yield re.sub(r"\$\{\{.*?\}\}", "0", step["run"])
    yield "\n".join(gitlab_lines("before_script") + gitlab_lines("script"))


class CiFilesTest(unittest.TestCase):
    def test_github_has_a_schedule_pull_requests_and_every_step(self):
        job = read(GITHUB)
        self.assertEqual(set(job[True]), {"schedule", "pull_request", "workflow_dispatch"})  # YAML reads `on` so
        self.assertEqual(job["permissions"], {"contents": "read", "pull-requests": "write"})
        names = [step["name"] for step in github_steps()]
        for name in ("Build and install", "Earlier nights", "Sweep", "Keep the nights", "Report and JUnit", "Verdict"):
            self.assertIn(name, names)
        self.assertLess(names.index("Report and JUnit"), names.index("Verdict"))
        for step in github_steps():
            self.assertTrue(("run" in step) != ("uses" in step), step)
            if "uses" in step:
                self.assertRegex(step["uses"], r"^actions/[a-z/-]+@v\d+$")

    def test_steps_that_others_read_from_are_there(self):
        ids = {step["id"]: step for step in github_steps() if "id" in step}
        for name, output in re.findall(r"steps\.(\w+)\.outputs\.([\w-]+)", GITHUB.read_text(encoding="utf-8")):
            self.assertIn(name, ids)
            if "run" in ids[name]:
                self.assertIn(f"{output}=", ids[name]["run"])

    def test_gitlab_publishes_what_was_found(self):
        job = read(GITLAB)["questproof"]
        self.assertEqual(job["artifacts"]["reports"]["junit"], "junit.xml")
        self.assertEqual(job["artifacts"]["when"], "always")
        self.assertNotIn("allow_failure", job)  # a game that cannot be read any more is unknown
        policies = [rule.get("variables", {}).get("CACHE_POLICY") for rule in job["rules"]]
        self.assertEqual(policies, ["pull-push", None])
        self.assertEqual(job["variables"]["CACHE_POLICY"], "pull")

    def test_a_comment_that_cannot_be_written_changes_no_verdict(self):
        comment = next(step for step in github_steps() if step["name"] == "Comment what has changed")
        self.assertIs(comment["continue-on-error"], True)
        self.assertRegex("\n".join(gitlab_lines("script")), r"notes\" > /dev/null \|\|\n")

    def test_what_is_shell_is_shell(self):
        texts = list(shell_texts())
        self.assertGreater(len(texts), 4)
        for text in texts:
            result = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, text + result.stderr)
            if shutil.which("shellcheck"):
                result = subprocess.run(["shellcheck", "--shell=bash", "--exclude=SC2012,SC2164,SC1090", "-"], input=text,
                                        capture_output=True, text=True, check=False)
                self.assertEqual(result.returncode, 0, text + result.stdout)

    def test_scripts_that_are_called_are_there_and_know_the_options(self):
        for text in shell_texts():
            for script in re.findall(r"\.questproof/(scripts/\w+)", text):
                self.assertTrue((ROOT / script).exists(), script)
            call = re.search(r"scripts/nightly(.*?)\|\|", text, re.DOTALL)
            if call is None:
                continue
            known = subprocess.run([ROOT / "scripts/nightly", "--help"], capture_output=True, text=True,
                                   check=True).stdout
            for option in re.findall(r"--[a-z-]+", call[1]):
                self.assertIn(f"  {option} ", known)
        self.assertTrue((ROOT / "CMakePresets.json").exists())

    def test_files_that_are_published_are_those_that_are_written(self):
        known = (ROOT / "scripts/nightly").read_text(encoding="utf-8")
        for name in ("report.html", "diff.md", "junit.xml", "nightly.log"):
            self.assertIn(f"$out/{name}", known)
            for path in (GITHUB, GITLAB):
                self.assertIn(f"sweep/{name}", path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
