"""Powers and Backups at the table: an armed token, what is laid or chosen for it, and what is said, in both languages.

Positions are drawn; everything is judged as the table page does, without anybody's secrets.
"""

import pytest

from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    ExtraDiver,
    Fishermen,
    Foragers,
    LayPontoons,
    PlaceBackup,
)
from pearlboard.games.values import Verdict
from pearlboard.geometry import edge, site, space
from support.perladora_boards import EMPTY, FULL_AND_OPEN, FULL_CORNER, ONE_OF_EACH, few_left, position
from support.perladora_drafts import clans, names, read, said, sites, words

THREE = ONE_OF_EACH.replace("1 2 .", "1 2 2")
TWO_CORNERS = """
1 2|1 P|. . . .

1 P|1 2|. P . P
- - - -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""


def advanced(drawing=THREE, clan="elders", **parts):
    return position(drawing, advanced=True, clans=clans(clan), **parts)


def after(state, step):
    """The state in which a Power has been played."""
    return apply(state, step)


# --- armed, and nothing chosen -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clan", "token", "targets"),
    [
        ("fishermen", "power", ""),
        ("foragers", "power", "b1 c1"),
        ("elders", "power", "a1 b1 c1"),
        ("elders", "backup", "a1 a2"),
    ],
)
def test_an_armed_token_shows_where_it_may_go(clan, token, targets):
    """The Divers that may be chosen; where a Pontoon may lie is a hint, and not given away."""
    drawing = FULL_CORNER if token == "backup" else THREE
    draft = read(advanced(drawing, clan), token=token)
    assert (draft.verdict, draft.action, draft.target) == (Verdict.UNFINISHED, None, None)
    assert names(draft.targets) == targets
    assert draft.sentence.name == f"arm_{'backup' if token == 'backup' else clan}"


def test_on_a_screen_nobody_is_asked_to_lift_anything():
    """What is only drawn is tapped."""
    for clan, token in (("foragers", "power"), ("elders", "power"), ("children", "power"), ("elders", "backup")):
        state = advanced(FULL_CORNER if token == "backup" else THREE, clan)
        draft = read(state, token=token, on_screen=True)
        assert draft.sentence.name == f"arm_{'backup' if token == 'backup' else clan}_on_screen"
        assert not any(told in words(draft.sentence) for told in ("lift", "magnet"))


def test_the_extra_diver_may_go_to_every_empty_space():
    """By a tap, too: a tile that lies face up may not be sensed."""
    draft = read(advanced(THREE, "children"), token="power")
    assert len(draft.targets) == 29
    assert not draft.targets & sites("a1", "b1", "c1", "d1")


BARE = """
. . . P . . . .
    - -
. P|1 2|. P . P

. .|{0} {1}|. . . .
    - -
P . . . P . . .

