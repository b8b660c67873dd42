// SPDX-License-Identifier: MIT
#include "storage/column_writer.h"

#include <utility>

#include "core/base/check.h"
#include "storage/frame.h"

namespace questproof {
namespace {

constexpr std::size_t kBufferSize = std::size_t{256} << 10;

}  // namespace

ColumnWriter::ColumnWriter(ColumnSink& sink, ColumnName name, std::size_t partitions)
    : sink_(sink), name_(name), has_put_(partitions, false) {
  append_prefix(buffer_, FileKind::kColumn);
  size_ = buffer_.size();
}

ColumnWriter::~ColumnWriter() {
  if (file_.file) sink_.forget(std::move(file_));
}

void ColumnWriter::put(std::size_t partition, std::span<const std::uint8_t> bytes) {
  QUEST_CHECK(partition < has_put_.size());
  EncodedBlock encoded;
  if (!bytes.empty()) encoded = encode_block(static_cast<std::uint32_t>(partition), bytes);

  const std::lock_guard lock(mutex_);
  expect_open();
  QUEST_CHECK_MSG(!has_put_[partition], "a partition is put twice");
  has_put_[partition] = true;
  if (bytes.empty()) return;
  encoded.block.offset = size_;
  index_.blocks.push_back(encoded.block);
  write(encoded.bytes);
}

void ColumnWriter::seal() {
  const std::lock_guard lock(mutex_);
  expect_open();
  write(finish_column(index_));
  if (!file_.file) {
    sink_.add_bytes(name_, std::move(buffer_), std::move(index_));
  } else {
    flush();
    sink_.add_file(name_, std::move(file_), std::move(index_));
  }
  sealed_ = true;
}

void ColumnWriter::expect_open() const {
  QUEST_CHECK_MSG(!sealed_, "the column is sealed");
  if (failure_) std::rethrow_exception(failure_);
}

void ColumnWriter::write(std::span<const std::uint8_t> bytes) {
  size_ += bytes.size();
  if (buffer_.size() + bytes.size() <= kBufferSize) {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return;
  }
  flush();
  try {
    file_.file->append(bytes);
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

void ColumnWriter::flush() {
  try {
    if (!file_.file) file_ = sink_.new_file();
    if (!buffer_.empty()) file_.file->append(buffer_);
    buffer_.clear();
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

}  // namespace questproof
