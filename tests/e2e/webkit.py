"""WebKit, the engine of Safari, as Debian has it for GTK: by its WebDriver, on a screen that nobody sees.

It can be taken where a `Browser` is, as far as the pages of these tests ask.
"""

import os
import shutil
import subprocess
import time
import warnings
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

from selenium.common.exceptions import NoSuchFrameException
from selenium.webdriver import ActionChains, Keys, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

DRIVER = Path("/usr/bin/WebKitWebDriver")
SANDBOX = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"
"""It is asked for where tests run as root, and shows nothing but our own table."""
CHEAP = {"LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
"""Drawn without a graphics card, and into one picture: in layers of their own that takes twice the processor."""
ASK = """
const done = arguments[arguments.length - 1];
(async function () {%s
}).apply(null, [...arguments].slice(0, -1)).then((value) => done({value}), (error) => done({error: String(error)}));
"""
MOMENT = "await new Promise((done) => setTimeout(done, 100));"
"""No hand presses twice before the page has shown what came of it."""
STILL = "[Settings]\ngtk-enable-animations=0\n"
"""So it prefers reduced motion, as the other browsers are told to: what moves is drawn sixty times a second."""
LEFT = "unload"
"""A word of what the driver says when the page went away while it was asked."""
PATIENCE_S = 60


def webkit_program():
    """Its small browser; None where that, its driver or a screen for it is missing."""
    there = DRIVER.exists() and shutil.which("Xvfb")
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None) if there else None


class WebKit:
    """One browser; `current` is the window that is current."""

    def __init__(self, folder):
        """Start it; what its driver says goes to that folder."""
        with ExitStack() as held:
            self._start(folder, held)
            self._held = held.pop_all()

    def _start(self, folder, held):
        """What was started ends again, if the rest cannot be."""
        read, write = os.pipe()
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        held.callback(screen.wait, PATIENCE_S)
        held.callback(screen.kill)
        os.close(write)
        with os.fdopen(read) as said:
            display = f":{said.readline().strip()}"
        options = WebKitGTKOptions()
        options.binary_location = str(webkit_program())
        options.add_argument("--automation")
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0/settings.ini").write_text(STILL, encoding="utf-8")
        shown = {**os.environ, **CHEAP, "DISPLAY": display, "XDG_CONFIG_HOME": str(folder), SANDBOX: "1"}
        service = Service(str(DRIVER), log_output=str(folder / "webkit.txt"), env=shown)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Selenium warns itself of how it connects
            self._driver = WebKitGTK(options=options, service=service)
        held.callback(self._driver.quit)
        self._driver.set_script_timeout(PATIENCE_S)
        self.complaints = ()
        """It does not say what its console says."""
        self.current = self._driver.current_window_handle

    def quit(self):
        """The end of it."""
        self._held.close()

    def new_window(self, width=1440, height=900):
        """A window of that size; its name."""
        self._driver.switch_to.new_window("window")
        self._driver.set_window_size(width, height)
        self.current = self._driver.current_window_handle
        return self.current

    def turn_to(self, handle):
        """That window is current."""
        if handle != self.current:
            self._driver.switch_to.window(handle)
            self.current = handle

    def line(self, handle):
        """The straight line to a window."""
        return Line(self, handle, self._driver)

    def get(self, address):
        """Open a page in the current window."""
        self._driver.get(address)

    def find_element(self, by, css):
        """What is typed into. Its driver keeps no key down: what was there is cleared, where all of it is to go."""
        field = self._driver.find_element(by, css)

        def send_keys(*keys):
            typed = "".join(keys)
            if Keys.BACKSPACE in typed:
                field.clear()
            field.send_keys(typed.rpartition(Keys.BACKSPACE)[2])

        return SimpleNamespace(send_keys=send_keys)


class Line:
    """To one window: what `devtools.Line` does."""

    def __init__(self, webkit, handle, driver):
        """Of that browser."""
        self._webkit = webkit
        self._handle = handle
        self._driver = driver

    def ask(self, script, *arguments):
        """What a function with this body returns on the page, as plain data; what it promises is waited for.

        A page that is left meanwhile never answers: the one that comes is asked instead, as the other engines do it.
        """
        self._webkit.turn_to(self._handle)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                told = self._driver.execute_async_script(ASK % script, *arguments)
                break
            except NoSuchFrameException as refused:
                if LEFT not in str(refused) or time.monotonic() > until:
                    raise
        assert "error" not in told, told
        return told.get("value")

    def press(self, x, y):
        """Move the mouse there, and press and let go its button."""
        self._webkit.turn_to(self._handle)
        acts = ActionChains(self._driver, duration=0)
        acts.w3c_actions.pointer_action.move_to_location(round(x), round(y)).click()
        acts.perform()
        self.ask(MOMENT)
