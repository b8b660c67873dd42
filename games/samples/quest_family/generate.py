#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a game of the benchmark family as event scripts.

A ring of rooms with locked doors, things to carry, a talk with an old man, a little trade and some
lamps. The sizes differ only in their figures, so one game serves as a test (xs, s) and as a load (m
and larger).

    generate.py SIZE [--dead] -o FOLDER

SIZE is one of xs s m l xl xxl xxxl dm dl, or tilesHW for the sliding tiles on a board of height H and width W.
With --dead a key is used up by its door, and the first key also fits the last door: a trap.
"""

import argparse
import dataclasses
import pathlib
import sys

HEADER = "// SPDX-License-Identifier: MIT\n// Written by generate.py\n"


@dataclasses.dataclass(frozen=True)
class Size:
    rooms: int
    doors: int  # each with a key of its own
    tools: int  # things that are used up in one room, for good
    hands: int  # how many things the player can carry
    talk: int  # stages of the talk
    gold: int  # at most
    potions: int  # at most
    lamps: int


SIZES = {
    "xs": Size(rooms=4, doors=2, tools=1, hands=2, talk=3, gold=3, potions=2, lamps=1),
    "s": Size(rooms=5, doors=2, tools=2, hands=2, talk=4, gold=4, potions=2, lamps=1),
    "m": Size(rooms=6, doors=3, tools=2, hands=2, talk=4, gold=4, potions=4, lamps=1),
    "l": Size(rooms=6, doors=3, tools=2, hands=2, talk=4, gold=9, potions=9, lamps=1),
    "xl": Size(rooms=7, doors=3, tools=2, hands=3, talk=4, gold=9, potions=9, lamps=3),
    "xxl": Size(rooms=9, doors=4, tools=3, hands=3, talk=5, gold=19, potions=19, lamps=2),
    "xxxl": Size(rooms=10, doors=5, tools=4, hands=3, talk=6, gold=29, potions=29, lamps=3),
    "dm": Size(rooms=6, doors=3, tools=3, hands=2, talk=4, gold=4, potions=4, lamps=1),
    "dl": Size(rooms=6, doors=3, tools=3, hands=2, talk=4, gold=9, potions=9, lamps=2),
}


class Castle:
    """Where everything is. Passage p joins room p and the room after it on the ring."""

    def __init__(self, size: Size, dead: bool):
        self.size = size
        self.dead = dead
        self.passage_of_door = [max(1, (door + 1) * size.rooms // size.doors - 1) for door in range(size.doors)]
        self.door_of_passage = {passage: door for door, passage in enumerate(self.passage_of_door)}
        self.talk_room = size.rooms // 2
        self.last_room = size.rooms - 1

    def after(self, room):
        return (room + 1) % self.size.rooms

    def before(self, room):
        return (room - 1) % self.size.rooms

    def things(self):
        """The keys, then the tools, each with the room in which it lies at the beginning."""
        for key in range(self.size.doors):
            yield f"KEY_{key}", 0 if key == 0 else self.after(self.passage_of_door[key - 1])
        for tool in range(self.size.tools):
            yield f"TOOL_{tool}", (self.last_room - tool) % self.size.rooms

    def tool_room(self, tool):
        return (1 + 2 * tool) % self.size.rooms

    def lamp_room(self, lamp):
        return (1 + 2 * lamp) % self.size.rooms

    def keys_that_fit(self, door):
        if self.dead and self.size.doors > 1 and door == self.size.doors - 1:
            return [0, door]
        return [door]

    def doors_at(self, room):
        """Doors that can be unlocked from this room."""
        for passage in (self.before(room), room):
            if passage in self.door_of_passage:
                yield self.door_of_passage[passage]


def rule(name, conditions, actions, indent="    "):
    lines = [f"{indent}Rule({name}, {' && '.join(conditions) or 'true'})", indent + "{"]
    lines += [f"{indent}    {action};" for action in actions]
    return "\n".join(lines + [indent + "}"]) + "\n"


def declarations(castle: Castle):
    size = castle.size
    out = [
        f"Constant(CARRIED, {size.rooms})",
        f"Constant(GONE, {size.rooms + 1})",
        f"Integer(VAR_LOAD, 0..{size.hands}, 0)",
        f"Integer(VAR_TALK, 0..{size.talk}, 0)",
        f"Integer(VAR_GOLD, 0..{size.gold}, 0)",
        f"Integer(VAR_POTIONS, 0..{size.potions}, 0)",
    ]
    out += [f"Integer(VAR_{thing}, 0..GONE, {room})" for thing, room in castle.things()]
    out += [f"Boolean(VAR_DOOR_{door}, false)" for door in range(size.doors)]
    out += [f"Boolean(VAR_DONE_{tool}, false)" for tool in range(size.tools)]
    out += [f"Boolean(VAR_LAMP_{lamp}, false)" for lamp in range(size.lamps)]
    done = [f"VAR_TALK == {size.talk}", f"InScene(ROOM_{castle.last_room})"]
    done += [f"VAR_DONE_{tool}" for tool in range(size.tools)]
    out += [
        "",
        "Start(ROOM_0)",
        "",
        "Quest(QUEST_CASTLE, main)",
        "{",
        '    Title("Finish the talk and walk to the last room")',
        f"    DoneWhen({' && '.join(done)})",
        "}",
        "",
        "// Wherever one is.",
        rule("DRINK", ["VAR_POTIONS >= 1"], ["SubtractVar(VAR_POTIONS, 1)"], indent=""),
    ]
    return "\n".join(out)


def ways(castle: Castle, room):
    for target, passage in ((castle.after(room), room), (castle.before(room), castle.before(room))):
        door = castle.door_of_passage.get(passage)
        yield f"    Exit(ROOM_{target})\n" if door is None else f"    Exit(ROOM_{target}, VAR_DOOR_{door})\n"


def carrying(castle: Castle, room):
    for thing, _ in castle.things():
        yield rule(f"TAKE_{thing}", [f"VAR_{thing} == {room}", f"VAR_LOAD < {castle.size.hands}"],
                   [f"SetVar(VAR_{thing}, CARRIED)", "AddVar(VAR_LOAD, 1)"])
        yield rule(f"DROP_{thing}", [f"VAR_{thing} == CARRIED"],
                   [f"SetVar(VAR_{thing}, {room})", "SubtractVar(VAR_LOAD, 1)"])


def unlocking(castle: Castle, room):
    for door in castle.doors_at(room):
        for key in castle.keys_that_fit(door):
            actions = [f"SetVar(VAR_DOOR_{door}, true)"]
            if castle.dead:
                actions += [f"SetVar(VAR_KEY_{key}, GONE)", "SubtractVar(VAR_LOAD, 1)"]
            yield rule(f"UNLOCK_{door}_WITH_KEY_{key}", [f"VAR_KEY_{key} == CARRIED", f"!VAR_DOOR_{door}"], actions)


def using(castle: Castle, room):
    for tool in range(castle.size.tools):
        if castle.tool_room(tool) == room:
            yield rule(f"USE_TOOL_{tool}", [f"VAR_TOOL_{tool} == CARRIED"],
                       [f"SetVar(VAR_TOOL_{tool}, GONE)", f"SetVar(VAR_DONE_{tool}, true)", "SubtractVar(VAR_LOAD, 1)"])


def talking(castle: Castle, room):
    """The second stage costs gold, the later ones ask for work that has been done."""
    if room != castle.talk_room:
        return
    for stage in range(castle.size.talk):
        conditions, actions = [f"VAR_TALK == {stage}"], [f"SetVar(VAR_TALK, {stage + 1})"]
        if stage == 1:
            conditions.append("VAR_GOLD >= 2")
            actions.append("SubtractVar(VAR_GOLD, 2)")
        if 0 <= stage - 2 < castle.size.tools:
            conditions.append(f"VAR_DONE_{stage - 2}")
        yield rule(f"TALK_{stage}", conditions, actions)
    yield rule("INSULT", ["VAR_TALK == 1"], ["SetVar(VAR_TALK, 0)"])


def trading(castle: Castle, room):
    if room == 0:
        yield rule("BUY", ["VAR_GOLD >= 2", f"VAR_POTIONS < {castle.size.potions}"],
                   ["SubtractVar(VAR_GOLD, 2)", "AddVar(VAR_POTIONS, 1)"])
    if room == 1:
        yield rule("EARN", [f"VAR_GOLD < {castle.size.gold}"], ["AddVar(VAR_GOLD, 1)"])


def lighting(castle: Castle, room):
    for lamp in range(castle.size.lamps):
        if castle.lamp_room(lamp) == room:
            yield rule(f"LIGHT_{lamp}", [f"!VAR_LAMP_{lamp}"], [f"SetVar(VAR_LAMP_{lamp}, true)"])
            yield rule(f"DOUSE_{lamp}", [f"VAR_LAMP_{lamp}"], [f"SetVar(VAR_LAMP_{lamp}, false)"])


def scene(castle: Castle, room):
    parts = []
    for what in (ways, carrying, unlocking, using, talking, trading, lighting):
        parts += what(castle, room)
    return f"Scene(ROOM_{room})\n{{\n" + "".join(parts) + "}\n"


def castle_modules(name, size, dead):
    castle = Castle(size, dead)
    title = f'Game("quest family, size {name}{", with a trap" if dead else ""}")\n'
    modules = {"castle": title + declarations(castle)}
    for room in range(size.rooms):
        modules[f"room_{room}"] = scene(castle, room)
    return modules


def tiles_modules(height, width):
    """The sliding tiles: cell by cell, the tile that lies there; 0 is the hole."""
    cells = height * width
    goal = " && ".join(f"CELL[{cells - 1 - tile}] == {tile}" for tile in range(cells - 2))
    steps = []
    for cell in range(cells):
        right = [cell + 1] if (cell + 1) % width else []
        below = [cell + width] if cell + width < cells else []
        for neighbour in right + below:
            steps += [(cell, neighbour), (neighbour, cell)]
    out = [f'Game("sliding tiles, {height} x {width}")']
    out += [f"Integer(CELL[{cell}], 0..{cells - 1}, {cell})" for cell in range(cells)]
    out += ["", "Quest(QUEST_REVERSED, main)", "{", '    Title("The board in reverse order")', f"    DoneWhen({goal})", "}", ""]
    for hole, source in steps:
        out += [
            f"ForEach(TILE in 1..{cells - 1})",
            "{",
            f"    Rule(SLIDE_{source}_TO_{hole}, CELL[{hole}] == 0 && CELL[{source}] == TILE)",
            "    {",
            f"        SetVar(CELL[{hole}], TILE);",
            f"        SetVar(CELL[{source}], 0);",
            "    }",
            "}",
        ]
    return {"tiles": "\n".join(out) + "\n"}


def modules_of(name, dead):
    if name in SIZES:
        return castle_modules(name, SIZES[name], dead)
    if len(name) == 7 and name.startswith("tiles") and name[5:].isdigit() and not dead:
        height, width = int(name[5]), int(name[6])
        if height * width >= 2:
            return tiles_modules(height, width)
    sys.exit(f"generate.py: unknown size '{name}'; choose one of {' '.join(SIZES)}, or tilesHW (without --dead)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", help="xs s m l xl xxl xxxl dm dl, or tilesHW")
    parser.add_argument("--dead", action="store_true", help="keys are used up, and the first also fits the last door")
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path, help="folder for the .quest files")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    for stem, text in modules_of(options.size, options.dead).items():
        (options.output / f"{stem}.quest").write_text(HEADER + text, encoding="utf-8")


if __name__ == "__main__":
    main()
