// SPDX-License-Identifier: MIT
#include "games/live/message.h"

#include <gtest/gtest.h>

#include "games/live/live_game.h"
#include "games/live/trace.h"

namespace questproof {
namespace {

Observation sample() {
  Observation observation;
  observation.time = 1.5;
  View& view = observation.agents["hero"];
  view.at = {1, 0, 2.25};
  view.health = 95;
  view.score = 11;
  SeenObject door;
  door.id = "door1";
  door.type = "door";
  door.at = {4, 0, 2};
  door.size = {1.5, 2, 0.3};
  door.blocks = true;
  door.state = {{"isOpen", "false"}, {"color", "#ff0000"}};
  SeenObject button;
  button.id = "a \"button\"\n";
  button.usable = true;
  SeenObject fire;
  fire.id = "fire";
  fire.harmful = true;
  view.objects = {door, button, fire};
  view.terrain = {{7, {1, 0, 2}, {6, 8}}, {4294967295U, {2, 0, 2}, {}}};
  view.refused = "too far";
  view.choices = {"look", "take lamp"};
  view.text = "It is dark.";
  return observation;
}

LiveFault::Kind fault_of(const char* line) {
  try {
    decode_observation(line);
  } catch (const LiveFault& fault) {
    return fault.kind();
  }
  ADD_FAILURE() << line << " was read";
  return LiveFault::Kind::kCrash;
}

TEST(MessageTest, ObservationsComeBackAsTheyWere) {
  EXPECT_EQ(decode_observation(encode(sample())), sample());
}

TEST(MessageTest, RequestsComeBackAsTheyWere) {
  using enum Request::Kind;
  for (const Request::Kind kind : {kHello, kReset, kObserve, kAct, kSave, kRestore, kEnd}) {
    Request request;
    request.kind = kind;
    if (kind == kReset) request.seed = 0xFFFFFFFFFFFFFFFFU;
    if (kind == kSave || kind == kRestore) request.slot = "a";
    if (kind == kAct) {
      request.actions = {{"a", Action::move({1, 0, -2})},
                         {"b", Action::use("button")},
                         {"c", Action::choose("look")},
                         {"d", Action::wait()}};
    }
    EXPECT_EQ(decode_request(encode(request)), request) << encode(request);
  }
}

TEST(MessageTest, IntroductionsComeBackAsTheyWere) {
  const Introduction introduction = {"corridor", {"hero", "other"}, true, 4, 1.5};
  EXPECT_EQ(decode_introduction(encode(introduction)), introduction);
}

TEST(MessageTest, WhatCannotBeReadIsGarbage) {
  for (const char* line :
       {"", "x", "[]", "{", R"({"time":1})", R"({"ok":1,"agents":{}})", R"({"ok":true})",
        R"({"ok":true,"agents":[]})", R"({"ok":true,"time":"late","agents":{}})",
        R"({"ok":true,"agents":{"a":{"at":[1,2]}}})",
        R"({"ok":true,"agents":{"a":{"at":[1,2,"x"]}}})",
        R"({"ok":true,"agents":{"a":{"objects":[{}]}}})",
        R"({"ok":true,"agents":{"a":{"objects":[{"id":"x","blocks":1}]}}})",
        R"({"ok":true,"agents":{"a":{"objects":[{"id":"x","state":{"y":[]}}]}}})",
        R"({"ok":true,"agents":{"a":{"terrain":[{"id":-1,"at":[0,0,0]}]}}})",
        R"({"ok":true,"agents":{"a":{"terrain":[{"id":1.5,"at":[0,0,0]}]}}})"}) {
    EXPECT_EQ(fault_of(line), LiveFault::Kind::kGarbage) << line;
  }
}

TEST(MessageTest, RefusalsCarryTheGamesWords) {
  try {
    decode_observation(encode_refusal("no such agent"));
    FAIL();
  } catch (const LiveFault& fault) {
    EXPECT_EQ(fault.kind(), LiveFault::Kind::kRefusal);
    EXPECT_STREQ(fault.what(), "no such agent");
  }
}

TEST(MessageTest, AnotherProtocolIsRefused) {
  EXPECT_THROW(decode_introduction(R"({"ok":true,"protocol":"x/1","game":"g","agents":["a"]})"),
               LiveFault);
}

TEST(MessageTest, CoordinatesAndLengthsHaveABound) {
  const auto view = [](const std::string& at) {
    return R"({"ok":true,"agents":{"hero":{"at":[0,0,)" + at + "]}}}";
  };
  EXPECT_EQ(decode_observation(view("-1e6")).agents.at("hero").at.z, -1e6);
  for (const char* wrong : {"1000000.5", "-1e9", "9.2e18", "1e300", "1e999"}) {
    EXPECT_EQ(fault_of(view(wrong).c_str()), LiveFault::Kind::kGarbage);
    EXPECT_EQ(fault_of((R"({"ok":true,"agents":{"hero":{"objects":[{"id":"d","size":[1,1,)" +
                        std::string(wrong) + "]}]}}}")
                           .c_str()),
              LiveFault::Kind::kGarbage);
    for (const char* key : {"reach", "view_distance"}) {
      EXPECT_THROW(decode_introduction(
                       R"({"ok":true,"protocol":"questproof-live/1","game":"g","agents":["a"],")" +
                       std::string(key) + "\":" + wrong + "}"),
                   LiveFault)
          << key << " " << wrong;
    }
  }
}

TEST(TraceTest, LinesComeBackAsTheyWere) {
  const TraceStep step = trace_step(Action::use("b"), sample().agents.at("hero"));
  EXPECT_EQ(step.sees.at("door1").at("isOpen"), "false");
  for (const TraceLine& line :
       {TraceLine(TraceHead{"corridor", "hero"}), TraceLine(TraceReset{7}), TraceLine(step)}) {
    EXPECT_EQ(decode_trace_line(encode(line)), line) << encode(line);
  }
  EXPECT_THROW(decode_trace_line("{}"), LiveFault);
  for (const char* wrong : {"?", "", "5", R"({"trace":5})", R"({"reset":-1})", R"({"reset":1.5})",
                            R"({"reset":"1"})", R"({"save":1})"}) {
    EXPECT_THROW(decode_trace_line(wrong), LiveFault) << wrong;
  }
}

}  // namespace
}  // namespace questproof
