"""A real Chromium that talks to nobody but the table, and what it complained of.

Debian has it twice: whole, and as a shell without windows, which draws the same pages for half the work. The shell is
taken where there is one; `BROWSER=chromium` asks for the whole.
"""

import os
from pathlib import Path

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from e2e.devtools import Line

CHROMIUM, SHELL = Path("/usr/bin/chromium"), Path("/usr/bin/chromium-headless-shell")
DRIVER = Path("/usr/bin/chromedriver")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--process-per-site",  # a new process for every page that is opened takes as long as all else it does
)

GLIMPSE = "--window-size=200,150"
"""The corner that is drawn of a page at which nobody looks. It is laid out whole; drawn whole it takes a third more."""

FITTED = """
const size = `${innerWidth} ${innerHeight}`, page = window[Symbol.for("asked")];
if (location.protocol !== "http:" || document.hidden || page.fitted === size) return;
page.fitted = size;
await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 200); });
"""
"""Drawn at its size: a script that looks after sizes is asked by the picture, and has had its way after it."""


class Browser(Chrome):
    """A browser whose windows are used again, blank and knowing nothing: a new one takes longer than most tests."""

    def __init__(self, *, drawn, **how):
        """With the window it comes with, which is never used. `drawn`: somebody looks at all of its pages."""
        super().__init__(**how)
        self.drawn = drawn
        self._first = self._current = self.current_window_handle
        self._blank = []
        self._spoiled = set()
        self._lines = {}

    @property
    def current(self):
        """The window that is current."""
        return self._current

    def line(self, handle):
        """The straight line to a window, whichever is current."""
        if handle not in self._lines:
            self._lines[handle] = Line(f"ws://{self._debugger}/devtools/page/{handle}")
        return self._lines[handle]

    @property
    def _debugger(self):
        return self.capabilities["goog:chromeOptions"]["debuggerAddress"]

    def shot(self, name):
        """Keep a picture of the current window in the folder `SHOTS`, if somebody wants to look at it."""
        if folder := os.environ.get("SHOTS"):
            self.save_screenshot(Path(folder) / f"{name}.png")

    def turn_to(self, handle):
        """That window is current: the driver looks through all there are whenever it is asked for one."""
        if handle != self._current:
            self.switch_to.window(handle)
            self._current = handle

    def turn_to_new(self, kind):
        """A window or a tab that was not there before."""
        self.switch_to.new_window(kind)
        self._current = self.current_window_handle

    def turn_to_blank_window(self):
        """One that shows nothing and knows nothing."""
        if self._blank:
            self.turn_to(self._blank.pop())
        else:
            self.turn_to_new("window")

    def close(self):
        """The window that is current; then none is."""
        if line := self._lines.pop(self._current, None):
            line.end()
        super().close()
        self._current = None

    def quit(self):
        """The end of it."""
        for line in self._lines.values():
            line.end()
        self._lines.clear()
        super().quit()

    def spoil(self):
        """The window that is current is not to be used again: something was changed in it for good."""
        self._spoiled.add(self._current)

    def hand_back(self, handle):
        """Whatever was open there is over."""
        self.turn_to(handle)
        if handle in self._spoiled:
            self._spoiled.remove(handle)
            self.close()
            return
        self.line(handle).ask("if (location.protocol === 'http:') sessionStorage.clear()")
        self.get("about:blank")
        self._blank.append(handle)

    def hand_all_back(self):
        """The windows that are open, but for the first; a tab beside one goes with it."""
        for handle in set(self.window_handles) - {self._first, *self._blank}:
            self.hand_back(handle)
        self.turn_to(self._first)


def browser_program():
    """The program that is taken; None where there is none."""
    wanted = (CHROMIUM,) if os.environ.get("BROWSER") == "chromium" else (SHELL, CHROMIUM)
    return next((program for program in wanted if program.exists() and DRIVER.exists()), None)


def open_browser(profile, *, cookies=True, drawn="SHOTS" in os.environ, elsewhere="~NOTFOUND"):
    """A browser with a fresh profile in that folder; without cookies it keeps nothing, as its own settings have it.

    `drawn`: its pages are drawn whole, for pictures; else only a corner of them is. `elsewhere`: the address on this
    machine that answers for every other machine; none does.
    """
    program, options = browser_program(), ChromeOptions()
    options.binary_location = str(program)
    if program == SHELL:
        options.set_capability("browserName", "chrome-headless-shell")
    else:
        options.add_argument("--headless=new")
    within = f"--host-resolver-rules=MAP * {elsewhere}, EXCLUDE 127.0.0.1"
    for flag in (*FLAGS, within, *([] if drawn else [GLIMPSE]), f"--user-data-dir={profile}"):
        options.add_argument(flag)
    if not cookies:
        options.add_experimental_option("prefs", {"profile.default_content_setting_values.cookies": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Browser(drawn=drawn, options=options, service=Service(str(DRIVER)))


def complaints(driver):
    """What its consoles said since the last call: errors, warnings, breaches of the policy."""
    return [entry["message"] for entry in driver.get_log("browser")]


class Display:
    """How large a window is, and what the person at it has told the browser."""

    def __init__(self, driver):
        """Of the window that is current."""
        self._driver = driver
        self._line = driver.line(driver.current)

    def size(self, width, height, *, touch=False, scale=1):
        """Its viewport; with `touch`, a phone's."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": touch}
        self._line.call("Emulation.setDeviceMetricsOverride", **metrics, dontSetVisibleSize=not self._driver.drawn)
        self._line.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=2)
        self._line.ask(FITTED)

    def likes(self, *, dark=False, still=False):
        """Dark pages; less motion."""
        self._line.call(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
            ],
        )

    def reads(self, language):
        """The language that the browser asks for."""
        self._driver.spoil()
        agent = self._line.ask("return navigator.userAgent")
        self._line.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def network(self, *, up, latency_ms=0):
        """Pull the plug of the network, or put it back; with a latency, files come late and the open line does not.

        Of lines, only those are cut that were opened after the first word about the network.
        """
        self._driver.spoil()
        self._driver.execute_cdp_cmd("Network.enable", {})
        self._driver.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": not up, "latency": latency_ms, "downloadThroughput": -1, "uploadThroughput": -1},
        )
