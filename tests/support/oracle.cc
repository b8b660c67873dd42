// SPDX-License-Identifier: MIT
#include "tests/support/oracle.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

namespace questproof::oracle {
namespace {

std::int64_t value_of(const Term& term, const Valuation& values) {
  if (term.is_variable) return values.at(term.variable.index);
  return term.constant;
}

// What is still to be run: the rest of one list of statements, then what encloses it.
struct Rest {
  const std::vector<Statement>* list = nullptr;
  std::size_t next = 0;
  const Rest* then = nullptr;
};

class Runner {
 public:
  Runner(const GameModel& model, std::vector<Run>& out) : model_(model), out_(out) {}

  void run(const Rest* rest, Run state) {
    while (rest != nullptr && rest->next == rest->list->size()) rest = rest->then;
    if (rest == nullptr) {
      out_.push_back(std::move(state));
      return;
    }
    const Statement& statement = (*rest->list)[rest->next];
    const Rest after{rest->list, rest->next + 1, rest->then};
    if (statement.kind == Statement::Kind::kStop) {
      out_.push_back(std::move(state));
    } else if (statement.kind == Statement::Kind::kIf) {
      run_if(statement, &after, std::move(state));
    } else if (statement.kind == Statement::Kind::kChoose) {
      run_choose(statement, &after, std::move(state));
    } else if (write(statement, state.values)) {
      run(&after, std::move(state));
    } else {
      state.label.fault = true;
      out_.push_back(std::move(state));
    }
  }

 private:
  void run_branch(const Branch& branch, const Rest* after, Run state) {
    state.label.branches.push_back(branch.id);
    const Rest inside{&branch.body, 0, after};
    run(&inside, std::move(state));
  }

  void run_if(const Statement& statement, const Rest* after, Run state) {
    for (const Branch& branch : statement.branches) {
      if (!holds(branch.condition, state.values)) continue;
      run_branch(branch, after, std::move(state));
      return;
    }
    run(after, std::move(state));
  }

  void run_choose(const Statement& statement, const Rest* after, Run state) {
    bool any = false;
    for (const Branch& branch : statement.branches) {
      if (!holds(branch.condition, state.values)) continue;
      any = true;
      run_branch(branch, after, state);
    }
    if (!any) run(after, std::move(state));
  }

  // False when the result lies outside a domain that is declared `error`.
  bool write(const Statement& statement, Valuation& values) const {
    const Variable& variable = model_.variables.at(statement.target.index);
    Value& target = values.at(statement.target.index);
    std::int64_t result = value_of(statement.value, values);
    if (statement.kind == Statement::Kind::kAdd && statement.subtract) result = -result;
    if (statement.kind == Statement::Kind::kAdd) result += target;
    if (result < variable.low || result > variable.high) {
      if (statement.overflow == Overflow::kError) return false;
      if (statement.overflow == Overflow::kSaturate) {
        result = result < variable.low ? variable.low : variable.high;
      } else {
        const std::int64_t size = std::int64_t{variable.high} - variable.low + 1;
        std::int64_t offset = (result - variable.low) % size;
        if (offset < 0) offset += size;
        result = variable.low + offset;
      }
    }
    target = static_cast<Value>(result);
    return true;
  }

  const GameModel& model_;
  std::vector<Run>& out_;
};

// The reachable states by number, with their transitions.
struct Graph {
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    const Label* label = nullptr;
  };
  std::vector<Valuation> states;
  std::vector<std::uint32_t> depth;
  std::size_t initial_count = 0;  // the first states are the distinct initial ones
  std::vector<Edge> edges;
  std::vector<std::vector<std::size_t>> out;  // per state: positions in `edges`
  std::vector<std::vector<std::size_t>> in;
};

class Explorer {
 public:
  Explorer(const GameModel& model, const Options& options) : model_(model), options_(options) {
    figures_.branch_runs.assign(model.branches.size(), false);
  }

  std::optional<Figures> run() {
    for (const Variant& variant : model_.variants) number(variant.values, 0);
    graph_.initial_count = graph_.states.size();
    for (std::size_t state = 0; state < graph_.states.size(); ++state) {
      if (graph_.states.size() > options_.state_limit) return std::nullopt;
      expand(state);
    }
    count_states();
    link();
    for (const Quest& quest : model_.quests) figures_.quests.push_back(decide(quest));
    return std::move(figures_);
  }

 private:
  std::size_t number(const Valuation& values, std::uint32_t depth) {
    const auto [found, fresh] = numbers_.emplace(values, graph_.states.size());
    if (fresh) {
      graph_.states.push_back(values);
      graph_.depth.push_back(depth);
    }
    return found->second;
  }

