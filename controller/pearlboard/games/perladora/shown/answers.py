"""Answers to a beginner's questions: why not, why so, why there. From what lies open alone.

An answer gives the reason behind a rule, where the table's sentence gives the rule. The words stand in
`texts/answers.*.toml`.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.board.hints import shown
from pearlboard.games.perladora.board.invitation import invitation
from pearlboard.games.perladora.rules.scoring import Score, TerritoryScore, score, worth
from pearlboard.games.perladora.rules.state import Public, Stage, View
from pearlboard.games.perladora.rules.targets import has_diver_action, legal_edges
from pearlboard.games.perladora.rules.territories import closed, empty_spaces, territories
from pearlboard.games.perladora.rules.verdicts import seats_of, side_seats
from pearlboard.games.perladora.shown.explanations import most
from pearlboard.games.perladora.shown.stakes import stakes
from pearlboard.games.teaching import Answer
from pearlboard.games.values import Moment, Side, Verdict
from pearlboard.geometry import Space
from pearlboard.texts import Sentence, say

WHY: Final[Mapping[str, tuple[str, ...]]] = {
    "why_farm": ("piece_on_farm", "space_is_farm"),
    "why_taken": ("space_taken", "edge_taken"),
    "why_no_diver": ("no_diver_left", "power_without_diver"),
    "why_no_space": ("power_without_space",),
    "why_one_diver": ("two_divers", "two_divers_after_power"),
    "why_one_kind": ("diver_and_pontoon", "diver_and_pontoon_after_power"),
    "why_no_pontoon": ("no_pontoon_left", "power_without_pontoon"),
    "why_two_pontoons": ("three_pontoons", "three_pontoons_after_power", "too_many_pontoons"),
    "why_no_line": ("power_without_line",),
    "why_necklace": (
        "no_forager_near",
        "territory_full",
        "power_without_forager",
        "power_too_late",
        "power_nobody_near",
    ),
    "why_target": (
        "no_target",
        "own_target",
        "partner_target",
        "power_nobody_to_look_at",
        "power_no_opponent_to_look_at",
    ),
    "why_backup": (
        "not_own_diver",
        "territory_not_full",
        "backup_present",
        "backup_without_diver",
        "backup_too_early",
        "backup_everywhere",
    ),
    "why_one_power": ("power_already_played",),
    "why_tokens": ("no_power_left", "no_backup_left"),
    "why_main_action": ("no_main_action_left",),
    "why_for_token": ("lift_for_token",),
    "why_nobody": ("nobody_to_move_lift",),
}
"""The reason behind each refusal."""
ASK_NOW: Final = say("ask_now")
NOW: Final[Mapping[tuple[bool, bool], str]] = {
    (True, True): "now_any",
    (True, False): "now_diver",
    (False, True): "now_pontoons",
}
"""Sentences about what can be done and why, by whether a Diver and whether a Pontoon can be laid."""
BEHIND: Final[Mapping[str, str]] = {refusal: why for why, refusals in WHY.items() for refusal in refusals}


def answers(seen: View, moment: Moment) -> Iterator[Answer]:
    """The most likely question first."""
    match seen.public.stage:
        case Stage.PEARLS:
            yield Answer(say("ask_pearls"), say("why_pearls"))
        case Stage.PLAYING:
            if isinstance(moment.draft, Draft):
                yield from _not_allowed(moment.draft)
                yield from _now(seen.public, moment, moment.draft)
                yield from _of_draft(moment.draft, moment)
                yield from _of_places(seen.public, moment, moment.draft)
            yield from _of_turn(seen.public)
            yield from _of_stakes(seen)
        case Stage.REVEAL:
            yield Answer(say("ask_reveal"), say("why_reveal"))
            yield from _of_free_spaces(seen.public)
        case Stage.COUNT:
            yield _of_territory(score(seen.public, seen.values).territories[seen.public.shown], seen)
            yield from _of_free_spaces(seen.public)
        case Stage.OVER:
            yield from _of_result(score(seen.public, seen.values), seen)


# --- a turn --------------------------------------------------------------------------------------------------------


def _not_allowed(draft: Draft) -> Iterator[Answer]:
    why = behind(draft) if draft.verdict is Verdict.ILLEGAL else None
    if why is not None:
        yield Answer(say("ask_illegal"), why)


def _now(public: Public, moment: Moment, draft: Draft) -> Iterator[Answer]:
    """The open actions of the player to move, with reasons; nothing while the table asks for something else."""
    sitting = moment.sittings.get(public.to_move)
    if public.over or draft.put or draft.targets or (sitting is not None and sitting.level is not None):
        return
    if moment.awaits:
        yield Answer(ASK_NOW, say("now_value"))
    elif draft.verdict is Verdict.LEGAL:
        yield Answer(ASK_NOW, say("now_confirm"))
    elif draft.nothing:
        pontoons = min(legal_edges(public).bit_count(), public.pontoons_left)
        name = NOW.get((has_diver_action(public), bool(pontoons)))
        yield Answer(ASK_NOW, invitation(public) if name is None else say(name))


def _of_draft(draft: Draft, moment: Moment) -> Iterator[Answer]:
    if moment.awaits:
        yield Answer(say("ask_waits"), say("why_value_open" if draft.face_up else "why_value"))
    elif draft.verdict is Verdict.LEGAL and not draft.complete:
        yield Answer(say("ask_second"), say("why_second"))


def behind(draft: Draft) -> Sentence | None:
    """The reason behind what is refused; None where the sentence says all, as of a piece that is missing."""
    if draft.region:
        return say("why_too_small", count=len(draft.region), spaces=draft.region)
    name = next((BEHIND[name] for name in _names(draft.sentence) if name in BEHIND), None)
    return None if name is None else say(name)


def _names(sentence: Sentence) -> Iterator[str]:
    """The names of a sentence and of those within it."""
    yield sentence.name
    for _, within in sentence.parameters:
        if isinstance(within, Sentence):
            yield from _names(within)


def _of_places(public: Public, moment: Moment, draft: Draft) -> Iterator[Answer]:
    """Why places are marked: those of a token, of hints, of advice."""
    if draft.targets:
        yield Answer(say("ask_marked"), say("why_targets"))
    found = shown(public, moment)
    if found is not None:
        name = "why_open" if found.asked else "why_few"
        yield Answer(say("ask_marked"), say(name, seat=public.to_move))
        if found.forbidden:
            yield Answer(say("ask_forbidden"), say("why_forbidden" if public.pontoons_left else "why_no_pontoon"))
    if moment.advised:
        yield Answer(say("ask_marked"), say("why_advised", seat=public.to_move))


def _of_turn(public: Public) -> Iterator[Answer]:
    if public.over:
        return
    done = tuple(seat for seat in public.setup.seats if public.done[seat - 1])
    if public.power_used is not None:
        told = say("why_turn_power")
    elif done:
        told = say("why_turn_done", seats=done, count=len(done))
    else:
        told = say("why_turn_pass" if public.setup.voluntary_pass else "why_turn")
    yield Answer(say("ask_turn", seat=public.to_move), told)


def _of_stakes(seen: View) -> Iterator[Answer]:
    """The answer where nobody can say who is ahead, since values are hidden."""
    found = [stakes(seen, part) for part in territories(seen.public) if closed(part)]
    if any(each is not None and each[1].name == "stakes_open" for each in found):
        yield Answer(say("ask_ahead"), say("why_ahead", most=most(seen.public)))


# --- the count -----------------------------------------------------------------------------------------------------


def _of_free_spaces(public: Public) -> Iterator[Answer]:
    if empty_spaces(public):
        yield Answer(say("ask_free"), say("why_free_pass" if public.setup.voluntary_pass else "why_free"))


def _of_territory(part: TerritoryScore, seen: View) -> Answer:
    """Why its Pearls go where they go: what each side has there, and what follows."""
    where, setup = _landmark(part, seen.public), seen.public.setup
    if not part.winners:
        return Answer(say("ask_nobody", space=where), part.reason)
    if len(part.winners) == 1:
        asked = say("ask_went", space=where, side_seats=side_seats(setup, part.winners[0]))
    elif part.share:
        asked = say("ask_shared", space=where, seats=seats_of(setup, part.winners))
    else:
        asked = say("ask_nobody", space=where)
    sums = tuple(_sum(part, side, seen) for side in part.totals)
    return Answer(asked, say(_rule(part, seen), sums=sums, reason=part.reason))


def _rule(part: TerritoryScore, seen: View) -> str:
    """The rule that explains a result: in the count for each territory, in the result for all together."""
    divers = [seen.public.divers[space] for space in _divers(part, seen)]
    if any(diver.necklaces or diver.backup for diver in divers):
        return "why_went_tokens"
    return "why_went" if seen.public.stage is Stage.COUNT else "why_went_too"


def _landmark(part: TerritoryScore, public: Public) -> Space:
    """A territory is called after its first Farm, or its first space."""
    spaces = part.territory.spaces
    return next((space for space in spaces if space in public.setup.farms), spaces[0])


def _divers(part: TerritoryScore, seen: View) -> Iterator[Space]:
    return (space for space in part.territory.spaces if space in seen.public.divers)


def _sum(part: TerritoryScore, side: Side, seen: View) -> Sentence:
    divers, setup = seen.public.divers, seen.public.setup
    each = [
        worth(divers[space], seen.values[space])
        for space in _divers(part, seen)
        if setup.side(divers[space].seat) == side
    ]
    told = {"side_seats": side_seats(setup, side), "total": part.totals[side]}
    return say("why_sum_one", **told) if len(each) == 1 else say("why_sum", added=" + ".join(map(str, each)), **told)


def _of_result(counted: Score, seen: View) -> Iterator[Answer]:
    setup = seen.public.setup
    count = sum(len(side_seats(setup, side)) for side in counted.winners)
    asked = say("ask_won", seats=seats_of(setup, counted.winners), count=count)
    yield Answer(asked, say("why_won", standings=counted.standings))
    yield from (_of_territory(part, seen) for part in counted.territories if part.territory.pearls)
    yield from _of_free_spaces(seen.public)
