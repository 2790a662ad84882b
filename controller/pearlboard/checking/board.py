"""Laws of a game on the board. A game without a board keeps them all."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from pearlboard.checking.evidence import Evidence, Happening, Played, named, named_sites, of_seat
from pearlboard.checking.laws import broken
from pearlboard.files import THEMES, read_toml, with_looks
from pearlboard.games.api import (
    NOWHERE,
    TABLE,
    Choice,
    Draft,
    GameAction,
    GameView,
    IllegalAction,
    Moment,
    OnBoard,
    Package,
    Piece,
    Reads,
    Sitting,
    Table,
    Verdict,
)
from pearlboard.games.moving import Effect, effect
from pearlboard.geometry import GRID, Site
from pearlboard.lights.scene import Scene
from pearlboard.lights.theme import Theme

SITES: Final = frozenset(GRID.sites)
ORDERED: Final = sorted(SITES, key=str)
LIGHTS: Final = frozenset(GRID.lights)
TRIED: Final = (1, 1, 1, 1, 2, 4)
"""Numbers of pieces that are laid anywhere, for a draft each."""


def moment(played: Played, table: Table | None = None, draft: Draft | None = None, **more: Any) -> Moment:  # noqa: ANN401
    """A moment at a table of people without screens of their own."""
    sittings = {seat: Sitting(f"Player {seat}") for seat in range(1, played.players + 1)}
    return Moment(table=table or Table(), draft=draft, sittings=sittings, number=1, **more)


def looked_at(evidence: Evidence, board: OnBoard) -> Iterator[tuple[Played, GameView, Moment]]:
    """The states met, with nothing on the board but what belongs there, and what the board makes of it."""
    for played in evidence.few:
        for state in played.states:
            seen = evidence.rules.view(state, TABLE)
            if board.reads(seen) is not Reads.PIECES:
                yield played, seen, moment(played)
                continue
            lying = frozenset(board.expected(seen))
            table = Table(sensed=lying, expected=lying)
            yield played, seen, moment(played, table, board.draft(seen, table, {}, confirms_itself=True))


def pieces(evidence: Evidence) -> None:
    """Pieces are expected where there is a sensor, and whatever was laid to stay is expected from then on."""
    board = evidence.package.board
    if board is None:
        return
    for played in evidence.few:
        for state in played.states:
            seen = evidence.rules.view(state, TABLE)
            if not isinstance(board.reads(seen), Reads):
                broken("`reads` is none of `Reads`")
            expected = board.expected(seen)
            _on_the_board("expected", expected)
            for site, piece in expected.items():
                if not isinstance(piece, Piece) or piece.seat not in (None, *range(1, played.players + 1)):
                    broken(f"what is expected on {site} is no piece of this table: {piece!r}")
            _on_the_board("may_be_lifted", evidence.package.peeking.may_be_lifted(seen))
            _on_the_board("unsensed", evidence.package.peeking.unsensed(seen, tiles=True, thinking=False))
        for happening in played.acts:
            _laid_is_expected(evidence, board, happening)


def _on_the_board(what: str, sites: Any) -> None:  # noqa: ANN401 - anything that holds sites
    foreign = set(sites) - SITES
    if foreign:
        broken(f"`{what}` names what is no site of the board: {named_sites(foreign)}")


def _laid_is_expected(evidence: Evidence, board: OnBoard, happening: Happening) -> None:
    what, done = type(happening.action).__name__, effect(board, happening.action)
    _on_the_board("lays", board.lays(happening.action))
    _on_the_board("moves", done.sites)
    _on_the_board("through", done.through)
    _on_the_board("uses", board.uses(happening.action))
    before, after = (evidence.rules.view(state, TABLE) for state in (happening.before, happening.after))
    if board.reads(after) is not Reads.PIECES:
        return
    expected = board.expected(after)
    if missing := done.comes - expected.keys():
        broken(f"{what} lays a piece on {named_sites(missing)}, where none is expected after it")
    if still := done.goes & expected.keys():
        broken(f"{what} takes the piece on {named_sites(still)} away, and one is expected there after it")
    if board.reads(before) is not Reads.PIECES or of_seat(happening) is None:
        return
    was = board.expected(before)
    if new := expected.keys() - was.keys() - done.comes:
        broken(f"after {what} a piece is expected on {named_sites(new)}, and neither `lays` nor `moves` names it")
    if done.taken:
        _moved_is_gone(what, done, was, expected)


def _moved_is_gone(what: str, done: Effect, was: Mapping[Site, Piece], expected: Mapping[Site, Piece]) -> None:
    """An action moves and captures what lay there, all of it is named, and sensors can tell that it was done."""
    on_another = (done.comes & was.keys()) - done.taken
    if onto := {site for site in on_another if was[site].seat != expected[site].seat}:
        broken(f"{what} moves a piece onto another's on {named_sites(onto)}, and `moves` does not take that away")
    if nothing := done.taken - was.keys():
        broken(f"{what} moves a piece from {named_sites(nothing)}, where none was expected")
    if not (done.goes | (done.comes - was.keys())):
        broken(f"{what} only changes pieces on {named_sites(done.taken)} for others: no sensor can tell")
    if gone := was.keys() - expected.keys() - done.taken:
        broken(f"after {what} no piece is expected on {named_sites(gone)}, and `moves` does not name it")


def drafts(evidence: Evidence) -> None:
    """Nothing new is no draft; exactly what an action lays is that action; nothing goes while a piece lacks."""
    board = evidence.package.board
    if board is None:
        return
    for played in evidence.few:
        rng = Random(played.players)
        for happening, seen in read_before(evidence, board, played):
            if evidence.rules.active(happening.before) == {happening.actor}:
                lying = lying_on(evidence.package, board, seen)
                _nothing(board, seen, lying)
                _lacking(board, seen, lying)
                for pieces in TRIED:
                    _anything(evidence, board, happening, seen, lying, rng.sample(ORDERED, pieces))
                if of_seat(happening) is not None:
                    _laying(evidence, board, happening, seen, lying)


def read_before(evidence: Evidence, board: OnBoard, played: Played) -> Iterator[tuple[Happening, GameView]]:
    """The actions before which pieces are read, each with the table's view before it."""
    for happening in played.acts:
        seen = evidence.rules.view(happening.before, TABLE)
        if board.reads(seen) is Reads.PIECES:
            yield happening, seen


