"""Fuzzing a table: what anybody may do to it in any order, and what must hold whatever was done.

`wish` sends a command in anybody's name and checks the result; `check` looks at every screen.
"""

import json
from functools import reduce
from pathlib import Path

from pearlboard.commands.permissions import check as may_ask
from pearlboard.commands.registry import COMMANDS, read_command
from pearlboard.diagnostics.doctor import DoctorContext
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.games.perladora.rules.steps import Children
from pearlboard.games.values import TABLE
from pearlboard.geometry import GRID, site
from pearlboard.languages import LANGUAGES
from pearlboard.program.table_service import TableService
from pearlboard.screens.catalogues import catalogues
from pearlboard.session import facts
from pearlboard.session.decide import fold
from pearlboard.session.facts import Acted, Entry
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal, digest
from pearlboard.session.questions import of_computer
from pearlboard.session.state import Refused, Session
from pearlboard.settings import Settings
from pearlboard.store.codec import decode, encode
from pearlboard.workshop.lending import Workshop
from support.perladora_table import PERLADORA, command, hints, reckoning, tokens
from support.tabling import TestTable

SENSED_MS = 600
"""How long a piece counts as lying after it was lifted: its sensor has to settle, and the button waits for that."""
HOST = Principal(key=digest("the key of the host's browser"))
STRANGER = Principal(key=digest("the key of another browser"))
FORGED = tuple(Principal(seat, digest("a token that was never given")) for seat in (1, 2, 3, 4))
"""Screens with forged tokens."""
FIELDS = {"laid": {"site": "c4"}, "choose": {"choice": {"token": None}}, "set_up": {"players": [{"name": "Anna"}] * 2}}
"""Fields of commands that are offered on a screen by name alone."""
HOSTS = (facts.GameAbandoned, facts.GameClosed)
LAYING = (Clan.FISHERMEN, Clan.CHILDREN)


class Disk:
    """A double of the writer behind a stage, which saves everything at once."""

    failing = None
    unsaved = ()
    saved = 0


def service_of(table):
    """The table service, with nothing behind it but `table`."""
    return TableService(
        table.tabletop,
        table.seat_access,
        (table.lighting, *([table.second_lighting] if len(tuple(table.tabletop.places)) > 1 else ())),
        Disk(),
        catalogues(),
        Workshop(table.board, table.board.wiring, table.clock, {}, cap_ma=2000),
        DoctorContext(Settings(), None, "", Path("games.db"), None, lambda _: ""),
        table.thinker,
        origins=lambda: ("http://192.0.2.7:8000",),
    )


