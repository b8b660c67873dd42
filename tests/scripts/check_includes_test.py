#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests scripts/check_includes.py on small trees: what must pass passes, and each fault is found."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_includes.py"


class CheckIncludesTest(unittest.TestCase):
    def check(self, files):
        """The exit code and the output for a tree of the given files (path -> text)."""
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            run = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True,
                                 check=False)
            return run.returncode, run.stdout

    def assert_fault(self, files, *parts):
        code, output = self.check(files)
        self.assertEqual(code, 1, output)
        self.assertEqual(len(output.splitlines()), 1, output)
        for part in parts:
            self.assertIn(part, output)

    def test_allowed_arrows_pass(self):
        code, output = self.check({
            "core/base/a.h": "#include <vector>\n",
            "core/base/parallel.cc": '#include "core/base/a.h"\n#include <oneapi/tbb/task_arena.h>\n',
            "core/model/b.cc": '#include "core/base/a.h"\n#include <unistd.h>\n#include <fmt/format.h>\n',
            "core/model/b_simd.cc": "#include <hwy/highway.h>\n",
            "core/model/CMakeLists.txt": "target_link_libraries(x questproof_core_base)\n",
            "tests/core/base/a_test.cc": '#include "core/base/a.h"\n#include <gtest/gtest.h>\n',
        })
        self.assertEqual((code, output), (0, ""))

    def test_include_against_the_arrows(self):
        self.assert_fault({"core/search/s.h": "\n", "core/base/a.h": '\n#include "core/search/s.h"\n'},
                          "core/base/a.h:2:", "core/base may not use core/search")

    def test_code_may_not_use_tests(self):
        self.assert_fault({"tests/support/t.h": "\n", "core/base/a.cc": '#include "tests/support/t.h"\n'},
                          "core/base may not use tests")

    def test_link_against_the_arrows(self):
        self.assert_fault({"core/base/CMakeLists.txt": "target_link_libraries(x questproof_games)\n"},
                          "core/base/CMakeLists.txt:1:", "link of questproof_games")

    def test_two_types_of_one_name(self):
        self.assert_fault({"core/base/a.h": "class Set;\nclass Set {\n};\n",
                           "core/model/b.h": "struct Set final { int a; };\n"},
                          "core/model/b.h:1: Set is defined in core/base/a.h too")

    def test_forward_declarations_are_no_definitions(self):
        code, output = self.check({"core/base/a.h": "class Set {\n};\n",
                                   "core/model/b.h": "class Set;\nstruct Other { int a; };\n"})
        self.assertEqual((code, output), (0, ""))

    def test_relative_include(self):
        self.assert_fault({"core/base/a.h": "\n", "core/base/a.cc": '#include "a.h"\n'}, '"a.h" is no file')

    def test_third_party_outside_its_place(self):
        self.assert_fault({"core/model/a.cc": "#include <nlohmann/json.hpp>\n"},
                          "<nlohmann/json.hpp> may show only in: coordinator/*, ")

    def test_old_name_of_onetbb(self):
        self.assert_fault({"core/base/parallel.cc": "#include <tbb/tbb.h>\n"}, "may show only in: no file")

    def test_unknown_header(self):
        self.assert_fault({"core/base/a.cc": "#include <boost/any.hpp>\n"}, "not in the table")

    def test_system_header_in_a_header(self):
        self.assert_fault({"core/base/a.h": "#include <unistd.h>\n"}, ".cc files only")

    def test_file_outside_every_folder(self):
        self.assert_fault({"core/loose.cc": "\n"}, "core/loose.cc: lies in no folder")


if __name__ == "__main__":
    unittest.main()
