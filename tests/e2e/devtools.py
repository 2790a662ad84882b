"""The straight line to what a window shows: a tenth of the work of asking through the driver.

The driver still opens windows and pages. Looking and pressing go this way, as the driver would do it: what is asked
waits for a page that is being left or loaded, and a press is the browser's own, so it reaches whatever lies on top.
"""

import json
import time
from contextlib import ExitStack
from itertools import count

from selenium.common.exceptions import JavascriptException
from websockets.sync.client import connect

PATIENCE_S = 60
REST_MS, LONGEST_REST_MS = 25, 1000
LEFT = ("navigated", "context", "collected")
"""Words of what DevTools says when the page went away while it was asked."""
ASKED = """(async (script, given) => {
  const page = (window[Symbol.for("asked")] ??= {});
  if (!page.open) {
    Object.assign(page, {left: false, open: new Set()});
    navigation.addEventListener("navigate", (event) => {
      page.left ||= !event.destination.sameDocument && event.downloadRequest === null;
    });
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
      const {type, id} = typeof data === "string" ? JSON.parse(data) : {};
      if (type === "command") {
        page.open.add(id);
        this.addEventListener("message", ({data}) => {
          if (typeof data === "string" && JSON.parse(data).id === id) page.open.delete(id);
        });
      }
      return send.call(this, data);
    };
  }
  if (page.left) await new Promise(() => {});
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, {once: true}));
  return script.apply(null, given);
})(async function () {%s
}, %s)"""
"""Around every script: it waits for the page that comes, and notes which commands the table has not answered yet."""
REST = f"""
const {{open}} = window[Symbol.for("asked")], until = performance.now() + {LONGEST_REST_MS};
const moment = () => new Promise((done) => setTimeout(done, {REST_MS}));
do await moment(); while (open.size && performance.now() < until);
"""
"""No hand presses twice before the page has shown what came of it: the table has answered, and there was a moment."""


class Line:
    """To one window, whatever it shows."""

    def __init__(self, address):
        """Ready to be asked; `address` is a WebSocket's."""
        self._held = ExitStack()
        self._socket = self._held.enter_context(
            connect(address, compression=None, max_size=None, max_queue=None, ping_interval=None, proxy=None)
        )
        self._numbers = count(1)
        self.news = []
        """What DevTools told beside its answers, of parts that were switched on."""

    def end(self):
        """Nobody asks any more."""
        self._held.close()

    def call(self, method, **parameters):
        """What DevTools does by that name; its result."""
        (result,) = self.call_all((method, parameters))
        return result

    def call_all(self, *calls):
        """One after the other, without a pause; their results."""
        asked = [(next(self._numbers), method, parameters) for method, parameters in calls]
        for number, method, parameters in asked:
            self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        return [self._answer(number, method) for number, method, _ in asked]

    def _answer(self, number, method):
        """Answers come in the order of what was asked, between news that nobody asked for."""
        while (said := json.loads(self._socket.recv(timeout=PATIENCE_S))).get("id") != number:
            assert "id" not in said, said
            self.news.append(said)
        if "error" in said:
            raise Refused(f"{method}: {said['error']['message']}")
        return said["result"]

    def ask(self, script, *arguments):
        """What a function with this body returns on the page, as plain data; what it promises is waited for."""
        expression, until = ASKED % (script, json.dumps(arguments)), time.monotonic() + PATIENCE_S
        while True:
            try:
                told = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
            except Refused as refused:
                if not any(word in str(refused) for word in LEFT) or time.monotonic() > until:
                    raise
            else:
                if "exceptionDetails" in told:
                    raise JavascriptException(told["exceptionDetails"]["exception"].get("description", str(told)))
                return told["result"].get("value")

    def press(self, x, y):
        """Move the mouse there, and press and let go its button."""
        at = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.call_all(
            ("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y}),
            ("Input.dispatchMouseEvent", {"type": "mousePressed", **at}),
            ("Input.dispatchMouseEvent", {"type": "mouseReleased", **at}),
        )
        self.ask(REST)

    def tap(self, x, y):
        """Touch that point with a finger, and lift it."""
        self.call_all(
            ("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}),
            ("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}),
        )
        self.ask(REST)


class Refused(Exception):
    """DevTools does not do what it was asked for."""
