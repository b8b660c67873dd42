// SPDX-License-Identifier: MIT
#include "storage/state_page.h"

#include "core/base/check.h"
#include "core/base/error.h"
#include "storage/state_database.h"

namespace questproof {
namespace {

constexpr std::uint64_t kBlockedCode = 0;
constexpr std::uint64_t kLostCode = 1;
constexpr std::uint64_t kDistanceCode = 2;

std::uint64_t distance_code(std::uint32_t distance) {
  if (distance == kBlockedDistance) return kBlockedCode;
  if (distance == kLostDistance) return kLostCode;
  return distance + kDistanceCode;
}

std::size_t head_bytes(const PageShape& shape) { return (shape.head_bits + 7) / 8; }

[[noreturn]] void refuse() { throw Error(Error::Kind::kInput, "a page of states is damaged"); }

}  // namespace

std::string key_bytes(const PageShape& shape, const Word* key, std::size_t stride) {
  std::string bytes;
  for (std::size_t b = 0; b < head_bytes(shape); ++b) {
    bytes.push_back(static_cast<char>(key[0] >> (56 - 8 * b)));
  }
  for (std::size_t w = 1; w < shape.words(); ++w) {
    for (unsigned b = shape.tail_bytes[w - 1]; b-- > 0;) {
      bytes.push_back(static_cast<char>(key[w * stride] >> (8 * b)));
    }
  }
  return bytes;
}

std::string encode_page(const PageShape& shape, const PageContents& contents) {
  const std::size_t count = contents.count;
  QUEST_CHECK(count > 0);
  std::string out;
  std::vector<std::uint64_t> column;
  append_varint(out, count);
  const unsigned down = 64 - shape.head_bits;
  for (std::size_t i = 1; i < count; ++i) {
    column.push_back((contents.keys[i] >> down) - (contents.keys[i - 1] >> down));
  }
  append_packed(out, column);
  column.resize(count);
  for (std::size_t w = 1; w < shape.words(); ++w) {
    for (unsigned b = 0; b < shape.tail_bytes[w - 1]; ++b) {
      for (std::size_t i = 0; i < count; ++i) {
        column[i] = contents.keys[w * count + i] >> (8 * b) & 0xff;
      }
      append_packed(out, column);
    }
  }
  column.assign(contents.depths.begin(), contents.depths.end());
  append_packed(out, column);
  append_packed(out, contents.steps);
  column.resize(count);
  for (std::size_t q = 0; q < shape.quests; ++q) {
    for (std::size_t i = 0; i < count; ++i) {
      column[i] = distance_code(contents.distances[q * count + i]);
    }
    append_packed(out, column);
  }
  for (const WrittenStep& step : contents.written) {
    append_varint(out, step.label);
    for (const Word change : step.change) append_varint(out, change);
  }
  out.append(kPackedPadding, '\0');
  return out;
}

PageReader::PageReader(const PageShape& shape, std::string_view first_key, std::string_view bytes)
    : shape_(shape) {
  if (bytes.size() < kPackedPadding || first_key.size() < head_bytes(shape)) refuse();
  for (std::size_t b = 0; b < head_bytes(shape); ++b) {
    first_head_ |= Word{static_cast<unsigned char>(first_key[b])} << (56 - 8 * b);
  }
  first_head_ >>= 64 - shape.head_bits;
  bytes.remove_suffix(kPackedPadding);
  PackedReader reader(bytes);
  count_ = reader.varint();
  if (count_ == 0 || count_ > (std::size_t{1} << 20)) refuse();
  heads_ = PackedColumn(reader, count_ - 1);
  for (const std::uint8_t stored : shape.tail_bytes) {
    for (unsigned b = 0; b < stored; ++b) tails_.emplace_back(reader, count_);
  }
  depths_ = PackedColumn(reader, count_);
  steps_ = PackedColumn(reader, count_);
  for (std::size_t q = 0; q < shape.quests; ++q) distances_.emplace_back(reader, count_);
  written_ = bytes.substr(reader.position());
}

std::optional<std::size_t> PageReader::position(const Word* key) const {
  const Word wanted = key[0] >> (64 - shape_.head_bits);
  Word head = first_head_;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i > 0) head += heads_.get(i - 1);
    if (head < wanted) continue;
    if (head > wanted) return std::nullopt;
    bool same = true;
    for (std::size_t w = 1; w < shape_.words() && same; ++w) same = tail_word(w, i) == key[w];
    if (same) return i;
  }
  return std::nullopt;
}

Word PageReader::tail_word(std::size_t word, std::size_t position) const {
  std::size_t plane = 0;
  for (std::size_t w = 1; w < word; ++w) plane += shape_.tail_bytes[w - 1];
  Word value = 0;
  for (unsigned b = 0; b < shape_.tail_bytes[word - 1]; ++b) {
    value |= tails_[plane + b].get(position) << (8 * b);
  }
  return value;
}

WrittenStep PageReader::written_step(std::size_t position) const {
  std::size_t before = 0;
  for (std::size_t i = 0; i < position; ++i) before += steps_.get(i) == PageStep::kWritten;
  PackedReader reader(written_);
  WrittenStep step;
  for (std::size_t i = 0; i <= before; ++i) {
    step.label = static_cast<std::uint32_t>(reader.varint());
    step.change.clear();
    for (std::size_t w = 0; w < shape_.words(); ++w) step.change.push_back(reader.varint());
  }
  return step;
}

std::uint32_t PageReader::distance(std::size_t position, std::size_t quest) const {
  const std::uint64_t code = distances_[quest].get(position);
  if (code == kBlockedCode) return kBlockedDistance;
  if (code == kLostCode) return kLostDistance;
  return static_cast<std::uint32_t>(code - kDistanceCode);
}

void PageReader::copy_keys(Word* out, std::size_t stride) const {
  Word head = first_head_;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i > 0) head += heads_.get(i - 1);
    out[i] = head << (64 - shape_.head_bits);
  }
  for (std::size_t w = 1; w < shape_.words(); ++w) {
    for (std::size_t i = 0; i < count_; ++i) out[w * stride + i] = tail_word(w, i);
  }
}

}  // namespace questproof
