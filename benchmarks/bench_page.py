"""The weight of the first page on a phone: `python benchmarks/bench_page.py --against 6d7eacb` prints a table.

Chromium as a phone on Wi-Fi, with a processor six times slower, opens the first page of this checkout and that of
another commit in turns, each with nothing kept. Without Chromium nothing is measured. The exit code is 1 if anything
costs more than 5 % more than it did there.
"""

import argparse
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from measuring import ROOT, ends_within, judged, rounds
from selenium.webdriver.support.ui import WebDriverWait

from e2e.browsing import Browser, Display, browser_program, open_browser
from e2e.serving import ServedTable

TIMES = rounds(9, once=1)
SLOWER = rounds(6, once=1)
MORE = 1.05
WIFI = {"offline": False, "latency": 10, "downloadThroughput": 1_500_000, "uploadThroughput": 1_500_000}
"""A phone at some distance from the house's Wi-Fi: ms, and bytes a second."""
LONGEST_S, LONGEST_WAIT_S = 900, 60
WATCHED = """
const told = (name) => (list) => { for (const entry of list.getEntries()) window[name] = entry.startTime; };
window.paintedLast = 0;
new PerformanceObserver(told("paintedLast")).observe({ type: "largest-contentful-paint", buffered: true });
new MutationObserver((_, observer) => {
  const phase = document.querySelector("#main")?.dataset.phase;
  if (!phase || phase === "connecting") return;
  window.alive = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
ALIVE = "return window.alive && window.paintedLast"
READ = """
const files = [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")];
const kb = (ending) => files.filter(({ name }) => new URL(name).pathname.endsWith(ending))
  .reduce((all, { encodedBodySize }) => all + encodedBodySize, 0) / 1000;
return {
  "scripts, packed, kB": kb(".js"), "style sheets, packed, kB": kb(".css"), "page, packed, kB": kb("/"),
  "first picture, ms": performance.getEntriesByName("first-contentful-paint")[0].startTime,
  "largest picture, ms": window.paintedLast, "alive, ms": window.alive,
};
"""


def checked_out(commit: str, folder: Path) -> str:
    """The program as it was at that commit, unpacked into the folder; its path."""
    packed = folder / "program.tar"
    with packed.open("wb") as file:
        subprocess.run(["git", "archive", commit, "controller"], cwd=ROOT, stdout=file, check=True)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return str(folder / "controller")


def first_page(browser: Browser, table: ServedTable) -> dict[str, float]:
    """Open the table's page as a phone that has never been there, and wait until it is alive."""
    browser.turn_to_new("window")
    call = browser.execute_cdp_cmd
    call("Network.enable", {})
    call("Network.clearBrowserCache", {})
    call("Performance.enable", {"timeDomain": "threadTicks"})
    call("Page.addScriptToEvaluateOnNewDocument", {"source": WATCHED})
    Display(browser).size(390, 844, touch=True, scale=2)
    call("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    call("Network.emulateNetworkConditions", WIFI)
    browser.get(table.address)
    WebDriverWait(browser, LONGEST_WAIT_S).until(lambda shown: shown.execute_script(ALIVE))
    read = browser.execute_script(READ)
    spent = {each["name"]: each["value"] for each in call("Performance.getMetrics", {})["metrics"]}
    browser.close()
    browser.turn_to(browser.window_handles[0])
    return {
        **read,
        "main thread, ms": 1000 * spent["TaskDuration"],
        "scripts on it, ms": 1000 * spent["ScriptDuration"],
    }


def measured(against: str) -> dict[str, dict[str, list[float]]]:
    """Every figure of both programs, once a round."""
    figures: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = {}
        for which, program in (("here", str(ROOT / "controller")), ("there", checked_out(against, folder))):
            (folder / which).mkdir()
            tables[which] = ServedTable(folder / which, program=program, mode="screen").start()
        browser = open_browser(folder / "profile")
        try:
            for _ in range(TIMES):
                for which, table in tables.items():
                    for figure, value in first_page(browser, table).items():
                        figures.setdefault(figure, {}).setdefault(which, []).append(value)
        finally:
            browser.quit()
            for table in tables.values():
                table.stop()
    return figures


def main() -> int:
    """Print the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="HEAD", help="the commit that is the reference")
    parser.add_argument("--once", action="store_true")
    against = parser.parse_args().against
    if browser_program() is None:
        print("Chromium is not installed, so nothing is measured.")
        return 0
    with ends_within(LONGEST_S):
        figures = measured(against)
    kept = True
    print(f"first page, medians of {TIMES}, processor {SLOWER} times slower; reference: {against}")
    for figure, both in figures.items():
        here, there = statistics.median(both["here"]), statistics.median(both["there"])
        kept = kept and here <= MORE * there
        print(f"{figure:28} {here:8.1f} {there:8.1f}   {here / there:.2f} x")
    return judged(kept=kept)


if __name__ == "__main__":
    sys.exit(main())
