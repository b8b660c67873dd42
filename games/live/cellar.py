#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A game of choices in under a hundred lines that speaks questproof's protocol for games that run.

A house with a hall and a cellar. In the cellar lies a key, behind the hall a gate that it opens. The
lamp has oil for three walks down (or as many as the command line says), which nobody can see; then it
is dark, and who is down there gropes about for ever. So states that look the same are not the same.

Try it:  questproof agent check -- python3 games/live/cellar.py
         questproof agent loop --extra-states 1 -- python3 games/live/cellar.py
"""
import json
import sys


OIL = int(sys.argv[1]) if len(sys.argv) > 1 else 3


class Cellar:
    def __init__(self):
        self.saved = {}
        self.reset()

    def reset(self):
        self.time, self.room, self.oil, self.key = 0, "hall", OIL, False
        self.text, self.refused = "You stand in the hall.", ""

    def choices(self):
        if self.room == "hall":
            return ["Go down"] + (["Open the gate"] if self.key else [])
        if self.room == "cellar":
            return ["Go up"] + ([] if self.key else ["Take the key"])
        return ["Grope about"] if self.room == "dark" else []

    def choose(self, choice):
        self.refused = ""
        if choice not in self.choices():
            self.refused = "there is no such choice"
            return
        self.time += 1
        if choice == "Go down":
            self.oil -= 1
            self.room = "cellar" if self.oil >= 0 else "dark"
            self.text = "A cellar full of shelves." if self.oil >= 0 else "The lamp goes out."
        elif choice == "Go up":
            self.room, self.text = "hall", "You stand in the hall."
        elif choice == "Take the key":
            self.key, self.text = True, "You take the key."
        elif choice == "Open the gate":
            self.room, self.text = "garden", "You are out in the garden."
        else:
            self.text = "It is dark."

    def observation(self):
        objects = [{"id": "key", "type": "key", "at": [0, 0, 0], "state": {"taken": self.key}}]
        view = {"at": [0, 0, 0], "objects": objects, "text": self.text, "choices": self.choices(),
                "refused": self.refused}
        return {"ok": True, "time": self.time, "over": self.room == "garden",
                "agents": {"hero": view}}

    def answer(self, request):
        what = request["do"]
        if what == "hello":
            return {"ok": True, "protocol": "questproof-live/1", "game": "cellar", "agents": ["hero"],
                    "can": ["save"]}
        if what == "reset":
            self.reset()
        elif what == "act":
            action = request["actions"].get("hero", {})
            if "choose" in action:
                self.choose(action["choose"])
            elif "wait" not in action:
                self.refused = "here one can only choose"
        elif what == "save":
            self.saved[request["slot"]] = (self.time, self.room, self.oil, self.key, self.text)
            return {"ok": True}
        elif what == "restore":
            self.time, self.room, self.oil, self.key, self.text = self.saved[request["slot"]]
            self.refused = ""
        elif what == "end":
            return {"ok": True}
        elif what != "observe":
            return {"ok": False, "error": "unknown request"}
        return self.observation()


def main():
    game = Cellar()
    for line in sys.stdin:
        try:
            answer = game.answer(request := json.loads(line))
        except (KeyError, TypeError, ValueError) as problem:
            request, answer = {}, {"ok": False, "error": repr(problem)}
        print(json.dumps(answer), flush=True)
        if request.get("do") == "end":
            break


main()
