"""The pages that people read, as HTML: the table, the archive, and what is wrong. Text in, text out.

The table page comes with its whole scaffold and an empty board; `static/main.js` shows in it what the WebSocket says.
Whatever was typed by people is escaped here and goes through `textContent` there. No script, style or drawing is inline
or from elsewhere, so the strictest Content-Security-Policy fits; the labels that scripts need travel as a block of JSON,
which is not executed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Final

from pearlboard.games.perladora.state import CLUSTERS, FARMS, Clan
from pearlboard.geometry import GRID
from pearlboard.texts import LANGUAGES, Catalogue, Parameter, say
from pearlboard.web.art import EMBLEMS
from pearlboard.web.board import board

STYLES: Final = ("page.css", "board.css", "panel.css")
SCRIPTS: Final = ("main.js", "connection.js", "board.js", "marks.js", "glow.js", "panel.js", "setup.js", "reveal.js",
                  "score.js", "dialogs.js", "focus.js", "sound.js", "texts.js", "dom.js")
LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français"}
ACTIONS: Final = ("confirm", "start", "pearls_laid", "agree", "take_back", "hint", "pass", "tidy")
"""What stands beside the sentence; the first four say yes to something and never stand together."""
MOST_PLAYERS: Final = 4
LONGEST_NAME: Final = 24


class Words:
    """The labels of one language, safe to stand in HTML."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def __call__(self, name: str, **parameters: Parameter) -> str:
        return escape(self.catalogue.render(say(f"ui_{name}", **parameters)))

    def for_scripts(self) -> dict[str, str | Mapping[str, str]]:
        """All of them, as templates, for the scripts."""
        return {name[3:]: text for name, text in self.catalogue.entries.items() if name.startswith("ui_")}


# --- the three pages ---------------------------------------------------------------------------------------------------


def render(language: str, catalogue: Catalogue, *, version: str) -> str:
    """The table page, the same for every game: what happens on the table arrives by WebSocket."""
    words = Words(catalogue)
    preload = "".join(f'<link rel="modulepreload" href="/static/{name}">' for name in SCRIPTS)
    script = f'{preload}<script type="module" src="/static/main.js"></script>'
    body = (f'<a class="skip" href="#sentence">{words("skip")}</a>{top(words, language, live=True)}'
            f'<p id="link" class="link" role="status" data-state="connecting">{words("connecting")}</p>'
            f'<main id="main" data-phase="connecting"><div class="stage">{_table(words)}{_now(words)}</div>'
            f'{_panel(words, language)}</main>{_dialogs(words)}'
            f'<noscript><p class="link">{words("needs_script")}</p></noscript>{block(language, words, version)}')
    return document(language, words("title"), script, body)


def archive(language: str, catalogue: Catalogue, games: Sequence[Mapping[str, object]]) -> str:
    """The finished games, in the order given.

    Each has `finished` (a time in ISO 8601; shown in the time zone of the table), `players` (names), `result` (words)
    and `export` (the address of its record).
    """
    words = Words(catalogue)
    rows = "".join(
        f'<tr><td>{_time(str(game["finished"]))}</td><td>{_names(game["players"])}</td>'
        f'<td>{escape(str(game["result"]))}</td>'
        f'<td><a href="{escape(str(game["export"]))}">{words("record")}</a></td></tr>' for game in games)
    heads = "".join(f'<th scope="col">{words(name)}</th>' for name in ("finished", "players", "result", "export"))
    table = (f'<div class="scroll" tabindex="0" role="region" aria-label="{words("archive")}"><table class="archive">'
             f'<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>')
    inside = table if games else f'<p class="quiet">{words("archive_empty")}</p>'
    return _reading(language, words, words("archive"), inside)


def problem(language: str, catalogue: Catalogue, title: str, text: str) -> str:
    """Something is wrong: a heading and what to do, for safe mode and for addresses that do not exist."""
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())
    return _reading(language, Words(catalogue), escape(title), paragraphs)


