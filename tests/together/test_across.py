"""Two worlds across the line: what one seat at the host's keeps from all changes nothing that crosses to the guest.

The same evening is played twice with other secrets: values that a phone or a curtain at the host's has said, cards that
nobody at the guest's has seen. Compared are the packets that the host sends, to the byte, and the beat of each.
"""

import asyncio
import random
from unittest import mock

import pytest
from msgspec.structs import replace

from pearlboard.games.api import TABLE, IllegalAction
from pearlboard.games.pearls.rules.state import HAND, SLOTS, Deal
from pearlboard.games.perladora.rules.setup import deal
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Verdict
from pearlboard.program.table_service import TableService
from pearlboard.session.facts import GameAgreed, GameDealt
from pearlboard.session.principal import Principal, digest
from pearlboard.session.state import Refused
from pearlboard.table.situation import Part, Stop
from pearlboard.together.hosting import Hosting
from pearlboard.web.hub import Hub
from support.across import HOST_PAGE, Across, work_takes_no_time
from support.lengths import at_length
from support.perladora_table import hints
from support.tabling import PLAYERS
from support.virtual_time import run_hurried

pytestmark = [pytest.mark.slow, pytest.mark.long]
PAIRS = at_length(5_000, 6)
PARTS = min(PAIRS, 50)
GUESTS_PAGE = "the-key-of-a-guests-page"


class World(Across):
    """A table with phones at both ends; at the guest's, a table page and the screen of one seat."""

    async def begin(self, phones, witness):
        self.out = []
        self.phones = {seat: self.table.phone(seat) for seat in phones}
        for phone in self.phones.values():
            self.hub.join("de", phone, lights=False)
        self.hub.join("en", HOST_PAGE, lights=False)
        self.channels = {False: self.page("table", GUESTS_PAGE)}
        await self.pass_ms(60)  # two pages are not served in the same instant, which has no order
        if witness is not None:
            self.table.ask("invite", seat=witness)
            code = self.table.seat_access.invitations()[witness]
            self.channels[True] = self.page("seat", self.table.seat_access.join(code).token, "fr")

    @property
    def comparable(self):
        """Whether the secrets are secret still."""
        session = self.table.tabletop.session
        return session.stage in ("pearls", "playing") or (session.stage == "reveal" and session.free)

    def now_at(self, number):
        return self.table.tabletop.places.of(number).now

    def laid(self, number):
        return self.pieces if number else self.table.board.pieces

    def lay(self, number, *, put=(), lift=()):
        pieces = (self.laid(number) | set(put)) - set(lift)
        if number:
            self.lays(pieces)
            return
        for site in lift:
            self.table.board.lift(site)
        for site in put:
            self.table.board.put(site)

    def press(self, number, button="end_turn"):
        if number:
            self.presses(button)
        else:
            self.table.do(f"press {button} wait 100")

    def ask(self, seat, name, **fields):
        """Somebody at the host's says something: by phone, or at its page."""
        self.table.ask(name, who=self.phones.get(seat, HOST_PAGE), **fields)


