"""The page on which a finished game is thought over, as HTML without its story. Text in, text out.

`static/analysis.js` asks for what has been thought so far, and draws and tells it.
"""

from collections.abc import Iterable
from typing import Final

from pearlboard.texts import Catalogue
from pearlboard.web.art import definitions
from pearlboard.web.document import STYLES, Words, block, document, no_script, run, top
from pearlboard.web.replay import when

SCRIPTS: Final = ("analysis.js", "texts.js", "dom.js")


def render(
    language: str, catalogue: Catalogue, *, version: str, number: int, finished: str, names: Iterable[str]
) -> str:
    """The page about game `number`, which was `finished` then (ISO 8601) by `names`."""
    words = Words(catalogue)
    title = words("analysis_title", names=tuple(names))
    body = (
        f'<a class="skip" href="#turning-title">{words("skip_to_turning")}</a>{top(words, language, live=False)}'
        f'<main id="main" class="reading analysis" data-number="{number}"><h1>{title}</h1>'
        f'<p class="quiet">{when(finished)} · <a href="/archive/{number}?lang={language}">{words("analysis_replay")}</a></p>'
        f'{_progress(words)}{_plot(words)}{_turning(words)}{_steps(words)}</main><svg class="unseen" aria-hidden="true">{definitions()}</svg>'
        f"{no_script(words)}{block(language, words, version)}"
    )
    return document(language, f"{title} · {words('title')}", run(SCRIPTS), body, styles=(*STYLES, "analysis.css"))


def _progress(words: Words) -> str:
    return (
        f'<section class="card" id="thinking" aria-label="{words("analysis_thinking")}"><p id="said" role="status">'
        f'{words("analysis_coming")}</p><progress id="progress" value="0" max="1" aria-labelledby="said"></progress></section>'
    )


def _plot(words: Words) -> str:
    return (
        f'<section class="card" aria-labelledby="plot-title"><h2 id="plot-title">{words("analysis_plot")}</h2>'
        f'<p class="quiet">{words("analysis_plot_about")}</p><ul id="legend" class="legend-of-lines"></ul>'
        '<div class="plot"><svg id="plot" viewBox="0 0 640 300" role="img" aria-labelledby="plot-title plot-said">'
        '<desc id="plot-said"></desc></svg></div></section>'
    )


def _turning(words: Words) -> str:
    return (
        f'<section class="card" aria-labelledby="turning-title"><h2 id="turning-title" tabindex="-1">{words("analysis_turning")}</h2>'
        '<ol id="turning" class="moments"></ol></section>'
    )


def _steps(words: Words) -> str:
    return (
        f'<section class="card" aria-labelledby="all-title"><h2 id="all-title">{words("analysis_steps")}</h2>'
        f'<p class="quiet">{words("analysis_steps_about")}</p><ol id="steps" class="moments"></ol></section>'
    )
