// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/replay.h"
#include "coordinator/source_quotes.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"
#include "core/search/trace_finder.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 12;  // of one quest, for people

class FatalEvents {
 public:
  explicit FatalEvents(const QueryContext& context) : context_(context), stored_(context.stored) {}

  void add(std::size_t quest) {
    const StoredQuestFigures& figures = stored_.figures().quests[quest];
    const std::string& name = stored_.schema().quests[quest].name;
    Json json = {{"quest", name},
                 {"fatal_transitions", figures.fatal_transitions},
                 {"events", Json::array()}};
    text_ += fmt::format(
        "{}  {}\n", context_.console.paint.bold(name),
        figures.fatal_transitions == 0
            ? "is taken away by no event"
            : fmt::format("is taken away by {}", counted(figures.fatal_transitions, "transition")));
    for (std::size_t i = 0; i < figures.fatal.size(); ++i) {
      json["events"].push_back(event(quest, figures.fatal[i], i < kShown));
    }
    if (figures.fatal.size() > kShown) {
      text_ +=
          fmt::format("  ... and {} more (--json has them all)\n", figures.fatal.size() - kShown);
    }
    if (figures.fatal_transitions > 0 && !stored_.figures().known.routes) {
      not_known_ = true;
      text_ += indented(not_known_text("The shortest routes to them"), context_.console.width, 2);
    }
    json_.push_back(std::move(json));
  }

  QueryAnswer answer() && {
    QueryAnswer answer;
    answer.json["quests"] = std::move(json_);
    if (not_known_) {
      answer.json["not_known"].push_back("shortest");
    }
    answer.text = std::move(text_);
    return answer;
  }

 private:
  Json event(std::size_t quest, const FatalFigures& fatal, bool shown) {
    const TransitionLabel& label = stored_.schema().labels[fatal.label];
    if (!stored_.figures().known.routes) return event_without_route(label, fatal.count, shown);
    Trace trace = stored_.database().path_to(fatal.source);
    append_step(trace, label, fatal.destination);
    const Walkthrough walkthrough = stored_.walkthrough(
        trace, [&](const Valuation& values) { return is_pending(stored_.model(), quest, values); },
        Replayer::End::kNearby);
    const Event& event = stored_.model().events[label.event.index];
    if (shown) text_ += text_of(event, fatal.count, walkthrough);
    return {{"event", event.name},
            {"label", event.label},
            {"where", to_string(stored_.model(), event.where)},
            {"count", fatal.count},
            {"shortest", walkthrough_json(stored_.model(), walkthrough)}};
  }

  Json event_without_route(const TransitionLabel& label, std::uint64_t count, bool shown) {
    const Event& event = stored_.model().events[label.event.index];
    if (shown) text_ += heading_of(event, count);
    return {{"event", event.name},
            {"label", event.label},
            {"where", to_string(stored_.model(), event.where)},
            {"count", count},
            {"shortest", nullptr}};
  }

  std::string heading_of(const Event& event, std::uint64_t count) const {
    const Paint& paint = context_.console.paint;
    const std::size_t width = context_.console.width;
    std::string text = indented(fmt::format("{}  {}  {}", paint.bold(event.name),
                                            paint.place(short_place(stored_.model(), event.where)),
                                            paint.dim(counted(count, "transition"))),
                                width, 2);
    const std::string quote = quoted_source(stored_, event.where, width - 6);
    if (!quote.empty()) text += "      " + paint.dim(quote) + "\n";
    return text;
  }

  std::string text_of(const Event& event, std::uint64_t count, const Walkthrough& walkthrough) {
    const std::size_t width = context_.console.width;
    const std::string text = heading_of(event, count);
    return text + hanging("",
                          fmt::format("shortest route, {}: {}", length_text(walkthrough),
                                      route_text(stored_.model(), walkthrough)),
                          4, width);
  }

  const QueryContext& context_;
  const StoredGame& stored_;
  bool not_known_ = false;
  Json json_ = Json::array();
  std::string text_;
};

}  // namespace

QueryAnswer answer_fatal_events(const QueryContext& context) {
  FatalEvents events(context);
  for (std::size_t quest : context.stored.quests(context.options.quest)) events.add(quest);
  return std::move(events).answer();
}

}  // namespace questproof