class Pair:
    """Two worlds with one public course of events."""

    def __init__(self, seed, folder):
        self.public = public = random.Random(seed)
        players = public.choice([2, 2, 3, 4])
        boards = [1, 2, *(public.choice([1, 2]) for _ in range(players - 2))]
        public.shuffle(boards)
        self.boards = boards
        self.at_host = [seat for seat, board in enumerate(boards, 1) if board == 1]
        at_guest = [seat for seat, board in enumerate(boards, 1) if board == 2]
        phones = [seat for seat in self.at_host if public.random() < 0.6]
        witness = public.choice([None, *at_guest])
        form = {
            "players": [{"name": each["name"]} for each in PLAYERS[:players]],
            "boards": boards,
            "hints": "always",
            "confirm": "button",
            "explain": public.random() < 0.5,
            "peek_own": public.random() < 0.5,
            "farms": {str(farm): pearls for farm, pearls in deal(public).items()},
        }
        self.worlds = [World(folder) for _ in range(2)]
        for world in self.worlds:
            world.table.ask("set_up", who=HOST_PAGE, **form)
        self.phones, self.witness = phones, witness
        self.secrets = [random.Random(f"{seed}/{number}") for number in range(2)]
        self.said = 0

    async def play(self, turns):
        """Play until the reveal, or so long; return the packets of both that may not differ."""
        await asyncio.gather(*(world.begin(self.phones, self.witness) for world in self.worlds))
        await self.both(lambda world: world.lays(()))
        try:
            await self.start()
            for _ in range(turns):
                for number in (0, 1):
                    await self.hands(number)
                if not all(world.comparable for world in self.worlds):
                    break
        except (Refused, IllegalAction) as refusal:  # the two have come to other situations
            self.worlds[0].out.append(f"out of step: {refusal}")
        for world in self.worlds:
            await world.close()
        return [world.out for world in self.worlds]

    async def start(self):
        for number in (0, 1):
            page = Principal(key=digest(f"page {number}"), place=number)
            await self.both(lambda world, page=page: world.table.ask("start", who=page))

    async def both(self, act):
        """Do the same in both worlds; what crosses from here on counts while it must be the same."""
        for world in self.worlds:
            act(world)
        await self.pass_ms(self.public.choice((240, 600, 1_500)))

    async def pass_ms(self, ms):
        before = [len(world.sent) for world in self.worlds]
        await asyncio.gather(*(world.pass_ms(ms) for world in self.worlds))
        for world, known in zip(self.worlds, before, strict=True):
            if world.comparable:
                world.out += world.sent[known:]

    async def hands(self, number):
        """Do one thing at a board: what is asked for there, or a turn."""
        public, world = self.public, self.worlds[0]
        if public.random() < 0.25:
            await self.whisper_later()
        now, laid = world.now_at(number), world.laid(number)
        there, draft = now.board.table, now.board.draft
        if now.stop is Stop.QUESTION:
            page = Principal(key=digest(f"page {number}"), place=number)
            await self.both(lambda each: each.table.ask("answer", answer="continue", who=page))
        elif now.stop is not None or draft is None:
            return
        elif wrong := sorted((there.to_lift | draft.lift) & laid, key=str):
            await self.both(lambda each: each.lay(number, lift=wrong[:1]))
        elif wanted := sorted((there.missing | there.to_lay) - laid, key=str):
            await self.both(lambda each: each.lay(number, put=wanted[:1]))
        elif now.board.part is Part.LEADS:
            await self.lead(number, now, draft)

    async def lead(self, number, now, draft):
        """Somebody is to move at this board."""
        public, laid = self.public, self.worlds[0].laid(number)
        if draft.values and public.random() < 0.7:
            await (self.answer if number else self.whisper)(now.game.to_move, draft)
            await self.both(lambda each: each.press(number))
        elif draft.verdict is Verdict.LEGAL:
            await self.both(lambda each: each.press(number))
            if public.random() < 0.1:
                await self.both(lambda each: each.press(number, "take_back"))
                await self.both(lambda each: each.table.wish(name="refuse_take_back"))
        elif now.game.to_move is not None:
            found = hints(now)
            free = sorted((found.spaces or found.edges) - laid, key=str)
            if public.random() < 0.3:
                free = sorted(found.edges - laid, key=str) or free
            where = public.choice(free)
            await self.both(lambda each: each.lay(number, put=[where]))

    async def whisper(self, seat, draft):
        """A seat at the host's chooses: by its phone, behind its curtain, or later."""
        if draft.face_up:
            value = self.public.choice(draft.values)
            await self.both(lambda world: world.ask(seat, "choose_value", value=value))
            return
        hidden = seat not in self.phones
        if hidden:
            await self.both(lambda world: world.table.ask("private", seat=seat, who=HOST_PAGE))
        for world, chance in zip(self.worlds, self.secrets, strict=True):
            for _ in range(2):
                hand = world.table.tabletop.session.state.hands[seat - 1]
                world.ask(
                    seat, "choose_value", value=chance.choice([value for value in range(1, 6) if hand[value - 1]])
                )
        self.said += 1
        await self.pass_ms(self.public.choice((20, 1_000)))
        if hidden:
            await self.both(lambda world: world.table.ask("hand_back", who=HOST_PAGE))

    async def answer(self, seat, draft):
        """A seat at the guest's chooses, on its own screen or at the page there: the same in both worlds."""
        value, alone = self.public.choice(draft.values), seat == self.witness
        for asked in (
            () if alone else {"name": "private", "seat": seat},
            {"name": "choose", "choice": {"value": value}},
            () if alone else {"name": "hand_back"},
        ):
            if asked:
                await self.both(lambda world, asked=asked: world.channels[alone].ask(**asked))

    async def whisper_later(self):
        """A phone at the host's says what a piece is that lies for long."""
        divers = self.worlds[0].table.tabletop.now.game.view.public.divers
        mine = [at for at, diver in sorted(divers.items()) if diver.seat in self.phones and diver.shown is None]
        if not mine:
            return
        place = self.public.choice(mine)
        seat = divers[place].seat
        for world, chance in zip(self.worlds, self.secrets, strict=True):
            if chance.random() < 0.3:
                continue  # that something is said is as secret as what
            state = world.table.tabletop.session.state
            left = [value for value, count in enumerate(state.hands[seat - 1], 1) if count] or [state.values[place]]
            world.table.ask("note", who=world.phones[seat], action=["tell", str(place), chance.choice(left)])
        self.said += 1
        await self.pass_ms(self.public.choice((20, 1_000)))