class AnyTable(TestTable):
    """A table whose commands go through the service, and which knows the real pieces over time.

    `given`: all screens that a seat ever had, including those that were signed out.
    """

    def __init__(self, log=(), pieces=(), truth=None, given=(), **settings):
        self.truth = truth if truth is not None else {}
        self.invented = []
        self.truth.update({site(name): None for name in pieces})
        self.given = list(given)
        self.stored = [stored(entry) for entry in log]
        self._folded, self._folds = Session(), 0
        super().__init__(log, pieces, **settings)
        self.stage = service_of(self)
        self.refusals = []
        handed_over, self.board.scan_if_changed = self.board.scan_if_changed, self._changed_by_hand
        self._hand_over = handed_over
        self._changed_by_hand()

    def _changed_by_hand(self):
        for place in GRID.sites:
            if self.board._reads(place):
                self.truth[place] = None
            elif self.truth.get(place, 0) is None:
                self.truth[place] = self.clock()
        self._hand_over()

    def append(self, entries):
        """Check that every recorded piece lay there, by its sensor or by somebody's word."""
        super().append(entries)
        if self.stored and entries[0].version <= self.stored[-1].version:
            self.stored = [entry for entry in self.stored if entry.version < entries[0].version]
            self._folded, self._folds = Session(), 0
        self.stored += map(stored, entries)
        for entry in entries:
            if isinstance(entry.fact, Acted) and not of_computer(self.tabletop.session, entry.fact.actor):
                for place in PERLADORA.board.lays(entry.fact.action) - self._said(entry.fact.action):
                    left = self.truth.get(place, -SENSED_MS)
                    if left is not None and self.clock() - left > SENSED_MS:
                        self.invented.append((entry, place))

    def _said(self, step):
        """The sites that people have reported on a screen as laid, because no sensor could tell."""
        tapped = {step.space} if self.tabletop.place.tiles and isinstance(step, Children) else set()
        return self.tabletop.place.mask.told | tapped

    def wish(self, version=None, who=OPERATOR, **document):
        """Send a command as a page does; return its name. Refusals must be `Refused` with words in every language."""
        self.asked += 1
        before = Moment(self)
        refused = None
        try:
            self.stage.receive(command(**document), f"wish-{self.asked:05}", version, who)
        except Refused as refusal:
            refused = refusal.name
            words = [self.stage.render(refusal.sentence, language) for language in LANGUAGES]
            self.refusals.append((refusal.name, *words))
        before.check(self, who, refused)
        return refused

    def phone(self, seat):
        """Give a seat a phone, and remember it for good."""
        self.given.append(super().phone(seat))
        return self.given[-1]

    def guest(self):
        """Let a guest join by the lobby's code, and remember it for good."""
        token = self.stage.visitors.join(self.seat_access.lobby.open.code)["token"]
        self.given.append(self.stage.visitors.holder_of(token))
        return self.given[-1]

    def screen_of(self, seat):
        """The principal of a seat's phone; of the table page if the seat has none."""
        key = self.tabletop.session.phones.get(seat)
        return EVERYBODY if key is None else Principal(seat, key)

    @property
    def actors(self):
        """Every possible sender: pages, phones, phones that were signed out, and forgers."""
        return (EVERYBODY, OPERATOR, HOST, STRANGER, *FORGED, *self.given)

    def reboot(self):
        """Restart the program with the same log and the same pieces."""
        after = AnyTable(
            self.log, [str(place) for place in self.board.pieces], given=self.given, tiles=self.tabletop.place.tiles
        )
        after.asked = self.asked
        return after

    def check(self):
        """Check the invariants."""
        session = self.tabletop.session
        assert self.stored == self.log
        assert self._session_of_what_is_stored() == session
        assert [entry.version for entry in self.log] == list(range(1, len(self.log) + 1))
        assert not self.invented
        for who in dict.fromkeys(self.actors):
            for language in LANGUAGES if who is EVERYBODY else LANGUAGES[:1]:
                self._check_screen(who, self.stage.screen(language, who))
        assert self.tabletop.place.curtain is None or self.tabletop.place.curtain.seat not in session.screened
        assert len(self.stage.frame()) == 3 * len(GRID.lights)
        assert session.state is None or reduce(lambda total, hand: total + sum(hand), session.state.hands, 0) >= sum(
            session.state.public.left
        )

    def _session_of_what_is_stored(self):
        """Fold what is stored. Each entry is read and folded once, and all of them again after a reboot."""
        self._folded = fold(self._folded, tuple(self.stored[self._folds :]))
        self._folds = len(self.stored)
        return self._folded

    def _check_screen(self, who, screen):
        session, now = self.tabletop.session, self.tabletop.now
        text = json.dumps(screen)
        assert screen["sentence"]
        assert not any(key in text for key in (session.host, *session.phones.values()) if key is not None)
        assert "token-of-" not in text or who.is_host(session) or self.seat_access.lobby.is_owner(who)
        own = screen["you"] if who.still_there(session) else screen.get("you")
        curtain = self.tabletop.place.curtain
        seat = curtain.seat if curtain is not None and curtain.principal == who else who.seat
        assert (own is not None) == (seat is not None and who.still_there(session))
        assert (screen["join"] is not None) == who.is_host(session)
        if secret(session):
            assert set(values_on(screen)) <= public_values(session) | (own_values(session, seat) if own else set())
            assert (screen["game"]["count"], screen["game"]["result"]) == (None, None)
        if session.stage in ("idle", "pearls", "playing"):
            assert screen["game"].get("reveal") is None
        if own and session.state is not None:
            assert own["seat"] == seat
            left = [each["left"] for each in own["game"]["hand"]]
            assert left == list(session.state.hands[seat - 1][: len(left)])
        for name in (screen if who.seat is None else own)["can"] if who.still_there(session) else ():
            command = read_command({"name": name, **FIELDS.get(name, {})})
            may_ask(COMMANDS[type(command)].permission, who, session, now, open_to_all=name == "choose")


