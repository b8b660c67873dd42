#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which wires of a level of Lab Recruits a player can find out by playing, from the level file.

A press toggles, so each look at a door is an equation, modulo 2: the door's state at the start, plus one
unknown for each button that was pressed an odd number of times, is what is seen. A play can make the
equations of all states that it can reach: a state is which buttons were pressed an odd number of times,
and where the agent can walk to. A wire is observable when it follows from all of these together, that is
when its unit vector is in their span. If it is not, there is another wiring of that door (with the door
perhaps open at the start instead of closed) that gives the same answer in every one of these looks. No play
can tell the two apart: whoever walks through a door has it in sight, so up to any point of any play both
games have shown the same and let the agent walk the same ways.

The states are searched on the level file by this program alone, which shares no code with the agent or
the simulator; only the lowest sheet counts, as in the published counts. The search ends early when all that looks
at the doors that can be seen could tell is known. Sets of states that are too large
(more than --states) are walked through at random: then a wire that is found observable is so, and of the
others nothing is said. The two million states of the largest published level take some minutes. Two views of what a player can do are computed:

  least   buttons are pressed from the zone that they are in, doors looked at from beside
  most    buttons are pressed from wherever they are within reach, doors are seen from as far as the
          agent can see, through whatever stands between

What is observable in the first is so in the game, what is not in the second is not in the game.

