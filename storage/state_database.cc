// SPDX-License-Identifier: MIT
#include "storage/state_database.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "core/base/error.h"
#include "core/search/trace_finder.h"
#include "core/search/widths.h"
#include "storage/database_codec.h"
#include "storage/database_keys.h"
#include "storage/key_translator.h"
#include "storage/sorted_table.h"
#include "storage/state_database_builder.h"
#include "storage/state_page.h"

namespace questproof {
namespace {

constexpr std::size_t kParts = 64;  // of a scan, by the top bits of keys

class StoredStates final : public StateDatabase {
 public:
  explicit StoredStates(const std::string& run_directory)
      : folder_(database_folder(run_directory)),
        remedy_(fmt::format("to build it again: questproof index {}", run_directory)),
        table_(SortedTable::open(folder_, remedy_)),
        identity_(named([&] { return decode_identity(stored(kIdentityKey)); })),
        schema_(named([&] { return decode_schema(stored(kSchemaKey)); })),
        figures_(named([&] { return decode_figures(stored(kFiguresKey)); })),
        steps_(named([&] { return decode_steps(stored(kStepsKey), schema_.word_count()); })),
        translator_(make_key_translator(schema_.word_bits, schema_.ownership)),
        shape_(translator_->shape(schema_.quests.size())) {}

  const DatabaseIdentity& identity() const override { return identity_; }
  const DatabaseSchema& schema() const override { return schema_; }
  const DatabaseFigures& figures() const override { return figures_; }
  std::uint64_t disk_bytes() const override {
    std::uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      bytes += entry.file_size();
    }
    return bytes;
  }

  std::optional<StateRecord> find(StateView state) const override {
    const std::unique_ptr<SortedTable::Cursor> cursor =
        table_->cursor(SortedTable::Purpose::kLookups);
    return find(*cursor, state);
  }

  Trace path_to(StateView state) const override {
    const std::unique_ptr<SortedTable::Cursor> cursor =
        table_->cursor(SortedTable::Purpose::kLookups);
    std::optional<StateRecord> record = find(*cursor, state);
    if (!record) {
      throw Error(Error::Kind::kInput,
                  fmt::format("{}: the state is not stored: play cannot reach it", folder_));
    }
    std::vector<std::pair<std::uint32_t, std::vector<Word>>> steps;  // backwards
    std::vector<Word> at(state.begin(), state.end());
    while (record->depth > 0) {
      const std::uint32_t depth = record->depth;
      steps.emplace_back(record->label, std::exchange(at, std::move(record->parent)));
      record = find(*cursor, at);
      if (!record || record->depth + 1 != depth) refuse("a stored state has no stored parent");
    }
    Trace trace;
    trace.variant = variant_of(at);
    trace.states = std::move(at);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      append_step(trace, schema_.labels[step->first], step->second);
    }
    return trace;
  }

  std::size_t part_count() const override { return kParts; }

  void scan(std::size_t part, const std::function<bool(const StatePage&)>& visit) const override {
    const auto boundary = [](std::size_t p) {
      return std::string{kPagePrefix, static_cast<char>(p * (256 / kParts))};
    };
    const std::string end =
        part + 1 < kParts ? boundary(part + 1) : std::string(1, kPagePrefix + 1);
    const std::unique_ptr<SortedTable::Cursor> cursor = table_->cursor(SortedTable::Purpose::kScan);
    PageColumns columns;
    for (bool more = cursor->seek(boundary(part)); more && cursor->key() < end;
         more = cursor->next()) {
      named([&] { fill(columns, cursor->key(), cursor->value()); });
      if (!visit(columns.page)) return;
    }
  }

 private:
  struct PageColumns {
    std::vector<Word> words;
    std::vector<std::uint32_t> depths;
    std::vector<std::uint32_t> labels;
    std::vector<std::uint32_t> distances;
    StatePage page;
  };