def stored(entry):
    """An entry as it comes back from the store."""
    return Entry(entry.version, decode(*encode(entry.fact)), entry.command)


class Moment:
    """The state of a table before somebody sends a command."""

    def __init__(self, table):
        """Remember whatever nobody else may change."""
        self.session, self.choice = table.tabletop.session, table.tabletop.requests.choices
        self.mover, self.entries = table.tabletop.now.game.to_move, len(table.log)
        self.proposal, self.draft = table.tabletop.now.requests.proposal, table.tabletop.now.board.draft

    def check(self, table, who, refused):
        """Check that a command of `who` changed nothing that is not theirs."""
        session, choice = table.tabletop.session, table.tabletop.requests.choices
        added = [entry.fact for entry in table.log[self.entries :]]
        if refused is not None or not who.still_there(self.session):
            assert not added or refused in ("draft_not_legal", "value_awaited")
        if not who.still_there(self.session):
            assert refused is not None or who.guest is not None
            assert (session, choice) == (self.session, self.choice)
        if self.session.host is not None and not who.is_host(self.session):
            assert not any(isinstance(fact, HOSTS) for fact in added)
        taken_back = [fact for fact in added if isinstance(fact, facts.TakenBack)]
        if taken_back and not self._free(who):
            assert self._agreed(who)
        if who.seat is None:
            face_up = self.draft is not None and self.draft.face_up
            theirs = self.mover not in session.phones or face_up
            assert theirs or private(choice, self.mover) in (None, private(self.choice, self.mover)), (
                "a page chose for a phone"
            )
            return
        assert {fact.actor for fact in added if isinstance(fact, Acted)} <= {who.seat, TABLE}
        assert {fact.seat for fact in added if isinstance(fact, facts.SeatFreed | facts.SeatTaken)} <= {who.seat}
        if self.mover != who.seat:
            words = any(isinstance(fact, Acted) and fact.actor == TABLE for fact in added)
            assert taken_back or words or session.state is self.session.state
            assert taken_back or choice == self.choice, "a seat chose for another"

    def _free(self, who):
        """Whether the last step could be taken back by its own seat, or at the table, without asking."""
        if len(self.session.agreement.people) == 1:
            return True
        return self.session.free and who.seat in (None, self.session.acts[-1].actor)

    def _agreed(self, who):
        return self.proposal is not None and not self.proposal.with_word(who.seat).open(self.session)


def private(choices, seat):
    """The private part of a choice."""
    choice = choices.get(seat)
    later = choice is not None and choice.public is not None and choice.public.later
    return None if choice is None or (choice.private is None and not later) else (choice.private, later)


# --- who may know what -----------------------------------------------------------------------------------------------


def secret(session):
    """Whether values are still secret: tiles are not turned up as long as the last step can be taken back."""
    return session.stage == "playing" or (session.stage == "reveal" and not session.state.public.turned_up)


def values_on(screen):
    """Every value of a site anywhere on a screen, with the site."""
    parts = [screen]
    for part in parts:
        if isinstance(part, dict):
            place = part.get("space") or part.get("site")
            if isinstance(place, str) and isinstance(part.get("value"), int):
                yield place, part["value"]
        inside = part.values() if isinstance(part, dict) else part
        parts += [each for each in inside if isinstance(each, (dict, list))]


def public_values(session):
    """The values that lie face up."""
    divers = session.state.public.divers.items()
    return {(str(place), diver.shown) for place, diver in divers if diver.shown is not None}


def own_values(session, seat):
    """The values that a seat has laid and may look at, and what its Elder looks at now."""
    state, public = session.state, session.state.public
    own = set()
    if session.agreement.setup.peek_own or session.stage != "playing":
        own = {place for place, diver in public.divers.items() if diver.seat == seat}
    if public.looked is not None and public.to_move == seat:
        own |= {public.looked}
    return {(str(place), state.values[place]) for place in own}


# --- what people do --------------------------------------------------------------------------------------------------