def lying_on(package: Package, board: OnBoard, seen: GameView) -> frozenset[Site]:
    return frozenset(board.expected(seen)) - package.peeking.unsensed(seen, tiles=False, thinking=False)


def after_hands(lying: frozenset[Site], done: Effect) -> Table:
    """The table after hands have done this on a board with these pieces, in the order of the sites."""
    return Table(
        sensed=(lying - done.goes) | done.comes,
        expected=lying,
        unsensed=done.goes,
        in_hand=done.goes,
        relaid=done.comes & lying,
        arrivals=tuple(sorted(done.comes, key=str)),
    )


def _nothing(board: OnBoard, seen: GameView, lying: frozenset[Site]) -> None:
    draft = board.draft(seen, Table(sensed=lying, expected=lying), {}, confirms_itself=True)
    if draft.verdict is Verdict.LEGAL or not draft.nothing:
        broken(
            f"nothing new lies on the board, and the draft is not `nothing`: {culprit(draft)}; it may never be played"
        )


def culprit(draft: Draft) -> str:
    """The verdict of a draft, and the sites that it names, by field."""
    told = {name: getattr(draft, name) for name in ("sites", "lift", "put", "at")}
    parts = [f"`{name}` is {named_sites(sites)}" for name, sites in told.items() if sites]
    return "; ".join([f"it is {draft.verdict.value} ({draft.sentence.name})", *parts])


def _lacking(board: OnBoard, seen: GameView, lying: frozenset[Site]) -> None:
    for site in sorted(lying, key=str)[:3]:
        draft = board.draft(seen, Table(sensed=lying - {site}, expected=lying), {}, confirms_itself=True)
        if draft.verdict is Verdict.LEGAL or site not in draft.put:
            broken(
                f"the piece on {site} lacks: the draft is to ask for it (`put`), and cannot be legal; {culprit(draft)}"
            )


def _anything(
    evidence: Evidence, board: OnBoard, happening: Happening, seen: GameView, lying: frozenset[Site], laid: list[Site]
) -> None:
    """Pieces laid anywhere are read: what is legal can be played, and what is not names its culprit."""
    extra = frozenset(laid) - lying
    table = Table(sensed=lying | extra, expected=lying, arrivals=tuple(site for site in laid if site in extra))
    draft = board.draft(seen, table, {}, confirms_itself=False)
    for told in (draft.sites, draft.lift, draft.put, draft.at):
        _on_the_board("draft", told)
    where = named_sites(extra)
    _names_its_culprit(draft, table, where)
    if draft.verdict is Verdict.LEGAL and draft.action is None:
        broken("a draft is legal, and has no action")
    if draft.verdict is Verdict.LEGAL and draft.seat == happening.actor and not _awaits(evidence, draft):
        _plays(evidence, board, happening, draft, f"the draft of pieces on {where}")


