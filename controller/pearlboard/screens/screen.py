"""The screen: the situation as plain data that every page shows. Everybody may see everything in it.

A screen is built by listing its keys; `docs/http-reference.md` describes each. The game's own keys are under `game`;
the players, under `match`. Texts are in the catalogue's language. `private` and `stage` add what a seat's own screen or
the host's page shows besides.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pearlboard.games.api import NOWHERE, TABLE, Button, Draft, Package, Seat, Verdict
from pearlboard.geometry import GRID, Site
from pearlboard.lights.theme import Tone
from pearlboard.screens.deeds import deeds
from pearlboard.screens.match import games_of, last_of, match, players
from pearlboard.screens.pieces import names as names_of
from pearlboard.screens.pieces import pieces
from pearlboard.screens.possible import HOSTS, possible
from pearlboard.sensing.health import Ailment
from pearlboard.session.state import Phase
from pearlboard.table.buttons import blocked
from pearlboard.table.lesson import Judged
from pearlboard.table.situation import Situation, Stop, moment
from pearlboard.table.speech import answers, explanation, sentence_beside, sure_to_undo, whether_to_take_back
from pearlboard.table.stopwatch import STOPPED, Stopwatch
from pearlboard.texts import Catalogue, Sentence, say

Screen: TypeAlias = dict[str, Any]
"""A JSON object; changes are sent key by key, and those of `game` by the keys inside it."""
Words: TypeAlias = Callable[[Sentence], str]
"""Renders a sentence in the page's language."""
API: Final = 2
"""The version of the screen and of the commands. Version 1 knew only one game."""


@dataclass(frozen=True, slots=True)
class ScreenContext:
    """A screen's data beside the situation. `cue`: its running number, its name, its tones.

    `left_out`: masked sensors; `by_hand`: all sites whose pieces people must report; `ailing`: the diagnoses of
    sensors; `confirms_itself`: the set-up form's default; `patient`: the table speaks, so nobody is hurried. `seat`:
    whose own screen this is; `hands_elsewhere`: see `speech.sentence_beside`. `here`:
    seats whose own screens are connected; `sit_elsewhere`: seats at other boards; `host`: this page may do what a
    host may, `keeps`: for the seats at its board; `invites`: seats to which it may invite phones; `can_keep`: another
    page beside its board keeps that, and this one may instead; `host_here`: the host's page is connected;
    `can_claim`: this page may claim the host's part; `claim`: the claim that is waiting; `may_consent`: this page or
    screen may consent to it. `curtain`: the seat whose secrets this shared page shows just now; `boards`: see
    `screens.boards`; `questions`: what can be asked by ear; `spoken`: the last answers to those who asked so, by the
    ids of their commands; `gathering`: the sentence before a game while a lobby is open. At `at_ms`: `timer` is the
    game's timer, `turn` the turn's clock, `count` the time left for counting points at the end.
    """

    simulated: bool = False
    notices: tuple[tuple[str, Sentence], ...] = ()
    not_saved: Sentence | None = None
    saved_version: int = 0
    cue: tuple[int, str, tuple[Tone, ...]] | None = None
    left_out: frozenset[Site] = NOWHERE
    by_hand: frozenset[Site] = NOWHERE
    ailing: Mapping[Site, Ailment] = field(default_factory=dict)
    confirms_itself: bool = True
    patient: bool = False
    seat: Seat | None = None
    hands_elsewhere: bool = False
    here: frozenset[Seat] = frozenset()
    sit_elsewhere: frozenset[Seat] = frozenset()
    host: bool = True
    keeps: bool = False
    invites: frozenset[Seat] = frozenset()
    can_keep: bool = False
    host_here: bool = False
    can_claim: bool = False
    claim: Sentence | None = None
    may_consent: bool = False
    curtain: Seat | None = None
    boards: tuple[Screen, ...] = ()
    questions: tuple[str, ...] = ()
    spoken: Mapping[str, str] = field(default_factory=dict)
    gathering: Sentence | None = None
    at_ms: int = 0
    timer: Stopwatch = STOPPED
    turn: Stopwatch = STOPPED
    count: Stopwatch = STOPPED