def end_game(table):
    """Say what must be said at the reveal, agree, and count to the end."""
    if table.tabletop.now.game.stage == "reveal":
        table.wish(name="show_territory", index=0)
    while table.tabletop.now.game.stage == "reveal" and (problems := reckoning(table.tabletop.now).problems):
        state = table.tabletop.session.state
        reading = next(
            reading
            for reading in reckoning(table.tabletop.now).readings
            if not reading.said and sum(count > 0 for count in state.hands[reading.seat - 1]) > 1
        )
        value = max(value for value, count in enumerate(state.hands[reading.seat - 1], 1) if count)
        table.wish(name="say_value", space=str(reading.space), value=value)
        assert reckoning(table.tabletop.now).problems != problems or table.tabletop.session.state != state
    table.wish(name="agree")
    while table.tabletop.now.game.stage == "count":
        table.wish(name="confirm")


def play_turn(table, rng, *, value=None):
    """Play one legal turn by hand: a Diver, or one or two Pontoons; False if that failed."""
    now = table.tabletop.now
    if now.game.stage != "playing" or now.stop is not None or now.board.table.missing or now.board.table.extra:
        return False
    found = hints(now)
    spaces = sorted(found.spaces - table.board.pieces)
    edges = sorted(found.edges - table.board.pieces, key=str)
    if not spaces and not edges:
        return play_token(table, rng, "backup")
    in_turn = spaces if spaces and (not edges or rng.random() < 0.5) else edges
    lay(table, str(rng.choice(in_turn)), value)
    version = table.tabletop.session.version
    table.do("press end_turn")
    return table.tabletop.session.version > version


def lay(table, place, value):
    """Put a piece there by hand, and choose its value, or to say the value later, if asked."""
    table.do(place)
    draft, who = table.tabletop.now.board.draft, table.screen_of(table.tabletop.now.game.to_move)
    if value is not None:
        table.wish(name="choose_value", value=value, who=who)
    if draft is not None and draft.face_up:
        table.wish(name="choose_value", value=min(draft.values, default=None), who=who)
    elif table.tabletop.now.turn.awaits:
        table.wish(name="say_later", who=who)


def play_token(table, rng, name):
    """Play a Power or the Backup on any target, from the seat's phone if it has one; False if that failed."""
    now = table.tabletop.now
    if name not in {token.name for token in tokens(now) if token.why is None} or now.stop is not None:
        return False
    who, version = table.screen_of(now.game.to_move), table.tabletop.session.version
    table.wish(name="play", token=name, who=who)
    now = table.tabletop.now
    public = now.game.view.public
    if name == "power" and public.setup.clans[now.game.to_move - 1] in LAYING and not table.tabletop.place.tiles:
        places = (now.board.draft.targets or hints(now).edges) - table.board.pieces
        if places:
            lay(table, str(rng.choice(sorted(places, key=str))), None)
    elif now.board.draft is not None and now.board.draft.targets:
        table.wish(name="aim", site=str(rng.choice(sorted(now.board.draft.targets, key=str))), who=who)
        if (draft := table.tabletop.now.board.draft) is not None and draft.face_up:
            table.wish(name="choose_value", value=min(draft.values, default=None), who=who)
    table.wish(name="confirm", who=who)
    if table.tabletop.session.version == version:
        table.wish(name="play", token=None, who=who)
    return table.tabletop.session.version > version


def mend(table):
    """Plug in every cable, and repair every sensor."""
    table.do("plug shift 0")
    for place in list(table.board._stuck):
        table.do(f"{place}=")


def put_right(table, *, phones_away):
    """Do everything that people can do about a table that is stuck, whatever the cause."""
    mend(table)
    for name in ("end_exhibit", "end_lesson", "resume", "refuse_take_back"):
        table.wish(name=name)
    for place in sorted(table.tabletop.left_out, key=str):
        table.wish(name="trust", site=str(place))
    table.do("wait 60000")
    for seat in tuple(table.tabletop.session.phones) if phones_away else ():
        table.wish(name="free_seat", seat=seat)
    table.wish(name="play", token=None)
    table.wish(name="tidy")
    table.do("wait 600")
    table.wish(name="answer", answer="continue")