def _names_its_culprit(draft: Draft, table: Table, where: str) -> None:
    if draft.verdict is Verdict.ILLEGAL and not draft.lift | draft.put:
        broken(f"pieces on {where} are illegal, and the draft says neither what to `lift` nor what to `put`")
    if draft.lift - table.sensed or draft.put & table.sensed:
        broken(f"pieces on {where}: `lift` names what does not lie there, or `put` what does; {culprit(draft)}")


def _awaits(evidence: Evidence, draft: Draft) -> bool:
    return evidence.package.choices.awaits(draft, None, own_screen=True)


def _plays(evidence: Evidence, board: OnBoard, happening: Happening, draft: Draft, whose: str) -> GameAction:
    """The action of a draft that says that it is legal."""
    actor = happening.actor or TABLE
    action = evidence.package.choices.action(evidence.rules.view(happening.before, actor), draft, Choice())
    try:
        evidence.rules.apply(happening.before, actor, action)
    except IllegalAction as refused:
        broken(f"{whose} is legal, and its action is refused: {refused.rule}")
    if unnamed := draft.sites - effect(board, action).comes - board.uses(action):
        where = named_sites(unnamed)
        broken(f"{whose} is legal, and neither `lays` nor `moves` nor `uses` of its action names the piece on {where}")
    return action


def _laying(evidence: Evidence, board: OnBoard, happening: Happening, seen: GameView, lying: frozenset[Site]) -> None:
    """Pieces laid and moved by an action are read as one that does just that, and can be played by its seat."""
    done = effect(board, happening.action)
    what, actor = type(happening.action).__name__, happening.actor or TABLE
    if not done.sites:
        return
    if done.taken:
        _on_the_way(board, seen, lying, done, happening)
    draft = board.draft(seen, after_hands(lying, done), {}, confirms_itself=True)
    if draft.verdict is not Verdict.LEGAL:
        broken(f"exactly what {what} does lies there, and the draft is not legal: {culprit(draft)}")
    if draft.sites != done.comes or draft.seat != actor:
        broken(f"exactly what {what} of {named(actor)} does lies there, and the draft is about something else")
    action = _plays(evidence, board, happening, draft, f"the draft of {what}")
    if effect(board, action) != done:
        broken(f"exactly what {what} does lies there, and the draft's action does something else")


def _on_the_way(board: OnBoard, seen: GameView, lying: frozenset[Site], done: Effect, happening: Happening) -> None:
    """While pieces of an action are in hand nothing is wrong; with a piece laid and the others still there, neither."""
    what, found = type(happening.action).__name__, list(board.open_actions(seen))
    if not any(effect(board, action) == done for action in found):
        broken(
            f"{what} moves a piece, and `open_actions` does not name it: the piece would be missing once it is lifted"
        )
    for gone, came in ((done.taken, NOWHERE), (NOWHERE, done.comes - lying)):
        table = replace(after_hands(lying, Effect(gone, came)), relaid=NOWHERE)
        draft = board.draft(seen, table, {}, confirms_itself=True)
        if (gone or came) and draft.verdict is Verdict.ILLEGAL:
            broken(f"{what} is half done, and the draft is illegal: {culprit(draft)}")


def lights(evidence: Evidence) -> None:
    """Every scene is made of lights that there are, in roles and with cues that every theme knows."""
    board = evidence.package.board
    if board is None:
        return
    themes = themes_of(evidence)
    for played, seen, now in looked_at(evidence, board):
        for more in ({}, {"hinting": True}, {"stopped": True}, {"countdown": 500}, {"clearing": True}):
            check_scene(board.scene(seen, moment(played, now.table, now.draft, **more)), played.players, themes)


def themes_of(evidence: Evidence) -> list[Theme]:
    """The themes of the program, with the looks of the game."""
    return [with_looks(Theme.from_mapping(read_toml(path)), evidence.package) for path in sorted(THEMES.glob("*.toml"))]


def check_scene(scene: Scene, players: int, themes: list[Theme]) -> None:
    """Check a scene of a game, of a frame of its replay, or of a step of its lesson, in every theme."""
    if not scene.lights.keys() <= LIGHTS:
        broken("a scene lights what is no light of the board")
    for theme in themes:
        for mark in scene.lights.values():
            if mark.role not in theme.roles:
                broken(f"a scene has the role {str(mark.role)!r}, which has no look: say it in looks.toml")
            if mark.seat not in (None, *range(1, players + 1)):
                broken(f"a scene marks something as seat {mark.seat}'s, and there are {players}")
        if scene.cue is not None and scene.cue not in theme.cues:
            broken(f"a scene has the cue {str(scene.cue)!r}, which has no sound: say it in looks.toml")