  void expand(std::size_t state) {
    const Valuation values = graph_.states[state];
    const std::uint32_t depth = graph_.depth[state];
    for (const Run& run : runs(model_, values)) {
      const auto label = figures_.enabled.emplace(run.label, 0).first;
      ++label->second;
      for (const BranchId branch : run.label.branches) {
        figures_.branch_runs.at(branch.index) = true;
      }
      if (run.label.fault) {
        figures_.faults.emplace(run.label, depth);  // breadth first: the first is the shallowest
      } else if (run.values != values) {
        graph_.edges.push_back({state, number(run.values, depth + 1), &label->first});
      }
    }
  }

  void count_states() {
    figures_.states = graph_.states.size();
    figures_.transitions = graph_.edges.size();
    for (const std::uint32_t depth : graph_.depth) {
      if (depth >= figures_.states_per_level.size()) figures_.states_per_level.resize(depth + 1);
      ++figures_.states_per_level[depth];
    }
    figures_.reachable = std::set<Valuation>(graph_.states.begin(), graph_.states.end());
  }

  void link() {
    graph_.out.resize(graph_.states.size());
    graph_.in.resize(graph_.states.size());
    for (std::size_t edge = 0; edge < graph_.edges.size(); ++edge) {
      graph_.out[graph_.edges[edge].from].push_back(edge);
      graph_.in[graph_.edges[edge].to].push_back(edge);
    }
    for (const auto& edges : graph_.out) figures_.deadlocks += edges.empty() ? 1 : 0;
  }

  // Distance to the nearest done state, per state; empty where no path leads to one.
  std::vector<std::optional<std::uint32_t>> distances(const std::vector<bool>& done) const {
    std::vector<std::optional<std::uint32_t>> result(done.size());
    std::deque<std::size_t> queue;
    for (std::size_t state = 0; state < done.size(); ++state) {
      if (!done[state]) continue;
      result[state] = 0;
      queue.push_back(state);
    }
    while (!queue.empty()) {
      const std::size_t state = queue.front();
      queue.pop_front();
      for (const std::size_t edge : graph_.in[state]) {
        const std::size_t from = graph_.edges[edge].from;
        if (result[from]) continue;
        result[from] = *result[state] + 1;
        queue.push_back(from);
      }
    }
    return result;
  }

  QuestFigures decide(const Quest& quest) const {
    QuestFigures figures;
    std::vector<bool> done, blocked;
    for (const Valuation& values : graph_.states) done.push_back(holds(quest.done, values));
    const auto distance = distances(done);
    for (std::size_t state = 0; state < done.size(); ++state) {
      const Valuation& values = graph_.states[state];
      const bool pending =
          holds(quest.open, values) && !done[state] && !holds(quest.failed, values);
      blocked.push_back(pending && !distance[state]);
      figures.done += done[state] ? 1 : 0;
      figures.pending += pending ? 1 : 0;
      figures.blocked += blocked[state] ? 1 : 0;
      if (state < graph_.initial_count && blocked[state]) ++figures.initial_blocked;
      if (done[state]) lower(figures.completion, graph_.depth[state]);
      if (blocked[state]) lower(figures.counterexample, graph_.depth[state]);
      if (pending && distance[state]) {
        figures.farthest = std::max(figures.farthest.value_or(0), *distance[state]);
      }
    }
    find_fatal(blocked, figures);
    if (options_.random_play) figures.play = play(done, distance);
    return figures;
  }

  static void lower(std::optional<std::uint32_t>& least, std::uint32_t value) {
    if (!least || value < *least) least = value;
  }

  void find_fatal(const std::vector<bool>& blocked, QuestFigures& figures) const {
    for (const Graph::Edge& edge : graph_.edges) {
      if (blocked[edge.from] || !blocked[edge.to]) continue;
      const std::uint32_t length = graph_.depth[edge.from] + 1;
      const auto [found, fresh] = figures.fatal.emplace(*edge.label, Fatal{0, length});
      ++found->second.count;
      found->second.length = std::min(found->second.length, length);
    }
  }

  // Solves x = A x + b twice over the states that are neither done nor lost: for the probability of
  // getting lost and for the number of events.
  std::optional<QuestFigures::Play> play(
      const std::vector<bool>& done,
      const std::vector<std::optional<std::uint32_t>>& distance) const {
    std::vector<double> stuck(done.size(), 0), events(done.size(), 0);
    std::vector<std::size_t> open;
    for (std::size_t state = 0; state < done.size(); ++state) {
      if (!distance[state]) stuck[state] = 1;
      if (distance[state] && !done[state]) open.push_back(state);
    }
    // Nearest to done first: values flow from there.
    std::stable_sort(open.begin(), open.end(),
                     [&](std::size_t a, std::size_t b) { return *distance[a] < *distance[b]; });
    const bool settled =
        open.size() <= 120 ? eliminate(open, stuck, events) : iterate(open, stuck, events);
    if (!settled) return std::nullopt;
    QuestFigures::Play result;
    for (std::size_t state = 0; state < graph_.initial_count; ++state) {
      result.stuck_probability += stuck[state] / static_cast<double>(graph_.initial_count);
      result.expected_events += events[state] / static_cast<double>(graph_.initial_count);
    }
    return result;
  }

