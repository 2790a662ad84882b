"""From a command to what the table does: once for each id, in the name of whoever may ask it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from pearlboard.app import commands
from pearlboard.app.allowed import check
from pearlboard.app.doors import Doors
from pearlboard.app.replay import Exhibit, Replay
from pearlboard.app.setting_up import agreement, level_of, rematch
from pearlboard.app.situation import Situation, Stop
from pearlboard.app.tabletop import Sent, Tabletop, no_help
from pearlboard.drivers.base import Button
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import InvalidName
from pearlboard.geometry import Site, site, space
from pearlboard.session import intents
from pearlboard.session.evolve import game_of
from pearlboard.session.intents import Intent
from pearlboard.session.state import Phase, Refused
from pearlboard.session.who import Who
from pearlboard.texts import say

REMEMBERED: Final = 500
BY_HAND: Final = (commands.Put, commands.Lift, commands.LeaveOut, commands.Trust, commands.Tidy, commands.Press)
"""What hands do to a board is done, whatever they have seen."""
PLAIN: Final[Mapping[type, Intent]] = {
    commands.PearlsLaid: intents.LayPearls(),
    commands.Start: intents.Begin(),
    commands.Pause: intents.Pause(),
    commands.Resume: intents.Resume(),
    commands.Abandon: intents.Abandon(),
    commands.NewGame: intents.Close(),
    commands.Agree: intents.AgreeOnValues(),
}
"""Commands that are an intent and nothing more."""

Shown: TypeAlias = Mapping[str, Any]
"""What the reply shows to whoever asked, and to nobody else."""


class Obedience:
    """Does what is asked of a table and its doors."""

    def __init__(
        self, tabletop: Tabletop, doors: Doors, opened: Callable[[int], Replay | None] = lambda _: None
    ) -> None:
        """Nothing was asked so far. `opened` are the finished games that can be shown again at once."""
        self._table = tabletop
        self._doors = doors
        self._opened = opened
        self._received: dict[str, None] = {}

    def receive(self, command: commands.TableCommand, command_id: str, version: int | None, who: Who) -> Shown | None:
        """Do what is asked, once for each id. `Refused`, or the game's own refusal, if it cannot be."""
        table = self._table
        check(command, who, table.session, table.now)
        if command_id in self._received or command_id in table.session.commands:
            return None
        if version not in (None, table.session.version) and not isinstance(command, BY_HAND):
            raise Refused("stale_version", say("stale_version"))
        sent = Sent(command_id, table.session.version if version is None else version)
        shown = self._peek() if isinstance(command, commands.Peek) else None
        self._do(command, sent, who)
        self._received[command_id] = None
        if len(self._received) > REMEMBERED:
            del self._received[next(iter(self._received))]
        table.refresh()
        return shown

    def _do(self, command: commands.TableCommand, sent: Sent, who: Who) -> None:  # noqa: C901, PLR0912 - one case each
        """What is done in a turn, by hands and by screens."""
        table = self._table
        match command:
            case commands.Put(name):
                self._by_hand(_site(name), lies=True)
            case commands.Lift(name):
                self._by_hand(_site(name), lies=False)
            case commands.LeaveOut(name):
                lying = table.now.table
                table.believe(table.trust.with_left_out(_site(name), lying.expected | lying.owed))
            case commands.Trust(name):
                table.believe(table.trust.with_trusted(_site(name)))
            case commands.Tidy():
                self._tidy()
            case commands.Press(name, ms):
                self._simulated().press(_button(name), ms)
            case commands.Confirm():
                table.confirm(sent)
            case commands.Hint():
                table.hint()
            case commands.Hurry():
                self._hurry()
            case commands.Advise():
                self._advise()
            case commands.Pass():
                self._pass(sent)
            case commands.ChooseValue(value):
                self._choose(value, who)
            case commands.SayLater():
                self._say_later(who)
            case commands.Play(token):
                self._play(token)
            case commands.Aim(name):
                self._aim(name)
            case commands.TakeBack():
                table.take_back(who.seat, sent)
            case commands.AgreeTakeBack():
                table.agree_take_back(who.seat)
            case commands.RefuseTakeBack():
                table.refuse_take_back()
            case _:
                self._order(command, sent, who)

    def _order(self, command: commands.TableCommand, sent: Sent, who: Who) -> None:  # noqa: C901, PLR0912 - one case each
        """What is done before a game, after it, and around it."""
        table = self._table
        match command:
            case commands.SetUp():
                self._set_up(command, sent, who)
            case commands.Rematch():
                self._rematch(sent)
            case commands.Answer(word):
                self._answer(word, sent, who)
            case commands.SayValue(name, worth):
                table.do(intents.SayValue(space(name), worth), sent)
            case commands.UnsayValue(name):
                table.do(intents.SayValue(space(name), None), sent)
            case commands.ShowTerritory(index) | commands.CountShow(index):
                table.do(intents.ShowTerritory(index), sent)
            case commands.HandOver(seat, word):
                level = None if word is None else level_of(word)
                self._doors.hand_over(seat, level, sent)
            case commands.Invite(seat):
                self._doors.invite(seat, sent)
            case commands.FreeSeat(seat):
                self._doors.free(seat, sent)
            case commands.Leave():
                table.do(intents.FreeSeat(who.seat or 0), sent)
            case commands.ClaimHost():
                self._doors.claim_host(who, sent)
            case commands.Exhibit(number, index):
                self._exhibit(number, index)
            case commands.EndExhibit():
                table.show_again(None)
            case commands.Peek():
                pass  # shown in the reply
            case _:
                table.do(PLAIN[type(command)], sent)

    # --- hands -------------------------------------------------------------------------------------------------

    def _by_hand(self, place: Site, *, lies: bool) -> None:
        """Somebody lays or lifts a piece on a screen: on the simulated board, or where no sensor can tell."""
        table = self._table
        told = place in table.trust.untrusted
        if not told or (table.simulated is not None and (place in table.simulated.pieces) != lies):
            board = self._simulated()
            (board.put if lies else board.lift)(place)
        if told:
            table.believe(table.trust.with_word(place, lies=lies))

    def _simulated(self) -> SimulatedBoard:
        if self._table.simulated is None:
            raise Refused("not_simulated", say("not_simulated"))
        return self._table.simulated

    def _tidy(self) -> None:
        board, table = self._simulated(), self._table.now.table
        self._table.believe(self._table.trust.as_expected(table.expected | table.owed))
        for place in sorted((table.expected | table.owed) - board.pieces, key=str):
            board.put(place)
        for place in sorted(board.pieces - table.expected - table.owed, key=str):
            board.lift(place)

    # --- a turn ------------------------------------------------------------------------------------------------

    def _playing(self) -> Situation:
        now = self._table.now
        if now.phase is not Phase.PLAYING or now.stop is not None:
            raise Refused("not_now", say("not_now"))
        return now

    def _hurry(self) -> None:
        if self._playing().thinking is None:
            raise Refused("nobody_thinks", say("nobody_thinks"))
        self._table.on_hurry()

    def _advise(self) -> None:
        if not self._playing().can_advise:
            raise no_help(self._table.now, "no_advice")
        self._table.on_advise()

    def _pass(self, sent: Sent) -> None:
        now = self._table.now
        if not now.can_pass:
            raise Refused("pass_not_allowed", say("pass_not_allowed"))
        self._table.do(intents.Confirm(game_of(self._table.session).pass_step(now.view)), sent)

    def _choose(self, value: int | None, who: Who) -> None:
        if value is not None and value not in self._values(who):
            raise Refused("no_such_value", say("no_such_value"))
        self._table.choose(value, later=False)

    def _say_later(self, who: Who) -> None:
        draft = self._table.now.draft
        if not self._values(who) or (draft is not None and draft.face_up):
            raise Refused("no_such_value", say("no_such_value"))
        self._table.choose(None, later=True)

    def _values(self, who: Who) -> tuple[int, ...]:
        """What may be chosen: a seat's screen knows the hand; a table page must offer all, or it would tell.

        A tile that lies face up is what it is, whatever was noted of others.
        """
        now, session = self._table.now, self._table.session
        face_up = now.draft is not None and now.draft.face_up
        if who.seat is None or face_up or now.phase is not Phase.PLAYING:
            return now.values
        game = game_of(session)
        return tuple(value for value, count in enumerate(game.hand(game.view(session.state, who.seat)), 1) if count)

    def _play(self, name: str | None) -> None:
        now = self._playing()
        if name is not None:
            token = next((token for token in now.tokens if token.name == name), None)
            if token is None:
                raise Refused("no_such_token", say("no_such_token"))
            if token.why is not None:
                raise Refused("token_not_open", token.why)
        self._table.play(name)

    def _aim(self, name: str | None) -> None:
        now = self._playing()
        if now.armed is None or now.draft is None:
            raise Refused("no_token_armed", say("no_token_armed"))
        target = None if name is None else _site(name)
        if target in now.draft.targets - now.table.expected and not now.tiles:
            raise Refused("lay_it_there", say("lay_it_there", sites=frozenset({target})))
        self._table.aim(target)

    def _peek(self) -> Shown:
        """What an Elder without a screen looks at, for the page on which it is asked for."""
        table = self._table
        looking = table.now.looking
        if looking is None or looking.how != "table":
            raise Refused("nothing_to_see", say("nothing_to_see"))
        game = game_of(table.session)
        place, value = game.shown(game.view(table.session.state, looking.seat)) or (looking.space, None)
        return {"space": str(place), "value": value}

    # --- before and after --------------------------------------------------------------------------------------

    def _set_up(self, form: commands.SetUp, sent: Sent, who: Who) -> None:
        table = self._table
        if table.session.phase is Phase.OVER:
            check(commands.NewGame(), who, table.session, table.now)
        wanted = agreement(form, table.rng, confirms_itself=table.confirms_itself)
        table.do(intents.AgreeOnGame(wanted, who.key), sent)

    def _rematch(self, sent: Sent) -> None:
        table = self._table
        if table.session.agreement is None:
            raise Refused("not_now", say("not_now"))
        table.do(intents.AgreeOnGame(rematch(table.session.agreement, table.rng)), sent)

    def _exhibit(self, number: int, index: int) -> None:
        shown = self._opened(number)
        if shown is None or index >= len(shown.frames):
            raise Refused("no_such_game", say("no_such_game"))
        self._table.show_again(Exhibit(shown, index))

    def _answer(self, word: str, sent: Sent, who: Who) -> None:
        table = self._table
        if table.now.stop is not Stop.QUESTION or word not in ("continue", "new"):
            raise Refused("not_now", say("not_now"))
        if word == "continue":
            table.go_on()
        else:
            check(commands.Abandon(), who, table.session, table.now)
            table.do(intents.Abandon(), sent)


def _site(name: str) -> Site:
    try:
        return site(name)
    except InvalidName as error:
        raise Refused("unknown_site", say("malformed", detail=str(error))) from error


def _button(name: str) -> Button:
    try:
        return Button(name)
    except ValueError as error:
        raise Refused("malformed", say("malformed", detail=str(error))) from error
