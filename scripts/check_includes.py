#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that folders of the source tree use each other only along the allowed arrows.

An arrow is an #include and a link; both are checked against the tables below, which are the only
place that says what may use what. Also checks that no two headers define a type of one name: linked
into one program, they would be mixed up without a word from the linker. Prints one line for each
fault and exits with 1 if there is any.

Usage: scripts/check_includes.py [ROOT]     (ROOT: the checkout, by default the one of this script)
"""

import fnmatch
import pathlib
import re
import sys

# Folder -> folders it may include, beside itself. A file belongs to the longest entry that is a
# prefix of its path.
ARROWS = {
    "core/base": [],
    "core/model": ["core/base"],
    "core/net": ["core/base"],
    "core/search": ["core/base", "core/model", "core/net"],
    "core/verify": ["core/base", "core/model"],
    "core/argue": ["core/base", "core/model", "core/search"],
    "core/symbolic": ["core/base", "core/model", "core/search"],
    "storage": ["core/base", "core/model", "core/net", "core/search", "core/symbolic"],
    "games/common": ["core/base", "core/model"],
    "games/live": ["core/base"],
    "games/labrecruits": ["core/base", "core/model", "games/common", "games/live"],
    "games/model_file": ["core/base", "core/model", "games/common"],
    "games/script": ["core/base", "core/model", "games/common"],
    "games": ["core/base", "core/model", "games/common", "games/labrecruits", "games/model_file",
              "games/script"],
    "worker": ["core/base", "core/model", "core/net", "storage", "games/common", "games/live"],
    "coordinator": ["core/base", "core/model", "core/net", "core/search", "core/verify", "core/argue",
                    "core/symbolic", "storage", "games", "games/common", "games/labrecruits",
                    "games/live", "worker"],
    "tests": ["core/base", "core/model", "core/net", "core/search", "core/verify", "core/argue",
              "core/symbolic", "storage", "games", "games/common", "games/labrecruits", "games/live",
              "games/model_file", "games/script", "worker", "coordinator"],
}

# First part of a third-party include -> the files it may show in.
THIRD_PARTY = {
    "oneapi/tbb": ["core/base/parallel.cc"],
    "tbb": [],
    "xxhash.h": ["core/base/hash.cc"],
    "hwy": ["core/base/*_simd.cc", "core/model/*_simd.cc", "tests/support/vector_targets.cc"],
    "fmt": ["*"],
    "mpi.h": ["core/net/mpi_session.cc"],
    "capnp": ["core/net/*", "storage/*"],
    "kj": ["core/net/*", "storage/*"],
    "core/net/schema": ["core/net/*"],
    "storage/schema": ["storage/*"],
    "zstd.h": ["core/net/*", "storage/*"],
    "nlohmann": ["coordinator/*", "games/live/message.cc", "games/live/trace.cc",
                 "games/model_file/*.cc", "worker/edge_text.cc", "worker/conclusion_text.cc",
                 "worker/fellow_message.cc", "tests/*"],
    "CLI": ["coordinator/*"],
    "toml++": ["coordinator/sweep/*manifest*"],
    "sqlite3.h": ["coordinator/sweep/history.cc"],
    "pugixml.hpp": ["coordinator/sweep/junit.cc", "tests/*"],
    "httplib.h": ["coordinator/page/*.cc", "tests/*"],
    "gtest": ["tests/*"],
    "gmock": ["tests/*"],
    "benchmark": ["tests/bench/*"],
    "rocksdb": ["storage/rocksdb_*.cc"],
}

# Headers of the operating system. They show in .cc files only.
SYSTEM = {
    "fcntl.h", "malloc.h", "poll.h", "pty.h", "sched.h", "signal.h", "spawn.h", "unistd.h", "sys/ioctl.h", "sys/mman.h", "sys/prctl.h",
    "sys/resource.h",
    "sys/file.h", "sys/socket.h", "sys/stat.h", "sys/types.h", "sys/wait.h", "termios.h",
}

# Library target -> the folder it is made of; linking it is an arrow like including it.
TARGETS = {
    "questproof_core_base": "core/base",
    "questproof_core_model": "core/model",
    "questproof_core_net": "core/net",
    "questproof_core_net_mpi": "core/net",
    "questproof_core_search": "core/search",
    "questproof_core_verify": "core/verify",
    "questproof_core_argue": "core/argue",
    "questproof_core_symbolic": "core/symbolic",
    "questproof_storage": "storage",
    "questproof_storage_schema": "storage",
    "questproof_games_common": "games/common",
    "questproof_games_labrecruits": "games/labrecruits",
    "questproof_games_live": "games/live",
    "questproof_games_model_file": "games/model_file",
    "questproof_games_script": "games/script",
    "questproof_games": "games",
    "questproof_worker": "worker",
    "questproof_coordinator": "coordinator",
    "questproof_revision": "coordinator",
    "questproof_test_support": "tests",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD = re.compile(r"[a-z_0-9]+")
TYPE = re.compile(r"(?:class|struct|enum class|union)\s+(\w+)\b(?!\s*;)")
TARGET = re.compile(r"\bquestproof_[a-z_]+\b")


def folder_of(path):
    """The entry of ARROWS that `path` belongs to, or None."""
    owners = [folder for folder in ARROWS if path.startswith(folder + "/")]
    return max(owners, key=len, default=None)


def arrow_fault(source, target):
    """Why the folder `source` may not use the folder `target`; None if it may."""
    if target == source or target in ARROWS[source]:
        return None
    return f"{source} may not use {target}"


def include_fault(root, path, quoted, name):
    """What is wrong with an include of `name` in the file `path`; None if nothing is."""
    if quoted:
        if not (root / name).is_file():
            return f'"{name}" is no file below the top folder (include by the whole path)'
        target = folder_of(name)
        if target is None:
            return f'"{name}" lies in no folder that may be included'
        return arrow_fault(folder_of(path), target)
    if STANDARD.fullmatch(name):
        return None
    if name in SYSTEM:
        return None if path.endswith(".cc") else f"<{name}> may show in .cc files only"
    for first, places in THIRD_PARTY.items():
        if name == first or name.startswith(first + "/"):
            if any(fnmatch.fnmatchcase(path, place) for place in places):
                return None
            return f"<{name}> may show only in: {', '.join(places) or 'no file'}"
    return f"<{name}> is not in the table of known headers"


def check_source(root, path):
    faults = []
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            fault = include_fault(root, path, match[1] == '"', match[2])
            if fault:
                faults.append(f"{path}:{number}: {fault}")
    return faults


def check_links(root, path):
    faults = []
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        for name in TARGET.findall(line.split("#", 1)[0]):
            if name in TARGETS:
                fault = arrow_fault(folder_of(path), TARGETS[name])
                if fault:
                    faults.append(f"{path}:{number}: link of {name}: {fault}")
    return faults


def check_type_names(root, paths):
    """Types of namespace scope: their definitions begin in the first column."""
    faults, first = [], {}
    for path in paths:
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            match = TYPE.match(line)
            if match and first.setdefault(match[1], path) != path:
                faults.append(f"{path}:{number}: {match[1]} is defined in {first[match[1]]} too")
    return faults


def check_table():
    """The arrows must not form a cycle, or they would order nothing."""
    done = set()
    while len(done) < len(ARROWS):
        free = [f for f in ARROWS if f not in done and done.issuperset(ARROWS[f])]
        if not free:
            return [f"cycle of arrows among: {', '.join(sorted(set(ARROWS) - done))}"]
        done.update(free)
    return []


def check(root):
    faults = check_table()
    headers = []
    for top in sorted({folder.split("/")[0] for folder in ARROWS}):
        for file in sorted((root / top).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix in {".h", ".cc"} and folder_of(path) is None:
                faults.append(f"{path}: lies in no folder of the table")
            elif file.suffix in {".h", ".cc"}:
                faults += check_source(root, path)
                headers += [path] if file.suffix == ".h" else []
            elif file.name == "CMakeLists.txt" and folder_of(path) is not None:
                faults += check_links(root, path)
    return faults + check_type_names(root, headers)


def main(arguments):
    if "--help" in arguments or len(arguments) > 1:
        print(__doc__)
        return 0 if "--help" in arguments else 2
    default = pathlib.Path(__file__).resolve().parent.parent
    faults = check(pathlib.Path(arguments[0]) if arguments else default)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