class Cards(Pair):
    """Pearls: the seats at the host's hold other cards, as far as nobody at the guest's has seen them."""

    def __init__(self, seed, folder):
        self.public = public = random.Random(seed)
        self.boards = boards = public.choice(([1, 2], [2, 1], [1, 2, 2], [2, 1, 1]))
        self.phones = [seat for seat, board in enumerate(boards, 1) if board == 1 and public.random() < 0.6]
        self.witness = public.choice([None, *(seat for seat, board in enumerate(boards, 1) if board == 2)])
        people = [{"name": each["name"]} for each in PLAYERS[: len(boards)]]
        self.worlds = [World(folder) for _ in range(2)]
        form = {"game": "pearls", "players": people, "boards": boards, "confirm": "button"}
        self.worlds[0].table.ask("set_up", who=HOST_PAGE, **form)
        dealt = type(GAMES["pearls"].dealt)
        with mock.patch.object(dealt, "deal", return_value=self.exchanged(self.worlds[0].table.log)):
            self.worlds[1].table.ask("set_up", who=HOST_PAGE, **form)
        self.said = 0

    def exchanged(self, log):
        """The deal with other cards in the hands at the host's, and so in the draw pile, near its bottom."""
        [agreement] = [entry.fact.agreement for entry in log if isinstance(entry.fact, GameAgreed)]
        [deal] = [entry.fact.deal for entry in log if isinstance(entry.fact, GameDealt)]
        rules, deck = GAMES["pearls"].rules, list(deal.deck)

        def seen(deal):
            state = rules.opening(agreement.setup, agreement.first, deal)
            return [rules.view(state, viewer) for viewer in self.viewers]

        self.bottom = len(deck) // 4
        hidden = len(deck) - self.bottom
        for _ in range(30):
            one, two = self.public.randrange(HAND * len(self.boards)), self.public.randrange(hidden, len(deck))
            deck[one], deck[two] = deck[two], deck[one]
            if seen(Deal(tuple(deck))) != seen(deal):
                deck[one], deck[two] = deck[two], deck[one]
        return Deal(tuple(deck))

    async def start(self):
        """The game has begun with the deal."""

    @property
    def viewers(self):
        return (TABLE, *(seat for seat, board in enumerate(self.boards, 1) if board == 2))

    async def hands(self, number):
        """Whoever is to move does something that is possible in both worlds."""
        states = [world.table.tabletop.session.state for world in self.worlds]
        seat, rules = states[0].to_move, GAMES["pearls"].rules
        if self.boards[seat - 1] != number + 1 or len(states[0].draw) < self.bottom + SLOTS:
            return
        action = self.possible(rules, states, seat)
        if action is None:
            return
        self.said += states[0].hands != states[1].hands
        if number:
            alone = seat == self.witness
            if not alone:
                await self.both(lambda world: world.channels[False].ask("private", seat=seat))
            await self.both(lambda world: world.channels[alone].ask("act", action=action))
            return
        if seat not in self.phones:
            await self.both(lambda world: world.table.ask("private", seat=seat, who=HOST_PAGE))
        await self.both(lambda world: world.ask(seat, "act", action=action))

    def possible(self, rules, states, seat):
        """An action that both worlds allow, encoded; None if none is found."""
        for _ in range(200):
            action = rules.sample(rules.view(self.public.choice(states), seat), self.public)
            try:
                for state in states:
                    rules.apply(state, seat, action)
            except IllegalAction:
                continue
            return rules.encode(action)
        return None


