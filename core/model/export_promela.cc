// SPDX-License-Identifier: MIT
#include "core/model/export_promela.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "core/base/error.h"

namespace questproof {
namespace {

constexpr std::int64_t kLargest = 1 << 29;  // sums of two stay inside SPIN's 32 bits
constexpr std::size_t kMaximumWays = 4096;  // of one event

constexpr const char* kHead = R"(/*
 * {}
 *
 * Written by questproof. To count the reachable states with SPIN:
 *   spin -o2 -a FILE && gcc -O2 -DSAFETY -DNOREDUCE -DMEMLIM=4096 -o pan pan.c && ./pan -E -m10000000
 * "states, stored" is the number of reachable states plus one: the state before a start is chosen.
 */
)";

std::string in_comment(std::string text) {
  std::replace(text.begin(), text.end(), '*', '+');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// A name that Promela takes; the number keeps names apart.
std::string identifier(const GameModel& model, VariableId variable) {
  std::string text = fmt::format("v{}_", variable.index);
  for (const char letter : model.variables[variable.index].name) {
    text += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  }
  return text;
}

const char* type_of(const Variable& variable) {
  if (variable.low >= 0 && variable.high <= 255) return "byte";
  if (variable.low >= -32768 && variable.high <= 32767) return "short";
  return "int";
}

void check_size(std::int64_t value, const std::string& what) {
  if (std::abs(value) <= kLargest) return;
  throw Error(Error::Kind::kInput,
              fmt::format("{} has the value {}; SPIN can be given values up to {} only", what,
                          value, kLargest));
}

void collect_written(const std::vector<Statement>& body, std::vector<bool>& written) {
  for (const Statement& statement : body) {
    if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
      written[statement.target.index] = true;
    }
    for (const Branch& branch : statement.branches) collect_written(branch.body, written);
  }
}

// The choices on any one way through an event have different, ascending places; `radix` counts the
// branches at each place. Returns the first place behind the body.
std::size_t count_choices(const std::vector<Statement>& body, std::size_t place,
                          std::vector<std::size_t>& radix) {
  for (const Statement& statement : body) {
    if (statement.kind == Statement::Kind::kStop) break;
    const bool chance = statement.kind == Statement::Kind::kChoose;
    const std::size_t inside = place + (chance ? 1 : 0);
    if (chance) {
      if (radix.size() <= place) radix.resize(place + 1, 1);
      radix[place] = std::max(radix[place], statement.branches.size());
    }
    std::size_t behind = inside;
    for (const Branch& branch : statement.branches) {
      behind = std::max(behind, count_choices(branch.body, inside, radix));
    }
    place = behind;
  }
  return place;
}

// Writes one event with one way for chance to go: choices[i] is taken at place i.
class EventWriter {
 public:
  EventWriter(const GameModel& model, const Event& event, const std::vector<std::size_t>& choices,
              std::size_t number, std::string& out)
      : model_(model),
        event_(event),
        choices_(choices),
        number_(number),
        written_(model.variables.size(), false),
        out_(out) {
    collect_written(event.body, written_);
  }

  void write() {
    line(2, "/* {} */", in_comment(event_.name));
    line(2, ":: d_step {{");
    const std::vector<bool> copied = written_;
    written_.assign(written_.size(), false);  // the guard reads what is stored
    line(4, "({}) ->", condition(event_.guard));
    written_ = copied;
    for_written([this](const std::string& name) { line(4, "h_{} = {};", name, name); });
    body(event_.body, 0, 4);
    out_ += fmt::format("commit_{}:\n", number_);
    for_written([this](const std::string& name) { line(4, "{} = h_{};", name, name); });
    out_ += fmt::format("drop_{}:\n", number_);
    line(4, "skip");
    line(2, "}}");
  }

