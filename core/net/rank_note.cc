// SPDX-License-Identifier: MIT
#include "core/net/rank_note.h"

#include <core/net/schema/wire.capnp.h>

#include "core/net/envelope.h"

namespace questproof {

Bytes encode_rank_note(const RankNote& note) {
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<schema::RankNote>();
  root.setHost(note.host);
  root.setProcess(note.process);
  root.setPhase(note.phase);
  root.setLevel(note.level);
  root.setSeconds(note.seconds);
  root.setWaitingSeconds(note.waiting_seconds);
  root.setCpuSeconds(note.cpu_seconds);
  root.setMemoryBytes(note.memory_bytes);
  root.setPeakBytes(note.peak_bytes);
  root.setDiskBytes(note.disk_bytes);
  root.setSentBytes(note.sent_bytes);
  root.setSentMessages(note.sent_messages);
  Bytes bytes;
  seal_envelope(message, bytes);
  return bytes;
}

RankNote decode_rank_note(std::span<const std::uint8_t> bytes) {
  return open_envelope<schema::RankNote>(bytes, [](schema::RankNote::Reader root) {
    RankNote note;
    note.host = root.getHost();
    note.process = root.getProcess();
    note.phase = root.getPhase();
    note.level = root.getLevel();
    note.seconds = root.getSeconds();
    note.waiting_seconds = root.getWaitingSeconds();
    note.cpu_seconds = root.getCpuSeconds();
    note.memory_bytes = root.getMemoryBytes();
    note.peak_bytes = root.getPeakBytes();
    note.disk_bytes = root.getDiskBytes();
    note.sent_bytes = root.getSentBytes();
    note.sent_messages = root.getSentMessages();
    return note;
  });
}

}  // namespace questproof
