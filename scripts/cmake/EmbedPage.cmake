# SPDX-License-Identifier: MIT
# cmake -D FOLDER=<coordinator/page> -D CHART=<chart.min.js> -D OUTPUT=<file> -P EmbedPage.cmake
# Writes the source file that holds the parts of a report's page as texts, each with its SHA-256: the page allows
# only these to run.
file(READ "${FOLDER}/report.html" page)
file(READ "${FOLDER}/report.css" style)
file(READ "${FOLDER}/chart_licence.js" licence)
file(READ "${CHART}" chart)
string(CONCAT chart "${licence}" "${chart}")
set(script "(() => {\n")
foreach(part IN ITEMS elements charts graph report)
  file(READ "${FOLDER}/${part}.js" text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();\n")

foreach(part IN ITEMS style chart script)
  if("${${part}}" MATCHES "</(script|style)|<!--")
    message(FATAL_ERROR "${part}: this text would end the element that it stands in")
  endif()
  string(SHA256 ${part}_sha256 "${${part}}")
endforeach()

file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY NEWLINE_STYLE UNIX CONTENT [[
// SPDX-License-Identifier: MIT
#include "coordinator/page/page_assets.h"

namespace questproof {

PageAssets page_assets() {
  return {R"QUESTPROOF(@page@)QUESTPROOF",
          {R"QUESTPROOF(@style@)QUESTPROOF", "@style_sha256@"},
          {R"QUESTPROOF(@chart@)QUESTPROOF", "@chart_sha256@"},
          {R"QUESTPROOF(@script@)QUESTPROOF", "@script_sha256@"}};
}

}  // namespace questproof
]])
