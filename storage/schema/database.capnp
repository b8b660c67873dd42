# SPDX-License-Identifier: MIT
# What a state database knows besides its states. Each of these stands under a key of its own in the
# table `states`, as storage/README.md describes. Fields are only ever added.
@0xb2ae4dd64f2768e6;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("questproof::database_schema");

# Which run of which game the states come from, and how they are stored.
struct Identity {
  version @0 :UInt32;            # of the format
  gameFile @1 :Text;
  gameName @2 :Text;
  modelHash @3 :Text;
  reduce @4 :Text;
  quest @5 :Text;                # the only one that was looked at; "": all
  programVersion @6 :Text;
  programRevision @7 :Text;
  settings @8 :List(Text);       # key=value, with which the game was read
}

# What states, labels and quests are called.
struct Names {
  wordBits @0 :List(UInt32);     # of a packed state, word by word
  variables @1 :List(Variable);
  events @2 :List(Event);
  branchTexts @3 :List(Text);
  labels @4 :List(Label);
  quests @5 :List(Quest);
  variants @6 :List(Text);
  initialStates @7 :List(UInt64);  # packed, one for each variant
  ownerWord @8 :UInt32;          # how keys are made of packed states: core/search/ownership.h
  ownerProjection @9 :UInt64;
  ownerPivot @10 :UInt64;
}

# Its value in a packed state is low + ((state[word] >> shift) & (2^bits - 1)).
struct Variable {
  name @0 :Text;
  kind @1 :UInt8;                # 0 variable, 1 item, 2 scene, 3 visible, 4 interactive, 5 internal,
                               # 6 position
  low @2 :Int32;
  high @3 :Int32;
  valueNames @4 :List(Text);     # empty, or one for each value from low to high
  word @5 :UInt32;
  shift @6 :UInt32;
  bits @7 :UInt32;               # 0: always low
}

struct Event {
  name @0 :Text;
  label @1 :Text;                # for people
  scene @2 :Text;
  trigger @3 :UInt8;             # 0 player, 1 delay, 2 chance, 3 external
  where @4 :Text;                # file:line:column
}

# A way in which a state can have a successor: an event with one choice of its branches.
struct Label {
  event @0 :UInt32;
  outcome @1 :UInt32;
  fault @2 :Bool;
  coverageOnly @3 :Bool;
  branches @4 :List(UInt32);     # positions in branchTexts
}

struct Quest {
  name @0 :Text;
  title @1 :Text;
  main @2 :Bool;
}

# The steps that the pages of states refer to by their position.
struct Steps {
  labels @0 :List(UInt32);
  changes @1 :List(UInt64);      # for each step and each word of a state: parent XOR state
}

struct Figures {
  verdict @0 :UInt8;             # 0 proved, 1 refuted, 2 unknown
  verified @1 :Bool;
  statesPerLevel @2 :List(UInt64);
  states @3 :UInt64;
  transitions @4 :UInt64;
  deadlocks @5 :UInt64;
  fingerprintSum @6 :UInt64;
  quests @7 :List(QuestFigures);
  labels @8 :List(LabelFigures);
  levelsKnown @9 :Bool = true;   # false: what stands per level means nothing
  completionsKnown @10 :Bool = true;  # firstDone
  routesKnown @11 :Bool = true;  # fatal
  farthestKnown @12 :Bool = true;  # farthest, statesPerDistance
  randomPlayKnown @13 :Bool = true;
}

struct Sighting {                # a state; null where there is none
  level @0 :UInt32;
  state @1 :List(UInt64);
}

struct QuestFigures {
  verdict @0 :UInt8;
  doneStates @1 :UInt64;
  pendingStates @2 :UInt64;
  blockedStates @3 :UInt64;
  lostStates @4 :UInt64;
  initialBlocked @5 :UInt64;
  firstDone @6 :Sighting;
  firstBlocked @7 :Sighting;
  farthestDistance @8 :UInt32;
  farthest @9 :Sighting;
  statesPerDistance @10 :List(UInt64);
  donePerLevel @11 :List(UInt64);
  blockedPerLevel @12 :List(UInt64);
  lostPerLevel @13 :List(UInt64);
  fatal @14 :List(Fatal);
  fatalTransitions @15 :UInt64;
  randomPlay @16 :RandomPlay;    # null where it was not computed
}

struct Fatal {
  label @0 :UInt32;
  count @1 :UInt64;
  source @2 :List(UInt64);
  destination @3 :List(UInt64);
}

struct RandomPlay {
  stuckProbability @0 :Float64;
  expectedEvents @1 :Float64;
  exact @2 :Bool;
  standardError @3 :Float64;
  eventsStandardError @4 :Float64;
  samples @5 :UInt64;
  unfinished @6 :UInt64;
}

struct LabelFigures {
  enabled @0 :UInt64;
  transitions @1 :UInt64;
  first @2 :Sighting;
}
