// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "coordinator/query/answer.h"
#include "core/base/exit_code.h"

namespace questproof {

// Answers one question from the store of a finished run.
ExitCode run_query(const CommandOptions& options, Console& console);

// The whole document that --json prints.
nlohmann::ordered_json query_document(const QueryContext& context, const QueryAnswer& answer);

// By options.question. Throws Error(kUsage) for an unknown one, and for options that it does not take.
QueryAnswer answer_question(const QueryContext& context);

}  // namespace questproof
