"""Sets a card's clock forward to what a phone says, where no network has set it. A unit's name tells the second.

    python3 clock.py SECONDS       since 1970, in UTC

The table's service, which asks for that, is not root and may be wrong: the number is judged again here. What is left as
it is, is said, and no error. Only the standard library: it is the system's own.
"""

import re
import sys
import time
from pathlib import Path
from typing import Final

SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""Is there once a network has set the clock in this run of the system."""
SECONDS: Final = re.compile(r"[0-9]{1,12}")
FARTHEST_S: Final = 10 * 366 * 86_400
"""So long after its system was made no phone is believed: ten years."""


def hindrance(told_s: float, now_s: float, made_s: float) -> str | None:
    """Why the clock stays as it is, which says `now_s` in a system of `made_s`; None if it is set to `told_s`."""
    if SYNCHRONISED.exists():
        return "a network has set the clock"
    if told_s <= now_s:
        return "the clock is never set back"
    if not made_s <= told_s <= made_s + FARTHEST_S:
        return "that is before this system was made, or ten years after"
    return None


def main(words: list[str]) -> int:
    """The exit code: 2, that is no second."""
    if len(words) != 1 or not SECONDS.fullmatch(words[0]):
        sys.stderr.write("usage: clock.py SECONDS\n")
        return 2
    told_s, now_s = int(words[0]), time.time()
    if (why := hindrance(told_s, now_s, Path(__file__).stat().st_mtime)) is not None:
        sys.stdout.write(f"left as it is: {why}\n")
        return 0
    time.clock_settime(time.CLOCK_REALTIME, told_s)
    sys.stdout.write(f"set forward by {told_s - now_s:.0f} s, as a phone said\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
