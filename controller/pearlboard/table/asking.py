"""People's requests to the table besides acting: a choice, help, and what is wrong with a sensor. Pure."""

from dataclasses import replace
from typing import Final

from pearlboard.games.api import Choice, Seat
from pearlboard.geometry import GRID, Site
from pearlboard.session import intents
from pearlboard.session.board_state import calm, relay, restart_countdown
from pearlboard.session.state import Refused
from pearlboard.table.play import Play
from pearlboard.table.ports import CommandMeta
from pearlboard.table.refusals import check_laid, no_help, takes_the_place
from pearlboard.table.requests import Advice, Advised
from pearlboard.table.sensors import SensorMask
from pearlboard.texts import say

HINT_MS: Final = 5_000


def choose(play: Play, seat: Seat, choice: Choice) -> None:
    """Keep what a seat has said apart from laying pieces. A part that only the seat may see stops no countdown."""
    before = play.requests.public
    play.keep(seat, choice)
    if play.requests.public == before:
        play.note_spoken(seat)
    else:
        play.places.leader.change(restart_countdown, play.clock())


# --- help ------------------------------------------------------------------------------------------------------------


def hint(play: Play) -> None:
    """Show the legal places for a while, and the regions, where they are shown on request."""
    if not play.now.turn.can_hint:
        raise no_help(play.now, "not_now")
    play.ask_regions()
    play.ask(replace(play.requests, hints_until_ms=play.clock() + HINT_MS, unseen_until_ms=0))


def wait_for_advice(play: Play, seat: Seat) -> None:
    """Note for which seat the computer thinks; whoever acts asks no more."""
    if seat not in play.requests.advised:
        play.ask(play.requests.with_advised(seat, Advised()))


def advise(
    play: Play, seat: Seat, own: tuple[Advice, ...] | None, common: tuple[Advice, ...], places: frozenset[Site]
) -> None:
    """Show the computer's advice for a seat; `common` and `places` are for everybody.

    Where several seats are to act, a shared page could not say whose advice it is, so only the seat itself gets it;
    where the seat sees it alone, other pages would show other advice. `own` is empty while it is thought about.
    """
    shown = common if play.now.game.to_move == seat and own is None else ()
    play.ask(replace(play.requests.with_advised(seat, Advised(own, shown, places)), hints_until_ms=0))


def advise_alone(play: Play, seat: Seat, own: tuple[Advice, ...] | None) -> bool:
    """Keep advice made from what one seat alone knows; nothing changes for anybody else.

    False if nobody waits for the advice any more.
    """
    advised = play.requests.advised.get(seat)
    if advised is None:
        return False
    play.ask(play.requests.with_advised(seat, replace(advised, own=own)))
    play.note_spoken(seat)
    return True


# --- sensors ---------------------------------------------------------------------------------------------------------


def believe(play: Play, mask: SensorMask) -> None:
    """Replace the sensor mask."""
    play.place.believe(mask)
    play.sense(play.place.reading)


def leave_out(play: Play, site: Site, meta: CommandMeta | None) -> None:
    """Stop reading a sensor: its place counts as expected until people say otherwise."""
    place = play.place
    if place.on_screen:
        raise Refused("no_sensors", say("no_sensors"))
    if place.number:
        place.leave_out(site)
    else:
        play.do(intents.LeaveOutSensor(site), meta)
    expected = play.now.board.table.in_all
    believe(play, place.mask.with_masked(site, expected))
    place.change(calm, expected)


def say_laid(play: Play, site: Site, meta: CommandMeta | None) -> None:
    """Record a piece on a place whose sensor does not see it; the sensor is left out from now on.

    An illegal piece is refused first, so that nobody loses a sensor by a slip.
    """
    now, place = play.now, play.place
    if now.stop is None and takes_the_place(now, site):
        place.change(relay, site, now.board.table.in_hand)
        return
    check_laid(now, site)
    if site not in place.mask.untrusted:
        leave_out(play, site, meta)
    believe(play, place.mask.with_word(site, lies=True))


def say_all_laid(play: Play, sites: frozenset[Site], meta: CommandMeta | None) -> None:
    """Record that the pieces with which a game begins all lie there, though these sensors do not see theirs."""
    for site in sorted(sites, key=GRID.sites.index):
        say_laid(play, site, meta)
        meta = None


def trust(play: Play, site: Site, meta: CommandMeta) -> None:
    """Read a sensor again; earlier faults no longer count against it."""
    place, senses = play.place, play.place.senses
    if place.number:
        place.trust(site)
    else:
        play.do(intents.TrustSensor(site), meta)
    senses.acquit(site)
    play.sense(senses.tick(play.clock()))