. . P . . . P .
"""
"""A territory without a Farm."""
CLAN_AND_TOKEN = {"look": ("elders", "power"), "necklace": ("foragers", "power"), "backup": ("elders", "backup")}


@pytest.mark.parametrize(
    ("played", "target", "drawing", "face_up", "why"),
    [
        ("look", "b1", THREE, ("b1",), "vain_face_up"),
        ("look", "b1", THREE, (), None),
        ("look", "d2", BARE.format(1, 2), (), None),
        ("necklace", "d2", BARE.format(".", "."), (), "vain_no_pearls"),
        ("necklace", "b1", FULL_CORNER.replace("1 P|.", ". P|."), (), None),
        ("backup", "c2", BARE.format(1, 2), (), "vain_no_pearls"),
        ("backup", "a1", FULL_CORNER.replace("1 2|.", "1 1|.", 1), (), "vain_alone"),
        ("backup", "a1", FULL_CORNER, (), None),
    ],
)
def test_what_would_bring_nothing_is_allowed_and_said_before_it_counts(played, target, drawing, face_up, why):
    """As far as everybody can see, by the button and on a screen."""
    clan, token = CLAN_AND_TOKEN[played]
    state = position(drawing, advanced=True, clans=(clan, "children"), face_up=face_up)
    for on_screen in (False, True):
        draft = read(state, token=token, target=target, on_screen=on_screen)
        assert draft.verdict is Verdict.LEGAL
        assert [name for name in said(draft.sentence) if name.startswith("vain_")] == ([why] if why else [])


@pytest.mark.parametrize("token", ["power", "backup"])
def test_a_token_that_cannot_be_played_is_taken_back(token):
    """Whoever arms it all the same hears why."""
    for state in (position(THREE), advanced(EMPTY)):
        draft = read(state, "c3", token=token)
        assert (draft.verdict, draft.action) == (Verdict.ILLEGAL, None)
        assert draft.sentence.name == "put_token_back"
    assert said(read(position(THREE), token="power").sentence) == ["put_token_back", "standard_game"]


@pytest.mark.parametrize(("clan", "token"), [("foragers", "power"), ("elders", "power"), ("elders", "backup")])
@pytest.mark.parametrize("target", [None, "a1"])
def test_new_pieces_beside_a_token_for_a_diver_are_lifted_first(clan, token, target):
    """They could only be mistaken for what is played."""
    draft = read(advanced(FULL_AND_OPEN, clan), "e4-f4", "f4", token=token, target=target)
    assert (draft.verdict, draft.sentence.name) == (Verdict.ILLEGAL, "lift_for_token")
    assert draft.lift == draft.sites == sites("e4-f4", "f4")


# --- chosen ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clan", "token", "target", "step"),
    [
        ("foragers", "power", "b1", Foragers(space("b1"))),
        ("elders", "power", "a1", Elders(space("a1"))),
        ("elders", "power", "b1", Elders(space("b1"))),
        ("children", "power", "c3", ExtraDiver(space("c3"))),
    ],
)
def test_a_chosen_target_waits_to_be_confirmed(clan, token, target, step):
    """It is complete, so it may confirm itself; no piece belongs to it."""
    for soon, then in ((True, "token_soon"), (False, "token_by_button")):
        draft = read(advanced(THREE, clan), token=token, target=target, confirms_itself=soon)
        assert (draft.verdict, draft.action, draft.complete) == (Verdict.LEGAL, step, True)
        assert (draft.target, draft.targets, draft.sites) == (site(target), frozenset(), frozenset())
        assert said(draft.sentence) == [then, f"drafted_{clan}"]
        assert not draft.nothing


def test_the_backup_is_a_main_action_without_a_piece():
    """On an own Diver in a full territory, with a Power before it or without."""
    start = advanced(FULL_CORNER)
    for state in (start, after(start, Elders(space("b1")))):
        draft = read(state, token="backup", target="a2")
        assert (draft.verdict, draft.action, draft.complete) == (Verdict.LEGAL, PlaceBackup(space("a2")), True)


REFUSALS = [
    ("no_target", "elders", THREE, "c3", "c3", {}),
    ("no_target", "elders", THREE, "a1-b1", "a1-b1", {}),
    ("own_target", "elders", THREE, "a1", "a1", {"edition": "fr"}),
    ("partner_target", "elders", ONE_OF_EACH.replace("1 2 .", "1 2 3"), "c1", "c1", {"players": 4}),
    ("no_target", "foragers", THREE, "c3", "c3", {}),
    ("own_target", "foragers", THREE, "a1", "a1", {}),
    ("partner_target", "foragers", ONE_OF_EACH.replace("1 2 .", "1 2 3"), "c1", "c1", {"players": 4}),
    ("territory_full", "foragers", FULL_AND_OPEN, "b1", "b1", {}),
    ("no_forager_near", "foragers", FULL_AND_OPEN.replace("1 P|. 1 2", ". P|. . 2"), "e2", "e2", {}),
    ("space_taken", "children", THREE, "b1", "b1", {}),
    ("space_is_farm", "children", THREE, "d1", "d1", {}),
    ("not_own_diver", "backup", FULL_CORNER, "b1", "b1", {}),
    ("not_own_diver", "backup", FULL_CORNER, "c3", "c3", {}),
    ("territory_not_full", "backup", FULL_AND_OPEN, "d2", "", {}),
]


@pytest.mark.parametrize(("rule", "clan", "drawing", "target", "at", "parts"), REFUSALS)
def test_a_target_that_cannot_be_is_refused_with_its_reason(rule, clan, drawing, target, at, parts):
    """In words of both languages, on the board, and with what may be chosen instead."""
    token, clan = ("backup", "elders") if clan == "backup" else ("power", clan)
    state = advanced(drawing, clan, **parts)
    draft = read(state, token=token, target=target)
    assert (draft.verdict, draft.action, draft.lift) == (Verdict.ILLEGAL, None, frozenset())
    assert said(draft.sentence) == ["choose_another", rule]
    assert draft.target == site(target)
    assert draft.targets == read(state, token=token).targets != frozenset()
    assert draft.target not in draft.targets
    if at:
        assert names(draft.at) == at
    english, french = words(draft.sentence), words(draft.sentence, "fr")
    assert english.endswith("Choose another place.")
    assert french.endswith("Choisissez un autre endroit.")


def test_the_empty_spaces_that_keep_the_backup_waiting_are_shown():
    """All of them, with the Diver."""
    state = advanced(FULL_CORNER.replace("1 P|.", "1 P|1"))
    draft = read(state, token="backup", target="c2")
    assert said(draft.sentence) == ["choose_another", "territory_not_full"]
    assert draft.at >= sites("c2", "c1", "c3", "h5")
    assert not draft.at & sites("a1", "a2", "b1", "b2", "d1")
    assert draft.targets == sites("a1", "a2")


def test_the_backup_that_is_there_already_is_shown():
    """By both Divers: the one that was chosen and the one that has it."""
    state = advanced(TWO_CORNERS, backed=["b1"])
    draft = read(state, token="backup", target="a1")
    assert said(draft.sentence) == ["choose_another", "backup_present"]
    assert draft.at == sites("a1", "b1")
    assert draft.targets == sites("c1", "c2")


# --- lifted ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clan", "token", "lifted", "name"),
    [
        ("foragers", "power", "b1", "lifted_foragers"),
        ("elders", "power", "b1", "lifted_elders"),
        ("foragers", "power", "a1", "lifted_in_vain"),
        ("elders", "backup", "a1", "lifted_backup"),
        ("elders", "backup", "b1", "lifted_in_vain"),
        ("children", "power", "b1", "tile_looked_at"),
        ("fishermen", "power", "b1", "tile_looked_at"),
    ],
)
def test_a_diver_that_is_lifted_for_a_token_is_chosen_when_it_is_put_back(clan, token, lifted, name):
    """The table says so while it is in the hand; the targets stay open, so that another can be lifted."""
    state = advanced(FULL_CORNER if token == "backup" else THREE, clan)
    draft = read(state, token=token, lifted=[lifted])
    assert (draft.verdict, draft.sentence.name, draft.put) == (Verdict.UNFINISHED, name, sites(lifted))
    for_a_diver = name != "tile_looked_at"
    assert draft.targets == (read(state, token=token).targets if for_a_diver else frozenset())
    assert lifted in words(draft.sentence)
    assert lifted in words(draft.sentence, "fr")


def test_a_tile_that_is_lifted_without_a_token_is_a_look():
    """Nobody's business, but the Elder's whose Power it is."""
    state = advanced()
    assert read(state, lifted=["b1"]).sentence.name == "tile_looked_at"
    looked = after(state, Elders(space("b1")))
    assert read(looked, lifted=["b1"]).sentence.name == "look_and_put_back"
    assert read(looked, lifted=["c1"]).sentence.name == "tile_looked_at"
    assert read(state, token="power", lifted=["b1", "c1"]).sentence.name == "tile_looked_at"


# --- Powers that lay a piece -------------------------------------------------------------------------------------


def test_the_first_pontoon_is_the_powers_and_the_others_wait():
    """They are no error; the sentence says which is which."""
    state = advanced(THREE, "fishermen")
    alone = read(state, "c3-d3", token="power")
    assert (alone.verdict, alone.action, alone.complete) == (Verdict.LEGAL, Fishermen(edge("c3-d3")), True)
    assert alone.sites == sites("c3-d3")
    assert alone.target == edge("c3-d3")
    beside = read(state, "e3-f3", "c3-d3", "d4-e4", "f5", token="power")
    assert (beside.action, beside.sites) == (Fishermen(edge("e3-f3")), sites("e3-f3"))
    assert said(beside.sentence) == ["beside_waits", "token_soon", "drafted_fishermen"]
    assert "between e3 and f3 is the extra one" in words(beside.sentence)
    assert "f5, between c3 and d3 and between d4 and e4 waits" in words(beside.sentence)


def test_pieces_that_came_before_the_powers_wait_too():
    """A Diver lies there already when the Power is armed; the Pontoon is still to come."""
    draft = read(advanced(THREE, "fishermen"), "f5", token="power")
    assert (draft.verdict, draft.sites, draft.lift) == (Verdict.UNFINISHED, sites("f5"), frozenset())
    assert said(draft.sentence) == ["beside_waits", "arm_fishermen"]
    assert not draft.nothing


def test_three_pontoons_in_a_turn():
    """One by the Power, two by the main action, each judged after the other (ruling 11)."""
    state = advanced(THREE, "fishermen")
    three = ("c3-d3", "e3-f3", "d4-e4")
    power = read(state, *three, token="power")
    state = apply(state, power.action)
    main = read(state, *three[1:])
    assert (main.verdict, main.action) == (Verdict.LEGAL, LayPontoons((edge("e3-f3"), edge("d4-e4"))))
    state = apply(state, main.action)
    assert state.public.to_move == 2
    assert state.public.pontoons_left == 32
    assert state.public.powers == (1, 2)


def test_a_fourth_pontoon_is_too_many_after_the_power():
    """Two are the main action's, whatever was before."""
    state = after(advanced(THREE, "fishermen"), Fishermen(edge("g3-h3")))
    draft = read(state, "c3-d3", "e3-f3", "d4-e4")
    assert (draft.sentence.name, draft.lift) == ("three_pontoons_after_power", sites("d4-e4"))
    assert read(state, "c3-d3", "f5").sentence.name == "diver_and_pontoon_after_power"
    assert read(state, "f4", "f5").sentence.name == "two_divers_after_power"


