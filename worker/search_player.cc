// SPDX-License-Identifier: MIT
#include "worker/search_player.h"

#include <string>
#include <utility>

#include "worker/errand_run.h"
#include "worker/q_choice.h"
#include "worker/random_choice.h"
#include "worker/rehearsed_choice.h"
#include "worker/script_choice.h"
#include "worker/search_choice.h"

namespace questproof {
namespace {

constexpr unsigned kFruitlessErrands = 80;
constexpr unsigned kMostDeaths = 2;  // when it is about what it need not do

std::unique_ptr<Chooser> make_policy(Play& play, const PlayerOptions& options,
                                     const GivenUp& given_up) {
  switch (options.policy) {
    case PlayerOptions::Policy::kRandom: return std::make_unique<RandomChoice>(options.seed);
    case PlayerOptions::Policy::kQLearning: return std::make_unique<QChoice>(play, options.seed);
    case PlayerOptions::Policy::kSearch: break;
  }
  return std::make_unique<SearchChoice>(play, options, given_up);
}

std::unique_ptr<Chooser> make_chooser(Play& play, const PlayerOptions& options,
                                      const GivenUp& given_up) {
  if (options.follow_script) return std::make_unique<ScriptChoice>(play, options);
  std::unique_ptr<Chooser> policy = make_policy(play, options, given_up);
  if (options.script.empty()) return policy;
  return std::make_unique<RehearsedChoice>(play, std::make_unique<ScriptChoice>(play, options),
                                           std::move(policy));
}

}  // namespace

SearchPlayer::SearchPlayer(Session& session, const PlayerOptions& options)
    : options_(options),
      session_(session),
      play_(session, options),
      chooser_(make_chooser(play_, options, given_up_)) {}

PlayResult SearchPlayer::run() {
  play_.result().reason = "the game could not be begun";
  if (play_.begin()) play();
  play_.end();
  return play_.result();
}

void SearchPlayer::play() {
  PlayResult& result = play_.result();
  std::uint64_t known = 0;
  bool goes_on = true;
  while (goes_on && !is_finished()) {
    const Outlook outlook(belief(), given_up_, play_.view().at, play_.reach(), play_.update());
    if (!outlook.is_somewhere()) break;
    const std::optional<Errand> errand = chooser_->choose(outlook);
    if (!errand && hand_over()) continue;
    if (!errand && !wait_for_fellows(goes_on)) break;
    if (!errand) continue;
    const std::uint64_t before = play_.update();
    goes_on = carry_out(*errand, outlook);
    if (play_.update() != before) idle_agents_ = 0;
    fruitless_ = knowledge() == known ? fruitless_ + 1 : 0;
    known = knowledge();
    if (fruitless_ > kFruitlessErrands && !chooser_->is_patient()) break;
    if (has_died_enough()) break;
  }
  result.complete = chooser_->has_settled() && !cannot_ask_all_ && !has_died();
  result.reason = reason(goes_on);
}

// To learn more than the tasks ask for is not worth any number of deaths.
bool SearchPlayer::has_died_enough() const {
  return !chooser_->is_patient() && play_.open_tasks().empty() &&
         session_.figures().deaths >= kMostDeaths;
}

// A model holds no way to die: what is known is not all where one was seen.
bool SearchPlayer::has_died() const { return session_.figures().deaths > 0; }

// Another agent of the same game goes on: the one that the chooser has something for, else the next that can. False
// when all have been asked twice since one did something: what the last one sees may be news for the first.
bool SearchPlayer::hand_over() {
  const std::size_t agents = session_.agent_count();
  if (agents == 1 || idle_agents_ >= 2 * agents) return false;
  ++idle_agents_;
  std::size_t next = chooser_->wants_agent().value_or((session_.agent() + 1) % agents);
  while (!play_.hand_over(next)) {
    cannot_ask_all_ = true;
    next = (next + 1) % agents;
  }
  chooser_->on_hand_over();
  return true;
}

// There is nothing to do until they tell something new. False: they will not.
bool SearchPlayer::wait_for_fellows(bool& goes_on) {
  while (options_.fellows != nullptr && options_.fellows->may_wait()) {
    goes_on = play_.act(Action::wait());
    if (!goes_on || play_.has_heard()) return true;
  }
  return false;
}

// Nothing new would come of the errand.
bool SearchPlayer::is_moot(const Errand& errand) const {
  if (errand.kind == Errand::Kind::kLook) return belief().is_certain(errand.what);
  if (errand.kind != Errand::Kind::kPress) return false;
  if (!errand.then) return !belief().is_untried(errand.what);
  Presses after = belief().presses();
  after.flip(bit_of_button(errand.what));
  for (const std::size_t button : errand.also) after.flip(bit_of_button(button));
  return belief().doors()[*errand.then].wires.state(after).has_value();
}

std::string SearchPlayer::reason(bool goes_on) const {
  if (is_finished()) return "done";
  if (play_.result().complete) return "nothing is left that play could tell";
  if (session_.was_stopped()) return "stopped on request";
  if (session_.is_budget_spent()) return "the budget is spent";
  if (has_died_enough()) return "it died too often";
  if (!goes_on) return "the game fails again and again";
  if (chooser_->has_settled() && has_died()) {
    return "nothing is left that play could tell, but where one dies";
  }
  if (std::string open = chooser_->what_is_open(); !open.empty()) return open;
  return fruitless_ > kFruitlessErrands ? "no progress" : "nothing more was found to do";
}

std::uint64_t SearchPlayer::knowledge() const {
  std::uint64_t sum = belief().terrain().seen_count() + belief().objects().size();
  for (const KnownDoor& door : belief().doors()) sum += door.wires.rank() + door.conflicts;
  for (const KnownButton& button : belief().buttons()) sum += button.presses > 0 ? 1 : 0;
  return sum + (play_.is_done() ? 1 : 0);
}

void SearchPlayer::give_up(const Errand& errand) {
  given_up_.add(errand, play_.update());
  chooser_->on_given_up(errand);
}

// False when the session is over.
bool SearchPlayer::carry_out(const Errand& errand, const Outlook& outlook) {
  if (errand.kind == Errand::Kind::kRestart) {
    chooser_->on_restart();
    given_up_.begin_anew();
    return play_.restart();
  }
  const std::uint64_t before = play_.update();
  const bool for_news = !is_moot(errand);
  ErrandRun run(errand, outlook);
  if (errand.kind == Errand::Kind::kLook && !run.has_failed()) {
    play_.result().attempts.push_back(belief().doors()[errand.what].id);
  }
  while (const std::optional<Action> action = run.next(play_.view(), play_.update())) {
    if (!play_.act(*action)) return false;
    run.take(play_.view(), play_.update());
    const Belief::News& news = play_.news();
    chooser_->on_news(news);
    if (play_.has_restarted()) chooser_->on_restart();
    if (play_.has_failed() && action->kind == Action::Kind::kUse) {
      given_up_.add_for_good(errand.kind, errand.what);  // whatever it was, it is not done again
    } else if (run.has_pressed()) {
      chooser_->on_press(errand);
    }
    if (play_.has_restarted() || is_finished() || news.surprise || news.conflict) break;
    if (news.objects && errand.kind != Errand::Kind::kPress) break;
    if (play_.has_heard() && for_news && is_moot(errand)) break;  // fellows have told it
  }
  if (run.has_failed() || play_.update() == before) give_up(errand);
  return true;
}

}  // namespace questproof
