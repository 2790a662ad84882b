"""The facts of a table on its disk, for whatever is made of facts that are saved."""

from pearlboard.session.facts import Entry
from pearlboard.store.log import FactLog

AT = "2026-01-01T18:00:00+00:00"


class SavedFacts:
    """A log of facts in a folder, and the way to it; `ask` is that of the store's writer."""

    at = AT
    """What the table's clock says."""

    def __init__(self, folder):
        self.log = FactLog(folder / "games.db")

    def add(self, *facts):
        """Save facts, one after the other."""
        for fact in facts:
            self.log.append([Entry(self.log.version + len(self.log.waiting) + 1, fact)], self.at)

    async def ask(self, question, within_s=0.0):
        """Ask the log."""
        del within_s
        return question(self.log)