def test_an_extra_pontoon_that_may_not_lie_there_is_lifted():
    """It alone, with the region it would close; what waits may stay."""
    state = advanced(THREE.replace("1 2 2", "1|2 2"), "fishermen")
    draft = read(state, "a1-a2", "f5", token="power")
    assert (draft.verdict, draft.action, draft.target) == (Verdict.ILLEGAL, None, None)
    assert (draft.lift, draft.sites, draft.region) == (sites("a1-a2"), sites("a1-a2"), {space("a1")})
    assert said(draft.sentence) == ["lift_because", "territory_too_small"]


def test_a_power_that_leaves_nothing_to_do_is_refused_at_its_piece():
    """The rest of the line could only be laid by the main action (ruling 10)."""
    state = few_left(2, advanced=True, clans=clans("fishermen"), hands=[{}, {"1": 2}], backups=[False, True])
    draft = read(state, "e3-f3", token="power")
    assert draft.verdict is Verdict.LEGAL
    assert read(apply(state, draft.action), "g3-h3").verdict is Verdict.LEGAL
    children = few_left(0, advanced=True, clans=clans("children"), hands=[{"1": 1}, {"1": 1}], backups=[False, True])
    assert said(read(children, "a1", token="power").sentence) == ["put_token_back", "no_main_action_left"]


