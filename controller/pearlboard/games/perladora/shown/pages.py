"""Perladöra on screens and in words: the functions of this folder behind the names of `games.api.Shown`."""

from collections.abc import Sequence

from pearlboard.games.api import TABLE, Button, Json, Moment, Seat, Shown
from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.board.invitation import may_pass
from pearlboard.games.perladora.board.pieces import in_order
from pearlboard.games.perladora.rules.game import COLOURS
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.stages import next_together
from pearlboard.games.perladora.rules.state import CLUSTERS, FARMS, POWERS, Clan, Public, Setup, Stage, View
from pearlboard.games.perladora.rules.steps import AgreeOnValues, Begin, Counted, LayPearls, Pass, ShowTerritory, Step
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.perladora.shown import announcing, screen, telling
from pearlboard.games.perladora.shown.emblems import EMBLEMS, HEAPS
from pearlboard.geometry import Space
from pearlboard.texts import Sentence, say


class PerladoraShown(Shown):
    """See `games.api.Shown`."""

    def screen(self, seen: View, moment: Moment) -> Json:
        return screen.screen(seen, moment)

    def sentence(self, seen: View, moment: Moment) -> Sentence:
        public = seen.public
        match public.stage:
            case Stage.PEARLS:
                farm = FARMS[min(public.laid, len(FARMS) - 1)]
                return say("lay_pearls", count=public.setup.farms[farm], farm=farm)
            case Stage.PLAYING:
                return _playing(moment)
            case Stage.REVEAL:
                return _reveal(seen, moment)
            case Stage.COUNT:
                return score(public, seen.values).territories[public.shown].reason
            case Stage.OVER:
                return score(public, seen.values).verdict

    def buttons(self, seen: View, moment: Moment) -> Sequence[Button]:
        public = seen.public
        match public.stage:
            case Stage.PEARLS:
                farm = FARMS[min(public.laid, len(FARMS) - 1)]
                laid = next_together(public) or LayPearls(farm)
                return (
                    Button("pearls_laid", TABLE, laid, say("button_pearls_laid"), main=True),
                    Button("start", TABLE, Begin(), say("button_start")),
                )
            case Stage.PLAYING:
                return _passing(public, moment)
            case Stage.REVEAL if not public.turned_up:
                return (Button("turn_up", TABLE, ShowTerritory(public.shown), say("button_turn_up"), main=True),)
            case Stage.REVEAL if seen.reckoning is not None and not seen.reckoning.problems:
                return (Button("agree", TABLE, AgreeOnValues(), say("button_agree"), main=True),)
            case Stage.COUNT if (counts := next_together(public)) is not None:
                words = say("button_result" if isinstance(counts, Counted) else "button_next")
                return (Button("count_next", TABLE, counts, words, main=True),)
            case _:
                return ()

    def told(self, seen: View, seat: Seat, action: Step) -> Sentence:
        return announcing.announced(seen.public, seat, action)

    def logged(self, seen: View, seat: Seat, action: Step) -> Sentence:
        return telling.logged(seen.public, seat, action)

    def reveals_information(self, seen: View, *, explained: bool) -> bool:
        return seen.public.stage in (Stage.PLAYING, Stage.REVEAL)

    def seat(self, agreed: Setup, seen: View | None, seat: Seat) -> Json:
        whole = sum(agreed.divers(seat))
        clan = agreed.clans[seat - 1]
        public = None if seen is None or seen.public.stage is Stage.PEARLS else seen.public
        powers = POWERS[clan] if agreed.advanced else 0
        return {
            "clan": clan.value,
            "divers": whole,
            "divers_left": whole if public is None else public.left[seat - 1],
            "done": False if public is None else public.done[seat - 1],
            "powers_whole": powers,
            "powers": public.powers[seat - 1] if agreed.advanced and public is not None else powers,
            "backup": (True if public is None else public.backups[seat - 1]) if agreed.advanced else None,
        }

    def known(self) -> Json:
        return {
            "farms": [str(farm) for farm in FARMS],
            "clusters": list(CLUSTERS),
            "clans": [clan.value for clan in Clan],
            "colours": {clan.value: COLOURS[clan] for clan in Clan},
            "emblems": {clan.value: "".join(map(str, EMBLEMS[clan])) for clan in Clan},
            "heaps": {str(count): [list(place) for place in places] for count, places in HEAPS.items()},
        }


def _playing(moment: Moment) -> Sentence:
    draft = moment.draft
    if not isinstance(draft, Draft):
        return say("nobody_to_move")
    told = _of_draft(draft, moment)
    if not moment.gave_way:
        return told
    return say(_gave_way(draft, moment), sites=moment.gave_way, count=len(moment.gave_way), told=told)


def _of_draft(draft: Draft, moment: Moment) -> Sentence:
    if moment.awaits:
        [place] = draft.sites or {draft.target}
        name = "value_awaited_on_screen" if moment.table.on_screen else "value_awaited"
        name = name.replace("awaited", "awaited_face_up") if draft.face_up else name
        return say(name, seat=draft.seat or 0, space=place)
    return say("upside_down") if moment.unseen else draft.sentence


def _gave_way(draft: Draft, moment: Moment) -> str:
    """The rule by which a piece of the draft replaced another."""
    came = in_order(moment.table)[-1:] or draft.sites
    kinds = {isinstance(place, Space) for place in (*came, *moment.gave_way)}
    if len(kinds) > 1:
        return "gave_way_kind"
    return "gave_way_diver" if True in kinds else "gave_way_pontoon"


def _reveal(seen: View, moment: Moment) -> Sentence:
    if moment.draft is not None:
        return moment.draft.sentence
    if not seen.public.turned_up:
        return say("turn_all_up_on_screen" if moment.table.on_screen else "turn_all_up")
    shown, problems = seen.public.shown, seen.reckoning.problems if seen.reckoning is not None else ()
    if not problems:
        return say("turn_up_and_agree", number=shown + 1)
    last = shown == len(territories(seen.public)) - 1
    return problems[0] if last else say("turn_up_and_say", number=shown + 1)


def _passing(public: Public, moment: Moment) -> Sequence[Button]:
    """Giving up the rest of the game, where that may be done and nothing has been begun."""
    draft = moment.draft
    if (
        not isinstance(draft, Draft)
        or draft.seat is None
        or draft.sites
        or moment.table.missing
        or moment.stopped
        or moment.sittings[draft.seat].level is not None
    ):
        return ()
    said = moment.choices.get(draft.seat)
    if (said is not None and said.token is not None) or not may_pass(public):
        return ()
    return (Button("pass", draft.seat, Pass(), say("button_pass")),)