def screen(now: Situation, context: ScreenContext, catalogue: Catalogue) -> Screen:
    """Build everything that the table page shows."""
    names, speaking = players(now.game.agreement), catalogue.of(_game(now))

    def words(said: Sentence) -> str:
        return speaking.render(said, names)

    return {
        "api": API,
        "lang": catalogue.language,
        "version": now.version,
        "phase": now.phase.value,
        "stage": now.game.stage,
        "paused": now.paused,
        "match": match(now, words, context.here),
        **_said(now, context, words),
        "teaching": _teaching(now, words),
        **_of_the_game(now, context, words),
        **_of_the_board(now, context, words),
        **_of_time(now, context, words),
        "finished": _finished(now, context),
        **_of_requests(now, words),
        **_of_computers(now, words),
        "log": deeds(now, speaking, names),
        **_of_the_table(now, context, words),
        **_of_the_form(now, context, catalogue),
    }


def _said(now: Situation, context: ScreenContext, words: Words) -> Screen:
    due = sentence_beside(now, context.seat, hands_elsewhere=context.hands_elsewhere and not context.keeps)
    said = words(context.gathering if context.gathering and due.name == "set_up_a_game" else due)
    draft = _draft(now)
    verdict = None if draft is None else "unfinished" if now.turn.awaits else draft.verdict.value
    question = {"name": "continue_or_new", "text": said} if now.stop is Stop.QUESTION else None
    return {"sentence": said, "verdict": verdict, "question": question}


def _teaching(now: Situation, words: Words) -> Screen | None:
    """Help for beginners: what matters now, and questions to ask. Where the table does not explain the game, only why
    computers have played so, and at the end all the reasons for the result; None if there is nothing to say.
    """
    agreement = now.game.agreement
    if now.game.package is None or agreement is None:
        return None
    told = explanation(now)
    asked = answers(now) if agreement.explains or now.ended else now.game.moves
    if not agreement.explains and not asked:
        return None
    return {
        "text": None if told is None else words(told),
        "why": [{"question": words(each.question), "text": words(each.said)} for each in asked],
    }


def _draft(now: Situation) -> Draft | Judged | None:
    """The draft, while it may count, or the answer to a lesson."""
    if now.lesson is not None:
        return now.lesson.judged
    return now.board.draft if now.stop is None else None


def _of_the_game(now: Situation, context: ScreenContext, words: Words) -> Screen:
    """The game's own keys, and its buttons."""
    package, at = now.game.package, moment(now, words)
    if package is None:
        return {"game": {}, "acts": []}
    offered = [] if blocked(now) else package.shown.buttons(now.game.view, at)
    peoples = [button for button in offered if button.actor not in now.game.thinking | context.sit_elsewhere]
    buttons = acts(package, peoples, None, words, now.game.phones)
    return {"game": package.shown.screen(now.game.view, at), "acts": buttons}


def _of_the_board(now: Situation, context: ScreenContext, words: Words) -> Screen:
    draft = _draft(now)
    extra = now.board.table.extra if now.stop is None else NOWHERE
    return {
        "simulated": context.simulated,
        "on_screen": now.board.on_screen,
        "tiles": now.board.tiles,
        "pieces": list(pieces(now)),
        "latest": names_of(now.game.latest),
        "movable": names_of(now.board.movable if now.stop is None else NOWHERE),
        "lift": names_of(extra if draft is None else draft.lift),
        "put": names_of(NOWHERE if draft is None else draft.put),
        "sensors": {
            "doubtful": names_of(now.board.doubtful - context.by_hand),
            "suspected": names_of(context.ailing.keys() - now.board.doubtful - context.by_hand),
            "why": {str(site): words(say(ailing.value, site=site)) for site, ailing in _ailing(context)},
            "left_out": names_of(context.left_out),
            "by_hand": names_of(context.by_hand),
        },
    }


