"""What all pages share: the frame of a document, the head of a page, the labels for scripts. Text in, text out.

Whatever was typed by people is escaped here and goes through `textContent` in the scripts. No script, style or drawing
is inline or from elsewhere, so the strictest Content-Security-Policy fits; the labels that scripts need travel as a
block of JSON, which is not executed.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from pearlboard.games.perladora.state import CLUSTERS, FARMS, Clan
from pearlboard.geometry import GRID
from pearlboard.texts import LANGUAGES, Catalogue, Parameter, say

STYLES: Final = ("page.css", "board.css", "panel.css")
LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français"}


class Words:
    """The labels of one language, safe to stand in HTML."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Speak as `catalogue` does."""
        self.catalogue = catalogue

    def __call__(self, name: str, **parameters: Parameter) -> str:
        """The label `ui_<name>`."""
        return escape(self.catalogue.render(say(f"ui_{name}", **parameters)))

    def for_scripts(self) -> dict[str, str | Mapping[str, str]]:
        """All of them, as templates, for the scripts."""
        return {name[3:]: text for name, text in self.catalogue.entries.items() if name.startswith("ui_")}


def document(language: str, title: str, script: str, body: str, *, styles: Sequence[str] = STYLES) -> str:
    """A whole page of ours; `title` and `body` are HTML, and so is `script`, which stands in its head."""
    sheets = "".join(f'<link rel="stylesheet" href="/static/{name}">' for name in styles)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0a4a5c">'
        '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#06151f">'
        f'<link rel="icon" type="image/svg+xml" href="/static/icon.svg">{sheets}{script}</head><body>{body}</body></html>\n'
    )


def run(modules: Sequence[str]) -> str:
    """For the head of a page: its first module is run, the others are what it imports."""
    preload = "".join(f'<link rel="modulepreload" href="/static/{name}">' for name in modules)
    return f'{preload}<script type="module" src="/static/{modules[0]}"></script>'


def block(language: str, words: Words, version: str) -> str:
    """What the scripts of a page know from the start: its language and labels, and the names of everything."""
    known = {
        "language": language,
        "version": version,
        "lights": [str(light) for light in GRID.lights],
        "farms": [str(farm) for farm in FARMS],
        "clusters": CLUSTERS,
        "clans": [str(clan) for clan in Clan],
        "words": words.for_scripts(),
    }
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="known">{text}</script>'


def languages(language: str) -> str:
    """A link to the same page in every other language."""
    return "".join(
        f'<a class="round" id="to-{other}" href="?lang={other}" hreflang="{other}" lang="{other}" '
        f'title="{LANGUAGE_NAMES[other]}" aria-label="{LANGUAGE_NAMES[other]}">{other.upper()}</a>'
        for other in LANGUAGES
        if other != language
    )


def top(words: Words, language: str, *, live: bool) -> str:
    """The head of a page; `live` on the table page itself."""
    brand = f'<a class="brand" href="/?lang={language}"><img src="/static/icon.svg" alt="" width="34" height="34">Pearlboard</a>'
    if live:
        brand = f'<h1 class="brand"><img src="/static/icon.svg" alt="" width="34" height="34">{words("title")}</h1>'
    switches = (
        (
            f'{sound_switch(words)}<button class="round" id="help-open" type="button" aria-label="{words("help")}" '
            f'title="{words("help")}">?</button>'
        )
        if live
        else ""
    )
    badge = f'<strong id="simulated" class="badge" hidden>{words("simulated")}</strong>' if live else ""
    return (
        f'<header class="top">{brand}{badge}<nav aria-label="{words("page")}">'
        f'<a class="wordy" href="/archive?lang={language}">{words("archive")}</a>{languages(language)}{switches}</nav></header>'
    )


def sound_switch(words: Words) -> str:
    """The tones of the table, off until somebody wants them."""
    return (
        f'<button class="round" id="sound" type="button" aria-pressed="false" aria-label="{words("sound")}" '
        f'title="{words("sound")}">{icon("sound")}</button>'
    )


def icon(name: str) -> str:
    """A drawing of one line."""
    shapes = {
        "sound": '<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z"/><path class="waves" d="M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>'
        '<path class="mute" d="M15.5 9.5l5 5m0-5l-5 5"/>',
        "legal": '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
        "illegal": '<path d="M6.5 6.5l11 11m0-11l-11 11"/>',
        "unfinished": '<path d="M6 12h.1M12 12h.1M18 12h.1"/>',
        "eye": '<path d="M2.5 12C6 6.5 18 6.5 21.5 12C18 17.5 6 17.5 2.5 12Z"/><circle cx="12" cy="12" r="2.8"/>',
        "cover": '<path d="M2.5 12C6 6.5 18 6.5 21.5 12C18 17.5 6 17.5 2.5 12Z"/><circle cx="12" cy="12" r="2.8"/><path d="M4.5 19.5l15-15"/>',
        "phone": '<rect x="7" y="2.5" width="10" height="19" rx="2.2"/><path d="M11 18.4h2"/>',
        "more": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    }
    return f'<svg class="icon icon-{name}" viewBox="0 0 24 24" aria-hidden="true">{shapes[name]}</svg>'


def dial() -> str:
    """The ring that counts down, with the sign of what the table makes of the draft."""
    signs = "".join(icon(name) for name in ("legal", "illegal", "unfinished"))
    return (
        '<div class="dial" id="dial" aria-hidden="true"><svg class="ring" viewBox="0 0 64 64"><circle cx="32" cy="32" r="28"/>'
        f'<circle id="countdown" cx="32" cy="32" r="28" pathLength="100"/></svg><b id="seconds"></b>{signs}</div>'
    )


def link(words: Words) -> str:
    """Whether the page is connected with its table."""
    return f'<p id="link" class="link" role="status" data-state="connecting">{words("connecting")}</p>'


def no_script(words: Words) -> str:
    """What is shown to those without JavaScript."""
    return f'<noscript><p class="link">{words("needs_script")}</p></noscript>'


def command(words: Words, name: str, kind: str = "") -> str:
    """A button that asks something of the table; the scripts show it when it may be asked."""
    return f'<button type="button" class="{kind}" id="do-{name}" data-command="{name}" hidden>{words(name)}</button>'