  // Gaussian elimination with two right-hand sides.
  bool eliminate(const std::vector<std::size_t>& open, std::vector<double>& stuck,
                 std::vector<double>& events) const {
    const std::size_t size = open.size();
    std::map<std::size_t, std::size_t> row_of;
    for (std::size_t i = 0; i < size; ++i) row_of[open[i]] = i;
    std::vector<std::vector<double>> rows(size, std::vector<double>(size + 2, 0));
    for (std::size_t i = 0; i < size; ++i) {
      const auto& edges = graph_.out[open[i]];
      rows[i][i] += 1;
      rows[i][size + 1] = 1;
      for (const std::size_t edge : edges) {
        const std::size_t to = graph_.edges[edge].to;
        const double chance = 1 / static_cast<double>(edges.size());
        const auto column = row_of.find(to);
        if (column == row_of.end()) {
          rows[i][size] += chance * stuck[to];
        } else {
          rows[i][column->second] -= chance;
        }
      }
    }
    for (std::size_t pivot = 0; pivot < size; ++pivot) {
      std::size_t best = pivot;
      for (std::size_t i = pivot; i < size; ++i) {
        if (std::abs(rows[i][pivot]) > std::abs(rows[best][pivot])) best = i;
      }
      if (std::abs(rows[best][pivot]) < 1e-13) return false;
      std::swap(rows[pivot], rows[best]);
      for (std::size_t i = 0; i < size; ++i) {
        if (i == pivot || rows[i][pivot] == 0) continue;
        const double factor = rows[i][pivot] / rows[pivot][pivot];
        for (std::size_t j = pivot; j < size + 2; ++j) rows[i][j] -= factor * rows[pivot][j];
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      stuck[open[i]] = rows[i][size] / rows[i][i];
      events[open[i]] = rows[i][size + 1] / rows[i][i];
    }
    return true;
  }

  bool iterate(const std::vector<std::size_t>& open, std::vector<double>& stuck,
               std::vector<double>& events) const {
    constexpr int kSweeps = 20000;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double change = 0;
      for (const std::size_t state : open) {
        double new_stuck = 0, new_events = 0;
        for (const std::size_t edge : graph_.out[state]) {
          new_stuck += stuck[graph_.edges[edge].to];
          new_events += events[graph_.edges[edge].to];
        }
        const auto count = static_cast<double>(graph_.out[state].size());
        new_stuck /= count;
        new_events = 1 + new_events / count;
        change = std::max({change, std::abs(new_stuck - stuck[state]),
                           std::abs(new_events - events[state]) / new_events});
        stuck[state] = new_stuck;
        events[state] = new_events;
      }
      if (change < 1e-14) return true;
    }
    return false;
  }

  const GameModel& model_;
  const Options options_;
  std::map<Valuation, std::size_t> numbers_;
  Graph graph_;
  Figures figures_;
};

}  // namespace

bool holds(const Condition& condition, const Valuation& values) {
  switch (condition.kind) {
    case Condition::Kind::kTrue: return true;
    case Condition::Kind::kFalse: return false;
    case Condition::Kind::kNot: return !holds(condition.parts.at(0), values);
    case Condition::Kind::kAll:
      for (const Condition& part : condition.parts) {
        if (!holds(part, values)) return false;
      }
      return true;
    case Condition::Kind::kAny:
      for (const Condition& part : condition.parts) {
        if (holds(part, values)) return true;
      }
      return false;
    case Condition::Kind::kCompare: break;
  }
  const std::int64_t left = value_of(condition.left, values);
  const std::int64_t right = value_of(condition.right, values);
  switch (condition.comparison) {
    case Comparison::kEqual: return left == right;
    case Comparison::kNotEqual: return left != right;
    case Comparison::kLess: return left < right;
    case Comparison::kLessEqual: return left <= right;
    case Comparison::kGreater: return left > right;
    case Comparison::kGreaterEqual: return left >= right;
  }
  return false;
}

std::vector<Run> runs(const GameModel& model, const Valuation& values) {
  std::vector<Run> result;
  for (std::uint32_t event = 0; event < model.events.size(); ++event) {
    if (!holds(model.events[event].guard, values)) continue;
    Run start;
    start.label = {EventId{event}, {model.events[event].body_branch}, false};
    start.values = values;
    const Rest body{&model.events[event].body, 0, nullptr};
    Runner(model, result).run(&body, std::move(start));
  }
  return result;
}

std::optional<Figures> explore(const GameModel& model, const Options& options) {
  return Explorer(model, options).run();
}

}  // namespace questproof::oracle
