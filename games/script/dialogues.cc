// SPDX-License-Identifier: MIT
#include "games/script/dialogues.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace questproof::script {
namespace {

class DialogueLowering {
 public:
  DialogueLowering(Program& program, Actions& actions, EventMaker& maker)
      : program_(program), actions_(actions), maker_(maker) {}

  void run() {
    for (std::size_t i = 0; i < program_.dialogues.size(); ++i) {
      for (const std::size_t proposition : program_.dialogues[i].propositions) {
        lower(i, proposition);
      }
      const DialogueInfo& dialogue = program_.dialogues[i];
      if (dialogue.is_puzzle && !dialogue.no_leave) lower_leave(i);
    }
    report_circles();
  }

 private:
  EventHead head_of(const DialogueInfo& dialogue, const std::string& name,
                    const SourceLocation& where) const {
    EventHead head;
    head.name = dialogue.name + "/" + name;
    head.where = where;
    head.scene = dialogue.scene;
    return head;
  }

  EventContext context_of(std::size_t dialogue, std::optional<std::size_t> place) const {
    EventContext context;
    context.scene = program_.dialogues[dialogue].scene;
    context.dialogue = dialogue;
    context.place = place;
    context.talk = EventContext::Talk::kAtPlace;
    return context;
  }

  // Where no place is given, at any of the dialogue: a puzzle has steps, not places.
  Condition stands(const DialogueInfo& dialogue, std::optional<std::size_t> place) const {
    if (!place) return dialogue_goes_on(program_, dialogue);
    return Condition::equals(*program_.system.dialogue, program_.places[*place].value);
  }

  void lower(std::size_t dialogue_index, std::size_t proposition_index) {
    const DialogueInfo& dialogue = program_.dialogues[dialogue_index];
    const PropositionInfo& proposition = program_.propositions[proposition_index];
    const Item& item = *proposition.source.item;
    const auto place =
        dialogue.is_puzzle ? std::nullopt : std::optional<std::size_t>(proposition.place);
    EventHead head = head_of(dialogue, proposition.name, item.where);
    head.label = "\"" + proposition.label + "\"";
    head.guard.push_back(stands(dialogue, place));
    if (program_.system.ending) {
      head.guard.push_back(Condition::equals(*program_.system.ending, 0));
    }
    head.guard.push_back(actions_.is_on_offer(proposition));
    maker_.make(std::move(head), context_of(dialogue_index, place),
                [&](EventContext& context, std::vector<Statement>& body) {
                  context.shows(proposition.content);
                  run_proposition(dialogue, proposition, context, body);
                });
  }

  void run_proposition(const DialogueInfo& dialogue, const PropositionInfo& proposition,
                       EventContext& context, std::vector<Statement>& body) {
    const Item& item = *proposition.source.item;
    if (proposition.once) {
      body.push_back(assign(proposition.said, Term::of(1), item.where));
    }
    context.at_stop = [&](EventContext& now, std::vector<Statement>& out) {
      go_on(dialogue, proposition, now, out);
    };
    const bool ended = actions_.lower(item.block, proposition.source.environment, context,
                                      dialogue.is_puzzle ? kActions : kPropositionActions, body);
    context.at_stop = {};
    if (!ended) go_on(dialogue, proposition, context, body);
  }

  // What follows when the actions of a proposition have run.
  void go_on(const DialogueInfo& dialogue, const PropositionInfo& proposition,
             EventContext& context, std::vector<Statement>& body) {
    if (context.talk == EventContext::Talk::kNone ||
        context.talk == EventContext::Talk::kElsewhere) {
      return;
    }
    if (context.talk == EventContext::Talk::kAtPlace) {
      follow(dialogue, proposition, context, body);
      return;
    }
    // The actions may have left the dialogue: go on only where it still stands.
    Statement statement;
    statement.kind = Statement::Kind::kIf;
    statement.where = proposition.source.item->where;
    Branch branch =
        context.new_hidden_branch("the dialogue goes on", stands(dialogue, context.place));
    const BranchId around = std::exchange(context.branch, branch.id);
    context.talk = EventContext::Talk::kAtPlace;
    follow(dialogue, proposition, context, branch.body);
    context.branch = around;
    statement.branches.push_back(std::move(branch));
    body.push_back(std::move(statement));
  }

  void follow(const DialogueInfo& dialogue, const PropositionInfo& proposition,
              EventContext& context, std::vector<Statement>& body) {
    if (dialogue.is_puzzle) {
      follow_puzzle(dialogue, proposition, context, body);
      return;
    }
    const std::size_t next = proposition.own_place.value_or(proposition.place);
    actions_.go_on_talking(next, proposition.source.item->where, context, body);
  }

