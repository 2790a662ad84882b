"""The scene of each stage of an evening."""

from pearlboard.games.perladora.board import hints, scene
from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.state import FARMS, Public, Stage, View
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.perladora.rules.verdicts import side_seats
from pearlboard.games.values import Moment
from pearlboard.lights.scene import Scene


def lights_of(seen: View, moment: Moment) -> Scene:
    """The lights and the sound of the stage that the game has come to."""
    match seen.public.stage:
        case Stage.PEARLS:
            return _pearls(seen.public)
        case Stage.PLAYING:
            return _playing(seen.public, moment)
        case Stage.REVEAL:
            return _playing(seen.public, moment) if moment.draft is not None else _reveal(seen)
        case Stage.COUNT:
            return _counted(seen)
        case Stage.OVER:
            return _winners(seen)


def _pearls(public: Public) -> Scene:
    farm = FARMS[min(public.laid, len(FARMS) - 1)]
    return scene.pearls(farm, public.setup.farms[farm])


def _playing(public: Public, moment: Moment) -> Scene:
    if not isinstance(moment.draft, Draft):
        return Scene()
    return scene.playing(
        public,
        moment.draft,
        moment.table,
        countdown=moment.countdown,
        hints=hints.shown(public, moment),
        fresh=moment.news or (),
        upside_down=moment.unseen,
        asking=moment.awaits,
        advised=moment.advised,
        regions=moment.regions,
        since_ms=moment.since_ms,
    )


def _reveal(seen: View) -> Scene:
    here = frozenset(territories(seen.public)[seen.public.shown].spaces)
    readings = seen.reckoning.readings if seen.reckoning is not None else ()
    unsaid = frozenset(
        reading.space for reading in readings if reading.space in here and not (reading.said or reading.certain)
    )
    return scene.reveal(seen.public, here, unsaid)


def _counted(seen: View) -> Scene:
    public = seen.public
    parts = score(public, seen.values).territories[: public.shown + 1]
    return scene.counted(
        public,
        [
            (
                frozenset(part.territory.spaces),
                tuple(seat for side in part.winners for seat in side_seats(public.setup, side)),
            )
            for part in parts
        ],
    )


def _winners(seen: View) -> Scene:
    sides = score(seen.public, seen.values).winners
    return scene.winners(seen.public, [seat for side in sides for seat in side_seats(seen.public.setup, side)])
