// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/search/byte_planes.h"
#include "core/search/key_sort.h"
#include "core/search/partition_mail.h"
#include "core/search/record_buffers.h"
#include "core/search/run_codec.h"

namespace questproof {

// What records want to know of states that other ranks own. Records wait in the buffers of the
// partition that their state belongs to. Each state is asked for once, with the smallest note of its
// records; its owner answers with some bytes, always as many; then the records are settled here, where
// they were made. A question:
//   keys   a section as encode_keys writes it
//   notes  as byte planes
// An answer: the answers' bytes, state after state. Questions and answers come in pieces.
template <unsigned W, typename Record>
class Inquiry {
 public:
  Inquiry(const Ranks& ranks, const RunFormat<W>& format, const Parallel& parallel,
          RecordBuffers<Record>& buffers)
      : ranks_(ranks),
        format_(format),
        parallel_(parallel),
        buffers_(buffers),
        mail_(ranks),
        workers_(static_cast<std::size_t>(parallel.threads())) {}

  // Collective. Settles and removes the records of other ranks' partitions.
  //   key_of(record), note_of(record)
  //   answer(partition, key, note, out)  at the owner: fills answer_bytes bytes at `out`; one thread at a
  //                                      time for each partition
  //   settle(record, bytes)              any thread
  template <typename KeyOf, typename NoteOf, typename Answer, typename Settle>
  void run(std::size_t answer_bytes, const KeyOf& key_of, const NoteOf& note_of,
           const Answer& answer, const Settle& settle) {
    ranks_.for_each_foreign(parallel_, [&](std::size_t partition, int slot) {
      if (buffers_.size(partition) > 0) ask(partition, slot, key_of, note_of);
    });
    mail_.exchange();
    ranks_.for_each_own(parallel_, [&](std::size_t partition, int slot) {
      reply(partition, slot, answer_bytes, answer);
    });
    if (answer_bytes > 0) {
      mail_.exchange();
      ranks_.for_each_foreign(parallel_, [&](std::size_t partition, int) {
        if (buffers_.size(partition) > 0) take(partition, answer_bytes, key_of, settle);
      });
    }
    for (std::size_t p = 0; p < ranks_.partitions(); ++p) {
      if (!ranks_.owns(p)) buffers_.clear(p);
    }
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 15;  // keys

  struct Worker {
    SortScratch<Record> scratch;
    std::vector<Key<W>> keys;
    std::vector<std::uint32_t> notes;
  };

  template <typename KeyOf, typename NoteOf>
  void ask(std::size_t partition, int slot, const KeyOf& key_of, const NoteOf& note_of) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    const std::size_t count =
        sort_records(buffers_, partition, format_.partition_bits, worker.scratch, key_of);
    buffers_.rewrite(partition, worker.scratch.records.data());
    worker.keys.clear();
    worker.notes.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const Record& record = worker.scratch.records[i];
      if (!worker.keys.empty() && worker.keys.back() == key_of(record)) {
        worker.notes.back() = std::min<std::uint32_t>(worker.notes.back(), note_of(record));
        continue;
      }
      worker.keys.push_back(key_of(record));
      worker.notes.push_back(note_of(record));
    }
    for (std::size_t begin = 0; begin < worker.keys.size(); begin += kPiece) {
      const std::size_t size = std::min(kPiece, worker.keys.size() - begin);
      ByteWriter out;
      encode_keys<W>(std::span<const Key<W>>(worker.keys).subspan(begin, size), format_, 0,
                     out.bytes);
      write_planes(out, size, [&](std::size_t i) { return worker.notes[begin + i]; });
      mail_.send_to_owner(partition, std::move(out.bytes));
    }
  }

  template <typename Answer>
  void reply(std::size_t partition, int slot, std::size_t answer_bytes, const Answer& answer) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    for (const PartitionMail::Letter& letter : mail_.arrived(partition)) {
      ByteReader in(letter.bytes);
      LevelReader<W> keys(in, format_, partition);
      read_planes(in, keys.size(), worker.notes);
      Bytes answers(keys.size() * answer_bytes);
      std::uint8_t* out = answers.data();
      for (std::size_t i = 0; !keys.done(); keys.next(), ++i, out += answer_bytes) {
        answer(partition, keys.key(), worker.notes[i], out);
      }
      if (answer_bytes > 0) mail_.send(partition, letter.from, std::move(answers));
    }
  }

  template <typename KeyOf, typename Settle>
  void take(std::size_t partition, std::size_t answer_bytes, const KeyOf& key_of,
            const Settle& settle) {
    auto letter = mail_.arrived(partition).begin();
    const auto last = mail_.arrived(partition).end();
    std::size_t at = 0;
    const Key<W>* key = nullptr;
    buffers_.for_each_block(partition, [&](std::span<const Record> block) {
      for (const Record& record : block) {
        if (key != nullptr && !(*key == key_of(record))) {
          at += answer_bytes;
          if (letter != last && at == letter->bytes.size()) {
            ++letter;
            at = 0;
          }
        }
        key = &key_of(record);
        QUEST_CHECK_MSG(letter != last && at + answer_bytes <= letter->bytes.size(),
                        "a rank has left a question unanswered");
        settle(record, letter->bytes.data() + at);
      }
    });
  }

  const Ranks& ranks_;
  RunFormat<W> format_;
  const Parallel& parallel_;
  RecordBuffers<Record>& buffers_;
  PartitionMail mail_;
  std::vector<Worker> workers_;
};

}  // namespace questproof
