"""Firefox, another engine than Chromium's: by WebDriver BiDi, which it speaks itself. It talks to nobody but the table.

It can be taken where a `Browser` is: what the pages of these tests ask of one is here, and no more.
"""

import json
import re
import shutil
import subprocess
from collections import deque
from contextlib import ExitStack
from itertools import count
from types import SimpleNamespace

from selenium.common.exceptions import JavascriptException
from selenium.webdriver import Keys
from websockets.sync.client import connect

from e2e.devtools import ASKED, REST

PATIENCE_S = 60
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    "network.proxy.type": 1,  # whatever is not on this machine is looked for where nobody answers
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "ui.prefersReducedMotion": 1,
}
LEFT = ("no such frame", "unknown error", "discarded", "destroyed", "no such node")
"""What BiDi says when the page went away while it was asked."""


def firefox_program():
    """The program; None where there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One browser; `current` is the window that is current."""

    def __init__(self, profile):
        """Start it, with a new profile in that folder."""
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self._held = ExitStack()
        self._program = subprocess.Popen(
            [firefox_program(), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._held.callback(self._end)
        self._numbers = count(1)
        self.complaints = deque()
        said = []
        while not (found := LISTENS.search(line := self._program.stderr.readline())):
            assert line, f"Firefox ended: {''.join(said)}"
            said.append(line)
        self._socket = self._held.enter_context(
            connect(f"{found[1]}/session", compression=None, max_size=None, max_queue=None, proxy=None)
        )
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.current = self.new_window()

    def _end(self):
        self._program.kill()
        self._program.stderr.close()
        self._program.wait(PATIENCE_S)

    def quit(self):
        """The end of it."""
        self._held.close()

    def call(self, method, **parameters):
        """What BiDi does by that name; its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (said := json.loads(self._socket.recv(timeout=PATIENCE_S))).get("id") != number:
            if said.get("method") == "log.entryAdded" and said["params"]["level"] in ("error", "warn"):
                self.complaints.append(said["params"]["text"])
        if said["type"] == "error":
            raise Refused(f"{method}: {said['error']}: {said['message']}")
        return said["result"]

    # --- as a `Browser` -----------------------------------------------------------------------------------------------

    def new_window(self, width=1440, height=900):
        """A blank one of that size, which is not made current; its name."""
        context = self.call("browsingContext.create", type="tab")["context"]
        self.call("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        return context

    def turn_to(self, context):
        """That window is current."""
        if context != self.current:
            self.call("browsingContext.activate", context=context)
            self.current = context

    def line(self, context):
        """The straight line to a window."""
        return Line(self, context)

    def get(self, address):
        """Open a page in the current window."""
        self.call("browsingContext.navigate", context=self.current, url=address, wait="complete")

    @property
    def current_url(self):
        """Where the current window is."""
        return self.line(self.current).ask("return location.href")

    def find_element(self, _by, css):
        """What is typed into: with `send_keys`, after a press of the mouse on it."""
        line = self.line(self.current)

        def send_keys(*keys):
            line.ask("document.querySelector(arguments[0]).focus()", css)
            line.type("".join(keys))

        return SimpleNamespace(send_keys=send_keys)


class Line:
    """To one window: what `devtools.Line` does."""

    def __init__(self, firefox, context):
        """Of that browser."""
        self._firefox = firefox
        self._context = context

    def ask(self, script, *arguments):
        """What a function with this body returns on the page, as plain data; what it promises is waited for."""
        expression = f"({ASKED % (script, json.dumps(arguments))}).then((value) => JSON.stringify(value) ?? null)"
        while True:
            try:
                told = self._firefox.call(
                    "script.evaluate", expression=expression, target={"context": self._context}, awaitPromise=True
                )
            except Refused as refused:
                if not any(word in str(refused) for word in LEFT):
                    raise
                continue
            if told["type"] == "exception":
                raise JavascriptException(told["exceptionDetails"]["text"])
            return json.loads(told["result"].get("value") or "null")

    def press(self, x, y):
        """Move the mouse there, and press and let go its button."""
        at = {"type": "pointerMove", "x": round(x), "y": round(y)}
        button = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act("pointer", [at, *button])
        self.ask(REST)

    def type(self, keys):
        """Press these keys; one that is held goes up at `Keys.NULL`, or at the end."""
        acts, held = [], []
        for key in keys:
            if key == Keys.NULL:
                acts += [{"type": "keyUp", "value": each} for each in held]
                held = []
                continue
            acts.append({"type": "keyDown", "value": key})
            if key in (Keys.CONTROL, Keys.SHIFT):
                held.append(key)
            else:
                acts.append({"type": "keyUp", "value": key})
        self._act("key", [*acts, *({"type": "keyUp", "value": each} for each in held)])
        self.ask(REST)

    def _act(self, kind, acts):
        source = {"type": kind, "id": kind, "actions": acts}
        self._firefox.call("input.performActions", context=self._context, actions=[source])


class Refused(Exception):
    """BiDi does not do what it was asked for."""
