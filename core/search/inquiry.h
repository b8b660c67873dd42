// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/search/record_exchange.h"

namespace questproof {

// What records want to know of states that other ranks own. Records wait in the buffers of the
// partition that their state belongs to. Each state is asked for once, with the smallest note of its
// records; its owner answers with some bytes, always as many; then the records are settled here, where
// they were made. Questions are blocks of keys with their notes as payload; the block of answers has the
// tag of the questions, and keys that say nothing.
template <unsigned W, typename Record>
class Inquiry {
 public:
  Inquiry(const Ranks& ranks, const RunFormat<W>& format, const Parallel& parallel,
          RecordBuffers<Record>& buffers)
      : ranks_(ranks), format_(format), parallel_(parallel), buffers_(buffers) {}

  // Collective. Settles and removes the records of other ranks' partitions.
  //   key_of(record), note_of(record)
  //   answer(partition, key, note, out)  at the owner: fills answer_bytes bytes at `out`; any thread
  //   settle(record, bytes)              any thread
  template <typename KeyOf, typename NoteOf, typename Answer, typename Settle>
  void run(unsigned answer_bytes, const KeyOf& key_of, const NoteOf& note_of, const Answer& answer,
           const Settle& settle) {
    make_workers(answer_bytes);
    std::vector<std::size_t> counts(ranks_.partitions(), 0);
    ranks_.for_each_foreign(parallel_, [&](std::size_t partition, int slot) {
      SortScratch<Record>& scratch = worker(slot).scratch;
      counts[partition] =
          sort_records(buffers_, partition, format_.partition_bits, scratch, key_of);
      buffers_.rewrite(partition, scratch.records.data());
    });
    const std::vector<Chunk> chunks = cut_into_chunks(ranks_, counts);
    const std::vector<Ranks::Arrival> questions = ranks_.exchange(ask(chunks, key_of, note_of));
    const std::vector<Ranks::Arrival> answers =
        ranks_.exchange(reply(questions, answer_bytes, answer));
    parallel_.parallel_for(answers.size(), 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) take(answers[at].bytes, chunks, answer_bytes, key_of, settle, slot);
    });
    for (std::size_t p = 0; p < ranks_.partitions(); ++p) {
      if (!ranks_.owns(p)) buffers_.clear(p);
    }
  }

 private:
  struct Worker {
    Worker(const KeyBlockFormat& question_format, const KeyBlockFormat& answer_format)
        : question_encoder(question_format),
          question_decoder(question_format),
          answer_encoder(answer_format),
          answer_decoder(answer_format) {}
    SortScratch<Record> scratch;
    std::vector<Key<W>> keys;
    std::vector<std::uint32_t> notes;
    std::vector<std::uint8_t> answers;
    std::vector<Word> zeros;
    KeyBlock block;
    KeyBlockEncoder question_encoder;
    KeyBlockDecoder question_decoder;
    KeyBlockEncoder answer_encoder;
    KeyBlockDecoder answer_decoder;
  };

  Worker& worker(int slot) { return *workers_[static_cast<std::size_t>(slot)]; }

  void make_workers(unsigned answer_bytes) {
    if (!workers_.empty() && answer_bytes == answer_bytes_) return;
    answer_bytes_ = answer_bytes;
    workers_.clear();
    KeyBlockFormat answers;
    answers.head_bits = 1;
    answers.payload_bytes = answer_bytes;
    for (int t = 0; t < parallel_.threads(); ++t) {
      workers_.push_back(
          std::make_unique<Worker>(block_format<W>(format_, sizeof(std::uint32_t)), answers));
    }
  }

  template <typename KeyOf, typename NoteOf>
  std::vector<std::vector<Bytes>> ask(const std::vector<Chunk>& chunks, const KeyOf& key_of,
                                      const NoteOf& note_of) {
    std::vector<Bytes> blocks(chunks.size());
    parallel_.parallel_for(chunks.size(), 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) {
        Worker& mine = worker(slot);
        mine.keys.clear();
        mine.notes.clear();
        for_each_record(chunks[at], [&](const Record& record) {
          if (!mine.keys.empty() && mine.keys.back() == key_of(record)) {
            mine.notes.back() = std::min<std::uint32_t>(mine.notes.back(), note_of(record));
          } else {
            mine.keys.push_back(key_of(record));
            mine.notes.push_back(note_of(record));
          }
        });
        const std::span<const std::uint8_t> notes(
            reinterpret_cast<const std::uint8_t*>(mine.notes.data()),
            mine.notes.size() * sizeof(std::uint32_t));
        mine.question_encoder.encode(static_cast<std::uint32_t>(at),
                                     words_of_keys(std::span<const Key<W>>(mine.keys)), notes,
                                     blocks[at]);
      }
    });
    std::vector<std::vector<Bytes>> outgoing(static_cast<std::size_t>(ranks_.count()));
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      outgoing[static_cast<std::size_t>(chunks[i].to)].push_back(std::move(blocks[i]));
    }
    return outgoing;
  }

  template <typename Answer>
  std::vector<std::vector<Bytes>> reply(const std::vector<Ranks::Arrival>& questions,
                                        unsigned answer_bytes, const Answer& answer) {
    std::vector<Bytes> blocks(questions.size());
    parallel_.parallel_for(questions.size(), 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) {
        Worker& mine = worker(slot);
        mine.question_decoder.decode(questions[at].bytes, mine.block);
        mine.answers.resize(mine.block.count * answer_bytes);
        mine.zeros.resize(mine.block.count);
        std::uint8_t* out = mine.answers.data();
        const std::uint8_t* payload = mine.block.payload.data();
        for (const Key<W>& key : keys_of_words<Key<W>>(mine.block.words)) {
          const std::size_t partition = partition_of(key.head(), format_.partition_bits);
          QUEST_CHECK_MSG(ranks_.owns(partition), "a rank was asked what another one owns");
          std::uint32_t note = 0;
          std::memcpy(&note, payload, sizeof(note));
          answer(partition, key, note, out);
          out += answer_bytes;
          payload += sizeof(note);
        }
        mine.answer_encoder.encode(mine.block.tag, mine.zeros, mine.answers, blocks[at]);
      }
    });
    std::vector<std::vector<Bytes>> outgoing(static_cast<std::size_t>(ranks_.count()));
    for (std::size_t i = 0; i < questions.size(); ++i) {
      outgoing[static_cast<std::size_t>(questions[i].from)].push_back(std::move(blocks[i]));
    }
    return outgoing;
  }

  template <typename KeyOf, typename Settle>
  void take(const Bytes& bytes, const std::vector<Chunk>& chunks, unsigned answer_bytes,
            const KeyOf& key_of, const Settle& settle, int slot) {
    KeyBlock& block = worker(slot).block;
    worker(slot).answer_decoder.decode(bytes, block);
    QUEST_CHECK_MSG(block.tag < chunks.size(), "a rank has answered what it was not asked");
    const Key<W>* key = nullptr;
    std::size_t index = 0;
    for_each_record(chunks[block.tag], [&](const Record& record) {
      if (key != nullptr && !(*key == key_of(record))) ++index;
      key = &key_of(record);
      QUEST_CHECK_MSG(index < block.count, "a rank has left a question unanswered");
      settle(record, block.payload.data() + index * answer_bytes);
    });
  }

  template <typename Visit>
  void for_each_record(const Chunk& chunk, const Visit& visit) const {
    for (std::size_t p = chunk.begin; p < chunk.end; ++p) {
      buffers_.for_each_block(p, [&](std::span<const Record> block) {
        for (const Record& record : block) visit(record);
      });
    }
  }

  const Ranks& ranks_;
  RunFormat<W> format_;
  const Parallel& parallel_;
  RecordBuffers<Record>& buffers_;
  unsigned answer_bytes_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;  // made when the first questions are asked
};

}  // namespace questproof