def crossed(seed, folder, turns=None, kind=Pair):
    """The messages that cross in both worlds, and the pair."""

    async def run():
        pair = kind(seed, folder)
        return await pair.play(turns or pair.public.choice((20, 40, 60))), pair

    with work_takes_no_time():
        return run_hurried(run())


@pytest.mark.parametrize("kind", [Pair, Cards])
@pytest.mark.parametrize("part", range(PARTS))
def test_no_packet_tells_two_worlds_apart(part, kind, tmp_path):
    """Pairs of evenings that differ in secrets at the host's: neither a byte nor a beat differs until the reveal."""
    many = PAIRS // PARTS
    for seed in range(part * many, (part + 1) * many):
        (one, other), _ = crossed(seed, tmp_path, kind=kind)
        assert one == other, seed


def test_the_worlds_really_differ(tmp_path):
    """Without secrets that differ the comparison would prove nothing."""
    pairs = [crossed(seed, tmp_path, turns=40) for seed in range(4)]
    assert all(len(one) > 100 for (one, _), _ in pairs)
    assert sum(pair.said for _, pair in pairs) >= 4
    states = [[world.table.tabletop.session.state.values for world in pair.worlds] for _, pair in pairs]
    assert sum(one != other for one, other in states) >= 3


def told_to_all(self, _):
    """Screens for everybody, as a seat has said something alone."""
    for watcher in self._watchers:
        self.resync(watcher)


def shown_to_all(self, principal, *_):
    """A leak: every page gets what only the private view has."""
    state = self._tabletop.session.state
    return {"you": None, "sum": sum(getattr(state, "values", {}).values())} if principal.page else {}


@pytest.mark.parametrize(
    ("where", "name", "leak"), [(Hub, "tell_alone", told_to_all), (TableService, "_you", shown_to_all)]
)
def test_a_planted_leak_is_found(where, name, leak, tmp_path, monkeypatch):
    """A moment that tells that something was said, and a number that tells what."""
    monkeypatch.setattr(where, name, leak)
    assert any(one != other for (one, other), _ in (crossed(seed, tmp_path, turns=60) for seed in (7, 2, 10)))


@pytest.mark.parametrize("late", [False, True])
def test_lights_that_leak_are_found(late, tmp_path, monkeypatch):
    """By the lamp, or by the beat in which a scene comes."""
    light = Hosting._say

    def leaking(self, message):
        values = getattr(self._attends._table._tabletop.session.state, "values", {})
        odd = bool(sum(values.values()) % 2)
        if late and odd:
            self._clock.call_at(self._clock() + 1_000, lambda: light(self, message))
        else:
            light(self, message if late else replace(message, lamp=odd))

    monkeypatch.setattr(Hosting, "_say", leaking)
    assert any(one != other for (one, other), _ in (crossed(seed, tmp_path, turns=40) for seed in (7, 2, 10)))