def _ailing(context: ScreenContext) -> list[tuple[Site, Ailment]]:
    return sorted(context.ailing.items(), key=lambda found: GRID.sites.index(found[0]))


def _of_time(now: Situation, context: ScreenContext, words: Words) -> Screen:
    """Everything that runs out: the draft's countdown, the game's timer, the turn's clock (without consequences), and
    the time for counting points at the end.
    """
    turn, count = now.turn, context.count
    return {
        "countdown": None if turn.remaining_ms is None else {"ms": turn.remaining_ms, "of": turn.still_ms},
        "timer": _timer(now, context),
        "clock": _clock(now, context, words),
        "counting": {"ms": count.left_at(context.at_ms), "of": count.of_ms} if now.game.counting else None,
    }


def _finished(now: Situation, context: ScreenContext) -> Screen | None:
    """The addresses of a finished game's replay, analysis, record and picture; at another table, who has them."""
    package = now.game.package
    if now.phase is not Phase.OVER or package is None or now.game.agreement is None:
        return None
    if any(board["here"] and board["far"] for board in context.boards):
        return {"kept_at": context.boards[0]["table"]}
    replay = f"/archive/{now.game.number}"
    thought_over = None if package.analyst_of(now.game.agreement.setup) is None else f"{replay}/analysis"
    return {"replay": replay, "analysis": thought_over, "record": f"{replay}.json", "picture": f"{replay}.svg"}


def _of_requests(now: Situation, words: Words) -> Screen:
    return {
        "take_back": _take_back(now, words),
        "undo": None if (asked := sure_to_undo(now)) is None else words(asked),
        "advice": names_of(now.requests.advised),
        "suggestions": _suggestions(now, words),
    }


def _suggestions(now: Situation, words: Words) -> list[Screen]:
    """The computer's advice from public knowledge, best first, without points and values."""
    package = now.game.package
    if package is None or package.advising is None:
        return []
    return [
        {
            "text": words(package.advising.advice(advised.action)),
            "compared": words(advised.compared),
            "reason": None if advised.reason is None else words(advised.reason),
            "sites": names_of(NOWHERE if package.board is None else package.board.places(advised.action)),
        }
        for advised in now.requests.advice
    ]


def _of_computers(now: Situation, words: Words) -> Screen:
    seats = sorted(now.game.thinking)
    return {
        "thinking": {"seat": seats[0], "seats": seats, "stuck": now.turn.stuck} if seats else None,
        "told": [words(said) for said in now.game.told],
    }


def _of_the_table(now: Situation, context: ScreenContext, words: Words) -> Screen:
    """The keys that do not depend on the game: commands, the host, the table's notices."""
    can = possible(now, simulated=context.simulated)
    return {
        "can": [name for name in can if context.host or name not in HOSTS],
        "host": {
            "you": context.host or context.keeps,
            "hosts": context.host,
            "invites": sorted(context.invites),
            "can_keep": context.can_keep,
            "here": context.host_here,
            "can_claim": context.can_claim,
            "claim": None
            if context.claim is None
            else {"text": words(context.claim), "may_consent": context.may_consent},
        },
        "boards": list(context.boards),
        "curtain": context.curtain,
        "join": None,
        "lobby": None,
        "other_lobby": None,
        "door": None,
        "own_wifi": None,
        "exhibit": _exhibit(now),
        "lesson": _lesson(now, words),
        "saved": None if context.not_saved is None else words(context.not_saved),
        "saved_version": context.saved_version,
        "notices": [{"level": level, "text": words(said)} for level, said in context.notices],
        "patient": context.patient,
        "questions": list(context.questions),
        "spoken": [{"id": asked, "text": text} for asked, text in context.spoken.items()],
        "cue": None if context.cue is None else dict(zip(("n", "name", "tones"), context.cue, strict=True)),
    }


def _of_the_form(now: Situation, context: ScreenContext, catalogue: Catalogue) -> Screen:
    """The values with which the set-up form begins."""
    idle = now.phase is Phase.IDLE
    return {
        "last": last_of(now.game.next, given_up=now.game.given_up) if idle else None,
        "games": games_of(catalogue) if idle else None,
        "confirm": "auto" if context.confirms_itself and not context.patient else "button",
    }


