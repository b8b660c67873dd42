# SPDX-License-Identifier: MIT
# What a finished run found. The file CERTIFICATE holds one Certificate, framed as storage/README.md
# describes. Numbers of events, branches and quests are positions in the file GAME. Fields are only
# ever added.
@0x82d16d2eed415c17;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("questproof::schema");

using import "manifest.capnp".Identity;
using import "manifest.capnp".Profile;

enum Verdict {
  proved @0;
  refuted @1;
  unknown @2;
}

struct Certificate {
  identity @0 :Identity;
  verdict @1 :Verdict;           # refuted if any quest is, else unknown if any is
  limit @2 :Text;                # empty, or which limit was hit
  complete @3 :Bool;             # every reachable state was explored
  verified @4 :Bool;             # the verify pass ran and found nothing wrong
  profile @5 :Profile;
  quests @6 :List(QuestOutcome);
  faults @7 :List(Fault);
  enabled @8 :List(UInt64);      # per label: states in which it is enabled
}

struct QuestOutcome {
  name @0 :Text;
  verdict @1 :Verdict;
  doneStates @2 :UInt64;
  pendingStates @3 :UInt64;      # open, not done, not failed
  blockedStates @4 :UInt64;      # pending, and no path leads to a done state
  initialBlocked @5 :UInt64;
  completion @6 :Path;           # shortest to a done state; null: there is none
  counterexample @7 :Path;       # shortest to a blocked state; null: there is none
  fatalTransitions @8 :UInt64;
  fatalEvents @9 :List(FatalEvent);
  farthestDistance @10 :UInt32;
  farthest @11 :Path;            # to the live state that is farthest from a done one; may be null
  randomPlay @12 :RandomPlay;    # null: not asked for
}

# A player who picks every transition of a state with equal chance.
struct RandomPlay {
  stuckProbability @0 :Float64;
  expectedEvents @1 :Float64;
  exact @2 :Bool;
  standardError @3 :Float64;
  eventsStandardError @4 :Float64;
  samples @5 :UInt64;
  unfinished @6 :UInt64;
}

# From a start of the game.
struct Path {
  variant @0 :UInt32;
  steps @1 :List(Step);
  states @2 :List(UInt64);       # one packed state more than steps, word by word
}

struct Step {
  event @0 :UInt32;
  branches @1 :List(UInt32);     # that ran; the event's whole body first
}

struct FatalEvent {
  step @0 :Step;
  count @1 :UInt64;              # transitions of this kind into blocked states
  shortest @2 :Path;             # its last step is this event
}

struct Fault {                   # a result outside its domain
  step @0 :Step;
  shortest @1 :Path;             # to a state in which the event is a fault
}
