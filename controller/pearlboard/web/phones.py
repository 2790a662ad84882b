"""What the host does for the others: the seats' own screens, and the host's part; and how an Elder looks on a shared page.

Only scaffolds: `static/phones.js` and `static/look.js` fill them with what the table says.
"""

from pearlboard.web.document import Words, icon


def phones_button(words: Words) -> str:
    """Opens the dialog; the number of screens that are connected stands in it."""
    return (
        f'<button type="button" class="phones-open" id="phones-open" hidden>{icon("phone")}<span>{words("phones")}</span>'
        '<b id="phones-count"></b></button>'
    )


def phones(words: Words) -> str:
    """Invitations by QR code, seat by seat; the Wi-Fi; who is the host."""
    return (
        f'<dialog id="phones" aria-labelledby="phones-title"><div class="head"><h2 id="phones-title" tabindex="-1" autofocus>'
        f'{words("phones")}</h2><form method="dialog"><button class="round" aria-label="{words("close")}">×</button></form></div>'
        '<p id="host-line" class="host-line"></p>'
        f'<button type="button" id="do-claim_host" data-command="claim_host" hidden>{words("claim_host")}</button>'
        f'<p id="phones-how" class="quiet">{words("phones_how")}</p><p id="phones-refusal" class="refusal" role="alert"></p>'
        '<div class="phones-grid"><ul id="phone-list" class="phone-list"></ul>'
        '<section id="invitation" class="invitation" aria-live="polite" hidden></section></div>'
        f'<details id="wifi" hidden><summary>{words("wifi")}</summary><div id="wifi-code" class="invitation"></div></details></dialog>'
    )


def look(words: Words) -> str:
    """Everybody else looks away; the value is seen while the button is held down, and not a moment longer."""
    return (
        f'<dialog id="look" aria-labelledby="look-title"><h2 id="look-title" tabindex="-1" autofocus></h2>'
        f'<p id="look-how"></p><p id="look-value" class="look-value" aria-live="off" data-hidden></p>'
        f'<button type="button" class="main wide" id="look-hold">{icon("eye")}{words("look_hold")}</button>'
        f'<p id="look-refusal" class="refusal" role="alert"></p><p class="quiet">{words("look_or_lift")}</p>'
        f'<form method="dialog"><button id="look-done">{words("look_done")}</button></form></dialog>'
    )


def proposal(words: Words) -> str:
    """A take-back that waits for those who have not agreed."""
    return (
        f'<section class="card proposal" id="proposal" aria-labelledby="proposal-text" hidden><h2 id="proposal-text"></h2>'
        '<ul id="proposal-seats" class="proposal-seats"></ul><div class="acts">'
        f'<button type="button" class="main" id="do-agree_take_back" data-command="agree_take_back">{words("agree_take_back")}</button>'
        f'<button type="button" id="do-refuse_take_back" data-command="refuse_take_back">{words("refuse_take_back")}</button>'
        "</div></section>"
    )


def tokens(words: Words) -> str:
    """Power and Backup of the seat to move. A button that cannot be used says why when it is pressed or stands in focus."""
    buttons = "".join(
        f'<button type="button" class="token token-{name}" id="do-{name}" data-token="{name}" aria-describedby="token-why" hidden>'
        f'<span class="label">{words(name)}</span><b class="left"></b></button>'
        for name in ("power", "backup")
    )
    return f'<div class="tokens" id="tokens" role="group" aria-label="{words("tokens")}" hidden>{buttons}</div>'