Usage: tests/bench/observable_wires.py [--states N] [--json] LEVEL...
"""
import argparse
import collections
import json
import pathlib
import random
import sys

BLOCKS = {"w", "wf", "t", "c", "bc", "p2", "p3", "cs"}
REACH = 1.5 + 0.71  # from anywhere in a cell
VIEW = 4 + 0.71


class Level:
    """Zones of the lowest sheet, with what is in them."""

    def __init__(self, text):
        parts = [part for part in text.lstrip("\ufeff").replace("\r", "").split("|") if part]
        rows = [row for row in parts[1].split("\n") if row]
        width = len(rows[0].split(","))
        cells = [cell for row in rows for cell in row.split(",")]
        self.ground, self.doors, self.buttons, self.open = set(), {}, {}, {}
        self.agent = None
        for index, cell in enumerate(cells):
            place = (index % width, index // width)
            symbols = []
            for thing in cell.strip().split(":"):
                name = thing.split("^")[1] if "^" in thing else ""
                symbol = thing.split("^")[0].split(">")[0].split("#")[0]
                symbols.append(symbol)
                if symbol in ("d", "od"):
                    self.doors[name], self.open[name] = place, symbol == "od"
                if symbol in ("b", "cb"):
                    self.buttons[name] = place
                if symbol == "a" and self.agent is None:
                    self.agent = place
            if "f" in symbols and not BLOCKS & set(symbols):
                self.ground.add(place)
        self.wires = collections.Counter()
        for row in parts[0].split("\n"):
            row = [cell.strip() for cell in row.split(",") if cell.strip()]
            self.wires.update((row[0], target) for target in row[1:])
        self.wires = {pair for pair, times in self.wires.items() if times % 2 == 1
                      and pair[0] in self.buttons and pair[1] in self.doors}
        self.find_zones()

    def find_zones(self):
        door_at = {}
        for name, place in self.doors.items():
            door_at.setdefault(place, name)
        self.zone = {}
        for start in sorted(self.ground):
            if start in self.zone or start in door_at:
                continue
            number, queue = len(set(self.zone.values())), [start]
            self.zone[start] = number
            for x, z in queue:
                for other in ((x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)):
                    if other in self.ground and other not in self.zone and other not in door_at:
                        self.zone[other] = number
                        queue.append(other)
        # Doorways are places of their own, after the zones.
        count = len(set(self.zone.values()))
        self.place = dict(self.zone)
        self.door_of_place = {}
        for name, cell in self.doors.items():
            if cell in self.ground:
                self.place[cell] = count
                self.door_of_place[count] = name
                count += 1
        self.beside = [set() for _ in range(count)]
        for (x, z), own in self.place.items():
            for other in ((x + 1, z), (x, z + 1)):
                if other in self.place and self.place[other] != own:
                    self.beside[own].add(self.place[other])
                    self.beside[self.place[other]].add(own)

    def places_within(self, cell, reach):
        return {place for (x, z), place in self.place.items()
                if (x - cell[0]) ** 2 + (z - cell[1]) ** 2 <= reach * reach}

    def presses_from(self, most):
        return {name: self.places_within(cell, REACH) if most else {self.place[cell]}
                for name, cell in self.buttons.items() if most or cell in self.place}

    def looks_from(self, most):
        result = {}
        for name, cell in self.doors.items():
            if most:
                result[name] = self.places_within(cell, VIEW)
            elif cell in self.place:
                result[name] = self.beside[self.place[cell]] | {self.place[cell]}
        return result


class Span:
    """Vectors modulo 2, as numbers."""

    def __init__(self):
        self.rows = {}

    def reduced(self, vector):
        while vector and vector.bit_length() in self.rows:
            vector ^= self.rows[vector.bit_length()]
        return vector

    def add(self, vector):
        vector = self.reduced(vector)
        if vector:
            self.rows[vector.bit_length()] = vector
        return vector != 0


class Player:
    """All that can be done and seen. Places are bits of a number, and so are buttons that were pressed an odd number of
    times, with bit 0 for the start. Buttons without a wire are left alone: what follows from looks after presses of
    them, too, follows from the same looks without, since these presses change nothing that could be seen or walked."""

    def __init__(self, level, most):
        self.level = level
        self.names = sorted({button for button, _ in level.wires})
        self.bit = {name: 2 << i for i, name in enumerate(self.names)}
        self.masks = {door: 0 for door in level.doors}
        for button, door in level.wires:
            self.masks[door] |= self.bit[button]
        self.beside = [sum(1 << other for other in each) for each in level.beside]
        self.doorways = [(1 << place, self.masks[door], level.open[door])
                         for place, door in level.door_of_place.items()]
        self.all_places = (1 << len(self.beside)) - 1
        self.presses = [(self.bit[name], [(place, 1 << place) for place in sorted(places)])
                        for name, places in level.presses_from(most).items() if name in self.bit]
        looks = level.looks_from(most)
        self.spans = {door: Span() for door in level.doors}
        # Doors of which looks may still tell something.
        self.looks = [(door, sum(1 << place for place in places)) for door, places in looks.items()]

    def passable(self, pressed):
        """All places but doorways that are closed."""
        places = self.all_places
        for bit, mask, is_open in self.doorways:
            if is_open == ((mask & pressed).bit_count() % 2 == 1):
                places ^= bit
        return places

    def component(self, place, passable):
        """Places one can walk to; where one stands in a doorway that has closed, out of it."""
        reached = edge = 1 << place
        while edge:
            lowest = edge & -edge
            fresh = self.beside[lowest.bit_length() - 1] & passable & ~reached
            reached |= fresh
            edge = (edge ^ lowest) | fresh
        return reached

    def look(self, pressed, reached):
        full = False
        for door, places in self.looks:
            if places & reached and self.spans[door].add(pressed | 1):
                full = full or len(self.spans[door].rows) == len(self.names) + 1
        if full:
            self.looks = [(door, places) for door, places in self.looks
                          if len(self.spans[door].rows) <= len(self.names)]

    def search(self, most_states):
        """True when all states were looked at, or all wires are seen to be observable."""
        # By presses: the places of all states with these that were met. Two states with the same presses that share a
        # place that can be walked on are one state.
        met, met_in_doorways = {}, set()
        queue = collections.deque()

        def meet(pressed, place):
            passable = self.passable(pressed)
            reached = self.component(place, passable)
            met[pressed] = met.get(pressed, 0) | (reached & passable)
            if not passable >> place & 1:
                met_in_doorways.add((pressed, place))
            self.look(pressed, reached)
            queue.append((pressed, reached))

        meet(0, self.level.place[self.level.agent])
        states = 1
        while queue and self.looks:
            pressed, reached = queue.popleft()
            for bit, places in self.presses:
                after = pressed ^ bit
                for place, place_bit in places:
                    if (place_bit & reached and not met.get(after, 0) & place_bit
                            and (after, place) not in met_in_doorways):
                        meet(after, place)
                        states += 1
            if states > most_states:
                self.walk(most_states)
                return False, states
        return True, states

    def walk(self, steps):
        """Plays at random, from the start again and again."""
        chance = random.Random(1)
        start = self.component(self.level.place[self.level.agent], self.passable(0))
        pressed, reached = 0, start
        for step in range(steps):
            if step % 2000 == 0:
                pressed, reached = 0, start
            choices = [(bit, place) for bit, places in self.presses
                       for place, place_bit in places if place_bit & reached]
            if not choices:
                break
            bit, place = chance.choice(choices)
            pressed ^= bit
            reached = self.component(place, self.passable(pressed))
            self.look(pressed, reached)

    def observable(self):
        return {(button, door) for button, door in self.level.wires
                if self.spans[door].reduced(self.bit[button]) == 0}

    def observable_if_closed(self):
        """Those that follow when it is taken for granted that the door is closed at the start."""
        return {(button, door) for button, door in self.level.wires if not self.level.open[door]
                and self.spans[door].reduced(self.bit[button] | 1) == 0}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=100000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("levels", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    result = {}
    for path in options.levels:
        level = Level(path.read_text(encoding="utf-8-sig"))
        entry = result[path.stem] = {"wires": len(level.wires)}
        for view in ("least", "most"):
            player = Player(level, view == "most")
            exact, states = player.search(options.states)
            seen = player.observable()
            entry[view] = {"all_states": exact, "states": states, "observable": len(seen),
                           "with_closed_start": len(seen | player.observable_if_closed()),
                           "not": sorted(map(list, level.wires - seen))}
        if not options.json:
            for view in ("least", "most"):
                part = entry[view]
                print(f"{path.stem}, {view}: {part['observable']} of {entry['wires']} wires"
                      f" ({part['with_closed_start']} if doors are known to be closed at the start),"
                      f" {part['states']} states{'' if part['all_states'] else ', walked at random'};"
                      " not: " + (" ".join(f"{b}->{d}" for b, d in part["not"]) or "none"))
    if options.json:
        print(json.dumps(result, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
