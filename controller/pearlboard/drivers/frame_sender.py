"""Sending frames to a slow light driver.

Sending a frame takes longer than the event loop may wait, so a thread does it; if several frames arrive meanwhile, only
the last is sent.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final

_log: Final = logging.getLogger("pearlboard.drivers")

RETRY_S: Final = 1.0


class FrameSender:
    """Sends frames in a thread of its own. A failure is logged once, and the frame is retried."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._changed = threading.Condition()
        self._waiting: bytes | None = None
        self._ended = False
        self._failing = False
        self._thread = threading.Thread(target=self._run, name="leds", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def show(self, frame: bytes) -> None:
        """Send this frame next, replacing one that is still waiting."""
        with self._changed:
            self._waiting = frame
            self._changed.notify()

    def close(self, last: bytes) -> None:
        """Send one last frame, and stop."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._try(last)

    def _run(self) -> None:
        while (frame := self._next()) is not None:
            if not self._try(frame):
                self._put_back(frame)

    def _next(self) -> bytes | None:
        """Wait for the next frame; None at the end."""
        with self._changed:
            if self._failing and not self._ended:
                self._changed.wait(RETRY_S)
            self._changed.wait_for(lambda: self._ended or self._waiting is not None)
            frame, self._waiting = self._waiting, None
            return None if self._ended else frame

    def _put_back(self, frame: bytes) -> None:
        with self._changed:
            if self._waiting is None:
                self._waiting = frame

    def _try(self, frame: bytes) -> bool:
        try:
            self._send(frame)
        except (OSError, RuntimeError) as error:
            if not self._failing:
                _log.warning("the lights cannot be reached (%s); trying again", error)
            self._failing = True
            return False
        if self._failing:
            _log.info("the lights can be reached again")
        self._failing = False
        return True
