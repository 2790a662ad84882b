"""What every page is told of a game of Perladöra: a piece as it is drawn, and who stands where at the end."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pearlboard.games.perladora.board.choosing import PerladoraChoices
from pearlboard.games.perladora.board.drafts import Draft, Said
from pearlboard.games.perladora.rules import stages
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.setup import opening
from pearlboard.games.perladora.rules.state import FARMS, Reckoning, Stage
from pearlboard.games.perladora.rules.steps import Elders, LayPearls, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.private import private
from pearlboard.games.perladora.shown.screen import _standing, looking, piece, screen
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import TABLE, Choice, Moment, Sitting, Table, Verdict
from pearlboard.geometry import edge, space
from pearlboard.texts import say
from support.perladora_boards import FULL_CORNER, ONE_OF_EACH, position, whole_set
from support.perladora_drafts import read
from support.sessions import AGREEMENT

A1, B1, E5 = space("a1"), space("b1"), space("e5")
SITTINGS = {1: Sitting("Anna"), 2: Sitting("Ben")}
CHOICES = PerladoraChoices()


def moment(**how):
    """Two people, and each sentence by its name."""
    return Moment(**{"sittings": SITTINGS, "words": lambda sentence: sentence.name, **how})


def test_a_piece_is_drawn_plain_until_something_is_said_of_it():
    """With no necklace, backup or target, and not as lying face up."""
    plain = {"necklaces": 0, "backup": False, "face_up": False, "target": False, "later": False}
    diver = {"site": "c4", "kind": "diver", "seat": 2, "status": "laid", "value": 3, **plain}
    assert piece(space("c4"), "laid", 2, 3) == diver
    assert piece(edge("a1-b1"), "owed", None, None)["kind"] == "pontoon"


def test_a_side_stands_behind_all_who_have_more():
    """More Pearls, or with as many the better clusters; who has the same has the same place."""
    public = SimpleNamespace(setup=replace(AGREEMENT.setup, players=3))
    counted = SimpleNamespace(pearls={1: 5, 2: 9, 3: 5}, clusters={1: (2,), 2: (1,), 3: (2,)})
    people = {1: "Anna", 2: "Ben", 3: "Cleo"}
    told = [_standing(counted, public, (2, 1, 3), side, people) for side in (2, 1, 3)]
    assert [(row["place"], row["names"], row["pearls"]) for row in told] == [
        (1, ["Ben"], 9), (2, ["Anna"], 5), (2, ["Cleo"], 5),
    ]  # fmt: skip
    counted.clusters[3] = (3,)
    assert _standing(counted, public, (2, 3, 1), 1, people)["place"] == 3


def test_before_the_first_turn_the_page_tells_on_which_farms_pearls_lie():
    """And where they are to be laid now; of Pontoons and territories nothing, as long as no turn is played."""
    state = opening(AGREEMENT.setup, 1, Stage.PEARLS)
    for laid, farm in enumerate((*FARMS, None)):
        told = screen(view(state, TABLE), moment())
        assert [each["laid"] for each in told["farms"].values()] == [True] * laid + [False] * (len(FARMS) - laid)
        assert told["farm_now"] == (None if farm is None else str(farm))
        assert (told["pontoons_left"], told["territories"]) == (None, [])
        state = state if farm is None else stages.apply(state, LayPearls(farm))
    told = screen(view(opening(AGREEMENT.setup, 1), TABLE), moment())
    assert {each["laid"] for each in told["farms"].values()} == {True}
    assert (told["farm_now"], told["pontoons_left"], len(told["territories"])) == (None, 35, 1)


def test_the_page_marks_what_a_sentence_names_only_where_it_is_said():
    """A territory that would be too small, and pieces to be put back later; neither while the table asks something."""
    seen = view(position(FULL_CORNER), TABLE)
    drafted = Draft(
        1, Verdict.ILLEGAL, say("put_back_many"), region=frozenset({A1}), later=frozenset({B1, edge("b1-c1")})
    )
    for stopped, region, later in ((False, ["a1"], {"b1", "b1-c1"}), (True, [], set())):
        told = screen(seen, moment(draft=drafted, stopped=stopped))
        assert told["region"] == region
        assert {piece["site"] for piece in told["pieces"] if piece["later"]} == later


def test_of_a_closed_territory_the_page_tells_who_is_ahead():
    """Of its Divers the number alone; of the open lagoon nothing."""
    full = view(position(FULL_CORNER), TABLE)
    corner, lagoon = sorted(screen(full, moment())["territories"], key=lambda part: len(part["spaces"]))
    assert corner["stakes"] == {"divers": 3, "leader": None, "tied": [], "text": "stakes_open"}
    assert lagoon["stakes"] is None
    alone = view(position(FULL_CORNER.replace("2", ".")), TABLE)
    corner = min(screen(alone, moment())["territories"], key=lambda part: len(part["spaces"]))
    assert corner["stakes"] == {"divers": 2, "leader": 1, "tied": [], "text": "stakes_leader"}


def test_all_can_agree_on_the_values_once_divers_are_turned_up_and_nothing_is_open():
    """What is open is said in words."""
    seen, wrong = view(position(ONE_OF_EACH), TABLE), (say("still_to_say"),)
    for turned_up, problems, can_agree in ((True, (), True), (False, (), False), (True, wrong, False)):
        public = replace(seen.public, stage=Stage.REVEAL, turned_up=turned_up)
        told = screen(replace(seen, public=public, reckoning=Reckoning((), problems, {})), moment())["reveal"]
        assert told["can_agree"] is can_agree
        assert told["problems"] == [problem.name for problem in problems]


def test_a_piece_is_told_with_how_it_lies_there():
    """Laid, owed, missing or just being looked at; what lies there besides is foreign or to be lifted."""
    seen = view(position(ONE_OF_EACH), TABLE)

    def statuses(**how):
        lying = Table(expected=frozenset({A1, B1}) - how.get("owed", frozenset()), **how)
        return {piece["site"]: piece["status"] for piece in screen(seen, moment(table=lying, clearing=False))["pieces"]}

    there = frozenset({A1, B1})
    assert statuses(sensed=there) == {"a1": "laid", "b1": "laid"}
    assert statuses(sensed=frozenset({A1})) == {"a1": "laid", "b1": "missing"}
    assert statuses(sensed=frozenset({A1}), owed=frozenset({B1})) == {"a1": "laid", "b1": "owed"}
    looked_at = {"unsensed": frozenset({B1}), "looked_at": frozenset({B1})}
    assert statuses(sensed=frozenset({A1}), **looked_at) == {"a1": "laid", "b1": "looked_at"}
    assert statuses(sensed=there | {E5}) == {"a1": "laid", "b1": "laid", "e5": "foreign"}
    assert statuses(sensed=there | {E5}, must_lift=frozenset({E5}))["e5"] == "lift"
    left = Table(sensed=there | {E5}, expected=there)
    assert screen(seen, moment(table=left, clearing=True))["pieces"][-1]["status"] == "lift"


def test_a_seat_that_is_asked_for_a_value_is_told_so_on_its_own_screen():
    """Only while the draft waits for it, and only the seat to move."""
    state = position(ONE_OF_EACH)
    told = [
        private(view(state, seat), moment(awaits=awaits), Choice())["sentence"]
        for seat, awaits in ((1, True), (1, False), (2, True))
    ]
    assert told == ["choose_value_now", None, None]


FULL_OF_THREE = """
1 2 3 P 1 2 3 1

