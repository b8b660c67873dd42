#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A game in a hundred lines that speaks questproof's protocol for games that run.

A corridor of nine places; at place 1 stands a button, at place 4 a door that the button toggles, and
at place 8 a lamp that the hero wants to see. The hero sees three places far, and not through the door.

Try it:  questproof agent check -- python3 games/live/corridor.py
         questproof agent run --task door.isOpen -- python3 games/live/corridor.py
"""
import json
import sys

LENGTH, BUTTON, DOOR, LAMP, SIGHT = 9, 1, 4, 8, 3


class Corridor:
    def __init__(self):
        self.saved = {}
        self.reset()

    def reset(self):
        self.time, self.at, self.open, self.known = 0.0, 0.0, False, set()
        self.refused = ""

    def sees(self, place):
        behind_door = (self.at < DOOR) != (place < DOOR) and place != DOOR
        return abs(place - self.at) <= SIGHT and (self.open or not behind_door)

    def thing(self, name, kind, place, **more):
        return {"id": name, "type": kind, "at": [place, 0, 0], **more}

    def observation(self):
        things = [self.thing("button", "button", BUTTON, usable=True),
                  self.thing("door", "door", DOOR, size=[1, 2, 1], blocks=not self.open,
                             state={"isOpen": self.open}),
                  self.thing("lamp", "lamp", LAMP)]
        fresh = [p for p in range(LENGTH) if self.sees(p) and p not in self.known]
        self.known.update(fresh)
        terrain = [{"id": p, "at": [p, 0, 0],
                    "to": [q for q in (p - 1, p + 1) if 0 <= q < LENGTH]} for p in fresh]
        view = {"at": [self.at, 0, 0], "health": 100, "score": 0, "alive": True,
                "objects": [t for t in things if self.sees(t["at"][0])], "terrain": terrain}
        if self.refused:
            view["refused"] = self.refused
        return {"ok": True, "time": self.time, "over": False, "agents": {"hero": view}}

    def act(self, action):
        self.time, self.refused = round(self.time + 0.1, 1), ""
        if "move" in action:
            step = max(-0.5, min(0.5, action["move"][0] - self.at))
            ahead = self.at + step
            if not self.open and abs(ahead - DOOR) < min(0.8, abs(self.at - DOOR)):
                return  # it walks against the door
            self.at = max(0.0, min(LENGTH - 1.0, round(ahead, 4)))
        elif "use" in action:
            if action["use"] != "button":
                self.refused = "there is no such thing to use"
            elif abs(self.at - BUTTON) > 1.5:
                self.refused = "too far away"
            else:
                self.open = not self.open

    def answer(self, request):
        what = request["do"]
        if what == "hello":
            return {"ok": True, "protocol": "questproof-live/1", "game": "corridor",
                    "agents": ["hero"], "can": ["save"], "view_distance": SIGHT, "reach": 1.5}
        if what == "reset":
            self.reset()
        elif what == "act":
            self.act(request["actions"].get("hero", {}))
        elif what == "save":
            self.saved[request["slot"]] = (self.time, self.at, self.open)
            return {"ok": True}
        elif what == "restore":
            self.time, self.at, self.open = self.saved[request["slot"]]
        elif what == "end":
            return {"ok": True}
        elif what != "observe":
            return {"ok": False, "error": "unknown request"}
        return self.observation()


def main():
    game = Corridor()
    for line in sys.stdin:
        try:
            answer = game.answer(request := json.loads(line))
        except (KeyError, TypeError, ValueError) as problem:
            request, answer = {}, {"ok": False, "error": repr(problem)}
        print(json.dumps(answer), flush=True)
        if request.get("do") == "end":
            break


main()
