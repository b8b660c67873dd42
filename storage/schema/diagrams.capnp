# SPDX-License-Identifier: MIT
# What decision diagrams found out about a game, as sets of states. The file DIAGRAMS holds one Diagrams,
# framed as storage/README.md describes. Fields are only ever added.
@0xc7a25e9f0d3b6184;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("questproof::diagrams_schema");

struct Diagrams {
  identity @0 :Data;             # Identity of database.capnp, with its segment table
  names @1 :Data;                # Names of database.capnp
  figures @2 :Data;              # Figures of database.capnp
  certificate @3 :Data;          # all bytes of a file CERTIFICATE; its numbers are positions in `names`
  engine @4 :Engine;
  order @5 :List(UInt32);        # positions of variables in `names`, as they come in tuples
  values @6 :List(UInt32);       # of node 2, 3, 4, ...: counted from the lowest one of its variable
  down @7 :List(UInt32);         # the tuples that begin with this value go on so; 0 none, 1 they end
  right @8 :List(UInt32);        # the tuples that begin with a larger value; 0 none
  sets @9 :List(Set);
}

struct Set {
  kind @0 :Kind;
  quest @1 :UInt32;              # of done, pending, live, blocked, distance
  number @2 :UInt32;             # of level, distance
  node @3 :UInt32;               # its first one
}

enum Kind {
  reachable @0;
  done @1;
  pending @2;
  live @3;
  blocked @4;
  level @5;                      # states at this distance from the beginnings: all levels, or none
  distance @6;                   # states at this distance to done: from 0 on, as far as they were found
}

struct Engine {
  order @0 :Text;                # method of the variable order
  orderCost @1 :Float64;
  ordersTried @2 :UInt32;
  levels @3 :UInt32;             # variables in the order
  nodes @4 :UInt64;              # of the set of reachable states
  peakNodes @5 :UInt64;
  relationNodes @6 :UInt64;
  memoryBytes @7 :UInt64;
  samples @8 :UInt64;            # states in which the result was held against the naive evaluator
  states @9 :Text;               # decimal, as large as they are
  transitions @10 :Text;
  deadlocks @11 :Text;
  levelsKnown @12 :Bool;         # what is missing does not exist; else it was not found
  completionsKnown @13 :Bool;
  routesKnown @14 :Bool;
  farthestKnown @15 :Bool;
  seconds @16 :Float64;          # that it took
}
