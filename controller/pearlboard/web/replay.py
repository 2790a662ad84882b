"""The page that shows a finished game again, step by step, as HTML with an empty board. Text in, text out.

`static/replay.js` asks for the game and shows it; nothing here or there is about a game that is on.
"""

from collections.abc import Iterable
from datetime import datetime
from html import escape
from typing import Final

from pearlboard.texts import Catalogue
from pearlboard.web.board import board
from pearlboard.web.document import STYLES, Words, block, document, no_script, run, top

SCRIPTS: Final = ("replay.js", "board.js", "marks.js", "glow.js", "texts.js", "dom.js")
SYMBOLS: Final = {
    "first": '<path d="M6 5v14M19 5.5v13L9 12Z"/>',
    "back": '<path d="M16.500 5.500v13L6.500 12Z"/>',
    "play": '<path class="start" d="M8 5v14l11-7Z"/><path class="halt" d="M8 5.500v13M16 5.500v13"/>',
    "forward": '<path d="M7.500 5.500v13L17.500 12Z"/>',
    "last": '<path d="M18 5v14M5 5.500v13L15 12Z"/>',
}


def render(
    language: str, catalogue: Catalogue, *, version: str, number: int, finished: str, names: Iterable[str]
) -> str:
    """The page of game `number`, which was `finished` then (ISO 8601; shown in the table's time zone) by `names`."""
    words = Words(catalogue)
    title = words("replay_title", names=tuple(names))
    body = (
        f'<a class="skip" href="#sentence">{words("skip_to_step")}</a>{top(words, language, live=False)}'
        f'<main id="main" class="replay" data-number="{number}"><div class="stage">{_table(words)}{_steering(words)}</div>'
        f"{_panel(words, language, number, title, when(finished))}</main>"
        f"{no_script(words)}{block(language, words, version)}"
    )
    return document(language, f"{title} · {words('title')}", run(SCRIPTS), body, styles=(*STYLES, "replay.css"))


def when(finished: str) -> str:
    """A moment (ISO 8601) in the table's time zone."""
    return f'<time datetime="{escape(finished)}">{datetime.fromisoformat(finished).astimezone():%Y-%m-%d %H:%M}</time>'


def _table(words: Words) -> str:
    return (
        f'<div class="table"><div class="board" id="board">{board(words.catalogue)}'
        '<div class="veil" id="veil" hidden></div></div></div>'
    )


def _steering(words: Words) -> str:
    """What was done, and how to get from step to step."""
    buttons = "".join(
        f'<button type="button" class="round" id="go-{name}" aria-label="{words(f"replay_{name}")}" '
        f'title="{words(f"replay_{name}")}"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{symbol}</svg></button>'
        for name, symbol in SYMBOLS.items()
    )
    return (
        f'<section class="card steering" id="now" aria-label="{words("replay_done")}"><p id="whose" class="whose"></p>'
        f'<p id="sentence" class="sentence" role="status" aria-live="polite" tabindex="-1">{words("replay_coming")}</p>'
        '<ul id="also" class="quiet"></ul><p id="refusal" class="refusal" role="alert"></p>'
        f'<div class="transport" role="group" aria-label="{words("replay_steps")}">{buttons}'
        f'<input type="range" id="slider" min="0" max="0" value="0" aria-label="{words("replay_step")}">'
        '<span id="place" class="where" aria-hidden="true"></span></div></section>'
    )


def _panel(words: Words, language: str, number: int, title: str, when: str) -> str:
    story = (
        f'<section class="card story"><h2 id="steps-title">{words("replay_steps")}</h2>'
        '<ol id="steps" class="told" aria-labelledby="steps-title"></ol>'
        f'<p class="quiet keys-hint"><kbd>←</kbd><kbd>→</kbd> {words("replay_keys_step")} <kbd>{words("key_space")}</kbd> '
        f"{words('replay_play')}</p></section>"
    )
    rest = (
        f'<section class="card" aria-label="{words("players")}"><ul id="players" class="players"></ul>'
        f'<label class="switch"><input type="checkbox" id="values" checked><span>{words("replay_values")}</span></label>'
        f'<button type="button" id="exhibit" aria-pressed="false">{words("replay_lights")}</button>'
        f'<p class="links"><a href="/archive/{number}/analysis?lang={language}">{words("analysis")}</a> '
        f'<a href="/archive/{number}.json" download>{words("download")}</a> '
        f'<a href="/archive?lang={language}">{words("archive")}</a></p></section>'
    )
    return (
        f'<aside class="panel" aria-label="{words("game")}"><section class="card"><h1>{title}</h1>'
        f'<p class="quiet">{when}</p><p id="outcome"></p></section>{story}{rest}</aside>'
    )
