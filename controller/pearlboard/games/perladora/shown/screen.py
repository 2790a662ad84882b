"""The data of Perladöra for every page, plain: everything in it may be seen by everybody.

It is built by listing; `docs/http-games.md` describes every key.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from pearlboard.games.perladora.board.armed import LAYS
from pearlboard.games.perladora.board.drafts import Draft, Said
from pearlboard.games.perladora.board.hints import shown
from pearlboard.games.perladora.board.on_board import said_by
from pearlboard.games.perladora.board.tokens import POWER, kind_of, tokens
from pearlboard.games.perladora.rules.scoring import Score, TerritoryScore, score
from pearlboard.games.perladora.rules.standing import Standing
from pearlboard.games.perladora.rules.state import FARMS, Clan, DiverReading, Public, Stage, View
from pearlboard.games.perladora.rules.territories import Territory, territories
from pearlboard.games.perladora.rules.verdicts import side_seats
from pearlboard.games.perladora.shown.stakes import stakes
from pearlboard.games.values import NOWHERE, Json, Moment, Side, Verdict
from pearlboard.geometry import GRID, Edge, Light, Site, Space
from pearlboard.texts import Sentence, say

Words: TypeAlias = Callable[[Sentence], str]
_order: Final = {light: number for number, light in enumerate(GRID.lights)}.__getitem__


def screen(seen: View, moment: Moment) -> Json:
    """The key `game` of the table page."""
    public, draft = seen.public, moment.draft
    playing = public.stage is not Stage.PEARLS
    drafted = draft if isinstance(draft, Draft) else None
    lying = list(_pieces(seen, moment, drafted))
    return {
        "advanced": public.setup.advanced,
        "edition": public.setup.edition.value,
        "pontoons_left": public.pontoons_left if playing else None,
        **_farms(public),
        "pieces": lying,
        "labels": _labels(public, lying),
        "region": names(drafted.region if drafted is not None and not moment.stopped else ()),
        "value": _value(public, moment, drafted),
        "tokens": _tokens(public, moment, drafted),
        "looking": looking(public, moment),
        "hints": _hints(public, moment),
        "territories": [_territory(seen, part, moment.words) for part in territories(public)] if playing else [],
        "reveal": _reveal(seen, moment.words) if public.stage is Stage.REVEAL else None,
        **_end(seen, moment),
    }


def _farms(public: Public) -> Json:
    """The Farms, and on which of them Pearls are laid now."""
    laying = public.stage is Stage.PEARLS and public.laid < len(FARMS)
    return {
        "farms": {
            str(farm): {"pearls": public.setup.farms[farm], "laid": number < public.laid}
            for number, farm in enumerate(FARMS)
        },
        "farm_now": str(FARMS[public.laid]) if laying else None,
    }


def _labels(public: Public, lying: Sequence[Json]) -> Json:
    """The labels on the board where nothing is drawn: Pearls on their Farms, and values that everybody knows."""
    farms = {str(farm): str(public.setup.farms[farm]) for farm in FARMS[: public.laid]}
    return farms | {each["site"]: str(each["value"]) for each in lying if each["value"] is not None}


def _end(seen: View, moment: Moment) -> Json:
    """The count as far as it has come, and the result once it is there."""
    if seen.public.stage not in (Stage.COUNT, Stage.OVER):
        return {"count": None, "result": None}
    counted = score(seen.public, seen.values)
    result = _result(seen, counted, moment) if seen.public.stage is Stage.OVER else None
    return {"count": _count(seen, counted, moment.words), "result": result}


def names(sites: Iterable[Light]) -> list[str]:
    """Names of places, in the order of the board."""
    return list(_names(frozenset(sites)))


@lru_cache(maxsize=256)
def _names(sites: frozenset[Light]) -> tuple[str, ...]:
    """Every screen names the same hints and territories."""
    return tuple(map(str, sorted(sites, key=_order)))


# --- what lies there ---------------------------------------------------------------------------------------------


def _pieces(seen: View, moment: Moment, draft: Draft | None) -> Iterator[Json]:
    public, table = seen.public, moment.table
    values, status_of, later = _told(seen), _status(moment), _later(moment, draft)
    for place, diver in public.divers.items():
        yield {
            **piece(place, status_of(place), diver.seat, values.get(place, diver.shown)),
            "later": place in later,
            "necklaces": diver.necklaces,
            "backup": diver.backup,
            "face_up": diver.shown is not None,
            "target": draft is not None and place in draft.targets,
        }
    for edge in GRID.edges_in(public.pontoons):
        yield {**piece(edge, status_of(edge), None, None), "later": edge in later}
    seat = None if draft is None else draft.seat
    status = "draft" if seat is not None else "lift" if moment.clearing else "foreign"
    for site in sorted(table.extra, key=_order):
        yield piece(site, status, seat if isinstance(site, Space) else None, None)
    for site in sorted(table.to_lift, key=_order):
        yield piece(site, "lift", seat if isinstance(site, Space) else None, None)


def _later(moment: Moment, draft: Draft | None) -> frozenset[Site]:
    """Missing pieces that the sentence does not name yet; while the table asks something it names none first."""
    return NOWHERE if draft is None or moment.stopped else draft.later


def _told(seen: View) -> Mapping[Space, int | None]:
    """The values of Divers that are public without lying face up."""
    if seen.public.stage in (Stage.COUNT, Stage.OVER):
        return dict(seen.values)
    return {} if seen.reckoning is None else {reading.space: reading.value for reading in seen.reckoning.readings}


def piece(place: Site, status: str, seat: int | None, value: int | None) -> Json:
    """A piece as pages draw it; what lies on it besides is to be added."""
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
        "later": False,
    }


def _status(moment: Moment) -> Callable[[Site], str]:
    """How it is with a piece that should lie there."""
    looked_at, missing, owed = moment.table.looked_at, moment.table.missing, moment.table.to_lay

    def of(place: Site) -> str:
        if place in looked_at:
            return "looked_at"
        if place in missing:
            return "missing"
        return "owed" if place in owed else "laid"

    return of


def _territory(seen: View, part: Territory, words: Words) -> Json:
    found = stakes(seen, part)
    return {
        "spaces": names(part.spaces),
        "pearls": part.pearls,
        "full": part.full,
        "divisible": part.divisible,
        "stakes": None if found is None else _stakes(*found, words),
    }


def _stakes(stands: Standing, told: Sentence, words: Words) -> Json:
    """The leader of a closed territory, by public knowledge; `leader` null: nobody, or unknown."""
    return {
        "divers": sum(stands.divers.values()),
        "leader": stands.leader,
        "tied": list(stands.tied),
        "text": words(told),
    }


def _hints(public: Public, moment: Moment) -> Json | None:
    found = shown(public, moment)
    if found is None:
        return None
    return {
        "spaces": names(found.spaces),
        "edges": names(found.edges),
        "forbidden": names(found.forbidden),
        "asked": found.asked,
    }


# --- a turn ------------------------------------------------------------------------------------------------------


def _value(public: Public, moment: Moment, draft: Draft | None) -> Json | None:
    """On a page that all see; a seat with a screen of its own says only there what lies face down, or is only drawn."""
    if draft is None or not draft.values or moment.stopped:
        return None
    if draft.seat is not None and moment.sittings[draft.seat].screen and (draft.drawn or not draft.face_up):
        return None
    said: Said = said_by(public, moment.choices)
    return {"choices": list(draft.values), "chosen": said.valued, "later": said.later, "face_up": draft.face_up}


def _tokens(public: Public, moment: Moment, draft: Draft | None) -> Json | None:
    if draft is None or not public.setup.advanced or draft.seat is None or public.stage is not Stage.PLAYING:
        return None
    said: Said = said_by(public, moment.choices)
    clan = public.setup.clans[draft.seat - 1]
    shown: Json = {"power": None, "backup": None}
    if moment.sittings[draft.seat].level is None:
        for token in tokens(public):
            shown[token.name] = {"why": None if token.why is None else moment.words(token.why)}
    if shown["power"] is not None:
        shown["power"]["left"] = public.powers[draft.seat - 1]
    return {
        **shown,
        "armed": said.token,
        **_aimed(public, draft, said),
        "by_tap": moment.tiles and said.token == POWER and clan is Clan.CHILDREN,
    }


def _aimed(public: Public, draft: Draft, said: Said) -> Json:
    """On what the token is played: one that it is not for is no target."""
    return {
        "target": str(draft.target) if draft.target is not None and draft.verdict is Verdict.LEGAL else None,
        "targets": names(draft.targets),
        "aims": said.token is not None and kind_of(public, said.token) not in LAYS,
    }


def looking(public: Public, moment: Moment) -> Json | None:
    """An Elder looks at a Diver. Whether the program could show its value is no business of others.

    `how`: on a "phone"; at the "table", on the host's page; or at the "tile" alone, where the phone was signed out.
    """
    if public.looked is None or public.stage is not Stage.PLAYING or moment.sittings[public.to_move].level is not None:
        return None
    sitting = moment.sittings[public.to_move]
    how = "phone" if sitting.screen else "tile" if sitting.had_screen else "table"
    return {"seat": public.to_move, "space": str(public.looked), "how": how}


# --- reveal, count, result ---------------------------------------------------------------------------------------


def _reveal(seen: View, words: Words) -> Json | None:
    reckoning = seen.reckoning
    if reckoning is None:
        return None
    parts = territories(seen.public)
    return {
        "index": seen.public.shown,
        "of": len(parts),
        "turned_up": seen.public.turned_up,
        "territories": [
            {
                "spaces": names(part.spaces),
                "pearls": part.pearls,
                "divers": [_reading(reading) for reading in reckoning.readings if GRID.bit[reading.space] & part.bits],
            }
            for part in parts
        ],
        "values": {str(seat): list(values) for seat, values in reckoning.values.items()},
        "problems": [words(problem) for problem in reckoning.problems],
        "can_agree": seen.public.turned_up and not reckoning.problems,
    }


def _reading(reading: DiverReading) -> Json:
    return {
        "space": str(reading.space),
        "seat": reading.seat,
        "value": reading.value,
        "said": reading.said,
        "certain": reading.certain,
    }


def _count(seen: View, counted: Score, words: Words) -> Json:
    public = seen.public
    shown = counted.territories if public.stage is Stage.OVER else counted.territories[: public.shown + 1]
    return {
        "index": public.shown,
        "of": len(counted.territories),
        "territories": [_counted(part, seen, words) for part in shown],
    }


def _counted(part: TerritoryScore, seen: View, words: Words) -> Json:
    public, setup = seen.public, seen.public.setup

    def divers(side: Side) -> list[dict[str, Any]]:
        return [
            {"space": str(place), "seat": public.divers[place].seat, "value": seen.values[place]}
            for place in part.territory.spaces
            if place in public.divers and setup.side(public.divers[place].seat) == side
        ]

    return {
        "spaces": names(part.territory.spaces),
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


def _result(seen: View, counted: Score, moment: Moment) -> Json:
    ranked = sorted(counted.pearls, key=lambda side: (counted.pearls[side], counted.clusters[side]), reverse=True)
    return {
        "winners": list(counted.winners),
        "text": moment.words(counted.verdict),
        "standings": [_standing(counted, seen.public, ranked, side, moment.names) for side in ranked],
        "export": f"/archive/{moment.number}.json",
        "picture": f"/archive/{moment.number}.svg",
    }


def _standing(counted: Score, public: Public, ranked: Sequence[Side], side: Side, people: Mapping[int, str]) -> Json:
    seats = side_seats(public.setup, side)
    mine = (counted.pearls[side], counted.clusters[side])
    place = 1 + sum((counted.pearls[other], counted.clusters[other]) > mine for other in ranked)
    return {
        "place": place,
        "side": side,
        "names": [people[seat] for seat in seats],
        "seats": list(seats),
        "pearls": counted.pearls[side],
        "clusters": list(counted.clusters[side]),
    }