  // One step on where this proposition is the next one of the order; otherwise back to the start.
  void follow_puzzle(const DialogueInfo& dialogue, const PropositionInfo& proposition,
                     EventContext& context, std::vector<Statement>& body) {
    const VariableId variable = *program_.system.dialogue;
    const SourceLocation& where = proposition.source.item->where;
    const Value first = program_.places[dialogue.first_place].value;
    const BranchId around = context.branch;
    Statement statement;
    statement.kind = Statement::Kind::kIf;
    statement.where = where;
    for (std::size_t step = 0; step < dialogue.order.size(); ++step) {
      if (&program_.propositions[dialogue.order[step]] != &proposition) continue;
      program_.spend(1, where);
      const Value here = first + static_cast<Value>(step);
      const bool last = step + 1 == dialogue.order.size();
      Branch branch =
          last ? context.new_branch(dialogue.on_solved ? dialogue.on_solved->item->where : where,
                                    "solved", Condition::equals(variable, here))
               : context.new_hidden_branch("the right step", Condition::equals(variable, here));
      context.branch = branch.id;
      branch.body.push_back(assign(variable, Term::of(last ? 0 : here + 1), where));
      if (last) run_handler(dialogue.on_solved, EventContext::Talk::kNone, context, branch.body);
      statement.branches.push_back(std::move(branch));
    }
    if (statement.branches.size() < dialogue.order.size()) {
      Branch branch =
          dialogue.on_wrong
              ? context.new_branch(dialogue.on_wrong->item->where, "wrong", Condition::always())
              : context.new_hidden_branch("the wrong step", Condition::always());
      context.branch = branch.id;
      branch.body.push_back(assign(variable, Term::of(first), where));
      run_handler(dialogue.on_wrong, EventContext::Talk::kAtPlace, context, branch.body);
      statement.branches.push_back(std::move(branch));
    }
    context.branch = around;
    body.push_back(std::move(statement));
  }

  void run_handler(const std::optional<Scoped>& handler, EventContext::Talk talk,
                   EventContext& context, std::vector<Statement>& body) {
    if (!handler) return;
    const EventContext::Talk before = std::exchange(context.talk, talk);
    actions_.lower(handler->item->block, handler->environment, context, kActions, body);
    context.talk = before;
  }

  void lower_leave(std::size_t dialogue_index) {
    const DialogueInfo& dialogue = program_.dialogues[dialogue_index];
    EventHead head = head_of(dialogue, "Leave", dialogue.where);
    head.label = "leave " + dialogue.label;
    head.guard.push_back(stands(dialogue, std::nullopt));
    if (program_.system.ending) {
      head.guard.push_back(Condition::equals(*program_.system.ending, 0));
    }
    maker_.make(std::move(head), context_of(dialogue_index, std::nullopt),
                [&](EventContext&, std::vector<Statement>& body) {
                  body.push_back(assign(*program_.system.dialogue, Term::of(0), dialogue.where));
                });
  }

  // Depth-first with a stack of its own: chains of dialogues may be long.
  void report_circles() {
    enum class Mark { kNew, kOpen, kDone };
    struct Step {
      std::size_t dialogue;
      std::size_t next;
    };
    std::vector<Mark> marks(program_.dialogues.size(), Mark::kNew);
    for (std::size_t root = 0; root < program_.dialogues.size(); ++root) {
      std::vector<Step> path;
      if (marks[root] == Mark::kNew) path.push_back({root, 0});
      while (!path.empty()) {
        Step& step = path.back();
        const auto& starts = program_.dialogues[step.dialogue].starts;
        marks[step.dialogue] = Mark::kOpen;
        if (step.next == starts.size()) {
          marks[step.dialogue] = Mark::kDone;
          path.pop_back();
          continue;
        }
        const auto& [target, where] = starts[step.next++];
        if (marks[target] == Mark::kOpen) {
          program_.diagnostics.error(
              where,
              fmt::format("{} starts {} again", program_.dialogues[path.back().dialogue].name,
                          program_.dialogues[target].name),
              "a dialogue goes on by itself; to begin anew, end it and let an event start it");
        } else if (marks[target] == Mark::kNew) {
          path.push_back({target, 0});
        }
      }
    }
  }

  Program& program_;
  Actions& actions_;
  EventMaker& maker_;
};

}  // namespace

void lower_dialogues(Program& program, Actions& actions, EventMaker& maker) {
  DialogueLowering(program, actions, maker).run();
}

}  // namespace questproof::script
