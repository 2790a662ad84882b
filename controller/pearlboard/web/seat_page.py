"""A seat's own page, for one thumb on a phone: the table above, and below it what only this player knows. Text in, text out.

It is the same page for every seat. Whose it is, an invitation in the address says once, in the part after the `#`, which
no server and no log gets to see; `static/join.js` takes it out of the address and exchanges it.
"""

from typing import Final

from pearlboard.texts import Catalogue
from pearlboard.web.board import board
from pearlboard.web.computers import computers
from pearlboard.web.document import (
    STYLES,
    Words,
    block,
    command,
    dial,
    document,
    icon,
    languages,
    link,
    no_script,
    run,
    sound_switch,
)
from pearlboard.web.phones import proposal, tokens

SCRIPTS: Final = (
    "seat.js",
    "seats.js",
    "join.js",
    "curtain.js",
    "hand.js",
    "own.js",
    "connection.js",
    "board.js",
    "marks.js",
    "glow.js",
    "now.js",
    "tokens.js",
    "computers.js",
    "proposal.js",
    "score.js",
    "sound.js",
    "texts.js",
    "dom.js",
)
ACTIONS: Final = ("confirm", "agree", "hurry", "take_back", "hint", "advise", "pass")


def render(language: str, catalogue: Catalogue, *, version: str) -> str:
    """The page; what it shows arrives by WebSocket once it has a seat."""
    words = Words(catalogue)
    body = (
        f'<a class="skip" href="#sentence">{words("skip")}</a>{_head(words)}{link(words)}{_welcome(words)}'
        f'<main id="main" class="seat-page" data-phase="connecting" hidden>{_now(words)}{_table(words)}'
        f'<div class="below"><div role="status"><ul id="notices" class="notices"></ul></div>{proposal(words)}{computers(words)}'
        f'<p class="card" id="waiting" hidden>{words("waiting")}</p>{_own(words)}'
        '<section class="card" id="count" hidden></section><section class="card" id="result" hidden></section>'
        f"{_private(words)}{_curtain(words)}{_dock(words)}</div></main>"
        f"{_menu(words, language)}{_leaving(words)}{no_script(words)}{block(language, words, version)}"
    )
    return document(language, words("seat_title"), run(SCRIPTS), body, styles=(*STYLES, "seat.css"))


def _head(words: Words) -> str:
    return (
        f'<header class="seat-top"><span id="my-emblem" aria-hidden="true"></span><h1 id="me">Pearlboard</h1>'
        f'<strong id="my-turn" class="my-turn" hidden>{words("your_turn")}</strong>'
        f'<nav aria-label="{words("page")}"><button class="round" id="cover" type="button" hidden aria-label="{words("cover")}" '
        f'title="{words("cover")}">{icon("cover")}</button><button class="round" id="menu-open" type="button" '
        f'aria-label="{words("menu")}" title="{words("menu")}">{icon("more")}</button></nav></header>'
    )


def _welcome(words: Words) -> str:
    """For a phone without a seat: what is the matter, and what to do."""
    return (
        f'<main class="welcome card" id="welcome" aria-labelledby="welcome-title" hidden>'
        '<img src="/static/icon.svg" alt="" width="72" height="72"><h2 id="welcome-title" tabindex="-1"></h2>'
        '<p id="welcome-why" role="alert"></p><p id="welcome-how"></p>'
        f'<button type="button" class="main wide" id="try-again" hidden>{words("try_again")}</button></main>'
    )


def _now(words: Words) -> str:
    return (
        f'<section class="now" id="now" aria-label="{words("now")}">{dial()}<div class="say"><p id="whose" class="whose"></p>'
        f'<p id="sentence" class="sentence" role="status" aria-live="polite" tabindex="-1">{words("connecting")}</p>'
        '<p id="refusal" class="refusal" role="alert"></p></div></section>'
    )


def _table(words: Words) -> str:
    return (
        f'<div class="table" id="table"><div class="board" id="board">{board(words.catalogue)}'
        f'<div class="veil" id="veil" hidden><p>{words("paused")}</p>{command(words, "resume", "main")}</div></div></div>'
    )


def _own(words: Words) -> str:
    """At the reveal: the player's own Divers."""
    return (
        f'<section class="card" id="own" aria-labelledby="own-title" hidden><h2 id="own-title">{words("own_reveal")}</h2>'
        f'<p class="quiet">{words("own_reveal_how")}</p><div role="status"><ul id="problems" class="problems"></ul></div>'
        '<ul id="own-divers" class="said"></ul></section>'
    )


def _private(words: Words) -> str:
    """What only this player may see."""
    return (
        f'<section class="private" id="private" aria-labelledby="hand-title" hidden>'
        f'<p id="seen" class="seen" role="status" hidden>{icon("eye")}<span><span class="only">{words("only_you")}</span>'
        '<b id="seen-text"></b></span></p>'
        f'<div class="hand-head"><h2 id="hand-title">{words("my_divers")}</h2><p id="hand-left" class="quiet"></p></div>'
        '<div class="hand-row" role="group" aria-labelledby="hand-title"><div class="hand-values" id="hand-values"></div>'
        f'<button type="button" class="tile later" id="hand-later" aria-pressed="false" aria-label="{words("value_later")}" hidden>'
        f'<b aria-hidden="true">?</b><span class="times" aria-hidden="true">{words("at_the_end")}</span></button></div>'
        '<p id="hand-state" role="status"></p><p id="hand-unsaid" class="quiet"></p></section>'
    )


def _curtain(words: Words) -> str:
    """What stands there instead: by hand, or while the device goes from one player to the next."""
    return (
        '<section class="curtain" id="curtain" aria-labelledby="curtain-title" hidden>'
        f'{icon("cover")}<h2 id="curtain-title" tabindex="-1"></h2>'
        '<button type="button" class="main wide" id="uncover"></button></section>'
        f'<div class="seats-here" id="seats-here" role="group" aria-label="{words("seats_here")}" hidden></div>'
    )


def _dock(words: Words) -> str:
    """What the thumb reaches: tokens, and what may be done."""
    acts = "".join(command(words, name, "main" if name in ACTIONS[:3] else "") for name in ACTIONS)
    return (
        f'<div class="dock" id="dock"><p id="token-why" class="token-why" role="status"></p>{tokens(words)}'
        f'<div class="acts" id="acts">{acts}</div></div>'
    )


def _menu(words: Words, language: str) -> str:
    return (
        f'<dialog id="menu" aria-labelledby="menu-title"><div class="head"><h2 id="menu-title" tabindex="-1" autofocus>{words("menu")}</h2>'
        f'<form method="dialog"><button class="round" aria-label="{words("close")}">×</button></form></div>'
        f'<p>{words("seat_help")}</p><p class="quiet">{words("seat_private")}</p>'
        f'<div class="acts">{languages(language)}{sound_switch(words)}{command(words, "pause")}</div>'
        f'<button type="button" class="danger" id="leave" hidden>{words("leave")}</button></dialog>'
    )


def _leaving(words: Words) -> str:
    return (
        f'<dialog id="leaving" aria-labelledby="leaving-title"><h2 id="leaving-title">{words("leave_sure")}</h2>'
        f'<p id="leaving-text"></p><form method="dialog" class="acts"><button value="no" class="main">{words("leave_no")}</button>'
        f'<button value="yes" class="danger" id="leave-yes">{words("leave")}</button></form></dialog>'
    )
