"""The operator's page, for whoever builds the table and looks after it: every sensor as it reads now, the trials of
the bench, and what the doctor finds. Text in, text out.

The page itself is for anybody; what it shows is fetched with the operator's token, which the program prints at start.
"""

from typing import Final

from pearlboard.texts import Catalogue
from pearlboard.web.board import board
from pearlboard.web.document import STYLES, Words, block, document, no_script, run, top

SCRIPTS: Final = ("operator.js", "glow.js", "texts.js", "dom.js")
LABELS: Final = {
    "yes": "operator_yes",
    "no": "operator_no",
    "skip": "operator_skip_place",
    "back": "operator_back",
    "done": "operator_done",
}


def render(language: str, catalogue: Catalogue, *, version: str) -> str:
    """The page, before anything is known."""
    words = Words(catalogue)
    body = (
        f'<a class="skip" href="#bench">{words("operator_skip")}</a>{top(words, language, live=False)}'
        f'<main id="main" class="operator" data-state="closed">{_door(words)}'
        f'<div class="stage" data-open>{_table(words)}{_bench(words)}</div>{_panel(words)}</main>'
        f"{no_script(words)}{block(language, words, version)}"
    )
    return document(
        language, f"{words('operator')} · {words('title')}", run(SCRIPTS), body, styles=(*STYLES, "operator.css")
    )


def _door(words: Words) -> str:
    return (
        f'<form class="card door" id="door"><h1>{words("operator")}</h1><p>{words("operator_door")}</p>'
        f'<label>{words("operator_token")}<input id="token" type="password" autocomplete="off" required></label>'
        f'<p id="wrong" class="refusal" role="alert"></p><button class="primary">{words("operator_enter")}</button></form>'
    )


def _table(words: Words) -> str:
    return (
        f'<div class="table"><div class="board" id="board">{board(words.catalogue)}</div></div>'
        f'<p class="key quiet"><span class="dot on" aria-hidden="true"></span>{words("operator_on")} '
        f'<span class="dot off" aria-hidden="true"></span>{words("operator_off")} '
        f'<span class="dot out" aria-hidden="true"></span>{words("operator_masked")}</p>'
        f'<p id="clicks" class="quiet" hidden><label class="switch"><input type="checkbox" id="hands">'
        f"<span>{words('operator_hands')}</span></label></p>"
    )


def _bench(words: Words) -> str:
    answers = "".join(f'<button type="button" data-answer="{word}">{words(LABELS[word])}</button>' for word in LABELS)
    return (
        f'<section class="card bench" id="bench" tabindex="-1" aria-label="{words("operator_bench")}">'
        f'<p id="asks" class="sentence" role="status" aria-live="polite">{words("operator_idle")}</p>'
        '<p id="verdict" class="verdict" role="status"></p><ul id="findings" class="findings"></ul>'
        f'<p id="refusal" class="refusal" role="alert"></p><form id="answers" class="answers" hidden>{answers}'
        f'<label>{words("operator_place")}<input id="place" autocomplete="off" autocapitalize="off" spellcheck="false" '
        f'maxlength="20" size="8"></label><button type="submit">{words("operator_answer")}</button>'
        f'<button type="button" id="leave">{words("operator_leave")}</button></form></section>'
    )


def _panel(words: Words) -> str:
    return (
        f'<aside class="panel" data-open aria-label="{words("operator")}">'
        f'<section class="card"><h1>{words("operator")}</h1><p id="about" class="quiet"></p>'
        f'<p id="problem" class="refusal" role="alert"></p></section>'
        f'<section class="card"><h2>{words("operator_bench")}</h2><p class="quiet">{words("operator_lent")}</p>'
        '<ul id="trials" class="trials"></ul></section>'
        f'<section class="card"><h2>{words("operator_doctor")}</h2><button type="button" id="examine">'
        f'{words("operator_examine")}</button><dl id="doctor" class="doctor"></dl></section>'
        f'<section class="card"><h2>{words("operator_raw")}</h2><p id="raw" class="raw"></p></section></aside>'
    )
