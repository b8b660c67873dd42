// SPDX-License-Identifier: MIT
#include "storage/key_translator.h"

#include <algorithm>

#include "core/search/key.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

template <unsigned W>
class KeyTranslatorOf final : public KeyTranslator {
 public:
  KeyTranslatorOf(std::span<const std::uint32_t> word_bits, const Ownership& ownership)
      : codec_(
            word_bits.size(), [&](std::size_t w) { return word_bits[w]; }, ownership) {}

  std::size_t words() const override { return codec_.word_count(); }
  PageShape shape(std::size_t quests) const override {
    PageShape shape;
    shape.head_bits = codec_.head_bits();
    const auto first = codec_.tail_bytes().begin();
    shape.tail_bytes.assign(first + 1, first + static_cast<std::ptrdiff_t>(codec_.word_count()));
    shape.quests = quests;
    return shape;
  }
  void encode(const Word* state, Word* key) const override {
    const Key<W> encoded = codec_.encode(state, 1);
    std::copy_n(encoded.words.begin(), codec_.word_count(), key);
  }
  void decode(Word* columns, std::size_t stride, std::size_t count) const override {
    for (std::size_t i = 0; i < count; ++i) {
      Key<W> key{};
      for (std::size_t w = 0; w < codec_.word_count(); ++w) key.words[w] = columns[w * stride + i];
      codec_.decode(key, columns + i, stride);
    }
  }

 private:
  KeyCodec<W> codec_;
};

}  // namespace

std::unique_ptr<KeyTranslator> make_key_translator(std::span<const std::uint32_t> word_bits,
                                                   const Ownership& ownership) {
  return with_width(word_bits.size(), [&]<unsigned W>() -> std::unique_ptr<KeyTranslator> {
    return std::make_unique<KeyTranslatorOf<W>>(word_bits, ownership);
  });
}

}  // namespace questproof
