"""An event loop on which nobody waits: when there is nothing to do until some time, it is that time already."""

import asyncio


class Hurried(asyncio.SelectorEventLoop):
    """For coroutines that sleep and time out, and talk to nothing outside: how busy a machine is matters not."""

    _now = 0.0

    def time(self):
        """Seconds since it began."""
        return self._now

    def _run_once(self):
        if not self._ready and self._scheduled:
            self._now = max(self._now, self._scheduled[0]._when)
        super()._run_once()


def run_hurried(work):
    """As `asyncio.run`, in no time."""
    with asyncio.Runner(loop_factory=Hurried) as runner:
        return runner.run(work)
