"""Frames on their way to a light driver that takes its time.

A frame takes longer than the loop may wait, so it is sent in a thread; of frames that come meanwhile the last is shown.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final

_log: Final = logging.getLogger("pearlboard.drivers")

RETRY_S: Final = 1.0


class FrameSender:
    """Sends frames in a thread of its own. A strip that fails is logged once, and tried again."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._changed = threading.Condition()
        self._waiting: bytes | None = None
        self._ended = False
        self._failing = False
        self._thread = threading.Thread(target=self._run, name="leds", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def show(self, frame: bytes) -> None:
        """Send this frame next, in place of any that still waits."""
        with self._changed:
            self._waiting = frame
            self._changed.notify()

    def close(self, last: bytes) -> None:
        """Send one last frame, and no more."""
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
        """The frame to be sent, as soon as there is one; None at the end."""
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