def test_two_divers_in_a_turn():
    """The first that came is the Children's, face up with a value for all to see, the second the main action's."""
    state = advanced(THREE, "children")
    power = read(state, "d3", "c3", token="power")
    assert (power.action, power.sites, power.target) == (ExtraDiver(space("d3")), sites("d3"), space("d3"))
    assert (power.face_up, power.values, power.complete) == (True, (1, 2, 3, 4, 5), True)
    assert "c3 waits for the main action" in words(power.sentence)
    state = apply(state, Children(space("d3"), 5))
    main = read(state, "c3")
    assert (main.verdict, main.face_up, main.values) == (Verdict.LEGAL, False, (1, 2, 3, 4))


def test_the_space_that_was_chosen_is_the_childrens_wherever_a_piece_came_first():
    """The tile that lies face up there need not be sensed; the other waits."""
    draft = read(advanced(THREE, "children"), "c3", token="power", target="d3")
    assert (draft.action, draft.target, draft.sites) == (ExtraDiver(space("d3")), space("d3"), frozenset())
    assert "d3 is the extra one" in words(draft.sentence)
    assert "c3 waits" in words(draft.sentence)
    sensed = read(advanced(THREE, "children"), "c3", "d3", token="power", target="d3")
    assert (sensed.action, sensed.sites) == (ExtraDiver(space("d3")), sites("d3"))


def test_an_extra_diver_on_a_farm_is_lifted():
    """A piece that lies wrong must go; a space that was only tapped need not."""
    state = advanced(THREE, "children")
    laid, tapped = read(state, "e4", token="power"), read(state, token="power", target="e4")
    assert said(laid.sentence) == ["lift_because", "space_is_farm"]
    assert (laid.lift, laid.values, laid.face_up) == (sites("e4"), (), False)
    assert (tapped.lift, tapped.at) == (frozenset(), sites("e4"))


