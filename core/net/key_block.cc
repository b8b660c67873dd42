// SPDX-License-Identifier: MIT
#include "core/net/key_block.h"

#include <core/net/schema/wire.capnp.h>
#include <zstd.h>

#include <algorithm>
#include <bit>

#include "core/base/bit_stream.h"
#include "core/base/byte_stream.h"
#include "core/base/check.h"
#include "core/net/envelope.h"

namespace questproof {

namespace {

constexpr std::size_t kSampleKeys = 2048;
constexpr int kLevel = 1;  // of zstd

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

void check_format(const KeyBlockFormat& format) {
  QUEST_CHECK(format.words >= 1 && format.words <= KeyBlockFormat::kMaxWords);
  QUEST_CHECK(format.head_bits >= 1 && format.head_bits <= 64);
  for (unsigned w = 1; w < format.words; ++w) QUEST_CHECK(format.tail_bytes[w] <= sizeof(Word));
}

std::size_t tail_size(const KeyBlockFormat& format) {
  std::size_t size = 0;
  for (unsigned w = 1; w < format.words; ++w) size += format.tail_bytes[w];
  return size;
}

// Rice codes of gaps of this mean are shortest, or nearly so, with this parameter.
unsigned rice_parameter(Word mean) {
  const Word scaled = mean - mean / 4;
  return scaled == 0 ? 0 : static_cast<unsigned>(std::bit_width(scaled)) - 1;
}

}  // namespace

class KeyBlockEncoder::Scratch {
 public:
  explicit Scratch(const KeyBlockFormat& format) : format_(format), context_(ZSTD_createCCtx()) {
    check_format(format_);
    QUEST_CHECK(context_ != nullptr);
  }

  void encode(std::uint32_t tag, std::span<const Word> words, std::span<const std::uint8_t> payload,
              Bytes& out) {
    count_ = words.size() / format_.words;
    QUEST_CHECK(count_ >= 1 && count_ <= KeyBlock::kMaxKeys);
    QUEST_CHECK(words.size() == count_ * format_.words);
    QUEST_CHECK(payload.size() == count_ * format_.payload_bytes);

    capnp::MallocMessageBuilder message(
        static_cast<unsigned>(64 + count_ * (1 + tail_size(format_) + format_.payload_bytes) / 8));
    auto root = message.initRoot<schema::KeyBlock>();
    root.setTag(tag);
    root.setCount(static_cast<std::uint32_t>(count_));
    set_heads(words, root);
    set_tails(words, root);
    set_payload(payload, root);
    seal_envelope(message, out);
  }

 private:
  Word number(std::span<const Word> words, std::size_t key) const {
    return words[key * format_.words] >> (64 - format_.head_bits);
  }

  void set_heads(std::span<const Word> words, schema::KeyBlock::Builder root) {
    root.setFirst(number(words, 0));
    const Word spread = number(words, count_ - 1) - number(words, 0);
    const unsigned k = rice_parameter(count_ == 1 ? 0 : spread / (count_ - 1));
    root.setRiceParameter(static_cast<std::uint8_t>(k));
    // What is shorter for some keys in the middle is taken to be shorter for all.
    const std::size_t sample = std::min(count_, kSampleKeys);
    const std::size_t from = (count_ - sample) / 2;
    append_rice(words, from, from + sample, k);
    const std::size_t rice_size = bytes_.size();
    append_varints(words, from, from + sample);
    if (compress() < rice_size) {
      if (sample < count_) append_varints(words, 0, count_);
      root.setGaps(schema::GapCode::VARINT);
      set_section(root.initHeads());
    } else {
      append_rice(words, 0, count_, k);
      root.setGaps(schema::GapCode::RICE);
      set_raw_section(root.initHeads());
    }
  }

