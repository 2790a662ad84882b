"""The picture of a situation that every page shows, as plain data: everything in it may be seen by everybody.

It is built by listing; `docs/http.md` describes every key. Texts come in the language of the catalogue. What a seat's
own screen or the host's page shows besides is added by `private` and `stage`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pearlboard.app.situation import Situation, Stop
from pearlboard.app.speech import sentence
from pearlboard.games.api import NOWHERE, SEATINGS, Reading, Seat, Side
from pearlboard.games.perladora.scoring import Score, TerritoryScore
from pearlboard.games.perladora.state import DIVERS, POWERS, Clan, Public, Setup
from pearlboard.games.perladora.territories import Territory, territories
from pearlboard.games.perladora.verdicts import side_seats
from pearlboard.geometry import GRID, Edge, Light, Site, Space
from pearlboard.lights.theme import Tone
from pearlboard.session.facts import Agreement, HintMode
from pearlboard.session.state import Phase
from pearlboard.texts import Catalogue, Sentence, say

Screen: TypeAlias = dict[str, Any]
"""Top-level keys to JSON; changes are sent key by key."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What is shown beside the situation itself. `cue`: how many there have been, its name, its tones.

    `left_out` are sites whose sensors people chose not to have read, `by_hand` all sites of which people must say what
    lies there; `confirms_itself` is what the set-up form begins with. `here`: seats whose own screens are connected;
    `host`: this page may do what a host may; `host_here`: the host's page is connected; `can_claim`: this one may take
    its part.
    """

    simulated: bool = False
    notices: tuple[tuple[str, Sentence], ...] = ()
    not_saved: Sentence | None = None
    cue: tuple[int, str, tuple[Tone, ...]] | None = None
    left_out: frozenset[Site] = NOWHERE
    by_hand: frozenset[Site] = NOWHERE
    confirms_itself: bool = True
    here: frozenset[Seat] = frozenset()
    host: bool = True
    host_here: bool = False
    can_claim: bool = False


def screen(now: Situation, beside: Beside, catalogue: Catalogue) -> Screen:
    """Everything that the table page shows."""
    names = players(now.agreement)

    def words(said: Sentence) -> str:
        return catalogue.render(said, names)

    public = now.view.public if now.view is not None else None
    draft = now.draft if now.stop is None else None
    return {
        "lang": catalogue.language,
        "simulated": beside.simulated,
        "version": now.version,
        "saved": None if beside.not_saved is None else words(beside.not_saved),
        "phase": now.phase.value,
        "paused": now.paused,
        "question": {"name": "continue_or_new", "text": words(sentence(now))} if now.stop is Stop.QUESTION else None,
        "game": _game(now, public, words, beside.here),
        "farms": _farms(now),
        "farm_now": _farm_now(now),
        "pieces": list(_pieces(now, public)),
        "sentence": words(sentence(now)),
        "verdict": None if draft is None else "unfinished" if now.awaits_value else draft.verdict.value,
        "region": _names(draft.region if draft is not None else ()),
        "lift": _names(draft.lift if draft is not None else now.table.extra if now.stop is None else ()),
        "put": _names(draft.put if draft is not None else ()),
        "sensors": {
            "doubtful": _names(now.doubtful - beside.by_hand),
            "left_out": _names(beside.left_out),
            "by_hand": _names(beside.by_hand),
        },
        "countdown": None if now.remaining_ms is None else {"ms": now.remaining_ms, "of": now.still_ms},
        "can": [name for name in _can(now, simulated=beside.simulated) if beside.host or name not in HOSTS],
        "value": _value(now),
        "tokens": _tokens(now, public, words),
        "looking": _looking(now),
        "take_back": _take_back(now, words),
        "thinking": None if now.thinking is None else {"seat": now.thinking, "stuck": now.stuck},
        "told": [words(said) for said in now.told],
        "advice": _names(now.advised),
        "host": {"you": beside.host, "here": beside.host_here, "can_claim": beside.can_claim},
        "join": None,
        "tiles": now.tiles,
        "exhibit": _exhibit(now),
        "hints": None
        if now.hints is None
        else {
            "spaces": _names(now.hints.spaces),
            "edges": _names(now.hints.edges),
            "forbidden": _names(now.hints.forbidden),
        },
        "territories": [_territory(part) for part in territories(public)] if public is not None else [],
        "notices": [{"level": level, "text": words(said)} for level, said in beside.notices],
        "reveal": _reveal(now, public, words) if now.phase is Phase.REVEAL and public is not None else None,
        "count": _count(now, now.score, public, words) if now.score is not None and public is not None else None,
        "result": _result(now, now.score, public, words) if now.phase is Phase.OVER and now.score else None,
        "cue": None if beside.cue is None else {"n": beside.cue[0], "name": beside.cue[1], "tones": beside.cue[2]},
        "last": _last(now.agreement) if now.phase is Phase.IDLE else None,
        "confirm": "auto" if beside.confirms_itself else "button",
    }


def _exhibit(now: Situation) -> dict[str, Any] | None:
    """The finished game on the lights: its number, the frame that it has come to, and the last one."""
    if now.exhibit is None:
        return None
    shown = now.exhibit.replay
    return {"number": shown.number, "index": now.exhibit.index, "of": len(shown.frames) - 1}


def players(agreement: Agreement | None) -> Mapping[int, str]:
    """Seats and the names of the people on them."""
    return {} if agreement is None else dict(enumerate(agreement.names, 1))


Words: TypeAlias = Callable[[Sentence], str]


def _names(sites: Iterable[Light]) -> list[str]:
    return [str(place) for place in sorted(sites, key=_order)]


_ORDER: Final[Mapping[Light, int]] = {light: number for number, light in enumerate(GRID.lights)}


def _order(light: Light) -> int:
    return _ORDER[light]


# --- the game ----------------------------------------------------------------------------------------------------


def _game(now: Situation, public: Public | None, words: Words, here: frozenset[Seat]) -> dict[str, Any] | None:
    agreement = now.agreement
    if agreement is None or now.phase is Phase.IDLE:
        return None
    setup = agreement.setup
    places = SEATINGS[setup.players].places
    whole = sum(DIVERS[setup.players])
    return {
        "players": [
            {
                "seat": seat,
                "name": agreement.names[seat - 1],
                "clan": setup.clans[seat - 1].value,
                "side": setup.side(seat),
                "place": places[seat],
                "divers": whole,
                "divers_left": whole if public is None else public.left[seat - 1],
                "done": False if public is None else public.done[seat - 1],
                "to_move": now.to_move == seat,
                "powers_whole": POWERS[setup.clans[seat - 1]] if setup.advanced else 0,
                "powers": _powers(setup, public, seat),
                "backup": (True if public is None else public.backups[seat - 1]) if setup.advanced else None,
                "computer": agreement.computer(seat),
                "phone": "none" if seat not in now.phones else "here" if seat in here else "away",
            }
            for seat in setup.seats
        ],
        "advanced": setup.advanced,
        "pontoons_left": None if public is None else public.pontoons_left,
        "turn": now.turn,
        "edition": setup.edition.value,
        "hints": agreement.hints.value,
        "confirm": "auto" if agreement.confirms_itself else "button",
        "rules": [words(said) for said in _table_rules(agreement)],
    }


def _powers(setup: Setup, public: Public | None, seat: Seat) -> int:
    if not setup.advanced:
        return 0
    return POWERS[setup.clans[seat - 1]] if public is None else public.powers[seat - 1]


def _table_rules(agreement: Agreement) -> Iterator[Sentence]:
    setup = agreement.setup
    if setup.players == 4:
        yield say("rule_teams", side_seats=side_seats(setup, 1), other_side_seats=side_seats(setup, 2))
    if setup.advanced:
        yield say("rule_advanced")
    yield say("rule_pass" if setup.voluntary_pass else "rule_no_pass")
    yield say("rule_peek" if agreement.peek_own else "rule_no_peek")
    yield say("rule_confirms_itself" if agreement.confirms_itself else "rule_button")


def _farms(now: Situation) -> dict[str, Any]:
    if now.phase is Phase.IDLE or now.agreement is None:
        return {}
    laid = now.laid if now.phase is Phase.PEARLS else len(now.agreement.setup.farms)
    farms = now.pearls if now.pearls is not None else now.agreement.setup.farms
    return {str(farm): {"pearls": pearls, "laid": number < laid} for number, (farm, pearls) in enumerate(farms.items())}


def _farm_now(now: Situation) -> str | None:
    return str(tuple(now.pearls)[now.laid]) if now.pearls is not None and now.laid < len(now.pearls) else None


def _pieces(now: Situation, public: Public | None) -> Iterator[dict[str, Any]]:
    values: dict[Space, int | None] = {}
    if now.reckoning is not None:
        values = {reading.space: reading.value for reading in now.reckoning.readings}
    if public is not None:
        for place, diver in public.divers.items():
            yield {
                **_piece(place, _status(now, place), diver.seat, values.get(place, diver.shown)),
                "necklaces": diver.necklaces,
                "backup": diver.backup,
                "face_up": diver.shown is not None,
                "target": now.draft is not None and place in now.draft.targets,
            }
        for edge in GRID.edges_in(public.pontoons):
            yield _piece(edge, _status(now, edge), None, None)
    playing = now.draft is not None and now.draft.seat is not None
    for site in sorted(now.table.extra, key=_order):
        yield _piece(site, "draft" if playing else "foreign", now.to_move if isinstance(site, Space) else None, None)
    for site in sorted(now.table.to_lift, key=_order):
        yield _piece(site, "lift", now.to_move if isinstance(site, Space) else None, None)


def _piece(place: Site, status: str, seat: int | None, value: int | None) -> dict[str, Any]:
    return {
        "site": str(place),
        "kind": "pontoon" if isinstance(place, Edge) else "diver",
        "seat": seat,
        "status": status,
        "value": value,
        "necklaces": 0,
        "backup": False,
        "face_up": False,
        "target": False,
    }


def _status(now: Situation, place: Site) -> str:
    table = now.table
    if place in table.looked_at:
        return "looked_at"
    if place in table.missing:
        return "missing"
    return "owed" if place in table.to_lay else "laid"


def _territory(part: Territory) -> dict[str, Any]:
    return {"spaces": _names(part.spaces), "pearls": part.pearls, "full": part.full, "divisible": part.divisible}


def _value(now: Situation) -> dict[str, Any] | None:
    """On a page that all see; a seat with a screen of its own says what lies face down only there."""
    face_up = now.draft is not None and now.draft.face_up
    if not now.values or (now.to_move in now.phones and not face_up):
        return None
    return {"choices": list(now.values), "chosen": now.value_chosen, "later": now.value_later, "face_up": face_up}


def _tokens(now: Situation, public: Public | None, words: Words) -> dict[str, Any] | None:
    if public is None or now.draft is None or not public.setup.advanced or now.to_move is None:
        return None
    clan = public.setup.clans[now.to_move - 1]
    shown: dict[str, Any] = {"power": None, "backup": None}
    for token in now.tokens:
        shown[token.name] = {"why": None if token.why is None else words(token.why)}
    if shown["power"] is not None:
        shown["power"]["left"] = public.powers[now.to_move - 1]
    return {
        **shown,
        "armed": now.armed,
        "target": None if now.draft.target is None else str(now.draft.target),
        "targets": _names(now.draft.targets),
        "by_tap": now.tiles and now.armed == "power" and clan is Clan.CHILDREN,
    }


def _looking(now: Situation) -> dict[str, Any] | None:
    if now.looking is None:
        return None
    return {"seat": now.looking.seat, "space": str(now.looking.space), "how": now.looking.how}


def _take_back(now: Situation, words: Words) -> dict[str, Any] | None:
    """A take-back that waits for the others."""
    proposal = now.proposal
    if proposal is None or now.agreement is None:
        return None
    name = None if proposal.by is None else now.agreement.names[proposal.by - 1]
    told = words(say("take_back_table") if proposal.by is None else say("take_back_asked", seat=proposal.by))
    if now.back_to is not None:
        told = f"{told} {words(say('take_back_to', seat=now.back_to))}"
    agreed = [seat for seat in now.agreement.setup.seats if seat not in now.open_seats]
    return {
        "by": name,
        "agreed": agreed,
        "open": list(now.open_seats),
        "table": any(seat not in now.phones for seat in now.open_seats),
        "text": told,
    }


HOSTS: Final = ("abandon", "rematch", "new_game")
CAN: Final[Mapping[Phase, tuple[str, ...]]] = {
    Phase.IDLE: ("set_up",),
    Phase.PEARLS: ("pearls_laid", "start", "confirm", "abandon"),
    Phase.REVEAL: ("confirm", "say_value", "show_territory", "abandon"),
    Phase.COUNT: ("confirm", "count_show", "abandon"),
    Phase.OVER: ("rematch", "new_game"),
}


def _can(now: Situation, *, simulated: bool) -> Iterator[str]:
    """What may be asked now, for the buttons of the page."""
    if now.phase is Phase.PLAYING:
        yield from _can_play(now)
    elif now.phase is (Phase.REVEAL if now.draft is not None else Phase.PEARLS) and _must_wait(now):
        yield "abandon"
    else:
        yield from CAN[now.phase]
    if now.reckoning is not None and now.phase is Phase.REVEAL and not now.reckoning.problems and now.draft is None:
        yield "agree"
    if now.phase is Phase.REVEAL and now.can_take_back:
        yield "take_back"
    if now.exhibit is not None:
        yield "end_exhibit"
    if simulated and _untidy(now):
        yield "tidy"


def _must_wait(now: Situation) -> bool:
    """Before the first turn and after the last one something may have to be put right on the board."""
    return now.draft is not None or now.stop is not None or bool(now.table.extra)


def _untidy(now: Situation) -> bool:
    """Whether pieces of the simulated board could be put right all at once."""
    if now.phase in (Phase.IDLE, Phase.PEARLS):
        return bool(now.table.extra)
    return bool(now.table.missing or now.table.to_lay) and now.stop in (None, Stop.QUESTION)


def _can_play(now: Situation) -> Iterator[str]:
    if now.paused:
        yield from ("resume", "abandon")
        return
    yield from ("pause", "abandon")
    if now.stop is not None:
        return
    thinking = now.thinking is not None
    for name, allowed in (
        ("confirm", not (now.awaits_value or thinking)),
        ("hurry", thinking),
        ("take_back", now.can_take_back),
        ("hint", now.can_hint),
        ("advise", now.can_advise and now.to_move not in now.phones),
        ("pass", now.can_pass and now.to_move not in now.phones),
        ("choose_value", _value(now) is not None),
        ("play", bool(now.tokens)),
    ):
        if allowed:
            yield name


# --- reveal, count, result ---------------------------------------------------------------------------------------


def _reveal(now: Situation, public: Public, words: Words) -> dict[str, Any] | None:
    reckoning = now.reckoning
    if reckoning is None:
        return None
    parts = territories(public)
    return {
        "index": now.shown,
        "of": len(parts),
        "territories": [
            {
                "spaces": _names(part.spaces),
                "pearls": part.pearls,
                "divers": [_reading(reading) for reading in reckoning.readings if GRID.bit[reading.space] & part.bits],
            }
            for part in parts
        ],
        "values": {str(seat): list(values) for seat, values in reckoning.values.items()},
        "problems": [words(problem) for problem in reckoning.problems],
        "can_agree": not reckoning.problems,
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "space": str(reading.space),
        "seat": reading.seat,
        "value": reading.value,
        "said": reading.said,
        "certain": reading.certain,
    }


def _count(now: Situation, score: Score, public: Public, words: Words) -> dict[str, Any]:
    values = {} if now.reckoning is None else {reading.space: reading.value for reading in now.reckoning.readings}
    shown = score.territories if now.phase is Phase.OVER else score.territories[: now.shown + 1]
    return {
        "index": now.shown,
        "of": len(score.territories),
        "territories": [_counted(part, public, values, words) for part in shown],
    }


def _counted(part: TerritoryScore, public: Public, values: Mapping[Space, int | None], words: Words) -> dict[str, Any]:
    setup = public.setup

    def divers(side: Side) -> list[dict[str, Any]]:
        return [
            {"space": str(place), "seat": public.divers[place].seat, "value": values[place]}
            for place in part.territory.spaces
            if place in public.divers and setup.side(public.divers[place].seat) == side
        ]

    return {
        "spaces": _names(part.territory.spaces),
        "pearls": part.territory.pearls,
        "totals": [
            {"side": side, "name": _side_name(public, side, words), "total": total, "divers": divers(side)}
            for side, total in part.totals.items()
        ],
        "winners": list(part.winners),
        "text": words(part.reason),
    }


def _side_name(public: Public, side: Side, words: Words) -> str:
    return words(say("side_name", side_seats=side_seats(public.setup, side)))


def _result(now: Situation, score: Score, public: Public | None, words: Words) -> dict[str, Any] | None:
    if public is None:
        return None
    names = players(now.agreement)
    ranked = sorted(score.pearls, key=lambda side: (score.pearls[side], score.clusters[side]), reverse=True)
    return {
        "winners": list(score.winners),
        "text": words(score.verdict),
        "standings": [_standing(score, public, ranked, side, names) for side in ranked],
        "export": f"/archive/{now.number}.json",
    }


def _standing(
    score: Score, public: Public, ranked: Sequence[Side], side: Side, names: Mapping[int, str]
) -> dict[str, Any]:
    seats = side_seats(public.setup, side)
    mine = (score.pearls[side], score.clusters[side])
    place = 1 + sum((score.pearls[other], score.clusters[other]) > mine for other in ranked)
    return {
        "place": place,
        "side": side,
        "names": [names[seat] for seat in seats],
        "seats": list(seats),
        "pearls": score.pearls[side],
        "clusters": list(score.clusters[side]),
    }


def _last(agreement: Agreement | None) -> dict[str, Any] | None:
    """Who played last, to begin the next set-up form with."""
    if agreement is None:
        return None
    setup = agreement.setup
    return {
        "advanced": setup.advanced,
        "players": [
            {
                "name": agreement.names[seat - 1],
                "clan": setup.clans[seat - 1].value,
                "computer": agreement.computer(seat),
            }
            for seat in setup.seats
        ],
        "edition": setup.edition.value,
        "voluntary_pass": setup.voluntary_pass,
        "peek_own": agreement.peek_own,
        "hints": HintMode(agreement.hints).value,
        "confirm": "auto" if agreement.confirms_itself else "button",
    }
