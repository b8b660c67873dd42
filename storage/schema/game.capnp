# SPDX-License-Identifier: MIT
# What a stranger needs to know of the game to read a store of its states. The file GAME holds one
# Game, framed as storage/README.md describes. Fields are only ever added.
@0x9de08b17c6053842;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("questproof::schema");

struct Game {
  name @0 :Text;
  sourceFiles @1 :List(Text);
  variables @2 :List(Variable);
  events @3 :List(Event);
  labels @4 :List(Label);
  quests @5 :List(Quest);
}

struct Place {
  file @0 :UInt32;               # position in sourceFiles
  line @1 :UInt32;               # from 1; 0: no place
  column @2 :UInt32;
}

# Its value in a packed state is low + ((state[word] >> shift) & (2^bits - 1)).
struct Variable {
  name @0 :Text;
  low @1 :Int32;
  high @2 :Int32;
  valueNames @3 :List(Text);     # empty, or one for each value from low to high
  word @4 :UInt32;
  shift @5 :UInt32;
  bits @6 :UInt32;               # 0: always low
  where @7 :Place;
}

struct Event {
  name @0 :Text;
  label @1 :Text;                # for people
  scene @2 :Text;
  where @3 :Place;
}

# A way in which a state can have a successor: an event with one choice of its branches.
struct Label {
  event @0 :UInt32;              # position in events
  outcome @1 :UInt32;            # counts the labels of one event from 0
  fault @2 :Bool;
  branches @3 :List(Branch);     # that run; the event's whole body first
}

struct Branch {
  number @0 :UInt32;
  text @1 :Text;                 # its condition as the author wrote it
  where @2 :Place;
}

struct Quest {
  name @0 :Text;
  title @1 :Text;
  main @2 :Bool;
  where @3 :Place;
}
