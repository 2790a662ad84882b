"""A viewer's knowledge of a game: everything that lies open, and what is listed here. Nothing is ever taken out.

Two states that differ only in what a viewer may not know give that viewer the same view. Hidden are the order of the
tiles to come (which they are follows from what was seen), and bids until all are opened.
"""

from dataclasses import dataclass, field

from pearlboard.games.piratoons.rules import times
from pearlboard.games.piratoons.rules.plunder import Crew, Told
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.state import Round, Setup, Sold, Stage, State
from pearlboard.games.piratoons.rules.tiles import Tile, box
from pearlboard.games.values import Seat, Viewer


@dataclass(frozen=True, slots=True)
class View:
    """The knowledge of one seat, or of everybody. By seat: from seat 1. Places of the chest: from 1.

    captain   None when all is over; `round`: the current one, from 1
    bank      doubloons that nobody has
    chest     the nine tiles; None where one was taken; nothing while the lid is on
    put       pieces placed by screens; `stock`: those that each seat has left if it places by a screen
    holding   seats that place no more for now; `turn`: who places, if all do in turn
    practice  a plunder of which nothing counts, on or just over
    awaited   who has still to answer where all do; `waited`: the others have waited long enough
    sand_out  stop may be said; `seen`: who lay where at the stop, on a board
    said      each seat's count of its pieces; `spoilt`: earlier reports of spoiled ones
    crew      as all agreed, None before; so `spoiled`, `out`, `loot`, `pay`, `halvings`
    sale      tiles for sale; `sealed`: who has sealed a bid
    bids      None until all are opened; `bid`: the viewer's own
    closed    no bid is changed any more; `opened`: hands are open
    buyers    who still chooses, the next first
    won       tiles of this round that no ship holds yet, by seat; `laid`: the new ships of seats that are ready
    last      the round before
    cargo     tiles of a real box on each ship; `tally`: its points, as people have counted them
    """

    viewer: Viewer
    setup: Setup
    stage: Stage
    first: Seat
    round: int
    captain: Seat | None
    doubloons: tuple[int, ...]
    bank: int
    sea: tuple[Tile, ...]
    ships: tuple[Ship, ...]
    chest: tuple[Tile | None, ...]
    put: Crew
    stock: tuple[int, ...]
    holding: frozenset[Seat]
    turn: Seat | None
    practice: bool
    awaited: tuple[Seat, ...]
    waited: bool
    sand_out: bool
    out: frozenset[Seat]
    seen: frozenset[tuple[int, Seat]]
    said: tuple[Told | None, ...]
    spoilt: tuple[int, ...]
    crew: Crew | None
    spoiled: tuple[int, ...]
    loot: tuple[Seat | None, ...]
    pay: tuple[int, ...]
    halvings: int
    sale: tuple[Tile, ...]
    sealed: frozenset[Seat]
    bids: tuple[int, ...] | None
    bid: int | None = field(repr=False)
    closed: bool
    opened: bool
    buyers: tuple[Seat, ...]
    sold: tuple[Sold, ...]
    won: tuple[tuple[Tile, ...], ...]
    laid: tuple[Ship | None, ...]
    last: Round | None
    cargo: tuple[tuple[Tile, ...], ...]
    tally: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def sand_runs(self) -> bool:
        """Whether stop waits for the sand."""
        return self.stage is Stage.PLUNDER and not self.sand_out and self.setup.sand_ms > 0

    @property
    def lies(self) -> tuple[Ship, ...]:
        """Every ship as it lies now: laid anew by those that are ready."""
        return tuple(new or old for new, old in zip(self.laid or self.ships, self.ships, strict=True))


def view(state: State, viewer: Viewer) -> View:
    """See the head of the file."""
    now, setup = state.now, state.setup
    return View(
        viewer=viewer,
        setup=setup,
        stage=state.stage,
        first=state.first,
        round=min(state.played + 1, box().rounds),
        captain=state.captain,
        doubloons=state.doubloons,
        bank=box().doubloons - sum(state.doubloons),
        sea=state.sea,
        ships=state.ships,
        chest=now.chest,
        put=now.put,
        stock=tuple(box().crew - many for many in map(sum, zip(*now.put, strict=True)))
        or (box().crew,) * setup.players,
        holding=now.holding,
        turn=now.turn,
        practice=now.practice,
        awaited=times.awaited(state.stage, now, setup),
        waited=now.waited,
        sand_out=now.sand_out,
        out=now.out,
        seen=now.seen,
        said=now.said,
        spoilt=now.spoilt,
        crew=now.crew,
        spoiled=now.spoiled,
        loot=now.loot,
        pay=now.pay,
        halvings=now.halvings,
        sale=now.sale,
        sealed=frozenset(seat for seat, bid in enumerate(now.bids, 1) if bid is not None),
        bids=_opened(state),
        bid=now.bids[viewer - 1] if isinstance(viewer, int) and now.bids else None,
        closed=now.closed,
        opened=now.opened,
        buyers=now.buyers,
        sold=now.sold,
        won=now.won,
        laid=now.laid,
        last=state.rounds[-1] if state.rounds else None,
        cargo=state.cargo,
        tally=state.tally,
    )


def _opened(state: State) -> tuple[int, ...] | None:
    """The bids, once all are in: then the auction goes on, and not before."""
    if state.stage is Stage.BIDS or not state.now.bids:
        return None
    return tuple(bid for bid in state.now.bids if bid is not None)
