#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A reader of run folders that shares no code with the program.

Written from storage/README.md and the schemas beside it alone: what it needs and does not find
there, a stranger would miss too. It checks every checksum, decodes all states and distances, and counts them
again. Names of chapters of that page stand beside the functions.

Usage: decode_store.py FOLDER...         decodes these folders and says what is in them
       decode_store.py --program FILE    lets the program make some, of small games, and decodes them

Exit code 1 and a message where a folder is not as described.
"""

import argparse
import collections
import ctypes
import ctypes.util
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "storage/schema"
PREFIX = b"QPSTORE\n"
MASK64 = (1 << 64) - 1


class Damaged(Exception):
    """A file is not as the description says."""


def expect(condition, message):
    if not condition:
        raise Damaged(message)


def library(name):
    found = ctypes.util.find_library(name)
    expect(found, f"lib{name} is not installed")
    return ctypes.CDLL(found)


class Hashes:
    """XXH3 and zstd, from the systems' libraries."""

    class Hash128(ctypes.Structure):
        _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]

    def __init__(self):
        self.xxhash = library("xxhash")
        self.xxhash.XXH3_64bits.restype = ctypes.c_uint64
        self.xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self.xxhash.XXH3_128bits.restype = Hashes.Hash128
        self.xxhash.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self.zstd = library("zstd")
        self.zstd.ZSTD_decompress.restype = ctypes.c_size_t
        self.zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p,
                                              ctypes.c_size_t]

    def hash64(self, data):
        return self.xxhash.XXH3_64bits(data, len(data))

    def hash128(self, data):  # as bytes, high byte first
        value = self.xxhash.XXH3_128bits(data, len(data))
        return value.high.to_bytes(8, "big") + value.low.to_bytes(8, "big")

    def unpack(self, data, size):
        buffer = ctypes.create_string_buffer(size)
        got = self.zstd.ZSTD_decompress(buffer, size, data, len(data))
        expect(got == size, "a zstd frame does not hold what its entry says")
        return buffer.raw


HASHES = Hashes()


def little(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


# ---- Bytes


VERSIONS = {b"MANI": (1, 2), b"GAME": (1,), b"CERT": (1,), b"COLU": (1,)}


def check_prefix(data, kind, name):
    expect(data[:8] == PREFIX, f"{name}: no prefix")
    expect(data[8:12] == kind, f"{name}: another kind of file")
    expect(little(data, 12, 4) in VERSIONS[kind], f"{name}: another version")
    expect(data[16:20] == bytes([0x0D, 0x0C, 0x0B, 0x0A]), f"{name}: another byte order")
    expect(data[20:24] == bytes(4), f"{name}: the prefix does not end with zeros")


def read_message(path, kind, schema, struct):
    """Small files: a frame around one message."""
    data = path.read_bytes()
    check_prefix(data, kind, path.name)
    size = little(data, 24, 8)
    expect(len(data) == 32 + size + 16, f"{path.name}: another length than it says")
    expect(HASHES.hash128(data[:-16]) == data[-16:], f"{path.name}: the checksum does not fit")
    done = subprocess.run(["capnp", "convert", "binary:json", SCHEMAS / schema, struct],
                          input=data[32:-16], capture_output=True, check=False)
    expect(done.returncode == 0, f"{path.name}: {done.stderr.decode()}")
    return json.loads(done.stdout), data


def number(message, field):
    """A number of a message: 64-bit ones are written as text, and zeros may be missing."""
    return int(message.get(field, 0))


def read_column(folder, column):
    """A column: the bytes of each partition that holds something."""
    name = f"columns-{number(column, 'file')}"
    with open(folder / name, "rb") as file:
        file.seek(number(column, "offset"))
        data = file.read(number(column, "length"))
    check_prefix(data, b"COLU", name)
    end = len(data)
    expect(data[end - 8:] == b"QPCOLEND", f"{name}: a column does not end where it should")
    index, count = little(data, end - 40, 8), little(data, end - 32, 8)
    expect(index + 40 * count == end - 40, f"{name}: an index of another size")
    checksum = HASHES.hash128(data[:24] + data[index:end - 24])
    expect(checksum == data[end - 24:end - 8], f"{name}: the checksum of an index does not fit")
    named = (number(column["checksum"], "high") << 64) | number(column["checksum"], "low")
    expect(int.from_bytes(checksum, "big") == named, f"{name}: not the column of the manifest")
    blocks = {}
    for at in range(index, end - 40, 40):
        partition, encoding = little(data, at, 4), little(data, at + 4, 4)
        begin, size = little(data, at + 8, 8), little(data, at + 16, 8)
        block = data[begin:begin + size]
        expect(HASHES.hash64(block) == little(data, at + 32, 8), f"{name}: a block is damaged")
        expect(encoding in (0, 1), f"{name}: another encoding")
        unpacked = little(data, at + 24, 8)
        blocks[partition] = HASHES.unpack(block, unpacked) if encoding == 1 else block
        expect(len(blocks[partition]) == unpacked, f"{name}: a block of another size")
    expect(list(blocks) == sorted(blocks), f"{name}: the index is not in order")
    return blocks


# ---- What is in the columns


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def varint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, size):
        self.at += size
        expect(self.at <= len(self.data), "a column ends too soon")
        return self.data[self.at - size:self.at]

    def done(self):
        return self.at == len(self.data)


