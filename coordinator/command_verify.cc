// SPDX-License-Identifier: MIT
#include "coordinator/command_verify.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "coordinator/atomic_file.h"
#include "coordinator/certificate.h"
#include "coordinator/figures.h"
#include "coordinator/game.h"
#include "coordinator/interrupt.h"
#include "coordinator/json_parts.h"
#include "coordinator/load_model.h"
#include "coordinator/progress_line.h"
#include "coordinator/state_text.h"
#include "coordinator/table.h"
#include "coordinator/verdict_exit.h"
#include "coordinator/verification.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/free_moves.h"
#include "core/model/model_hash.h"
#include "core/model/reduce/reduce.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

std::optional<std::size_t> quest_of(const GameModel& model, const CertificateHeader& header) {
  if (header.quest.empty()) return std::nullopt;
  return find_quest(model, header.quest);
}

void refuse_other_game(const GameModel& model, const CertificateHeader& header,
                       const CommandOptions& options) {
  const std::string hash = model_hash(model).to_hex();
  if (hash == header.model_hash) return;
  throw Error(
      Error::Kind::kInput,
      fmt::format("{} is a certificate of another game: it names '{}' with model hash {}, and "
                  "{} is '{}' with model hash {}. Certify the game again.",
                  options.certificate_file, header.game, header.model_hash, options.game_file,
                  model.name, hash));
}

Verification run_verification(const Certificate& certificate, const Game& game,
                              const CommandOptions& options, const Console& console) {
  const InterruptGuard guard;
  ProgressLine line(console);
  PlainOptions plain;
  plain.memory_bytes = options.memory.bytes;
  plain.time_seconds = options.time_seconds;
  const auto progress = [&](const PlainProgress& p) {
    line.update({.phase = p.phase,
                 .level = p.level,
                 .states = p.states,
                 .total = p.total,
                 .frontier = p.frontier,
                 .transitions = p.transitions,
                 .memory_bytes = p.memory_bytes,
                 .seconds = p.seconds});
  };
  try {
    return verify_certificate(certificate, game, plain, progress, options.engine);
  } catch (const Interrupted&) {
    Verification stopped;
    stopped.limit = "interrupted";
    return stopped;
  }
}

Verdict verdict_of(const Verification& verification, const Certificate& certificate) {
  if (!verification.agrees()) return Verdict::kRefuted;
  if (verification.by_argument) return Verdict::kProved;
  return verification.limit.empty() && certificate.complete ? Verdict::kProved : Verdict::kUnknown;
}

std::string failures_text(const Verification& verification, const Paint& paint) {
  Table table({{"what", Table::Align::kLeft},
               {"certificate", Table::Align::kLeft},
               {"found", Table::Align::kLeft}});
  for (const Check& check : verification.checks) {
    if (!check.agrees) table.add_row({check.what, check.claimed, paint.bad(check.found)});
  }
  return table.empty() ? "" : table.to_string(paint, 2);
}

const char* what_agrees(const Verification& verification) {
  if (verification.by_argument) return "its arguments were checked by other code";
  if (!verification.with_diagrams) return "a second exploration by other code found the same";
  if (verification.lengths_checked) {
    return "a second exploration by other code, with decision diagrams, found the same";
  }
  return "a second exploration by other code, with decision diagrams, found the same (but levels, "
         "and whether walkthroughs are the shortest, were not looked at)";
}

// What the certificate is about, where that is not the whole game as it is read by default.
std::string about_text(const CertificateHeader& header) {
  std::string text;
  if (!header.quest.empty())
    text += fmt::format(" on {}, which is all it speaks of,", header.quest);
  for (const std::string& setting : header.settings) text += fmt::format(" with --set {}", setting);
  return text;
}

std::string verification_text(const Verification& verification, const Certificate& certificate,
                              const Console& console) {
  const Paint& paint = console.paint;
  std::string text = fmt::format("{}: {} replayed on the game as written, {} compared\n",
                                 paint.bold(certificate.header.game),
                                 counted(verification.witnesses, "walkthrough"),
                                 counted(verification.checks.size(), "figure"));
  text += failures_text(verification, paint);
  switch (verdict_of(verification, certificate)) {
    case Verdict::kProved:
      return text +
             wrap(fmt::format("{}  The certificate holds: {}. Its verdict{} is {}.",
                              paint.good("VERIFIED"), what_agrees(verification),
                              about_text(certificate.header), to_string(certificate.verdict)),
                  console.width, 0);
    case Verdict::kRefuted:
      return text +
             wrap(fmt::format("{}  The certificate does not hold for this game. Do not rely on "
                              "it.",
                              paint.bad("NOT VERIFIED")),
                  console.width, 0);
    case Verdict::kUnknown: break;
  }
  const std::string why = verification.limit.empty()
                              ? "the certificate is of a run that was not finished"
                              : verification.limit;
  return text + wrap(fmt::format("{}  Nothing speaks against the certificate, but {}.",
                                 paint.warning("UNKNOWN"), why),
                     console.width, 0);
}

std::string verification_json(const Verification& verification, const Certificate& certificate) {
  Json document = {{"schema", "questproof/verification"}, {"version", 1}};
  document["game"] = certificate.header.game;
  document["quest"] = certificate.header.quest;
  document["set"] = certificate.header.settings;
  document["verdict"] = to_string(certificate.verdict);
  document["outcome"] = verdict_of(verification, certificate) == Verdict::kProved    ? "verified"
                        : verdict_of(verification, certificate) == Verdict::kRefuted ? "wrong"
                                                                                     : "unknown";
  document["limit"] = verification.limit;
  document["engine"] = verification.with_diagrams ? "symbolic" : "explicit";
  document["lengths_checked"] = verification.lengths_checked;
  document["witnesses"] = verification.witnesses;
  document["checks"] = Json::array();
  for (const Check& check : verification.checks) {
    document["checks"].push_back({{"what", check.what},
                                  {"certificate", check.claimed},
                                  {"found", check.found},
                                  {"agrees", check.agrees}});
  }
  return json_text(document);
}

}  // namespace

ExitCode run_verify(const CommandOptions& options, Console& console) {
  const std::string contents = read_file(options.certificate_file);
  const CertificateHeader header = parse_certificate_header(contents, options.certificate_file);
  CommandOptions as_certified = options;
  if (options.settings.empty()) as_certified.settings = header.settings;
  const GameModel model = load_model(as_certified, console);
  refuse_other_game(model, header, options);
  if (options.engine == "symbolic" && parse_reductions(header.reduce).free_moves &&
      !options.unreduced && !find_free_moves(model).empty()) {
    throw Error(Error::Kind::kUsage,
                "this certificate is of regions, which --engine symbolic does not explore; leave "
                "--engine out, or use --unreduced");
  }
  const Game game(model, options.unreduced ? "none" : header.reduce, quest_of(model, header));
  const Certificate certificate =
      parse_certificate(contents, options.certificate_file, game.written());
  const Verification verification = run_verification(certificate, game, options, console);
  if (options.json) {
    console.out << verification_json(verification, certificate);
  } else {
    console.out << verification_text(verification, certificate, console);
  }
  return exit_code(verdict_of(verification, certificate));
}

}  // namespace questproof
