"""The pages that people read, as HTML: the table, the archive, and what is wrong. Text in, text out.

The table page comes with its whole scaffold and an empty board; `static/main.js` shows in it what the WebSocket says.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Final

from pearlboard.texts import Catalogue
from pearlboard.web.board import board
from pearlboard.web.computers import computers
from pearlboard.web.dialogs import dialogs
from pearlboard.web.document import Words, block, command, dial, document, icon, link, no_script, run, top
from pearlboard.web.form import form
from pearlboard.web.phones import look, phones, phones_button, proposal, tokens

__all__ = ["SCRIPTS", "Words", "archive", "block", "document", "problem", "render", "top"]

SCRIPTS: Final = (
    "main.js",
    "connection.js",
    "board.js",
    "marks.js",
    "glow.js",
    "now.js",
    "panel.js",
    "setup.js",
    "tokens.js",
    "computers.js",
    "proposal.js",
    "phones.js",
    "look.js",
    "code.js",
    "reveal.js",
    "score.js",
    "dialogs.js",
    "focus.js",
    "sound.js",
    "device.js",
    "texts.js",
    "dom.js",
)
ACTIONS: Final = (
    "confirm",
    "start",
    "pearls_laid",
    "agree",
    "hurry",
    "take_back",
    "hint",
    "advise",
    "pass",
    "tidy",
    "end_exhibit",
)
"""What stands beside the sentence; the first five say yes to something and never stand together."""


# --- the three pages ---------------------------------------------------------------------------------------------------


def render(language: str, catalogue: Catalogue, *, version: str) -> str:
    """The table page, the same for every game: what happens on the table arrives by WebSocket."""
    words = Words(catalogue)
    body = (
        f'<a class="skip" href="#sentence">{words("skip")}</a>{top(words, language, live=True)}'
        f'{link(words)}<main id="main" data-phase="connecting"><div class="stage">{_table(words)}{_now(words)}</div>'
        f"{_panel(words, language)}</main>{dialogs(words)}{phones(words)}{look(words)}{no_script(words)}"
        f"{block(language, words, version)}"
    )
    return document(language, words("title"), run(SCRIPTS), body)


def archive(language: str, catalogue: Catalogue, games: Sequence[Mapping[str, object]]) -> str:
    """The finished games, in the order given.

    Each has `finished` (a time in ISO 8601; shown in the time zone of the table), `players` (names), `result` (words),
    `replay` (the address of the page that shows it again) and `export` (that of its record).
    """
    words = Words(catalogue)
    rows = "".join(
        f"<tr><td>{_time(str(game['finished']))}</td><td>{_names(game['players'])}</td>"
        f"<td>{escape(str(game['result']))}</td>"
        f'<td><a href="{escape(str(game["replay"]))}?lang={language}">{words("replay")}</a></td>'
        f'<td><a href="{escape(str(game["export"]))}">{words("record")}</a></td></tr>'
        for game in games
    )
    heads = "".join(
        f'<th scope="col">{words(name)}</th>' for name in ("finished", "players", "result", "replay_head", "export")
    )
    table = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{words("archive")}"><table class="archive">'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    inside = table if games else f'<p class="quiet">{words("archive_empty")}</p>'
    return _reading(language, words, words("archive"), inside)


def problem(language: str, catalogue: Catalogue, title: str, text: str) -> str:
    """Something is wrong: a heading and what to do, for safe mode and for addresses that do not exist."""
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())
    return _reading(language, Words(catalogue), escape(title), paragraphs)


def _reading(language: str, words: Words, title: str, inside: str) -> str:
    """A page to read, without a table."""
    body = (
        f'{top(words, language, live=False)}<main class="reading"><h1>{title}</h1>{inside}'
        f'<p><a class="button" href="/?lang={language}">{words("to_the_table")}</a></p></main>'
    )
    return document(language, f"{title} · {words('title')}", "", body)


def _time(finished: str) -> str:
    return f'<time datetime="{escape(finished)}">{datetime.fromisoformat(finished).astimezone():%Y-%m-%d %H:%M}</time>'


def _names(players: object) -> str:
    return escape(", ".join(str(name) for name in players)) if isinstance(players, Iterable) else ""


# --- parts -------------------------------------------------------------------------------------------------------------


def _table(words: Words) -> str:
    return (
        f'<div class="table"><div class="board" id="board">{board(words.catalogue)}'
        f'<div class="popover" id="popover" role="dialog" aria-labelledby="popover-title" hidden>'
        f'<p id="popover-title"></p><div class="values" id="popover-values"></div></div>'
        f'<div class="veil" id="veil" hidden><p>{words("paused")}</p>{command(words, "resume", "main")}</div>'
        "</div></div>"
    )


def _now(words: Words) -> str:
    acts = "".join(command(words, name, "main" if name in ACTIONS[:5] else "") for name in ACTIONS)
    look_now = (
        f'<button type="button" class="main" id="look-open" hidden>{icon("eye")}<span id="look-label"></span></button>'
    )
    return (
        f'<section class="now" id="now" aria-label="{words("now")}">{dial()}<div class="say"><p id="whose" class="whose"></p>'
        f'<p id="sentence" class="sentence" role="status" aria-live="polite" tabindex="-1">{words("connecting")}</p>'
        '<p id="refusal" class="refusal" role="alert"></p>'
        f'<div class="in-hand">{tokens(words)}<p id="token-why" class="token-why" role="status"></p></div></div>'
        f'<div class="acts" id="acts">{look_now}{acts}</div></section>'
    )


def _panel(words: Words, language: str) -> str:
    players = (
        f'<section class="card" id="seats" hidden><h2>{words("players")}</h2><ul id="players" class="players"></ul>'
        f'<div class="supply" id="supply">{_stick()}<p id="pontoons"></p></div></section>'
    )
    service = "".join(command(words, name) for name in ("pause", "abandon"))
    rules = (
        f'<details class="card" id="rules" hidden><summary>{words("rules")}</summary><ul id="rule-list"></ul></details>'
    )
    return (
        f'<aside class="panel" aria-label="{words("game")}"><div role="status"><ul id="notices" class="notices"></ul></div>'
        f'{computers(words)}{proposal(words)}{form(words)}{_reveal(words)}<section class="card" id="count" hidden></section>'
        f'<section class="card" id="result" hidden></section>{players}{_value(words)}{phones_button(words)}{rules}<div class="service" id="service">{service}</div>'
        f'<a class="wordy" href="/archive?lang={language}">{words("archive")}</a></aside>'
    )


def _value(words: Words) -> str:
    values = "".join(
        f'<button type="button" data-value="{value}" aria-label="{words("value_short", value=value)}">{value}</button>'
        for value in range(1, 6)
    )
    return (
        f'<section class="card" id="value" aria-labelledby="value-title" hidden><h2 id="value-title">{words("value_now")}</h2>'
        f'<p class="quiet" id="value-why">{words("value_why")}</p><div class="values">{values}'
        f'<button type="button" id="value-later" aria-pressed="false">{words("value_later")}</button>'
        f'<button type="button" class="plain" data-value="0">{words("value_clear")}</button></div>'
        '<p id="value-state" role="status"></p></section>'
    )


def _stick() -> str:
    return (
        '<svg viewBox="0 0 86 24" class="stick" aria-hidden="true"><rect x="3" y="3" width="80" height="18" rx="4" '
        'fill="url(#wood)"/></svg>'
    )


def _reveal(words: Words) -> str:
    return (
        f'<section class="card" id="reveal" hidden><h2 id="reveal-title">{words("reveal")}</h2>'
        f'<p class="quiet">{words("reveal_how")}</p><div role="status"><ul id="problems" class="problems"></ul></div>'
        f'<ul id="said" class="said"></ul><div class="steps"><button type="button" id="earlier">{words("earlier")}</button>'
        f'<button type="button" id="later">{words("later")}</button></div></section>'
    )