def _reading(language: str, words: Words, title: str, inside: str) -> str:
    """A page to read, without a table."""
    body = (f'{top(words, language, live=False)}<main class="reading"><h1>{title}</h1>{inside}'
            f'<p><a class="button" href="/?lang={language}">{words("to_the_table")}</a></p></main>')
    return document(language, f'{title} · {words("title")}', "", body)


def document(language: str, title: str, script: str, body: str) -> str:
    """A whole page of ours; `title` and `body` are HTML, and so is `script`, which stands in its head."""
    styles = "".join(f'<link rel="stylesheet" href="/static/{name}">' for name in STYLES)
    return (f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark">'
            '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0a4a5c">'
            '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#06151f">'
            f'<link rel="icon" type="image/svg+xml" href="/static/icon.svg">{styles}{script}</head><body>{body}</body></html>\n')


def _time(finished: str) -> str:
    return f'<time datetime="{escape(finished)}">{datetime.fromisoformat(finished).astimezone():%Y-%m-%d %H:%M}</time>'


def _names(players: object) -> str:
    return escape(", ".join(str(name) for name in players)) if isinstance(players, Iterable) else ""


def block(language: str, words: Words, version: str) -> str:
    """What the scripts of a page know from the start: its language and labels, and the names of everything."""
    known = {"language": language, "version": version, "lights": [str(light) for light in GRID.lights],
             "farms": [str(farm) for farm in FARMS], "clusters": CLUSTERS, "clans": [str(clan) for clan in Clan],
             "words": words.for_scripts()}
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="known">{text}</script>'


# --- parts -------------------------------------------------------------------------------------------------------------


def top(words: Words, language: str, *, live: bool) -> str:
    """The head of a page; `live`: it shows the table as it is now."""
    brand = f'<a class="brand" href="/?lang={language}"><img src="/static/icon.svg" alt="" width="34" height="34">Pearlboard</a>'
    if live:
        brand = f'<h1 class="brand"><img src="/static/icon.svg" alt="" width="34" height="34">{words("title")}</h1>'
    languages = "".join(f'<a class="round" id="to-{other}" href="?lang={other}" hreflang="{other}" lang="{other}" '
                        f'title="{LANGUAGE_NAMES[other]}" aria-label="{LANGUAGE_NAMES[other]}">{other.upper()}</a>'
                        for other in LANGUAGES if other != language)
    switches = (f'<button class="round" id="sound" type="button" aria-pressed="false" aria-label="{words("sound")}" '
                f'title="{words("sound")}">{_icon("sound")}</button>'
                f'<button class="round" id="help-open" type="button" aria-label="{words("help")}" '
                f'title="{words("help")}">?</button>') if live else ""
    badge = f'<strong id="simulated" class="badge" hidden>{words("simulated")}</strong>' if live else ""
    return (f'<header class="top">{brand}{badge}<nav aria-label="{words("page")}">'
            f'<a class="wordy" href="/archive?lang={language}">{words("archive")}</a>{languages}{switches}</nav></header>')


def _icon(name: str) -> str:
    shapes = {
        "sound": '<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z"/><path class="waves" d="M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>'
                 '<path class="mute" d="M15.5 9.5l5 5m0-5l-5 5"/>',
        "legal": '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
        "illegal": '<path d="M6.5 6.5l11 11m0-11l-11 11"/>',
        "unfinished": '<path d="M6 12h.1M12 12h.1M18 12h.1"/>',
    }
    return f'<svg class="icon icon-{name}" viewBox="0 0 24 24" aria-hidden="true">{shapes[name]}</svg>'


def _table(words: Words) -> str:
    return (f'<div class="table"><div class="board" id="board">{board(words.catalogue)}'
            f'<div class="popover" id="popover" role="dialog" aria-labelledby="popover-title" hidden>'
            f'<p id="popover-title"></p><div class="values" id="popover-values"></div></div>'
            f'<div class="veil" id="veil" hidden><p>{words("paused")}</p>{_command(words, "resume", "main")}</div>'
            '</div></div>')