  // Of the keys begin + 1 .. end - 1.
  void append_rice(std::span<const Word> words, std::size_t begin, std::size_t end, unsigned k) {
    bytes_.clear();
    RiceWriter writer(bytes_);
    Word before = number(words, begin);
    for (std::size_t key = begin + 1; key < end; ++key) {
      const Word here = number(words, key);
      QUEST_CHECK(here >= before);
      writer.append(here - before, k);
      before = here;
    }
    writer.finish();
  }
  void append_varints(std::span<const Word> words, std::size_t begin, std::size_t end) {
    bytes_.clear();
    Word before = number(words, begin);
    for (std::size_t key = begin + 1; key < end; ++key) {
      const Word here = number(words, key);
      QUEST_CHECK(here >= before);
      Word gap = here - before;
      for (; gap >= 0x80; gap >>= 7) bytes_.push_back(static_cast<std::uint8_t>(gap | 0x80));
      bytes_.push_back(static_cast<std::uint8_t>(gap));
      before = here;
    }
  }

  void set_tails(std::span<const Word> words, schema::KeyBlock::Builder root) {
    bytes_.resize(count_ * tail_size(format_));
    std::uint8_t* at = bytes_.data();
    for (unsigned w = 1; w < format_.words; ++w) {
      for (unsigned b = 0; b < format_.tail_bytes[w]; ++b) {
        const Word* word = words.data() + w;
        for (std::size_t key = 0; key < count_; ++key, word += format_.words) {
          *at++ = static_cast<std::uint8_t>(*word >> (8 * b));
        }
      }
    }
    if (!bytes_.empty()) set_section(root.initTails());
  }

  void set_payload(std::span<const std::uint8_t> payload, schema::KeyBlock::Builder root) {
    bytes_.resize(payload.size());
    std::uint8_t* at = bytes_.data();
    for (unsigned b = 0; b < format_.payload_bytes; ++b) {
      const std::uint8_t* byte = payload.data() + b;
      for (std::size_t key = 0; key < count_; ++key, byte += format_.payload_bytes) *at++ = *byte;
    }
    if (!bytes_.empty()) set_section(root.initPayload());
  }

  // `bytes_` as zstd makes it, in `compressed_`; the size that a section of it needs.
  std::size_t compress() {
    compressed_.resize(ZSTD_compressBound(bytes_.size()));
    const std::size_t size =
        ZSTD_compressCCtx(context_.get(), compressed_.data(), compressed_.size(), bytes_.data(),
                          bytes_.size(), kLevel);
    QUEST_CHECK(ZSTD_isError(size) == 0);
    compressed_.resize(size);
    return std::min(size, bytes_.size());
  }
  void set_section(schema::Section::Builder section) {
    compress();
    if (compressed_.size() >= bytes_.size()) return set_raw_section(section);
    section.setSize(static_cast<std::uint32_t>(bytes_.size()));
    section.setCompressed(true);
    section.setBytes(kj::arrayPtr(compressed_.data(), compressed_.size()));
  }
  void set_raw_section(schema::Section::Builder section) {
    section.setSize(static_cast<std::uint32_t>(bytes_.size()));
    section.setBytes(kj::arrayPtr(bytes_.data(), bytes_.size()));
  }

  const KeyBlockFormat format_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  std::size_t count_ = 0;
  Bytes bytes_;
  Bytes compressed_;
};

class KeyBlockDecoder::Scratch {
 public:
  explicit Scratch(const KeyBlockFormat& format) : format_(format), context_(ZSTD_createDCtx()) {
    check_format(format_);
    QUEST_CHECK(context_ != nullptr);
  }

  void decode(std::span<const std::uint8_t> bytes, KeyBlock& block) {
    open_envelope<schema::KeyBlock>(bytes, [&](schema::KeyBlock::Reader root) {
      try {
        read(root, block);
      } catch (const Error&) {  // out of the streams of bits and bytes
        throw_damaged_message();
      }
    });
  }

 private:
  void read(schema::KeyBlock::Reader root, KeyBlock& block) {
    block.tag = root.getTag();
    block.count = root.getCount();
    if (block.count < 1 || block.count > KeyBlock::kMaxKeys) throw_damaged_message();
    const auto heads = root.getHeads();
    // A gap takes a bit at least, or a byte before compression.
    const bool rice = root.getGaps() == schema::GapCode::RICE;
    const std::uint64_t most = rice ? std::uint64_t{8} * heads.getBytes().size() : heads.getSize();
    if (block.count - 1 > most) throw_damaged_message();
    if (rice && (heads.getCompressed() || root.getRiceParameter() > 63)) throw_damaged_message();
    const auto gaps = open_section(heads, rice ? heads.getSize() : (block.count - 1) * 10);
    block.words.assign(block.count * format_.words, 0);
    if (rice) {
      RiceReader reader(gaps);
      const unsigned k = root.getRiceParameter();
      read_heads(root.getFirst(), block, [&] { return reader.next(k); });
    } else {
      ByteReader reader(gaps);
      read_heads(root.getFirst(), block, [&] { return reader.varint(); });
      if (!reader.done()) throw_damaged_message();
    }
    read_tails(root.getTails(), block);
    read_payload(root.getPayload(), block);
  }

