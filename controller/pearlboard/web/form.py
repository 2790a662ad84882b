"""The set-up form of the table page: who plays, with which rules, and where the Pearls lie. `static/setup.js` fills it."""

from collections.abc import Sequence
from typing import Final

from pearlboard.games.perladora.state import CLUSTERS, FARMS
from pearlboard.web.art import EMBLEMS
from pearlboard.web.computers import player_choice
from pearlboard.web.document import Words

MOST_PLAYERS: Final = 4
LONGEST_NAME: Final = 24


def form(words: Words) -> str:
    """The form, with places for as many as can play."""
    seats = "".join(_seat(words, seat) for seat in range(1, MOST_PLAYERS + 1))
    more = (
        _choice(words, "edition", ("en", "fr"))
        + _switch(words, "voluntary_pass")
        + _switch(words, "peek_own")
        + _choice(words, "hints", ("off", "request", "always"))
        + _choice(words, "confirm", ("auto", "button"))
    )
    return (
        f'<form class="card" id="setup" novalidate hidden><h2>{words("new_table")}</h2>'
        f"{_choice(words, 'players', ('2', '3', '4'))}{_switch(words, 'advanced')}{_choice(words, 'clans', ('draw', 'choose'))}"
        f'<div class="seats">{seats}</div>'
        f'<fieldset class="choice" id="first"><legend>{words("first")}</legend><div class="options" id="first-options"></div></fieldset>'
        f"{_choice(words, 'farms', ('deal', 'type'))}{_farms(words)}"
        f'<details id="more"><summary>{words("more")}</summary>{more}</details>'
        '<p id="setup-error" class="refusal" role="alert"></p>'
        f'<button type="submit" class="main wide" id="set-up">{words("set_up")}</button></form>'
    )


def _seat(words: Words, seat: int) -> str:
    clans = "".join(
        f'<label class="clan" data-clan="{clan}" title="{words(f"clan_{clan}")}"><input type="radio" name="clan-{seat}" '
        f'value="{clan}"><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#emblem-{clan}"/></svg>'
        f'<span class="unseen">{words(f"clan_{clan}")}</span></label>'
        for clan in EMBLEMS
    )
    return (
        f'<fieldset class="seat" id="seat-{seat}" data-seat="{seat}"><legend>{words("player", number=seat)}</legend>'
        f'<label class="name"><span class="unseen">{words("name")}</span><input type="text" id="name-{seat}" '
        f'maxlength="{LONGEST_NAME}" autocomplete="off" placeholder="{words("player", number=seat)}"></label>'
        f'<div class="clans" role="radiogroup" aria-label="{words("clan")}">{clans}</div>{player_choice(words, seat)}</fieldset>'
    )


def _choice(words: Words, name: str, options: Sequence[str]) -> str:
    """One of a few, side by side."""
    inside = "".join(
        f'<label><input type="radio" name="{name}" value="{option}"><span>{words(f"{name}_{option}")}</span></label>'
        for option in options
    )
    return (
        f'<fieldset class="choice" id="choose-{name}"><legend>{words(f"{name}_choice")}</legend>'
        f'<div class="options">{inside}</div></fieldset>'
    )


def _switch(words: Words, name: str) -> str:
    return f'<label class="switch"><input type="checkbox" name="{name}"><span>{words(name)}</span></label>'


def _farms(words: Words) -> str:
    sizes = "".join(f'<option value="{size}">{size}</option>' for size in sorted(set(CLUSTERS)))
    farms = "".join(
        f'<label class="farm"><span>{farm}</span><select name="farm-{farm}" data-farm="{farm}">'
        f'<option value="">–</option>{sizes}</select></label>'
        for farm in FARMS
    )
    return (
        f'<fieldset class="farms" id="farms" hidden><legend>{words("farms_legend")}</legend><div class="dishes">{farms}</div>'
        '<p id="farms-left" role="status"></p></fieldset>'
    )
