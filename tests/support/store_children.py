"""Programs that tests run in another process: they hold a database open, append or delete until they are killed."""

HOLDING = """
import sys
from pathlib import Path
from pearlboard.store.log import FactLog
log = FactLog(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
log.close()
"""

APPENDING = """
import sys
from pathlib import Path
from pearlboard.session.facts import Entry, GamePaused
from pearlboard.store.log import FactLog
log = FactLog(Path(sys.argv[1]))
version = len(log.to_resume())
while True:
    version += 1
    log.append([Entry(version, GamePaused(), f"command-{version}")], "2026-01-02T03:04:05+00:00")
    print(version, flush=True)
"""

DELETING = """
import sys
from pathlib import Path
from pearlboard.session.facts import Entry, GameDeleted
from pearlboard.store.log import FactLog
log = FactLog(Path(sys.argv[1]))
version = int(sys.argv[2])
for number in sorted(log.contents.finished):
    version += 1
    log.append([Entry(version, GameDeleted(number))], "2026-01-02T03:04:05+00:00")
    print(number, flush=True)
sys.stdin.readline()
"""