  template <typename NextGap>
  void read_heads(Word first, KeyBlock& block, const NextGap& next_gap) const {
    const unsigned shift = 64 - format_.head_bits;
    const Word highest = ~Word{0} >> shift;
    if (first > highest) throw_damaged_message();
    Word head = first;
    Word* word = block.words.data();
    *word = head << shift;
    for (std::size_t key = 1; key < block.count; ++key) {
      const Word gap = next_gap();
      if (gap > highest - head) throw_damaged_message();
      head += gap;
      word += format_.words;
      *word = head << shift;
    }
  }

  void read_tails(schema::Section::Reader section, KeyBlock& block) {
    const auto planes = planes_of(section, block.count, tail_size(format_));
    const std::uint8_t* at = planes.data();
    for (unsigned w = 1; w < format_.words; ++w) {
      for (unsigned b = 0; b < format_.tail_bytes[w]; ++b) {
        Word* word = block.words.data() + w;
        for (std::size_t key = 0; key < block.count; ++key, word += format_.words) {
          *word |= Word{*at++} << (8 * b);
        }
      }
    }
  }

  void read_payload(schema::Section::Reader section, KeyBlock& block) {
    const auto planes = planes_of(section, block.count, format_.payload_bytes);
    block.payload.resize(planes.size());
    const std::uint8_t* at = planes.data();
    for (unsigned b = 0; b < format_.payload_bytes; ++b) {
      std::uint8_t* byte = block.payload.data() + b;
      for (std::size_t key = 0; key < block.count; ++key, byte += format_.payload_bytes) {
        *byte = *at++;
      }
    }
  }

  std::span<const std::uint8_t> planes_of(schema::Section::Reader section, std::size_t count,
                                          std::size_t planes) {
    if (section.getSize() != count * planes) throw_damaged_message();
    return open_section(section, count * planes);
  }

  // Requires of the sender: no more than `most` bytes.
  std::span<const std::uint8_t> open_section(schema::Section::Reader section, std::size_t most) {
    const auto bytes = section.getBytes();
    if (section.getSize() > most) throw_damaged_message();
    if (!section.getCompressed()) {
      if (section.getSize() != bytes.size()) throw_damaged_message();
      return {bytes.begin(), bytes.size()};
    }
    if (ZSTD_getFrameContentSize(bytes.begin(), bytes.size()) != section.getSize()) {
      throw_damaged_message();
    }
    bytes_.resize(section.getSize());
    const std::size_t size = ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(),
                                                 bytes.begin(), bytes.size());
    if (ZSTD_isError(size) != 0 || size != bytes_.size()) throw_damaged_message();
    return bytes_;
  }

  const KeyBlockFormat format_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  Bytes bytes_;
};

KeyBlockEncoder::KeyBlockEncoder(const KeyBlockFormat& format)
    : scratch_(std::make_unique<Scratch>(format)) {}
KeyBlockEncoder::~KeyBlockEncoder() = default;
void KeyBlockEncoder::encode(std::uint32_t tag, std::span<const Word> words,
                             std::span<const std::uint8_t> payload, Bytes& out) {
  scratch_->encode(tag, words, payload, out);
}

KeyBlockDecoder::KeyBlockDecoder(const KeyBlockFormat& format)
    : scratch_(std::make_unique<Scratch>(format)) {}
KeyBlockDecoder::~KeyBlockDecoder() = default;
void KeyBlockDecoder::decode(std::span<const std::uint8_t> bytes, KeyBlock& block) {
  scratch_->decode(bytes, block);
}

}  // namespace questproof
