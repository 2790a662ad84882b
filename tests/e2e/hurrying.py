"""Scripts that hurry an advanced game along: any turn that is open, for seats with a phone and without."""

from e2e.table_page import any_turn, mover
from pearlboard.games.perladora.rules.state import DIVERS


class Hurry:
    """`tokens`: those of the seats that have a phone. Whoever has none notes values on the table page.

    `laid` are the values on the board, `left` what everybody still holds.
    """

    def __init__(self, table, chance, players, tokens):
        """Nothing is laid yet."""
        self.table = table
        self.chance = chance
        self.tokens = tokens
        self.laid = {}
        self.left = {
            seat: [value for value, many in enumerate(DIVERS[players], 1) for _ in range(many)]
            for seat in range(1, players + 1)
        }

    def take(self, seat, space, value=None):
        """A seat lays one of its Divers there, this one or any; its value."""
        value = value or self.chance.choice(self.left[seat])
        self.left[seat].remove(value)
        self.laid[space] = value
        return value

    def to_the_reveal(self):
        """Turn after turn, until the Divers are turned up."""
        while (screen := self.table.screen())["stage"] == "playing":
            self.turn(screen)

    def turn(self, screen):
        """A main action, or a Backup where nothing else is left."""
        if screen["game"]["hints"]["spaces"] or screen["game"]["hints"]["edges"]:
            self.lay(any_turn(screen, self.chance)[0])
        else:
            self.table.ask("play", token="backup")
            self.table.ask("aim", site=self.table.screen()["game"]["tokens"]["targets"][0])
            self.table.ask("confirm")

    def lay(self, *sites, value=None):
        """A whole turn of whoever is to move; a Diver's value is said at once."""
        seat = mover(self.table.screen())
        token = self.tokens.get(seat)
        for site in sites:
            self.table.ask("put", site=site)
        self.table.until(lambda screen: set(sites) <= {piece["site"] for piece in screen["pieces"]})
        if "-" not in sites[0]:
            self.table.ask("choose_value", token, value=self.take(seat, sites[0], value))
        self.table.until(lambda screen: screen["verdict"] == "legal")
        self.table.ask("confirm", token)
        return seat
