"""The explanations of a first game: rules, each with its sentence, and how often it is told.

Each looks at the table as all see it now, and as it was when people were last to act; where it has nothing to say it
answers None. Those that tell of something new stand first, since they are soon too late; what always holds, last. A
rule that is told to `each` is counted for every player by itself; what is `awaited` is told while a Diver that lies
there waits for its value. The words stand in `texts/explaining.*.toml`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pearlboard.games.perladora.board.hints import few
from pearlboard.games.perladora.board.tokens import POWER, clan_to_move, why_not
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.state import Public, Stage, View
from pearlboard.games.perladora.rules.targets import backup_spaces
from pearlboard.games.perladora.rules.territories import Territory, closed, empty_spaces, territories
from pearlboard.games.perladora.shown.stakes import stakes
from pearlboard.games.teaching import Explanation
from pearlboard.texts import Sentence, say

Told: TypeAlias = Callable[[View | None, View], Sentence | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """See the head of the file."""

    name: str
    told: Told
    times: int = 1
    each: bool = False
    awaited: Sentence | None = None


def explanations(before: View | None, seen: View) -> Iterator[Explanation]:
    """The explanations for this moment, most urgent first."""
    for rule in RULES[seen.public.stage]:
        told = rule.told(before, seen)
        if told is not None:
            name = f"{rule.name}-{seen.public.to_move}" if rule.each else rule.name
            yield Explanation(name, told, rule.times, rule.awaited)


def always(name: str) -> Told:
    """At any moment of a stage."""

    def told(_: View | None, seen: View) -> Sentence | None:
        return say(name, most=most(seen.public))

    return told


def most(public: Public) -> int:
    """The worth of the strongest Diver that anybody has."""
    hands = map(public.setup.divers, public.setup.seats)
    return max(value for hand in hands for value, count in enumerate(hand, 1) if count)


# --- what is new ---------------------------------------------------------------------------------------------------


def _fenced(before: View | None, seen: View) -> list[Territory]:
    """The territories that were closed off since, where the most Pearls lie first."""
    old = {part.bits for part in _parts(before)}
    new = [part for part in territories(seen.public) if closed(part) and part.bits not in old]
    return sorted(new, key=lambda part: -part.pearls)


def _parts(before: View | None) -> tuple[Territory, ...]:
    return () if before is None else territories(before.public)


def _closed(before: View | None, seen: View) -> Sentence | None:
    part = next((part for part in _fenced(before, seen) if part.pearls), None)
    found = None if part is None else stakes(seen, part)
    return None if found is None else say("explain_closed", stakes=found[1])


def _closed_bare(before: View | None, seen: View) -> Sentence | None:
    new = _fenced(before, seen)
    return say("explain_closed_bare") if new and not any(part.pearls for part in new) else None


def _full(before: View | None, seen: View) -> Sentence | None:
    was = {part.bits for part in _parts(before) if part.full}
    full = [part for part in territories(seen.public) if part.full and part.pearls and part.bits not in was]
    name = "explain_full_backup" if any(seen.public.backups) else "explain_full"
    return say(name, count=max(part.pearls for part in full)) if full else None


def _first_pontoon(before: View | None, seen: View) -> Sentence | None:
    """Several may have come since somebody was last told."""
    if before is None or before.public.pontoons or not seen.public.pontoons:
        return None
    return say("explain_pontoon", count=seen.public.pontoons.bit_count())


def _out(before: View | None, seen: View) -> Sentence | None:
    was = (False,) * seen.public.setup.players if before is None else before.public.done
    out = tuple(seat for seat in seen.public.setup.seats if seen.public.done[seat - 1] and not was[seat - 1])
    return say("explain_out", seats=out, count=len(out)) if out else None


# --- what has become possible --------------------------------------------------------------------------------------


def _last(_: View | None, seen: View) -> Sentence | None:
    if not few(seen.public):
        return None
    return say("explain_last_pass" if seen.public.setup.voluntary_pass else "explain_last")


def _power(_: View | None, seen: View) -> Sentence | None:
    public = seen.public
    if not public.setup.advanced or why_not(public, POWER) is not None:
        return None
    return say(f"explain_power_{clan_to_move(public)}")


def _backup(_: View | None, seen: View) -> Sentence | None:
    return say("explain_backup") if backup_spaces(seen.public) else None


def _no_diver(_: View | None, seen: View) -> Sentence | None:
    public = seen.public
    if public.left[public.to_move - 1] or not empty_spaces(public):
        return None
    return say("explain_no_diver", seat=public.to_move)


def _label(_: View | None, seen: View) -> Sentence | None:
    """The label on a territory; with one's own points only where one may look at one's Divers."""
    if not any(closed(part) and part.pearls for part in territories(seen.public)):
        return None
    return say("explain_label_own" if seen.public.setup.peek_own else "explain_label")


def _room(_: View | None, seen: View) -> Sentence | None:
    room = any(closed(part) and part.pearls and not part.full for part in territories(seen.public))
    return say("explain_room") if room else None


# --- the reveal and the count --------------------------------------------------------------------------------------


def _turning_up(_: View | None, seen: View) -> Sentence | None:
    return None if seen.public.turned_up else say("explain_reveal")


def _values(_: View | None, seen: View) -> Sentence | None:
    return say("explain_values") if seen.public.turned_up else None


def _shared(_: View | None, seen: View) -> Sentence | None:
    part = score(seen.public, seen.values).territories[seen.public.shown]
    return say("explain_shared") if len(part.winners) > 1 and part.territory.pearls else None


RULES: Final[Mapping[Stage, tuple[Rule, ...]]] = {
    Stage.PEARLS: (Rule("pearls", always("explain_pearls")),),
    Stage.PLAYING: (
        Rule("closed", _closed, times=3),
        Rule("closed_bare", _closed_bare),
        Rule("full", _full, times=2),
        Rule("out", _out, times=2),
        Rule("pontoon", _first_pontoon),
        Rule("last", _last),
        Rule("power", _power, each=True),
        Rule("backup", _backup, each=True),
        Rule("no_diver", _no_diver, each=True),
        Rule("first_turn", always("explain_first_turn"), each=True, awaited=say("explain_value")),
        Rule("label", _label),
        Rule("room", _room),
        Rule("second_turn", always("explain_second_turn"), each=True),
        Rule("third_turn", always("explain_third_turn"), each=True),
    ),
    Stage.REVEAL: (Rule("reveal", _turning_up), Rule("values", _values, times=3)),
    Stage.COUNT: (Rule("count", always("explain_count")), Rule("shared", _shared)),
    Stage.OVER: (Rule("over", always("explain_over")),),
}
