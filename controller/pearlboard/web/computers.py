"""What pages show of the computer: what it has played, and its advice. Text in, text out; `computers.js` fills it."""

from typing import Final

from pearlboard.bots.table import LEVELS
from pearlboard.web.document import Words

PLAYS: Final = ("person", *LEVELS)
"""Who may play a seat, as the set-up form and the host's page offer it."""


def computers(words: Words) -> str:
    """What the computer has played stands there until a person has; advice, until it is followed or not."""
    return (
        '<section class="card computers" id="computers" aria-labelledby="told-title" hidden>'
        f'<div id="told-part" role="status"><h2 id="told-title">{words("told")}</h2><ul id="told"></ul></div>'
        f'<div id="advice-part" role="status"><h2>{words("advice")}</h2><p id="advice-sites"></p>'
        '<ol id="advice"></ol>'
        f'<p class="quiet" id="advice-private">{words("advice_private")}</p></div></section>'
    )


def player_choice(words: Words, seat: int) -> str:
    """Who plays a seat, in the set-up form."""
    options = "".join(f'<option value="{who}">{words(f"plays_{who}")}</option>' for who in PLAYS)
    return (
        f'<label class="plays"><span>{words("plays")}</span><select id="plays-{seat}" name="plays-{seat}" '
        f'data-plays="{seat}">{options}</select></label>'
    )
