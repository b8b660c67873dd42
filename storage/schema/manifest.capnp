# SPDX-License-Identifier: MIT
# What a commit of a run says. The file MANIFEST-<commit> holds one Manifest, framed as
# storage/README.md describes. Fields are only ever added.
@0xf42bbb70dcc52e35;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("questproof::schema");

struct Manifest {
  commit @0 :UInt64;             # counts from 0, with gaps after a crash
  identity @1 :Identity;
  texts @2 :List(NamedText);     # for people: when, where, how the run was started
  gameChecksum @3 :Checksum;     # of all bytes of the file GAME
  progress @4 :Progress;         # null before the first commit of the search
  files @5 :List(File);          # that hold the columns below
  columns @6 :List(Column);
  firstNewFile @7 :UInt64;       # files from this number on were added by this commit
  nextFile @8 :UInt64;
  bytes @9 :List(KindBytes);     # on disk, by kind of column
}

struct Checksum {                # XXH3, 128 bits
  high @0 :UInt64;
  low @1 :UInt64;
}

struct NamedText {
  name @0 :Text;
  text @1 :Text;
}

struct Identity {
  modelHash @0 :Text;            # 32 hexadecimal digits
  partitions @1 :UInt32;
  wordBits @2 :List(UInt32);     # of a packed state, word by word
  options @3 :List(NamedText);   # that shape results
}

struct File {                    # columns-<number>
  number @0 :UInt64;
  size @1 :UInt64;
}

enum ColumnKind {
  levelKeys @0;
  distances @1;
  verifyMarks @2;
  outcome @3;
  result @4;
}

struct Column {                  # or a part of one: entries may have the same kind and number
  kind @0 :ColumnKind;
  number @1 :UInt32;             # level, or group of quests
  file @2 :UInt64;
  offset @3 :UInt64;             # in the file
  length @4 :UInt64;
  checksum @5 :Checksum;         # the one in the column's end
}

struct KindBytes {
  kind @0 :ColumnKind;
  bytes @1 :UInt64;
}

# Where the search stands.
struct Progress {
  phase @0 :Phase;
  level @1 :UInt32;
  profile @2 :Profile;
  quests @3 :List(QuestSightings);
  enabled @4 :List(UInt64);      # per label of the file GAME: states in which it is enabled
  faults @5 :List(MaybeSighting);  # per label
  groups @6 :List(QuestGroup);
  distance @7 :UInt32;
  verifiedBlocks @8 :UInt64;
  verifiedTransitions @9 :UInt64;
  verifiedFaulty @10 :Bool;
  seconds @11 :Float64;
}

enum Phase {
  forward @0;
  backward @1;
  verify @2;
  paths @3;
  finished @4;
}

struct Profile {
  statesPerLevel @0 :List(UInt64);
  states @1 :UInt64;
  transitions @2 :UInt64;
  deadlocks @3 :UInt64;
  fingerprintSum @4 :UInt64;
}

struct Sighting {
  level @0 :UInt32;
  state @1 :List(UInt64);        # a packed state
}

struct MaybeSighting {
  sighting @0 :Sighting;         # null: not seen
}

struct QuestSightings {
  doneStates @0 :UInt64;
  pendingStates @1 :UInt64;
  firstDone @2 :Sighting;        # null: not seen
}

struct QuestGroup {
  first @0 :UInt32;
  count @1 :UInt32;
}
