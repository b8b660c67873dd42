#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens reports in a real browser: are all sections there, do they work, can everybody use them?

Usage: browser_test.py PROGRAM     (the questproof to test)

Needs Debian's chromium, chromium-driver and python3-selenium; ends with code 77 where they are missing.
"""

import contextlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select
except ImportError:
    webdriver = None

PROGRAM = None
SOURCE = pathlib.Path(__file__).resolve().parents[3]
SAMPLES = SOURCE / "games" / "samples"

HOSTILE = "</script><img src=x onerror=\"document.title='broken'\"><b>bold</b>&amp;\u202egnol\u202c\u2028'\"\\"
WIDTHS = (360, 1280, 2000)

# What of the page's own making is wider than the page, or has text that its box cuts off.
OVERFLOW = """
return [...document.querySelectorAll('body *')].filter((node) =>
  node.getBoundingClientRect().right > document.documentElement.clientWidth + 1 &&
  !node.closest('.scroll, .graph, .picture, .sections, .visually-hidden, .skip, svg')
).map((node) => node.tagName + '.' + node.className).slice(0, 5);
"""

# The contrast of every text with what is behind it, by the formula of WCAG 2; those below 4.5.
CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const light = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  const part = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return {light: 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b), clear: a === 0};
};
const behind = (node) => {
  for (; node; node = node.parentElement) {
    const ground = light(getComputedStyle(node).backgroundColor);
    if (!ground.clear) return ground.light;
  }
  return 1;
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const poor = [];
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || node.closest('script, style, svg, noscript') || !node.getClientRects().length) continue;
  const front = light(getComputedStyle(node).color).light;
  const back = behind(node);
  const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  if (contrast < 4.5) poor.push(contrast.toFixed(2) + ' ' + walker.currentNode.data.trim().slice(0, 30));
}
return poor.slice(0, 5);
"""


def questproof(*arguments):
    result = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)
    if result.returncode > 2:
        raise AssertionError(f"questproof {' '.join(map(str, arguments))}: {result.stdout}{result.stderr}")
    return result.stdout


def hostile_certificate(path):
    """A certificate whose texts try to be more than text."""
    document = json.loads(path.read_text(encoding="utf-8"))
    document["game"] = HOSTILE
    quest = document["quests"][0]
    quest["name"] = quest["title"] = HOSTILE
    for walk in ("completion", "counterexample"):
        for step in quest[walk]["steps"]:
            step["label"] = step["scene"] = step["where"] = HOSTILE
            for change in step["changes"]:
                change["variable"] = change["from"] = change["to"] = HOSTILE
    for line in quest["fatal_lines"]:
        line["where"] = HOSTILE
    document["coverage"]["never"] = [{"kind": HOSTILE, "name": HOSTILE, "where": HOSTILE, "never_true": HOSTILE}]
    document["limit"] = HOSTILE
    return json.dumps(document)


def several_quests(path):
    """A certificate with more quests than one."""
    document = json.loads(path.read_text(encoding="utf-8"))
    refuted = document["quests"][0]
    proved = {**refuted, "verdict": "proved", "counterexample": None, "fatal_lines": [], "blocked_states": 0, "fatal_transitions": 0}
    document["quests"] = [refuted, {**proved, "name": "QUEST_SEAL", "main": False}, {**proved, "name": "QUEST_KEY"},
                          {**refuted, "name": "QUEST_ANSELM"}]
    return json.dumps(document)


def sweep(folder):
    """Two nights of two jobs; in between a game is broken."""
    games = folder / "games"
    shutil.copytree(SAMPLES / "betrayal", games)
    shutil.copy(SAMPLES / "labrecruits" / "gallery.csv", games / "gallery.csv")
    (games / "sweep.toml").write_text("""version = 1
[defaults]
expect = "proved"
[[game]]
name = "sword"
file = "repaired_sword.quest"
[[game]]
name = "level"
file = "gallery.csv"
""", encoding="utf-8")
    for night in ("one", "two"):
        questproof("sweep", games / "sweep.toml", "--out", folder / "sweep", "--quiet", "--night", night)
        shutil.copy(games / "broken.quest", games / "repaired_sword.quest")
    return folder / "sweep"


