#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the image of scripts/k8s/Containerfile has every library that the program is linked with.

Usage: image_test.py PROGRAM. Ends with 77 (skipped) where this is no Debian 12."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_debian_12():
    release = pathlib.Path("/etc/os-release")
    text = release.read_text(encoding="utf-8") if release.exists() else ""
    return "ID=debian" in text and 'VERSION_ID="12"' in text


def packages_of_image():
    """What the last stage installs, and what these depend on."""
    text = (ROOT / "scripts/k8s/Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    last = text[text.rindex("\nFROM "):]
    named = re.search(r"apt-get install ([^&]*)&&", last).group(1).split()
    named = {package for package in named if not package.startswith("-")}
    depends = output_of("dpkg-query", "-W", "-f", "${Depends}, ${Pre-Depends}, ", *installed(named))
    return named | set(re.findall(r"[a-z0-9][a-z0-9.+-]+", re.sub(r"\([^)]*\)", "", depends)))


def installed(packages):
    """Those that this machine has: an ssh server, say, it need not have."""
    lines = output_of("dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n").splitlines()
    here = {line.split()[0] for line in lines if line.endswith(" installed")}
    return sorted(packages & here)


def packages_with(library):
    return {line.split(":")[0] for line in output_of("dpkg-query", "-S", f"*/{library}").splitlines()}


def main():
    program = sys.argv[1]
    if not is_debian_12():
        print("skipped: the image is Debian 12, and this machine is not")
        return SKIPPED
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", program))
    if not any(library.startswith("librocksdb") for library in needed):
        print(f"{program} names no library of its own: is it the program?")
        return 1
    there = packages_of_image()
    missing = [library for library in needed if not packages_with(library) & there]
    if missing:
        print("scripts/k8s/Containerfile installs nothing that has " + ", ".join(missing))
        return 1
    print(f"all {len(needed)} libraries are in the image")
    return 0


if __name__ == "__main__":
    sys.exit(main())
