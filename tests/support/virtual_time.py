"""An event loop in virtual time: when there is nothing to do until some time, the clock jumps to that time."""

import asyncio


class Hurried(asyncio.SelectorEventLoop):
    """For coroutines that sleep and time out, and talk to nothing outside; independent of the machine's load."""

    _now = 0.0

    def time(self):
        """Virtual seconds since the loop began."""
        return self._now

    def _run_once(self):
        if not self._ready and self._scheduled:
            self._now = max(self._now, self._scheduled[0]._when)
        super()._run_once()


def run_hurried(work):
    """Run a coroutine as `asyncio.run` does, in virtual time."""
    with asyncio.Runner(loop_factory=Hurried) as runner:
        return runner.run(work)
