"""Sets a card's clock forward to a phone's time, if no network has set it. The unit's name contains the second.

    python3 clock.py SECONDS       since 1970, in UTC

The table's service, which asks for this, is not root and may be wrong: the number is checked again here. Leaving the
clock as it is is reported, and no error. Only the standard library is used: Python is the system's own.
"""

import re
import sys
import time
from pathlib import Path
from typing import Final

SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""A file that exists once a network has set the clock since the start of the system."""
SECONDS: Final = re.compile(r"[0-9]{1,12}")
FARTHEST_S: Final = 10 * 366 * 86_400
"""The limit for a phone's time: ten years after the system was made."""


def hindrance(told_s: float, now_s: float, made_s: float) -> str | None:
    """The reason for leaving the clock at `now_s`, in a system of `made_s`; None if it may be set to `told_s`."""
    if SYNCHRONISED.exists():
        return "a network has set the clock"
    if told_s <= now_s:
        return "the clock is never set back"
    if not made_s <= told_s <= made_s + FARTHEST_S:
        return "that is before this system was made, or ten years after"
    return None


def main(words: list[str]) -> int:
    """Set the clock; returns the exit code: 2 for an argument that is no second."""
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