def _now(words: Words) -> str:
    dial = ('<div class="dial" id="dial" aria-hidden="true"><svg class="ring" viewBox="0 0 64 64"><circle cx="32" cy="32" r="28"/>'
            '<circle id="countdown" cx="32" cy="32" r="28" pathLength="100"/></svg><b id="seconds"></b>'
            f'{"".join(_icon(name) for name in ("legal", "illegal", "unfinished"))}</div>')
    acts = "".join(_command(words, name, "main" if name in ACTIONS[:4] else "") for name in ACTIONS)
    return (f'<section class="now" id="now" aria-label="{words("now")}">{dial}<div class="say"><p id="whose" class="whose"></p>'
            f'<p id="sentence" class="sentence" role="status" aria-live="polite" tabindex="-1">{words("connecting")}</p>'
            f'<p id="refusal" class="refusal" role="alert"></p></div><div class="acts" id="acts">{acts}</div></section>')


def _command(words: Words, name: str, kind: str = "") -> str:
    return f'<button type="button" class="{kind}" id="do-{name}" data-command="{name}" hidden>{words(name)}</button>'


def _panel(words: Words, language: str) -> str:
    values = "".join(f'<button type="button" data-value="{value}">{value}</button>' for value in range(1, 6))
    value = (f'<section class="card" id="value" aria-labelledby="value-title" hidden><h2 id="value-title">{words("value_now")}</h2>'
             f'<p class="quiet">{words("value_why")}</p><div class="values">{values}'
             f'<button type="button" class="plain" data-value="0">{words("value_clear")}</button></div>'
             '<p id="value-state" role="status"></p></section>')
    players = (f'<section class="card" id="seats" hidden><h2>{words("players")}</h2><ul id="players" class="players"></ul>'
               f'<div class="supply" id="supply">{_stick()}<p id="pontoons"></p></div></section>')
    service = "".join(_command(words, name) for name in ("pause", "abandon"))
    rules = (f'<details class="card" id="rules" hidden><summary>{words("rules")}</summary>'
             '<ul id="rule-list"></ul></details>')
    return (f'<aside class="panel" aria-label="{words("game")}"><div role="status"><ul id="notices" class="notices"></ul></div>{_setup(words)}'
            f'{_reveal(words)}<section class="card" id="count" hidden></section>'
            f'<section class="card" id="result" hidden></section>{players}{value}{rules}<div class="service" id="service">{service}</div>'
            f'<a class="wordy" href="/archive?lang={language}">{words("archive")}</a></aside>')


def _stick() -> str:
    return ('<svg viewBox="0 0 86 24" class="stick" aria-hidden="true"><rect x="3" y="3" width="80" height="18" rx="4" '
            'fill="url(#wood)"/></svg>')


def _reveal(words: Words) -> str:
    return (f'<section class="card" id="reveal" hidden><h2 id="reveal-title">{words("reveal")}</h2>'
            f'<p class="quiet">{words("reveal_how")}</p><div role="status"><ul id="problems" class="problems"></ul></div>'
            f'<ul id="said" class="said"></ul><div class="steps"><button type="button" id="earlier">{words("earlier")}</button>'
            f'<button type="button" id="later">{words("later")}</button></div></section>')


# --- the set-up form ---------------------------------------------------------------------------------------------------


def _setup(words: Words) -> str:
    seats = "".join(_seat(words, seat) for seat in range(1, MOST_PLAYERS + 1))
    more = (_choice(words, "edition", ("en", "fr")) + _switch(words, "voluntary_pass") + _switch(words, "peek_own")
            + _choice(words, "hints", ("off", "request", "always")) + _choice(words, "confirm", ("auto", "button")))
    return (f'<form class="card" id="setup" novalidate hidden><h2>{words("new_table")}</h2>'
            f'{_choice(words, "players", ("2", "3", "4"))}<div class="seats">{seats}</div>'
            f'<fieldset class="choice" id="first"><legend>{words("first")}</legend><div class="options" id="first-options"></div></fieldset>'
            f'{_choice(words, "farms", ("deal", "type"))}{_farms(words)}'
            f'<details id="more"><summary>{words("more")}</summary>{more}</details>'
            '<p id="setup-error" class="refusal" role="alert"></p>'
            f'<button type="submit" class="main wide" id="set-up">{words("set_up")}</button></form>')