class Pages:
    """Reports of samples, made once."""

    def __init__(self, folder):
        self.folder = folder
        betrayal = SAMPLES / "betrayal" / "broken.quest"
        gallery = SAMPLES / "labrecruits" / "gallery.csv"
        questproof("certify", betrayal, "--quiet", "--certificate", folder / "betrayal.json")
        questproof("certify", gallery, "--quiet", "--store", folder / "run")
        self.betrayal = self.report("betrayal", folder / "betrayal.json", "--game", betrayal)
        (folder / "several.json").write_text(several_quests(folder / "betrayal.json"), encoding="utf-8")
        self.several = self.report("several", folder / "several.json")
        self.level = self.report("level", folder / "run")
        self.night = self.report("night", sweep(folder))
        (folder / "hostile.json").write_text(hostile_certificate(folder / "betrayal.json"), encoding="utf-8")
        self.hostile = self.report("hostile", folder / "hostile.json")

    def report(self, name, *arguments):
        page = self.folder / f"{name}.html"
        questproof("report", *arguments, "--out", page)
        return page.as_uri()


class ReportInABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.pages = Pages(pathlib.Path(cls.scratch.name))
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--hide-scrollbars", f"--user-data-dir={cls.scratch.name}/browser"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        cls.addClassCleanup(cls.browser.quit)

    def tearDown(self):
        self.assertEqual(self.browser.get_log("browser"), [], "the console says something")

    def open(self, page, width=1280, scheme="light", media=""):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.get(page)

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def headings(self, level):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)",
                           f"main h{level}")

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def rows(self):
        return self.script("return [...document.querySelectorAll('table.quests tbody tr')].map((row) => row.cells[0].innerText)")

    def test_every_section_is_there(self):
        self.open(self.pages.betrayal)
        self.assertEqual(self.headings(2), [
            "Verdicts", "The way into the trap", "Fatal events, by scene", "Difficulty of the quests",
            "Scenes and bottlenecks", "Shortest completions", "Growth of the state space", "What players can reach",
            "The run"])
        self.assertEqual(self.one("h1").text, "Betrayal")
        self.assertIn("refuted", self.one("#subtitle").text)
        fatal = self.one(".story > li.fatal")
        self.assertIn("Fatal step", fatal.text)
        self.assertIn("denounce Brandt to the watch", fatal.text)
        self.assertIn("VAR_BETRAYED NOBODY \u2192 BRANDT", fatal.text)
        self.assertIn("SetVar(VAR_BETRAYED, BRANDT)", self.one("main").text)
        self.assertIn("6.67", self.one("table.bars").text)
        self.assertEqual(len(self.all(".graph svg rect")), 2)
        self.assertTrue(self.all(".graph .needed"))
        self.script("document.querySelector('canvas').scrollIntoView()")
        deadline = time.time() + 5
        while not self.script("return Boolean(document.querySelector('canvas').style.width)") and time.time() < deadline:
            time.sleep(0.02)
        self.assertGreater(self.script("""
            const canvas = document.querySelector('canvas');
            return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.filter(Boolean).length"""), 1000,
            "the plot is empty")

    def test_a_level_is_drawn(self):
        self.open(self.pages.level)
        self.assertIn("The level", self.headings(2))
        self.assertGreater(self.script("return document.querySelector('.picture img').naturalWidth"), 100)
        self.assertNotIn("The way into the trap", self.headings(2))

    def test_a_way_is_shown_on_the_picture_of_scenes(self):
        self.open(self.pages.betrayal)
        choice = Select(self.one(".field select"))
        self.assertFalse(self.all(".graph .edge.on"))
        choice.select_by_visible_text("QUEST_TREASURY: shortest completion")
        self.assertEqual(len(self.all(".graph .edge.on")), 1)
        choice.select_by_index(0)
        self.assertFalse(self.all(".graph .edge.on"))

    def test_quests_are_filtered_and_sorted(self):
        self.open(self.pages.several)
        everything = self.rows()
        self.assertEqual(len(everything), 4)
        status = self.one("[role=status]")
        first = self.one("table.quests tbody tr th bdi").text
        self.one("#filter-text").send_keys(first.lower())
        self.assertTrue(all(first in row for row in self.rows()))
        self.assertIn(f"{len(self.rows())} of {len(everything)} quests", status.text)
        self.one("#filter-text").send_keys(Keys.CONTROL, "a", Keys.DELETE)
        self.assertEqual(self.rows(), everything)
        for verdict in ("refuted", "unknown", "proved"):
            self.one(f"#filter-{verdict}").click()
        self.assertEqual(self.rows(), [])
        self.one("#filter-refuted").click()
        self.assertEqual(len(self.rows()), len(self.all("table.quests tr.refuted")))
        self.one("#filter-proved").click()
        self.one("#filter-attention").click()
        self.assertEqual(len(self.rows()), 3)
        self.one("#filter-attention").click()
        button = self.one("table.quests thead th button")
        button.click()
        ascending = self.rows()
        self.assertEqual(ascending, sorted(ascending))
        self.assertEqual(self.one("table.quests thead th").get_attribute("aria-sort"), "ascending")
        button.click()
        self.assertEqual(self.rows(), ascending[::-1])
        self.assertEqual(self.one("table.quests thead th").get_attribute("aria-sort"), "descending")

    def test_keys_are_enough(self):
        self.open(self.pages.betrayal)
        body = self.one("body")
        body.send_keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.text, "Skip to the report")
        seen = []
        for _ in range(40):
            self.browser.switch_to.active_element.send_keys(Keys.TAB)
            active = self.browser.switch_to.active_element
            self.assertNotEqual(self.script("return getComputedStyle(arguments[0]).outlineStyle", active), "none",
                                "the focus cannot be seen")
            seen.append(active.get_attribute("id"))
            if active.get_attribute("id") == "filter-attention":
                break
        self.assertIn("filter-text", seen)
        self.assertIn("theme", seen)
        self.assertEqual(seen[-1], "filter-attention")

    def test_readers_of_the_screen_find_their_way(self):
        for page in (self.pages.betrayal, self.pages.level, self.pages.several, self.pages.night):
            self.open(page)
            self.script("document.querySelectorAll('details').forEach((node) => node.open = true)")
            self.script("return new Promise((done) => setTimeout(done, 50))")
            levels = self.script("return [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((node) => +node.tagName[1])")
            self.assertEqual(levels.count(1), 1)
            for before, after in zip(levels, levels[1:]):
                self.assertLessEqual(after, before + 1, "a level of headings is left out")
            self.assertEqual(self.script("return document.querySelectorAll('th:not([scope])').length"), 0)
            self.assertEqual(self.script("return document.querySelectorAll('table:not(:has(caption))').length"), 0)
            self.assertEqual(self.script("""
                return [...document.querySelectorAll('input, select')].filter((node) => !node.labels.length).length"""), 0)
            self.assertEqual(self.script("return document.querySelectorAll('img:not([alt]), canvas:not([aria-label])').length"), 0)
            self.assertEqual([len(self.all(landmark)) for landmark in ("header", "nav", "main", "footer")], [1, 1, 1, 1])
            identifiers = self.script("return [...document.querySelectorAll('[id]')].map((node) => node.id)")
            self.assertEqual(len(identifiers), len(set(identifiers)))

    def test_light_and_dark(self):
        grounds = {}
        for scheme in ("light", "dark"):
            self.open(self.pages.betrayal, scheme=scheme)
            for details in self.all("details"):
                self.script("arguments[0].open = true", details)
            grounds[scheme] = self.script("return getComputedStyle(document.body).backgroundColor")
            self.assertEqual(self.script(CONTRAST), [], f"hard to read in {scheme}")
        self.assertNotEqual(grounds["light"], grounds["dark"])
        toggle = self.one("#theme")
        self.assertIn("system", toggle.text)
        toggle.click()
        self.assertIn("light", toggle.text)
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), grounds["light"])
        toggle.click()
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), grounds["dark"])
        toggle.click()

    def test_nothing_sticks_out(self):
        for page in (self.pages.betrayal, self.pages.night, self.pages.level, self.pages.hostile):
            for width in WIDTHS:
                self.open(page, width)
                self.script("document.querySelectorAll('details').forEach((node) => node.open = true)")
                self.assertEqual(self.script(OVERFLOW), [], f"at {width}")
                self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), width)

    def test_names_are_text_whatever_they_hold(self):
        self.open(self.pages.hostile)
        self.assertEqual(self.script("return document.querySelectorAll('main b, main img, h1 b, h1 img').length"), 0)
        self.assertNotEqual(self.browser.title, "broken")
        self.assertIn("<b>bold</b>&amp;\u27e8U+202E\u27e9gnol", self.one("h1").text)
        self.assertEqual(self.script("return document.body.innerText.includes('\\u202e')"), False)

    def test_paper_shows_what_matters(self):
        self.open(self.pages.betrayal, width=800, scheme="dark", media="print")
        self.script("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        for selector in (".sections", ".filters", "#theme"):
            self.assertFalse(self.one(selector).is_displayed(), selector)
        for selector in ("table.quests", ".story > li.fatal", "canvas", ".graph svg", ".cards ol li"):
            self.assertTrue(self.one(selector).is_displayed(), selector)
        self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 800)
        self.script("dispatchEvent(new Event('afterprint'))")
        self.assertFalse(self.script("return document.documentElement.dataset.theme"))
        self.open(self.pages.betrayal)
        self.assertGreater(len(self.browser.print_page()), 10000)

    def test_a_page_loads_nothing(self):
        self.open(self.pages.night)
        loaded = self.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertEqual([name for name in loaded if not name.startswith("data:")], [])

    def test_a_night_has_its_jobs_changes_and_history(self):
        self.open(self.pages.night)
        self.assertEqual(self.headings(2), ["Verdicts", "What changed since last night", "History", "Jobs", "Job by job"])
        self.assertIn("proved \u2192 refuted", self.one("main").text)
        self.assertEqual(len(self.rows()), 4)
        self.one("#filter-attention").click()
        self.assertEqual(self.rows(), ["sword"])
        self.assertFalse(self.all("details.job[open]"))
        self.one("table.quests tbody a").click()
        job = self.one("details.job[open]")
        self.assertIn("denounce Brandt to the watch", job.text)
        self.assertIn("Fatal step", job.text)
        self.assertEqual(self.browser.switch_to.active_element, job.find_element(By.TAG_NAME, "summary"))
        self.script("document.querySelectorAll('details').forEach((node) => node.open = true)")
        self.assertGreaterEqual(len(self.all(".chart canvas")), 5)
        self.assertEqual(len(self.all("details.job .picture img")), 1)

    @contextlib.contextmanager
    def served(self, folder):
        process = subprocess.Popen([PROGRAM, "serve", str(folder), "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            yield process.stdout.readline().split()[3]
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=10), 0)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def test_a_run_that_goes_on_is_shown_until_it_ends(self):
        whole = pathlib.Path(self.scratch.name) / "run"
        going = pathlib.Path(self.scratch.name) / "going"
        shutil.copytree(whole, going)
        certificate = (going / "certificate.json").read_bytes()
        (going / "certificate.json").unlink()
        (going / "alive").mkdir()
        sign = going / "alive" / "rank-0"
        sign.write_text(f"time={int(time.time())} rank=0 host=box process=7 works collectives=1\n")
        with self.served(going) as address:
            self.open(address)
            self.assertEqual(self.headings(2), ["Progress"])
            self.assertIn("The run goes on", self.one("main").text)
            self.assertIn("box", self.one("main table").text)
            self.assertIn("States", self.one("dl").text)
            sign.write_text(f"time={int(time.time())} rank=0 host=other-box process=7 waits collectives=1\n")
            self.wait_for("other-box")
            sign.unlink()
            (going / "certificate.json").write_bytes(certificate)
            self.wait_for("The run has ended")
            self.assertIn("Verdicts", self.headings(2))
            self.assertTrue(self.all(".picture img"))

    def wait_for(self, text):
        deadline = time.time() + 20
        while time.time() < deadline:
            with contextlib.suppress(Exception):  # the page may be loading anew
                if text in self.one("main").text:
                    return
            time.sleep(0.1)
        self.fail(f"the page does not come to say: {text}")


def main():
    global PROGRAM
    if webdriver is None or not shutil.which("chromedriver") or not shutil.which("chromium"):
        print("skipped: reports are tested with chromium, chromium-driver and python3-selenium, which are not all here")
        return 77
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    PROGRAM = sys.argv.pop()
    result = unittest.main(exit=False, verbosity=2).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
