# SPDX-License-Identifier: MIT
# What ranks of a run send each other. Every message travels in an envelope (core/net/envelope.h). All
# ranks run the same program, so a message has no version.
@0xc1f5b1a4d9e0637a;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("questproof::schema");

# Ascending keys, see core/net/key_block.h.
struct KeyBlock {
  tag @0 :UInt32;
  count @1 :UInt32;
  first @2 :UInt64;              # the number of the first key's head
  gaps @3 :GapCode;
  riceParameter @4 :UInt8;
  heads @5 :Section;
  tails @6 :Section;
  payload @7 :Section;
}

enum GapCode {
  rice @0;
  varint @1;
}

# How a rank is doing, for people: core/net/rank_note.h.
struct RankNote {
  host @0 :Text;
  process @1 :UInt32;
  phase @2 :Text;
  level @3 :UInt32;
  seconds @4 :Float64;
  waitingSeconds @5 :Float64;
  cpuSeconds @6 :Float64;
  memoryBytes @7 :UInt64;
  peakBytes @8 :UInt64;
  diskBytes @9 :UInt64;
  sentBytes @10 :UInt64;
  sentMessages @11 :UInt64;
}

struct Section {
  size @0 :UInt32;               # before compression
  compressed @1 :Bool;           # with zstd
  bytes @2 :Data;
}