def _seat(words: Words, seat: int) -> str:
    clans = "".join(
        f'<label class="clan" data-clan="{clan}" title="{words(f"clan_{clan}")}"><input type="radio" name="clan-{seat}" '
        f'value="{clan}"><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#emblem-{clan}"/></svg>'
        f'<span class="unseen">{words(f"clan_{clan}")}</span></label>' for clan in EMBLEMS)
    return (f'<fieldset class="seat" id="seat-{seat}" data-seat="{seat}"><legend>{words("player", number=seat)}</legend>'
            f'<label class="name"><span class="unseen">{words("name")}</span><input type="text" id="name-{seat}" '
            f'maxlength="{LONGEST_NAME}" autocomplete="off" placeholder="{words("player", number=seat)}"></label>'
            f'<div class="clans" role="radiogroup" aria-label="{words("clan")}">{clans}</div></fieldset>')


def _choice(words: Words, name: str, options: Sequence[str]) -> str:
    """One of a few, side by side."""
    inside = "".join(f'<label><input type="radio" name="{name}" value="{option}"><span>{words(f"{name}_{option}")}</span></label>'
                     for option in options)
    return (f'<fieldset class="choice" id="choose-{name}"><legend>{words(f"{name}_choice")}</legend>'
            f'<div class="options">{inside}</div></fieldset>')


def _switch(words: Words, name: str) -> str:
    return f'<label class="switch"><input type="checkbox" name="{name}"><span>{words(name)}</span></label>'


def _farms(words: Words) -> str:
    sizes = "".join(f'<option value="{size}">{size}</option>' for size in sorted(set(CLUSTERS)))
    farms = "".join(f'<label class="farm"><span>{farm}</span><select name="farm-{farm}" data-farm="{farm}">'
                    f'<option value="">–</option>{sizes}</select></label>' for farm in FARMS)
    return (f'<fieldset class="farms" id="farms" hidden><legend>{words("farms_legend")}</legend><div class="dishes">{farms}</div>'
            '<p id="farms-left" role="status"></p></fieldset>')


# --- dialogs -----------------------------------------------------------------------------------------------------------


def _dialogs(words: Words) -> str:
    keys = "".join(f"<dt>{''.join(f'<kbd>{escape(key)}</kbd>' for key in keys)}</dt><dd>{words(name)}</dd>"
                   for name, keys in (("key_move", "←↑↓→"), ("key_jump", ("⇧←", "⇧→", "⇧↑", "⇧↓")),
                                      ("key_put", ("Enter", words("key_space"))),
                                      ("key_confirm", ("C", words("key_end"))), ("key_take_back", "T"), ("key_hint", "H"),
                                      ("key_value", ("1", "…", "5")), ("key_clear", "0"), ("key_help", "?")))
    signs = "".join(f'<dt><i class="sign sign-{name}"></i></dt><dd>{words(f"sign_{name}")}</dd>'
                    for name in ("draft", "missing", "wrong", "region"))
    return (f'<dialog id="help" aria-labelledby="help-title"><h2 id="help-title" tabindex="-1" autofocus>{words("help")}</h2>'
            f'<p>{words("help_how")}</p><dl class="signs">{signs}</dl><h3>{words("keys")}</h3><dl class="keys">{keys}</dl>'
            f'<label class="switch"><input type="checkbox" id="single-keys" checked><span>{words("single_keys")}</span></label>'
            f'<form method="dialog"><button class="main">{words("close")}</button></form></dialog>'
            f'<dialog id="sure" aria-labelledby="sure-title"><h2 id="sure-title">{words("sure")}</h2><p>{words("sure_text")}</p>'
            f'<form method="dialog" class="acts"><button value="no" class="main">{words("keep_playing")}</button>'
            f'<button value="yes" class="danger">{words("abandon")}</button></form></dialog>'
            f'<dialog id="question" aria-labelledby="question-text"><h2 id="question-text"></h2><div class="acts">'
            f'<button type="button" class="main" data-answer="continue">{words("continue")}</button>'
            f'<button type="button" data-answer="new">{words("new")}</button></div></dialog>')