 private:
  template <typename... Arguments>
  void line(int indent, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    out_.append(static_cast<std::size_t>(indent), ' ');
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  template <typename Visit>
  void for_written(const Visit& visit) {
    for (std::uint32_t i = 0; i < written_.size(); ++i) {
      if (written_[i]) visit(identifier(model_, VariableId{i}));
    }
  }

  std::string name(VariableId variable) const {
    return (written_[variable.index] ? "h_" : "") + identifier(model_, variable);
  }

  std::string term(const Term& value) const {
    if (value.is_variable) return name(value.variable);
    check_size(value.constant, fmt::format("a constant in event {}", event_.name));
    return value.constant < 0 ? fmt::format("({})", value.constant)
                              : fmt::format("{}", value.constant);
  }

  std::string condition(const Condition& what) const {
    static constexpr const char* kSymbols[] = {"==", "!=", "<", "<=", ">", ">="};
    switch (what.kind) {
      case Condition::Kind::kTrue: return "true";
      case Condition::Kind::kFalse: return "false";
      case Condition::Kind::kNot: return fmt::format("!({})", condition(what.parts[0]));
      case Condition::Kind::kCompare:
        return fmt::format("{} {} {}", term(what.left),
                           kSymbols[static_cast<std::size_t>(what.comparison)], term(what.right));
      case Condition::Kind::kAll: return joined(what.parts, " && ", "true");
      case Condition::Kind::kAny: return joined(what.parts, " || ", "false");
    }
    return "false";
  }

  std::string joined(const std::vector<Condition>& parts, const char* between,
                     const char* empty) const {
    std::string text;
    for (const Condition& part : parts) {
      text += fmt::format("{}({})", text.empty() ? "" : between, condition(part));
    }
    return text.empty() ? empty : text;
  }

  // Returns the first place of a choice behind the body.
  std::size_t body(const std::vector<Statement>& statements, std::size_t place, int indent) {
    for (const Statement& statement : statements) {
      switch (statement.kind) {
        case Statement::Kind::kStop: line(indent, "goto commit_{};", number_); return place;
        case Statement::Kind::kIf: place = write_if(statement, 0, place, indent); break;
        case Statement::Kind::kChoose: place = choose(statement, place, indent); break;
        default: assign(statement, indent);
      }
    }
    return place;
  }

  void assign(const Statement& statement, int indent) {
    const Variable& target = model_.variables[statement.target.index];
    const std::string to = name(statement.target);
    std::string result = term(statement.value);
    if (statement.kind == Statement::Kind::kAdd) {
      result = fmt::format("{} {} {}", to, statement.subtract ? "-" : "+", result);
    }
    line(indent, "result = {};", result);
    const std::int64_t size = std::int64_t{target.high} - target.low + 1;
    switch (statement.overflow) {
      case Overflow::kSaturate:
        line(indent, "{0} = (result < {1} -> {1} : (result > {2} -> {2} : result));", to,
             fmt::format("({})", target.low), fmt::format("({})", target.high));
        break;
      case Overflow::kWrap:
        line(indent, "{0} = ({1}) + ((result - ({1})) % {2} + {2}) % {2};", to, target.low, size);
        break;
      case Overflow::kError:
        line(indent, "if :: (result < ({}) || result > ({})) -> goto drop_{} :: else -> skip fi;",
             target.low, target.high, number_);
        line(indent, "{} = result;", to);
        break;
    }
  }

  // The branches from `first` on, each as the `else` of the one before.
  std::size_t write_if(const Statement& statement, std::size_t first, std::size_t place,
                       int indent) {
    if (first == statement.branches.size()) {
      line(indent, "skip;");
      return place;
    }
    const Branch& branch = statement.branches[first];
    line(indent, "if");
    line(indent, ":: ({}) ->", condition(branch.condition));
    line(indent + 2, "skip;");
    const std::size_t taken = body(branch.body, place, indent + 2);
    line(indent, ":: else ->");
    const std::size_t others = write_if(statement, first + 1, place, indent + 2);
    line(indent, "fi;");
    return std::max(taken, others);
  }

  std::size_t choose(const Statement& statement, std::size_t place, int indent) {
    std::vector<Condition> all;
    for (const Branch& branch : statement.branches) all.push_back(branch.condition);
    std::vector<std::size_t> radix;
    const std::size_t behind = count_choices({statement}, place, radix);
    const std::size_t chosen = place < choices_.size() ? choices_[place] : 0;
    line(indent, "if");
    if (chosen < statement.branches.size()) {
      line(indent, ":: ({}) ->", condition(statement.branches[chosen].condition));
      line(indent + 2, "skip;");
      body(statement.branches[chosen].body, place + 1, indent + 2);
    }
    line(indent, ":: else ->");
    line(indent + 2, "if :: ({}) -> goto drop_{} :: else -> skip fi;",
         condition(Condition::any(std::move(all))), number_);
    line(indent, "fi;");
    return behind;
  }

  const GameModel& model_;
  const Event& event_;
  const std::vector<std::size_t>& choices_;
  const std::size_t number_;
  std::vector<bool> written_;  // these are read and written as hidden copies
  std::string& out_;
};

void write_variables(const GameModel& model, std::string& out) {
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const Variable& variable = model.variables[i];
    check_size(variable.low, variable.name);
    check_size(variable.high, variable.name);
    const std::string name = identifier(model, VariableId{i});
    out += fmt::format("{} {};\nhidden int h_{};\n", type_of(variable), name, name);
  }
  out += "hidden int result;\n\n";
}

void write_variants(const GameModel& model, std::string& out) {
  out += "  if\n";
  for (const Variant& variant : model.variants) {
    out += fmt::format("  /* {} */\n  :: d_step {{\n    true ->\n", in_comment(variant.name));
    for (std::uint32_t i = 0; i < variant.values.size(); ++i) {
      out += fmt::format("    {} = {};\n", identifier(model, VariableId{i}), variant.values[i]);
    }
    out += "    skip\n  }\n";
  }
  out += "  fi;\n";
}

void write_event(const GameModel& model, const Event& event, std::size_t& number,
                 std::string& out) {
  std::vector<std::size_t> radix;
  count_choices(event.body, 0, radix);
  std::size_t ways = 1;
  for (const std::size_t branches : radix) {
    ways *= branches;
    if (ways <= kMaximumWays) continue;
    throw Error(Error::Kind::kInput,
                fmt::format("chance has more than {} ways in event {}; they cannot be written out",
                            kMaximumWays, event.name));
  }
  for (std::size_t way = 0; way < ways; ++way) {
    std::vector<std::size_t> choices;
    std::size_t rest = way;
    for (const std::size_t branches : radix) {
      choices.push_back(rest % branches);
      rest /= branches;
    }
    EventWriter(model, event, choices, number++, out).write();
  }
}

}  // namespace

std::string to_promela(const GameModel& model) {
  std::string out = fmt::format(fmt::runtime(kHead), in_comment(model.name));
  write_variables(model, out);
  out += "init {\n";
  write_variants(model, out);
  out += "end:\n  do\n";
  std::size_t number = 0;
  for (const Event& event : model.events) write_event(model, event, number, out);
  if (number == 0) out += "  :: false -> skip\n";
  out += "  od\n}\n";
  return out;
}

}  // namespace questproof
