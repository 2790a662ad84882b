"""Random play of Perladöra's advanced game at a table: any legal turn, by the seat's phone, by hand, or by a tap."""

from pearlboard.games.perladora.rules.state import Clan
from pearlboard.session.principal import EVERYBODY
from support.perladora_table import hints, reckoning, tokens

LAYING = (Clan.FISHERMEN, Clan.CHILDREN)


class Players:
    """The players at a table. `phones`: seats that have one; `values(seat, choices)`: the value of the seat's Diver."""

    def __init__(self, table, rng, phones=(), values=None):
        """Invite the phones."""
        self.table = table
        self.rng = rng
        self.phones = {seat: table.phone(seat) for seat in phones}
        self.values = values or (lambda _, choices: rng.choice(choices))

    @property
    def now(self):
        return self.table.tabletop.now

    @property
    def seat(self):
        return self.now.game.to_move

    def ask(self, name, **fields):
        """Send a command for the seat to move."""
        self.table.ask(name, who=self.phones.get(self.seat, EVERYBODY), **fields)

    def turn(self):
        """Play a whole turn; False if there is none to play."""
        if self.now.game.stage != "playing":
            return False
        open_tokens = [token.name for token in tokens(self.now) if token.why is None]
        if open_tokens and self.rng.random() < 0.5:
            token = self.rng.choice(open_tokens)
            self.play(token)
            if token == "backup":
                return True
        self.main()
        return True

    def play(self, token):
        """Play a Power or the Backup on any legal target."""
        self.ask("play", token=token)
        public = self.now.game.view.public
        if token == "power" and public.setup.clans[self.seat - 1] in LAYING:
            sites = self.now.board.draft.targets or hints(self.now).edges
            self.lay(self.rng.choice(sorted(sites, key=str)))
        else:
            target = str(self.rng.choice(sorted(self.now.board.draft.targets)))
            if self.rng.random() < 0.5:
                self.ask("aim", site=target)
            else:
                self.table.do(f"-{target} wait 400 {target} wait 300")
        self.confirm()

    def main(self):
        """Play a Diver, Pontoons, or whatever else is left."""
        found = hints(self.now)
        spaces, edges = sorted(found.spaces), sorted(found.edges, key=str)
        if not spaces and not edges:
            self.play("backup")
            return
        if spaces and (not edges or self.rng.random() < 0.7):
            self.lay(self.rng.choice(spaces))
        else:
            self.lay(self.rng.choice(edges))
        self.confirm()

    def lay(self, place):
        """Put a piece there, and choose its value if asked."""
        self.table.do(f"{place} wait 100")
        draft = self.now.board.draft
        if draft.values and (draft.face_up or self.seat in self.phones):
            self.ask("choose_value", value=self.values(self.seat, self.choices()))

    def choices(self):
        """The values that may be chosen; a phone knows the hand."""
        session = self.table.tabletop.session
        if self.seat not in self.phones:
            return self.now.board.draft.values
        hand = session.state.hands[self.seat - 1]
        return tuple(value for value in self.now.board.draft.values if hand[value - 1])

    def confirm(self):
        """Confirm by the phone, the button, or waiting."""
        version = self.table.tabletop.session.version
        if self.rng.random() < 0.5:
            self.ask("confirm")
        else:
            self.table.do("press end_turn wait 100")
        assert self.table.tabletop.session.version > version

    def play_to_the_end(self):
        """Play turn after turn until the game ends."""
        while self.turn():
            pass


def end(table):
    """Say what must be said at the reveal, agree, and count to the end."""
    table.ask("show_territory", index=0)
    while problems := reckoning(table.tabletop.now).problems:
        state = table.tabletop.session.state
        reading = next(
            reading
            for reading in reckoning(table.tabletop.now).readings
            if not reading.said and sum(count > 0 for count in state.hands[reading.seat - 1]) > 1
        )
        value = max(value for value, count in enumerate(state.hands[reading.seat - 1], 1) if count)
        table.ask("say_value", space=str(reading.space), value=value)
        assert reckoning(table.tabletop.now).problems != problems or table.tabletop.session.state != state
    table.ask("agree")
    while table.tabletop.now.game.stage == "count":
        table.ask("confirm")
