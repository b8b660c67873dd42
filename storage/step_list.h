// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/base/hash.h"
#include "core/base/word.h"
#include "storage/state_page.h"

namespace questproof {

// A label and what it did to the words of a state. A game has far fewer of these than transitions.
template <unsigned W>
struct StepChange {
  std::uint32_t label = 0;
  std::array<Word, W> change{};
  bool operator==(const StepChange&) const = default;
};

// Numbers the steps that pages refer to, while several threads build pages. In the order in which
// they are first seen, until the list is full; later ones are written in full where they occur.
template <unsigned W>
class StepList {
 public:
  // What one thread has seen of the list.
  class View {
   public:
    explicit View(StepList& list) : list_(list) {}

    // How a page says this step (PageStep).
    std::uint64_t code(const StepChange<W>& step) {
      const auto known = known_.find(step);
      if (known != known_.end()) return PageStep::kListed + known->second;
      if (complete_) return PageStep::kWritten;
      return list_.number(step, known_, complete_);
    }

   private:
    friend class StepList;
    struct Hash {
      std::size_t operator()(const StepChange<W>& step) const {
        std::uint64_t hash = step.label + std::uint64_t{0x9e3779b97f4a7c15};
        for (const Word word : step.change) {
          hash = (hash ^ word) * 0xd6e8feb86659fd93;
          hash ^= hash >> 32;
        }
        return hash;
      }
    };
    using Numbers = std::unordered_map<StepChange<W>, std::uint32_t, Hash>;

    StepList& list_;
    Numbers known_;
    bool complete_ = false;  // the list is full, and known_ is all of it
  };

  explicit StepList(std::size_t words, std::size_t most = most_steps())
      : words_(words), most_(most) {}

  std::vector<WrittenStep> steps() const {
    std::vector<WrittenStep> result;
    for (const StepChange<W>& step : steps_) {
      result.push_back({step.label, {step.change.begin(), step.change.begin() + words_}});
    }
    return result;
  }

 private:
  // Readers hold the whole list in memory.
  static constexpr std::size_t most_steps() { return std::size_t{1} << (W <= 8 ? 16 : 14); }

  std::uint64_t number(const StepChange<W>& step, typename View::Numbers& known, bool& complete) {
    const std::lock_guard lock(mutex_);
    const auto at = numbers_.find(step);
    if (at != numbers_.end()) {
      known.insert(*at);
      return PageStep::kListed + at->second;
    }
    if (numbers_.size() == most_) {
      known = numbers_;
      complete = true;
      return PageStep::kWritten;
    }
    const auto fresh = static_cast<std::uint32_t>(numbers_.size());
    numbers_.emplace(step, fresh);
    known.emplace(step, fresh);
    steps_.push_back(step);
    return PageStep::kListed + fresh;
  }

  std::ptrdiff_t words_;
  std::size_t most_;
  std::mutex mutex_;
  typename View::Numbers numbers_;
  std::vector<StepChange<W>> steps_;
};

}  // namespace questproof