@pytest.mark.parametrize(
    ("clan", "pieces", "allowed"),
    [
        ("fishermen", ("c3-d3", "e3-f3", "d4-e4"), True),
        ("fishermen", ("c3-d3", "f5"), True),
        ("fishermen", ("c3-d3", "e3-f3", "f5"), False),
        ("fishermen", ("c3-d3", "e3-f3", "d4-e4", "f3-f4"), False),
        ("fishermen", ("f4", "f5"), False),
        ("children", ("f4", "f5"), True),
        ("children", ("f4", "c3-d3", "e3-f3"), True),
        ("children", ("f4", "f5", "g4"), False),
        ("children", ("f4", "f5", "c3-d3"), False),
        ("children", ("c3-d3", "e3-f3", "d4-e4"), False),
        ("elders", ("f4", "f5"), False),
        ("foragers", ("c3-d3", "e3-f3", "d4-e4"), False),
    ],
)
def test_too_much_for_one_action_is_told_that_a_power_would_allow_it(clan, pieces, allowed):
    """Where it would: with the Power first, all of it can stay, and it can indeed."""
    state = advanced(THREE, clan)
    draft = read(state, *pieces)
    assert draft.verdict is Verdict.ILLEGAL
    assert (draft.sentence.name == "or_power_first") == allowed
    assert (read(advanced(THREE, clan, powers=[0, 1]), *pieces).sentence.name == "or_power_first") is False
    if allowed:
        power = read(state, *pieces, token="power")
        step = power.action if clan == "fishermen" else Children(power.target, 1)
        rest = [piece for piece in pieces if site(piece) != power.target]
        assert read(apply(state, step), *rest).verdict is Verdict.LEGAL


# --- invitations -------------------------------------------------------------------------------------------------


def test_an_invitation_offers_what_is_open():
    """A Power only before the main action, the Backup where it has a place, a pass where passing is agreed."""
    assert said(read(advanced(EMPTY, "elders")).sentence) == ["invite_any"]
    assert said(read(advanced(THREE, "elders")).sentence) == ["or_power_before", "invite_any"]
    assert said(read(advanced(THREE, "elders", powers=[0, 2])).sentence) == ["invite_any"]
    assert said(read(advanced(FULL_CORNER, "elders")).sentence) == ["or_power_before", "invite_any_or_backup"]
    french = advanced(FULL_CORNER, "elders", edition="fr")
    assert said(read(french).sentence) == ["or_power_before", "or_pass", "invite_any_or_backup"]


def test_after_a_power_the_main_action_is_asked_for():
    """And no second Power, and no pass."""
    french = advanced(FULL_CORNER, "fishermen", edition="fr")
    told = read(after(french, Fishermen(edge("g3-h3")))).sentence
    assert said(told) == ["after_power", "invite_any_or_backup"]
    looked = read(after(advanced(FULL_CORNER, edition="fr"), Elders(space("b1")))).sentence
    assert said(looked) == ["after_look", "invite_any_or_backup"]
    assert words(looked).startswith("Anna looks at the Diver on b1.")
    assert words(looked, "fr").startswith("Anna regarde le Plongeur en b1.")


def test_when_only_the_backup_is_left_it_is_asked_for():
    """No Diver in hand, no Pontoon in the supply."""
    state = few_left(0, drawing=FULL_CORNER, advanced=True, clans=clans("elders"), hands=[{}, {"1": 2}])
    assert said(read(state).sentence) == ["or_power_before", "invite_backup"]
    assert read(state, token="backup", target="a1").verdict is Verdict.LEGAL
    looked = after(state, Elders(space("b1")))
    assert said(read(looked).sentence) == ["after_look", "invite_backup"]


@pytest.mark.parametrize(
    ("pontoons", "hand", "name"),
    [
        (0, {"1": 1}, "invite_diver"),
        (0, {}, "invite_nothing"),
        (1, {"1": 1}, "invite_any_last"),
        (1, {}, "invite_last_pontoon"),
        (2, {}, "invite_pontoons"),
        (2, {"1": 1}, "invite_any"),
    ],
)
@pytest.mark.parametrize("backup", [False, True])
def test_every_invitation_has_its_words(pontoons, hand, name, backup):
    """Whatever of Divers, Pontoons and Backup is open; also a seat that can do nothing is told so, and cannot pass."""
    state = few_left(
        pontoons,
        drawing=FULL_CORNER,
        advanced=True,
        edition="fr",
        clans=clans("elders"),
        hands=[hand, {"1": 2}],
        powers=[0, 1],
        backups=[backup, True],
    )
    told = said(read(state).sentence)
    wanted = {("invite_nothing", True): "invite_backup"}.get((name, backup), f"{name}_or_backup" if backup else name)
    assert told == ([wanted] if wanted == "invite_nothing" else ["or_pass", wanted])
    assert words(read(state).sentence).startswith("Anna")
    assert words(read(state).sentence, "fr").startswith("Anna")
    none_left = not hand and pontoons > 0  # of this player's own: others may go on laying theirs
    assert ("you can lay no more Divers" in words(read(state).sentence)) == none_left
