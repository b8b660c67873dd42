// SPDX-License-Identifier: MIT
#include "coordinator/diagram_tries.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/figures.h"
#include "coordinator/interrupt.h"
#include "coordinator/progress_line.h"
#include "core/base/process_usage.h"
#include "core/model/reduce/reduce.h"

namespace questproof {
namespace {

constexpr std::uint64_t kFirstWork = std::uint64_t{1} << 19;  // some hundredths of a second
constexpr std::uint64_t kLastWork = std::uint64_t{1}
                                    << 25;        // some seconds, where all else has failed
constexpr std::uint64_t kDetailWork = 6'000'000;  // about a second
constexpr std::uint64_t kStoredDetailWork =
    100'000'000;  // some ten seconds, for what is asked for weeks
constexpr std::uint64_t kSamples = 500;
constexpr std::uint64_t kManyStates = std::uint64_t{1} << 22;
// Of the explicit search, for a step with diagrams. Where diagrams do not help their nodes are many and new, and a step
// takes half a microsecond, as long as a state with its few transitions takes in all phases of that search.
constexpr std::uint64_t kStatesPerStep = 16;
constexpr std::uint64_t kTransitionsPerStep = 10;
constexpr std::uint64_t kWorkOfAState = 4;  // steps that take as long as it takes for one

// Values of all variables together; a game of more is reduced first.
constexpr std::int64_t kManyValues = 20'000;

std::int64_t value_count(const GameModel& model) {
  std::int64_t sum = 0;
  for (const Variable& variable : model.variables)
    sum += std::int64_t{variable.high} - variable.low + 1;
  return sum;
}

// Diagrams do not get smaller when there are fewer states. They grow where dead values are put back, because
// events then write variables that they have nothing to do with. So the game is taken as it is written,
// if nobody wants something else.
std::string reductions_for_diagrams(const GameModel& model, const std::string& reduce) {
  if (reduce == "auto" && value_count(model) <= kManyValues) return "none";
  ReductionOptions options = parse_reductions(reduce == "auto" ? "default,no-dead-values" : reduce);
  options.free_moves = false;
  return to_string(options);
}

}  // namespace

DiagramTries::DiagramTries(const GameModel& model, std::optional<std::size_t> quest,
                           const CommandOptions& options, const Console& console)
    : model_(model),
      quest_(quest),
      options_(options),
      console_(console),
      detail_work_(kDetailWork),
      next_states_(kManyStates) {}

void DiagramTries::look_for_details() { detail_work_ = kStoredDetailWork; }

void DiagramTries::try_all() {
  SymbolicOptions options;
  options.time_seconds = options_.time_seconds;
  options.memory_bytes = all_memory();
  attempt(options);
}

void DiagramTries::try_first() {
  SymbolicOptions options;
  options.most_work = kFirstWork;
  options.least_states = kManyStates;
  attempt(options);
}

void DiagramTries::after_states(std::uint64_t states, std::uint64_t transitions) {
  if (hopeless_ || few_states_ || states < next_states_) return;
  while (next_states_ <= states) next_states_ *= 2;
  SymbolicOptions options;
  options.most_work = std::max(states / kStatesPerStep, transitions / kTransitionsPerStep);
  attempt(options);
}

void DiagramTries::after_limit(std::uint64_t states) {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  if (hopeless_ || (options_.time_seconds > 0 && passed.count() >= options_.time_seconds)) return;
  SymbolicOptions options;
  options.most_work = std::max(kLastWork, kWorkOfAState * states);
  if (options_.time_seconds > 0) options.time_seconds = options_.time_seconds - passed.count();
  options.memory_bytes = all_memory();
  attempt(options);
}

std::uint64_t DiagramTries::all_memory() const {
  const std::uint64_t memory = options_.memory.bytes;
  return memory != 0 ? memory : machine_memory_bytes() / 5 * 4;
}

void DiagramTries::attempt(const SymbolicOptions& with) {
  SymbolicOptions options = with;
  options.detail_work = detail_work_;
  if (!options_.no_verify) options.samples = kSamples;
  options.stop_requested = &InterruptGuard::flag();
  if (options.memory_bytes == 0) {
    const std::uint64_t memory = options_.memory.bytes;
    options.memory_bytes = (memory != 0 ? memory : machine_memory_bytes()) / 10;
  }
  if (game_ == nullptr) {
    game_ =
        std::make_unique<Game>(model_, reductions_for_diagrams(model_, options_.reduce), quest_);
  }
  const double begin = cpu_seconds();
  ProgressLine line(console_);
  SymbolicCertification found = certify_symbolically(
      game_->compiled(), options, [&](const Progress& progress) { line.show(progress); });
  hopeless_ = found.not_symbolic;
  few_states_ = found.few_states;
  ++attempts_;
  seconds_ += cpu_seconds() - begin;
  if (!found.limit.empty() && !found.few_states) limit_ = found.limit;
  result_ = DiagramResult{nullptr, std::move(found)};
  if (decided()) result_->game = std::move(game_);
}

std::string DiagramTries::account() const {
  if (limit_.empty()) return "";
  return fmt::format(
      "decision diagrams were tried {} and gave up: {} ({} of processor time in all)",
      attempts_ == 1 ? "once" : fmt::format("{} times", attempts_), limit_, seconds_text(seconds_));
}

}  // namespace questproof