2 P 3 1 2 P 3 P

1 2 3 1 2 3 1 2

P 3 1 2 P 3 1 2

3 1 P 2 3 1 P 2
"""
"""Seats 1 and 2 have laid all their Divers, and seat 3 has one left for which no space is free."""


def test_a_value_is_asked_for_only_where_a_diver_can_be_laid():
    """On a full board, or while a token is to be laid, the hand rests, and choosing one of it is refused."""
    advanced = {"players": 3, "advanced": True, "clans": ("elders", "children", "fishermen")}
    full = position(FULL_OF_THREE, to_move=3, values=whole_set(FULL_OF_THREE, 3), **advanced)
    free = FULL_OF_THREE.replace("1 2 3 P", "1 2 . P", 1)
    one = position(free, to_move=3, values=whole_set(free, 3), **advanced)
    for state, token, asked in ((full, None, False), (one, None, True), (one, "power", False), (full, "backup", False)):
        own, drafted, choice = view(state, 3), read(state, token=token), Choice(Said(token=token))
        assert bool(private(own, moment(draft=drafted), choice)["value"]) == asked
        if state is full:
            with pytest.raises(IllegalAction, match="no_such_value"):
                CHOICES.choose(own, moment(draft=drafted), choice, {"value": 4}, own_screen=True)


def test_what_a_seat_has_laid_face_down_is_shown_to_it_only_where_that_was_agreed():
    """Ruling 8: of a game in which nothing was said about it, too, it is not."""
    state = apply(position(), PlaceDiver(A1, 5))
    allowed = state.changed(public=replace(state.public, setup=replace(state.public.setup, peek_own=True)))
    for laid, game in (([], state), ([{"space": "a1", "value": 5}], allowed)):
        assert private(view(game, 1), moment(), Choice())["laid"] == laid


def test_whoever_may_look_is_told_what_their_divers_count_in_each_closed_territory():
    """Nobody else is, and nobody where that was not agreed."""
    state = position(FULL_CORNER, values={"a1": 3, "a2": 1, "b1": 5})
    allowed = state.changed(public=replace(state.public, setup=replace(state.public.setup, peek_own=True)))
    counts = [
        [each["counts"] for each in private(view(allowed, seat), moment(), Choice())["counts"]] for seat in (1, 2)
    ]
    assert counts == [[4], [5]]
    assert private(view(state, 1), moment(), Choice())["counts"] == []


def test_who_looks_at_a_diver_is_told_what_it_is_worth_and_nobody_else():
    """What nobody has said of it, the Elder reads from the tile; on a screen there is none."""
    begun = position(ONE_OF_EACH, advanced=True, clans=("elders", "children"), to_move=2)
    for value, sentence in ((5, "seen_value"), (None, "seen_unknown")):
        state = apply(apply(begun, PlaceDiver(space("c1"), value)), Elders(space("c1")))
        own, other = (private(view(state, seat), moment(awaits=True), Choice()) for seat in (1, 2))
        assert (own["seen"], own["sentence"]) == ({"space": "c1", "value": value}, sentence)
        assert (other["seen"], other["sentence"]) == (None, None)
    drawn = private(view(state, 1), moment(awaits=True, table=Table(on_screen=True)), Choice())
    assert drawn["sentence"] == "seen_unknown_on_screen"


def test_all_are_told_where_an_elder_looks_and_how():
    """On its phone; at the tile, where the phone is gone; on the host's page. A computer looks at nothing."""
    public = apply(position(ONE_OF_EACH, advanced=True, clans=("elders", "children")), Elders(B1)).public
    ways = {"phone": Sitting("Anna", screen=True), "tile": Sitting("Anna", had_screen=True), "table": Sitting("Anna")}
    for how, sitting in ways.items():
        told = looking(public, moment(sittings={1: sitting, 2: SITTINGS[2]}))
        assert told == {"seat": 1, "space": "b1", "how": how}
    assert looking(public, moment(sittings={1: Sitting("Anna", level="easy"), 2: SITTINGS[2]})) is None
    assert looking(position(ONE_OF_EACH).public, moment()) is None
