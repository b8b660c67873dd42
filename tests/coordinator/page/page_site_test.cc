// SPDX-License-Identifier: MIT
#include "coordinator/page/page_site.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/page/page_server.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::run_program;
using testing_support::sample_game;
using testing_support::TemporaryFolder;

struct Quiet {
  std::istringstream in;
  std::ostringstream out;
  Console console{.in = in, .out = out, .error = out, .paint = {}, .error_paint = {}};
};

// The folder of a finished run, for all tests here.
class PageSiteTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    const auto result =
        run_program(fmt::format("certify {} --quiet --store {}/run",
                                sample_game("betrayal/broken.quest"), folder_->path()));
    ASSERT_EQ(result.code, 1) << result.output;
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::string run() { return folder_->path() + "/run"; }

  PageAnswer ask(const std::string& method, const std::string& path,
                 const std::string& host = "127.0.0.1:8080",
                 const std::string& served = "127.0.0.1") {
    PageSite site(find_page_source(run()), served, quiet_.console);
    return site.answer({method, path, host});
  }

  static std::unique_ptr<TemporaryFolder> folder_;
  Quiet quiet_;
};

std::unique_ptr<TemporaryFolder> PageSiteTest::folder_;

TEST_F(PageSiteTest, GivesTheReportAndTheProgress) {
  const PageAnswer page = ask("GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("denounce Brandt to the watch"));
  const PageAnswer progress = ask("GET", "/progress.json");
  EXPECT_EQ(progress.status, 200);
  const auto data = nlohmann::json::parse(progress.body);
  EXPECT_EQ(data["state"], "finished");
  EXPECT_NE(data["version"], "running");
}

TEST_F(PageSiteTest, EveryAnswerSaysWhatABrowserMayDo) {
  for (const PageAnswer& answer : {ask("GET", "/"), ask("GET", "/nothing"), ask("POST", "/"),
                                   ask("GET", "/", "evil.example")}) {
    std::map<std::string, std::string> headers(answer.headers.begin(), answer.headers.end());
    EXPECT_THAT(headers["Content-Security-Policy"], HasSubstr("default-src 'none'"));
    EXPECT_THAT(headers["Content-Security-Policy"], HasSubstr("frame-ancestors 'none'"));
    EXPECT_EQ(headers["X-Content-Type-Options"], "nosniff");
    EXPECT_EQ(headers["Cache-Control"], "no-store");
    EXPECT_EQ(headers.count("Access-Control-Allow-Origin"), 0U);
  }
}

TEST_F(PageSiteTest, OnlyReads) {
  for (const char* method :
       {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", ""}) {
    EXPECT_EQ(ask(method, "/").status, 405) << method;
  }
  EXPECT_EQ(ask("HEAD", "/").status, 200);
}

TEST_F(PageSiteTest, NoPathLeadsToAFile) {
  for (const char* path : {"", "//", "/.", "/..", "/../LOCK", "/LOCK", "/certificate.json",
                           "/%2e%2e/", "/progress.json/..", "/./progress.json", "\\..\\",
                           "/progress.json\0/", "/etc/passwd", "*", "http://127.0.0.1/"}) {
    EXPECT_EQ(ask("GET", path).status, std::string(path) == "/progress.json" ? 200 : 404) << path;
  }
}

TEST_F(PageSiteTest, AnswersOnlyToItsOwnName) {
  for (const char* host :
       {"127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:99", "[::1]:8080"}) {
    EXPECT_EQ(ask("GET", "/", host).status, 200) << host;
  }
  for (const char* host :
       {"", "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.",
        "127.0.0.1:8080@evil.example", "10.0.0.1", "[::2]", "::1", ":8080", "[]"}) {
    EXPECT_EQ(ask("GET", "/", host).status, 421) << host;
  }
  // Where others may come, they may use addresses, but no name that is not this machine's.
  EXPECT_EQ(ask("GET", "/", "10.0.0.1:8080", "0.0.0.0").status, 200);
  EXPECT_EQ(ask("GET", "/", "evil.example", "0.0.0.0").status, 421);
  EXPECT_EQ(ask("GET", "/", "build.example:8080", "build.example").status, 200);
}

TEST_F(PageSiteTest, LoopbackIsToldFromAddressesOfOthers) {
  for (const char* host : {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
    EXPECT_TRUE(is_loopback(host));
  for (const char* host : {"0.0.0.0", "::", "10.0.0.1", "127.evil.example", ""}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

TEST_F(PageSiteTest, SpeaksHttp) {
  PageSite site(find_page_source(run()), "127.0.0.1", quiet_.console);
  const PageServer server(site, "127.0.0.1", 0);
  httplib::Client client("127.0.0.1", server.port());
  const auto page = client.Get("/?any=query");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(page->get_header_value("X-Frame-Options"), "DENY");
  const auto head = client.Head("/");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->body, "");
  const auto posted = client.Post("/", "text", "text/plain");
  ASSERT_TRUE(posted);
  EXPECT_EQ(posted->status, 405);
  const auto traversal = client.Get("/..%2f..%2fetc/passwd");
  ASSERT_TRUE(traversal);
  EXPECT_EQ(traversal->status, 404);
  httplib::Client stranger("127.0.0.1", server.port());
  const auto rebound = stranger.Get("/", httplib::Headers{{"Host", "evil.example"}});
  ASSERT_TRUE(rebound);
  EXPECT_EQ(rebound->status, 421);
  EXPECT_THAT(rebound->body, Not(HasSubstr("Brandt")));
}

// Whoever looks on keeps nobody else waiting.
TEST_F(PageSiteTest, ManyMayLookOn) {
  PageSite site(find_page_source(run()), "127.0.0.1", quiet_.console);
  const PageServer server(site, "127.0.0.1", 0);
  std::vector<std::unique_ptr<httplib::Client>> clients;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(std::make_unique<httplib::Client>("127.0.0.1", server.port()));
    clients.back()->set_keep_alive(true);
    clients.back()->set_read_timeout(4);
    const auto answer = clients.back()->Get("/progress.json");
    ASSERT_TRUE(answer) << i;
    EXPECT_EQ(answer->status, 200);
  }
}

TEST_F(PageSiteTest, LeavesTheFolderAsItIs) {
  const auto contents = [&] {
    std::map<std::string, std::filesystem::file_time_type> times;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(run())) {
      times[entry.path().string()] = entry.last_write_time();
    }
    return times;
  };
  const auto before = contents();
  ask("GET", "/");
  ask("GET", "/progress.json");
  EXPECT_EQ(contents(), before);
}

}  // namespace
}  // namespace questproof