def rice_numbers(data, count, k):
    bits, at, numbers = int.from_bytes(data, "little"), 0, []
    for _ in range(count):
        zeros = 0
        while zeros < 32 and not bits >> (at + zeros) & 1:
            zeros += 1
        at += zeros + 1
        if zeros == 32:
            numbers.append(bits >> at & MASK64)
            at += 64
        else:
            numbers.append(zeros << k | (bits >> at & ((1 << k) - 1)))
            at += k
    expect((at + 7) // 8 == len(data) and bits >> at == 0, "heads do not end with zeros")
    return numbers


def byte_planes(reader, count, size):
    planes = [reader.take(count) for _ in range(size)]
    return [sum(plane[i] << (8 * b) for b, plane in enumerate(planes)) for i in range(count)]


def unmix(x, bits):
    mask, s = (1 << bits) - 1, (bits + 1) // 2
    x ^= x >> s
    x = x * pow(0x94D049BB133111EB, -1, 1 << 64) & mask
    x ^= x >> s
    x = x * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & mask
    return x ^ (x >> s)


def salt(tail, bits):
    """`tail`: the words 1, 2, ... of a state."""
    if not tail:
        return 0
    words = next(w for w in (2, 4, 8, 16, 32) if w > len(tail))
    a = 0x9E3779B97F4A7C15
    for w in range(words - 1):
        a = (a ^ (tail[w] if w < len(tail) else 0)) * 0xD6E8FEB86659FD93 & MASK64
        a ^= a >> 32
    return (a * 0xD6E8FEB86659FD93 & MASK64) >> (64 - bits)


class Shape:
    """How keys and states of a run lie."""

    def __init__(self, identity):
        self.word_bits = [int(bits) for bits in identity["wordBits"]]
        self.head_bits = max(1, self.word_bits[0])
        asked = number(identity, "partitions").bit_length() - 1
        self.partition_bits = min(asked, self.head_bits)
        self.tail_bytes = [(bits + 7) // 8 for bits in self.word_bits[1:]]

    def state(self, key):
        head, tail = key[0], list(key[1:])
        return tuple([unmix(head, self.head_bits) ^ salt(tail, self.head_bits)] + tail)


def read_levels(data, partition, shape):
    """(level, key) for each key, a key being its head and its other words."""
    reader, found = Reader(data), []
    top = partition << (shape.head_bits - shape.partition_bits)
    while not reader.done():
        level, count, k, size = (reader.varint() for _ in range(4))
        expect(count >= 1 and k <= 63, "level keys: a section without states")
        head, heads = top, []
        for gap in rice_numbers(reader.take(size), count, k):
            head += gap
            heads.append(head)
        tails = [byte_planes(reader, count, size) for size in shape.tail_bytes]
        found += [(level, key) for key in zip(heads, *tails)]
    return found


def read_distances(data, partition_size):
    """For each quest of the group the cells of all states; blocked and lost as such."""
    reader = Reader(data)
    states, quests = reader.varint(), reader.varint()
    expect(states == partition_size, "distances of another number of states")
    size = reader.take(1)[0]
    blocked = (1 << (8 * size)) - 1
    names = {blocked: "blocked", blocked - 1: "lost"}
    rows = [byte_planes(reader, states, size) for _ in range(quests)]
    expect(reader.done(), "distances: bytes are left over")
    return [[names.get(cell, cell) for cell in row] for row in rows]


# ---- A run


class Run:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        numbers = [int(path.name[9:]) for path in self.folder.glob("MANIFEST-*") if path.name[9:].isdigit()]
        expect(numbers, f"{folder}: no manifest")
        path = self.folder / f"MANIFEST-{max(numbers)}"
        self.manifest, _ = read_message(path, b"MANI", "manifest.capnp", "Manifest")
        self.game, game_bytes = read_message(self.folder / "GAME", b"GAME", "game.capnp", "Game")
        named = self.manifest["gameChecksum"]
        checksum = (number(named, "high") << 64) | number(named, "low")
        expect(int.from_bytes(HASHES.hash128(game_bytes), "big") == checksum, "GAME of another run")
        self.progress = self.manifest["progress"]
        self.shape = Shape(self.manifest["identity"])
        self.partitions = 1 << self.shape.partition_bits
        self.columns = collections.defaultdict(dict)
        for column in self.manifest.get("columns", []):
            blocks = self.columns[column.get("kind", "levelKeys")].setdefault(
                number(column, "number"), {})
            part = read_column(self.folder, column)  # several of a name: one of each rank
            expect(not blocks.keys() & part.keys(), "two parts hold the same partition")
            blocks.update(part)
        self.read_keys()

    def read_keys(self):
        """self.keys: for each partition its keys in order; self.level: by packed state."""
        self.keys = [[] for _ in range(self.partitions)]
        self.level = {}
        for _, blocks in sorted(self.columns["levelKeys"].items()):
            for partition, data in blocks.items():
                for level, key in read_levels(data, partition, self.shape):
                    self.keys[partition].append(key)
                    state = self.shape.state(key)
                    expect(state not in self.level, "a state is stored twice")
                    self.level[state] = level
        for keys in self.keys:
            keys.sort()

    def values(self, state):
        """By the name of the variable."""
        return {variable["name"]: number(variable, "low")
                + ((state[number(variable, "word")] >> number(variable, "shift"))
                   & ((1 << number(variable, "bits")) - 1))
                for variable in self.game["variables"]}

    def check_levels(self):
        counts = collections.Counter(self.level.values())
        counted = [counts[level] for level in range(len(counts))]
        profile = self.progress["profile"]
        told = [int(states) for states in profile["statesPerLevel"]]
        expect(counted == told, f"levels: counted {counted}, the manifest says {told}")
        expect(len(self.level) == number(profile, "states"), "another number of states")

    def check_values(self):
        for state in self.level:
            values = self.values(state)
            for variable in self.game["variables"]:
                value = values[variable["name"]]
                low, high = number(variable, "low"), number(variable, "high")
                expect(low <= value <= high, f"{variable['name']} = {value} in a state")

    def check_certificate(self):
        """Counts of done and blocked states, and where the paths end."""
        certificate, _ = read_message(self.folder / "CERTIFICATE", b"CERT", "certificate.capnp",
                                      "Certificate")
        quest = 0
        words = len(self.shape.word_bits)
        for group, blocks in sorted(self.columns["distances"].items()):
            rows = collections.defaultdict(dict)
            for partition, data in blocks.items():
                keys = self.keys[partition]
                for row, cells in enumerate(read_distances(data, len(keys))):
                    for key, cell in zip(keys, cells):
                        rows[row][self.shape.state(key)] = cell
            count = number(self.progress["groups"][group], "count")
            for row in range(count):
                self.check_quest(certificate["quests"][quest], rows[row], words)
                quest += 1
        expect(quest == len(certificate.get("quests", [])), "not all quests have distances")
        return certificate

    def check_quest(self, outcome, distance, words):
        counts = collections.Counter(distance.values())
        expect(counts[0] == number(outcome, "doneStates"), "another number of done states")
        expect(counts["blocked"] == number(outcome, "blockedStates"),
               "another number of blocked states")
        for field, wanted in (("completion", 0), ("counterexample", "blocked"),
                              ("farthest", number(outcome, "farthestDistance"))):
            path = outcome.get(field)
            if not path:
                continue
            flat = [int(word) for word in path["states"]]
            states = [tuple(flat[i:i + words]) for i in range(0, len(flat), words)]
            expect([self.level[state] for state in states] == list(range(len(states))),
                   f"{field}: not a shortest path")
            expect(distance[states[-1]] == wanted, f"{field}: ends in another state")


def decode(folder):
    run = Run(folder)
    run.check_levels()
    run.check_values()
    quests = 0
    if run.progress.get("phase") == "finished":
        quests = len(run.check_certificate().get("quests", []))
    kinds = ", ".join(f"{len(columns)} {kind}" for kind, columns in sorted(run.columns.items()))
    print(f"{folder}: {run.game['name']}: {len(run.level)} states on "
          f"{len(set(run.level.values()))} levels, words of {run.shape.word_bits} bits, "
          f"{quests} quests; columns: {kinds}")
    return len(run.level)


def make_and_decode(program):
    samples = ROOT / "games/samples"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wide = folder / "wide.quest"
        wide.write_text(WIDE_GAME, encoding="utf-8")
        for index, (game, options) in enumerate([
                (samples / "betrayal/broken.quest", ["--reduce", "none"]),
                (samples / "teeny_tiny_mansion/both_bugs.quest", ["--partitions", "1"]),
                (samples / "labrecruits/airlock.csv", ["--set", "agents=all"]),
                (wide, ["--reduce", "none", "--partitions", "4"]),
                (samples / "teeny_tiny_mansion/as_designed.quest", ["--reduce", "none",
                                                                    "--checkpoint", "0"])]):
            store = folder / f"run{index}"
            done = subprocess.run([program, "certify", game, *options, "--store", store, "--json"],
                                  capture_output=True, check=False)
            expect(done.returncode in (0, 1), f"{game}: {done.stderr.decode()}")
            decoded = decode(store)
            if "none" in options:  # else the report may be of the game as written, the store never is
                profile = json.loads(done.stdout)["profile"]
                expect(profile["states"] == decoded, f"{game}: the report has other states")


# Words with unused bits in front, several of them, two quests, and a state from which nothing goes on.
WIDE_GAME = """
Game("Wide words")
Integer(VAR_A, 0..1000000000, 7)
Integer(VAR_B, -5..1000000000, -5)
Integer(VAR_C, 0..1000000000, 1)
Integer(VAR_D, 0..1000000000, 0)
Integer(VAR_E, 0..9, 0)
Boolean(VAR_LOST, false)
Rule(TURN, VAR_E < 9 && !VAR_LOST) { AddVar(VAR_E, 1); AddVar(VAR_A, 90000001); AddVar(VAR_B, 7); }
Rule(SWAP, VAR_C < 1000 && !VAR_LOST) { SetVar(VAR_D, VAR_A); AddVar(VAR_C, 333); }
Rule(LOSE, VAR_E == 4 && !VAR_LOST) { SetVar(VAR_LOST, true); }
Quest(QUEST_TURN, main) { DoneWhen(VAR_E == 9) }
Quest(QUEST_SWAP) { DoneWhen(VAR_D == 270000010) }
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--program")
    arguments = parser.parse_args()
    try:
        for folder in arguments.folders:
            decode(folder)
        if arguments.program:
            make_and_decode(arguments.program)
    except Damaged as problem:
        sys.exit(f"decode_store: {problem}")


if __name__ == "__main__":
    main()