  [[noreturn]] void refuse(const std::string& problem) const {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}; {}", folder_, problem, remedy_));
  }

  // Errors of what is read say in which store.
  template <typename Read>
  auto named(const Read& read) const -> decltype(read()) {
    try {
      return read();
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kInput || std::string(error.what()).starts_with(folder_))
        throw;
      refuse(error.what());
    }
  }

  std::string stored(std::string_view key) const {
    std::optional<std::string> value = table_->get(key);
    if (!value) refuse("it is no state database, or not a whole one");
    return std::move(*value);
  }

  std::optional<StateRecord> find(SortedTable::Cursor& cursor, StateView state) const {
    return named([&]() -> std::optional<StateRecord> {
      std::array<Word, kMaximumWords> key{};
      if (state.size() != schema_.word_count()) return std::nullopt;
      for (std::size_t w = 0; w < state.size(); ++w) {
        const std::uint32_t bits = schema_.word_bits[w];
        if (bits < 64 && state[w] >> bits != 0) return std::nullopt;
      }
      translator_->encode(state.data(), key.data());
      if (!cursor.seek_backward(page_key(shape_, key.data(), 1))) return std::nullopt;
      if (cursor.key().empty() || cursor.key()[0] != kPagePrefix) return std::nullopt;
      const PageReader page(shape_, cursor.key().substr(1), cursor.value());
      const std::optional<std::size_t> position = page.position(key.data());
      if (!position) return std::nullopt;
      return record(page, *position, state);
    });
  }

  StateRecord record(const PageReader& page, std::size_t position, StateView state) const {
    StateRecord record;
    record.depth = page.depth(position);
    const std::uint64_t code = page.step(position);
    if (code != PageStep::kNone) {
      WrittenStep written;
      if (code == PageStep::kWritten) written = page.written_step(position);
      const WrittenStep& step = code == PageStep::kWritten ? written : listed(code);
      record.label = step.label;
      for (std::size_t w = 0; w < state.size(); ++w) {
        record.parent.push_back(state[w] ^ step.change[w]);
      }
      if (record.label >= schema_.labels.size()) refuse("a page of states is damaged");
    }
    for (std::size_t q = 0; q < shape_.quests; ++q) {
      record.distances.push_back(page.distance(position, q));
    }
    return record;
  }

  const WrittenStep& listed(std::uint64_t code) const {
    if (code - PageStep::kListed >= steps_.size()) refuse("a page of states is damaged");
    return steps_[code - PageStep::kListed];
  }

  void fill(PageColumns& columns, std::string_view key, std::string_view value) const {
    const PageReader page(shape_, key.substr(1), value);
    const std::size_t count = page.count();
    const std::size_t stride =
        (count + kBlockPadding - 1) / kBlockPadding * kBlockPadding + kBlockPadding;
    columns.words.resize(stride * shape_.words());
    columns.depths.resize(count);
    columns.labels.resize(count);
    columns.distances.resize(count * shape_.quests);
    page.copy_keys(columns.words.data(), stride);
    translator_->decode(columns.words.data(), stride, count);
    for (std::size_t i = 0; i < count; ++i) {
      columns.depths[i] = page.depth(i);
      const std::uint64_t code = page.step(i);
      columns.labels[i] = code == PageStep::kNone      ? kNoLabel
                          : code == PageStep::kWritten ? page.written_step(i).label
                                                       : listed(code).label;
    }
    for (std::size_t q = 0; q < shape_.quests; ++q) {
      for (std::size_t i = 0; i < count; ++i) {
        columns.distances[q * count + i] = page.distance(i, q);
      }
    }
    columns.page = {
        {columns.words.data(), stride, count}, columns.depths, columns.labels, columns.distances};
  }

  std::size_t variant_of(const std::vector<Word>& state) const {
    const std::size_t words = schema_.word_count();
    for (std::size_t row = 0; row < schema_.initial_states.size(); row += words) {
      const auto first = schema_.initial_states.begin() + static_cast<std::ptrdiff_t>(row);
      if (std::equal(state.begin(), state.end(), first)) return row / words;
    }
    refuse("a stored path begins at no initial state");
  }

  std::string folder_;
  std::string remedy_;
  std::unique_ptr<SortedTable> table_;
  DatabaseIdentity identity_;
  DatabaseSchema schema_;
  DatabaseFigures figures_;
  std::vector<WrittenStep> steps_;
  std::unique_ptr<KeyTranslator> translator_;
  PageShape shape_;
};

}  // namespace

bool StateDatabase::exists(const std::string& run_directory) {
  return std::filesystem::exists(database_folder(run_directory) + "/CURRENT");
}

std::unique_ptr<StateDatabase> StateDatabase::open(const std::string& run_directory) {
  if (!exists(run_directory)) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: there is no store of states here. To build it from a finished "
                            "run: questproof index {}. To finish a run: questproof resume {}",
                            run_directory, run_directory, run_directory));
  }
  return std::make_unique<StoredStates>(run_directory);
}

}  // namespace questproof