def _game(now: Situation) -> str | None:
    """The game whose sentences the screen uses."""
    if now.exhibit is not None:
        return now.exhibit.replay.package.name
    if now.lesson is not None:
        return now.lesson.package.name
    return None if now.game.agreement is None else now.game.agreement.game


def acts(
    package: Package, buttons: Iterable[Button], seat: Seat | None, words: Words, phones: frozenset[Seat] = frozenset()
) -> list[Screen]:
    """The game's buttons for one screen; `seat` None: a shared page.

    If a seat has a screen of its own, its own buttons are only there.
    """
    mine = [
        button
        for button in buttons
        if (
            button.actor in (TABLE, seat)
            if seat is not None
            else button.actor == TABLE or button.actor not in phones or not package.secrets.own(button.action)
        )
    ]
    return [
        {
            "name": button.name,
            "actor": button.actor,
            "action": package.rules.encode(button.action),
            "text": words(button.words),
            "main": button.main,
        }
        for button in mine
    ]


def _timer(now: Situation, context: ScreenContext) -> Screen | None:
    """The game's timer: its name, its length, what is left, and whether something ends with it."""
    if now.game.timer is None or now.game.timer.quiet:
        return None
    left = now.game.timer.ms if context.timer.about is None else context.timer.left_at(context.at_ms)
    return {
        "name": now.game.timer.name,
        "of": now.game.timer.ms,
        "ms": left,
        "ends": now.game.timer.ends,
        "runs": not now.paused,
    }


def _clock(now: Situation, context: ScreenContext, words: Words) -> Screen | None:
    """The turn's clock: for whom it runs, how long it is, and how much has been used."""
    clock = now.game.clock
    if clock is None:
        return None
    alone = now.game.agreement is not None and len(now.game.agreement.people) == 1
    return {
        "seats": sorted(clock.seats),
        "of": clock.of_ms,
        "used": min(clock.of_ms, max(clock.used_ms, context.turn.used_at(context.at_ms))),
        "runs": now.clock_runs,
        "text": words(say("clock_up_alone" if alone else "clock_up")) if clock.up else None,
    }


def _exhibit(now: Situation) -> Screen | None:
    """The finished game on the lights: its number, the current frame, and the last one."""
    if now.exhibit is None:
        return None
    shown = now.exhibit.replay
    return {"number": shown.number, "index": now.exhibit.index, "of": len(shown.frames) - 1}


def _lesson(now: Situation, words: Words) -> Screen | None:
    """The lesson on the board: the current step, and what may be picked."""
    lesson = now.lesson
    if lesson is None:
        return None
    return {
        "game": lesson.package.name,
        "puzzles": lesson.puzzles,
        "index": lesson.index,
        "of": len(lesson.steps),
        "done": lesson.judged.verdict is Verdict.LEGAL,
        "choices": [words(choice) for choice in lesson.step.choices],
        "picked": lesson.picked,
        "hints": [words(hint) for hint in lesson.step.hints],
    }


def _take_back(now: Situation, words: Words) -> Screen | None:
    """A proposed take-back that waits for the others."""
    proposal = now.requests.proposal
    if proposal is None or now.game.agreement is None:
        return None
    name = None if proposal.by is None else now.game.agreement.names[proposal.by - 1]
    asked = whether_to_take_back(now)
    named = {} if proposal.by is None else {"seat": proposal.by}
    told = words(say("take_back_asked" if named else "take_back_table", asked=asked, **named))
    if now.turn.back_to is not None and now.turn.back_to != TABLE:
        told = f"{told} {words(say('take_back_to', seat=now.turn.back_to))}"
    agreed = [seat for seat in range(1, len(now.game.agreement.names) + 1) if seat not in now.requests.open_seats]
    return {
        "by": name,
        "agreed": agreed,
        "open": list(now.requests.open_seats),
        "table": any(seat not in now.game.phones for seat in now.requests.open_seats),
        "text": told,
    }
