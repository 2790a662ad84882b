"""A game on the board that is not ours: sensors, session, lights, ways back and computers, through all of it."""

import pytest

from other_games.harbour import PACKAGE, Do
from other_games.tables import GameTable
from pearlboard.geometry import space
from pearlboard.lights.theme import Theme
from pearlboard.session import facts
from pearlboard.table.situation import Stop

pytestmark = pytest.mark.slow


@pytest.fixture
def table():
    """A game of two, about to open."""
    return GameTable().set_up("harbour", 2)


@pytest.fixture
def sailing(table):
    """A game of two, at Anna's first turn."""
    assert table.wish("confirm") is None
    return table


TURNS = "c4 wait 3200  a1 wait 3200 -a1  e5 wait 3200  h1 wait 3200 -h1"


@pytest.fixture
def tide(sailing):
    """Everybody has had two turns; the ropes may be thrown."""
    return sailing.do(TURNS)


def stage_of(table):
    """At which stage the page says that the game is."""
    return table.page()["stage"]


def acts(table):
    """The buttons of the game on the table page."""
    return [act["name"] for act in table.page()["acts"]]


def test_a_game_without_explanations_is_played_without_them():
    """Whoever asks for them gets the game all the same, and no button for what it could not answer."""
    table = GameTable().set_up("harbour", 2, explain=True)
    assert table.page()["match"]["explain"] is False
    assert table.page()["teaching"] is None


# --- all together, before ------------------------------------------------------------------------------------------


def test_the_board_must_be_clear_before_all_begin(table):
    """A piece that lies there stands against it, for the button and for a page."""
    assert (stage_of(table), acts(table)) == ("closed", ["open"])
    table.do("c3")
    assert acts(table) == []
    assert table.wish("act", action=["open", None, []]) == "board_not_clear"
    table.do("-c3 press end_turn wait 600")
    assert stage_of(table) == "playing"


def test_what_all_did_together_is_taken_back_alone(sailing):
    """Opening is ALONE, also where TABLE has done it."""
    assert sailing.wish("take_back") is None
    assert stage_of(sailing) == "closed"
    assert not sailing.session.acts


# --- turns ---------------------------------------------------------------------------------------------------------


def test_a_boat_stays(sailing):
    """It is a draft, confirms itself, and is expected from then on."""
    sailing.do("c4")
    assert sailing.page()["verdict"] == "legal"
    sailing.do("wait 3200")
    assert sailing.session.played == ((1, Do("moor", space("c4"))),)
    assert [piece["status"] for piece in sailing.page()["pieces"]] == ["laid"]
    sailing.do("-c4 wait 5000")
    assert sailing.page()["put"] == ["c4"]


def test_a_piece_on_the_crane_counts_and_must_be_lifted(sailing):
    """It is expected no more, and while it lies there nothing else is read."""
    sailing.do("a1 wait 3200")
    assert [action.kind for _, action in sailing.session.played] == ["unload"]
    assert sailing.page()["lift"] == ["a1"]
    assert "Lift" in sailing.page()["sentence"]
    sailing.do("c4 wait 9000")
    assert len(sailing.session.played) == 1
    sailing.do("-a1 wait 3200")
    assert len(sailing.session.played) == 2


def test_after_a_restart_it_must_be_lifted_still(sailing):
    """What was used up is in the log, so it is no new draft."""
    sailing.do("a1 wait 3200")
    again = sailing.reboot()
    assert again.page()["lift"] == ["a1"]
    again.do("press end_turn wait 600")
    assert len(again.session.played) == 1
    again.do("-a1 c4 wait 3200")
    assert len(again.session.played) == 2


def test_what_is_no_berth_must_be_lifted(sailing):
    """Row 2 is for ropes, two pieces are too many."""
    sailing.do("b2")
    assert (sailing.page()["verdict"], sailing.page()["lift"]) == ("illegal", ["b2"])
    sailing.do("-b2 c4 d4")
    assert sailing.page()["lift"] == ["c4", "d4"]


def test_nothing_is_played_from_a_screen_that_is_laid_on_the_board(sailing):
    """A boat is told by its sensor."""
    assert sailing.wish("act", action=["moor", "c4", []]) == "lay_on_board"


# --- ways back -----------------------------------------------------------------------------------------------------


def test_a_boat_is_taken_back_alone_and_then_lies_there_to_be_lifted(sailing):
    """ALONE: at once."""
    sailing.do("c4 wait 3200")
    assert sailing.wish("take_back") is None
    assert not sailing.session.played
    assert sailing.page()["lift"] == ["c4"]


def test_a_crate_is_taken_back_only_if_all_agree(sailing):
    """AGREED: one asks, and the piece that was used up must be lifted first, as before."""
    sailing.do("a1 wait 3200 -a1")
    anna, ben = sailing.phone(1), sailing.phone(2)
    assert sailing.wish("take_back", who=anna) is None
    assert sailing.page()["take_back"]["open"] == [2]
    assert len(sailing.session.played) == 1
    assert sailing.wish("agree_take_back", who=ben) is None
    assert not sailing.session.played


def test_after_the_tide_nothing_is_taken_back(tide):
    """NEVER: nor anything before it."""
    assert tide.wish("act", action=["tide", None, []]) is None
    assert stage_of(tide) == "paying"
    assert tide.wish("take_back") == "nothing_to_take_back"
    assert not tide.page()["take_back"]
    assert "take_back" not in tide.page()["can"]


# --- what lay there at the moment ----------------------------------------------------------------------------------


def test_what_lies_there_at_the_tide_counts(tide):
    """With how long each had lain there; another row, and what came later, do not count."""
    tide.do("a2 wait 500 b2 wait 300 c3")
    assert stage_of(tide) == "tide"
    assert tide.wish("act", action=["tide", None, []]) is None
    [(place, first), (other, second)] = tide.session.acts[-1].action.seen
    assert (place, other) == (space("a2"), space("b2"))
    assert first - second == 500
    assert tide.state.points == (3, 3)
    tide.do("d2")
    assert tide.page()["lift"] == ["d2", "c3"]
    assert acts(tide) == []
    tide.do("-d2 -c3")
    assert acts(tide) == ["pay"]


def test_pages_show_what_lies_there_though_nothing_is_read(tide):
    """So that it can be lifted from a simulated board."""
    tide.do("a2 wait 300")
    assert [(piece["site"], piece["kind"], piece["status"]) for piece in tide.page()["pieces"]] == [
        ("c4", "boat", "laid"),
        ("e5", "boat", "laid"),
        ("a2", None, "laid"),
    ]


def test_what_a_page_says_was_seen_is_not_believed(tide):
    """Only the sensors tell that."""
    assert tide.wish("act", action=["tide", None, [["a2", 5], ["b2", 5]]]) is None
    assert tide.session.acts[-1].action.seen == ()


def test_a_rope_in_the_air_at_the_moment_counts_if_it_lies_there_when_all_has_settled(tide):
    """The last scan before the tide had it, though it had not settled; one that is whisked away does not count."""
    tide.board.put(space("a2"))
    tide.clock.step(40)
    tide.board.put(space("b2"))
    tide.clock.step(40)
    assert tide.wish("act", action=["tide", None, []], command_id="the tide") is None
    assert stage_of(tide) == "tide"
    tide.board.lift(space("b2"))
    tide.clock.step(40)
    tide.board.put(space("c2"))
    tide.clock.step(600)
    assert [str(place) for place, _ in tide.session.acts[-1].action.seen] == ["a2"]
    assert tide.log[-1].command == "the tide"
    assert tide.page()["lift"] == ["c2"]


def test_the_button_calls_the_tide_when_it_is_pressed(tide):
    """Not when it is let go, which takes a second and a half here."""
    tide.do("a2 wait 300 press end_turn 1500")
    [(_, lay_for_ms)] = tide.session.acts[-1].action.seen
    assert lay_for_ms == 300


def test_a_sensor_that_never_settles_does_not_hold_the_tide_up(tide):
    """After half a second it is said what was seen, and nobody waits."""
    tide.do("a2 wait 300")
    tide.board.flicker(space("h5"), 12, 2_000)
    tide.clock.step(40)
    assert tide.wish("act", action=["tide", None, []]) is None
    tide.clock.step(600)
    assert stage_of(tide) == "paying"


def test_without_a_board_there_is_no_tide(tide):
    """Nothing is seen then, which is not the same as that nothing lay there."""
    tide.do("a2 unplug")
    assert tide.wish("act", action=["tide", None, []]) == "board_unknown"
    tide.do("plug wait 600")
    assert tide.wish("act", action=["tide", None, []]) is None
    assert len(tide.session.acts[-1].action.seen) == 1


def test_the_board_is_lost_in_the_moment_of_the_tide(tide):
    """Then there was none."""
    tide.board.put(space("a2"))
    tide.clock.step(40)
    assert tide.wish("act", action=["tide", None, []]) is None
    tide.do("unplug wait 900 plug wait 900")
    assert stage_of(tide) == "tide"


def test_a_pause_in_the_moment_of_the_tide(tide):
    """The tide was called before; it is refused, and can be called again."""
    tide.board.put(space("a2"))
    tide.clock.step(40)
    assert tide.wish("act", action=["tide", None, []]) is None
    assert tide.wish("pause") is None
    tide.do("wait 900")
    assert tide.wish("resume") is None
    assert stage_of(tide) == "tide"
    assert tide.wish("act", action=["tide", None, []]) is None
    assert stage_of(tide) == "paying"


# --- all together, after -------------------------------------------------------------------------------------------


def test_all_that_was_seen_must_lie_there_until_it_is_paid(tide):
    """The table's own act after play waits for the pieces."""
    tide.do("a2 b2 wait 300").wish("act", action=["tide", None, []])
    tide.do("-a2 wait 300")
    assert (acts(tide), tide.page()["put"]) == ([], ["a2"])
    assert tide.wish("act", action=["pay", None, []]) == "board_not_right"
    assert "confirm" not in tide.page()["can"]
    tide.do("a2 press end_turn wait 600")
    assert tide.page()["phase"] == "over"
    assert tide.session.outcome.winners == (1, 2)
    assert isinstance(tide.log[-1].fact, facts.GameEnded)


def test_the_next_game_begins_on_a_clear_board(tide):
    """What is left of this one is no wrong sensor."""
    tide.do("a2 wait 300").wish("act", action=["tide", None, []])
    tide.do("press end_turn wait 600")
    assert tide.wish("rematch") is None
    assert tide.page()["lift"] == ["a2", "c4", "e5"]
    tide.do("-a2 -c4 -e5 wait 300")
    assert acts(tide) == ["open"]
    assert tide.state.to_move == 2


# --- lights --------------------------------------------------------------------------------------------------------


def test_its_own_roles_and_cues_are_seen_and_heard(tide):
    """The quay shines in a look that the package brings, the horn sounds once."""
    roles = {str(light): mark.role for light, mark in tide.lighting._scene.lights.items()}
    assert {roles[f"{column}2"] for column in "bcdefg"} == {"harbour_quay"}
    assert any(tide.stage.frame())
    tide.do("a2 wait 300").wish("act", action=["tide", None, []])
    assert tide.page()["cue"]["name"] == "harbour_horn"
    assert tide.page()["cue"]["tones"] == ((220, 300),)


def test_every_light_is_known_to_the_theme(tide):
    """All the way: whatever a scene says, the theme with the game's looks can show it."""
    theme = tide.lighting._theme
    assert isinstance(theme, Theme)
    assert {"harbour_quay"} <= theme.roles.keys()
    assert {mark.role for mark in tide.lighting._scene.lights.values()} <= theme.roles.keys()


def test_another_game_has_not_its_roles(sailing):
    """Looks belong to the game that is played."""
    sailing.wish("abandon")
    sailing.set_up("auction", 6)
    assert "harbour_quay" not in sailing.lighting._theme.roles


# --- what is said --------------------------------------------------------------------------------------------------


def test_it_speaks_both_languages(tide):
    """What it does not say in French it says in English."""
    assert tide.page("fr")["sentence"] == "Marée\N{NO-BREAK SPACE}!"
    assert tide.page("en")["sentence"] == "Tide!"
    assert tide.page("fr")["match"]["title"] == "Le port"
    tide.wish("act", action=["tide", None, []])
    assert tide.page("fr")["sentence"] == "All are paid."


# --- computers -----------------------------------------------------------------------------------------------------


def test_a_computer_plays_and_asks_for_its_boats(table):
    """Pieces of the computer are owed, and counted when they have come; it lays none on the crane."""
    table.wish("abandon")
    table.set_up("harbour", 3, computers={2: "random", 3: "random"}).wish("confirm")
    for _ in range(40):
        if stage_of(table) != "playing":
            break
        page = table.page()
        for place in page["put"]:
            table.do(place)
        for place in page["lift"]:
            table.do(f"-{place}")
        if page["match"]["players"][0]["to_move"] and not page["put"] and not page["lift"]:
            free = next(name for name in ("a4", "b4", "c4", "d4", "e4") if space(name) not in dict(table.state.boats))
            table.do(free)
        table.do("wait 3500")
    assert stage_of(table) == "tide"
    assert {seat for seat, _ in table.session.played} == {1, 2, 3}


def test_computers_alone_play_it_to_the_end(table):
    """Also what all do together, with the freezing act among it."""
    table.wish("abandon")
    table.set_up("harbour", 2, computers={1: "random", 2: "random"})
    table.do("wait 60000")
    assert table.page()["phase"] == "over"
    assert table.tabletop.now.stop is not Stop.LOST
    assert [act.action.kind for act in table.session.acts if act.actor == "table"] == ["open", "tide", "pay"]


def test_a_seat_is_handed_over_in_the_middle(sailing):
    """To the computer, and back."""
    sailing.do("c4 wait 3200")
    assert sailing.wish("hand_over", seat=2, level="random") is None
    sailing.do("wait 5000")
    assert [seat for seat, _ in sailing.session.played][:2] == [1, 2]


# --- nonsense ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        None,
        7,
        "open",
        [],
        ["open"],
        ["sink", None, []],
        ["moor", "z9", []],
        ["moor", None, []],
        ["open", None, [["a2"]]],
        ["tide", None, [["a2", "soon"]]],
        ["tide", None, [3]],
        {"kind": "open"},
        [["open"], None, []],
        ["moor", "c4", [[]]],
    ],
)
def test_what_is_no_action_is_refused_and_never_stored(sailing, action):
    """It is malformed, and nothing has happened."""
    before = list(sailing.log)
    assert sailing.wish("act", action=action) in ("malformed", "unknown_site")
    assert sailing.log == before


@pytest.mark.parametrize("actor", [0, -1, 3, 7, 99])
def test_nobody_acts_for_a_seat_that_there_is_not(table, actor):
    """With and without computers at the table."""
    for computers in ({}, {2: "random"}):
        table.wish("abandon")
        table.set_up("harbour", 2, computers=computers).wish("confirm")
        assert table.wish("act", action=["unload", "a1", []], actor=actor) is not None
        assert not table.session.played
        assert table.wish("choose", choice={}, seat=abs(actor)) is not None


def test_the_package_says_what_it_is():
    """For the form: seats, levels, a board."""
    table = GameTable()
    [told] = [game for game in table.page()["games"] if game["name"] == "harbour"]
    expected = {"title": "Harbour", "seats": [2, 3], "levels": ["random"], "board": True, "why": None}
    assert expected.items() <= told.items()
    assert PACKAGE.seats == range(2, 4)


def test_a_replay_shows_what_was_expected_after_each_action(sailing):
    """On the page and in lights, though the game brings no replay of its own."""
    sailing.do(TURNS).do("wait 600")
    frames = list(PACKAGE.frames(sailing.session.course))
    assert frames[0].said == (PACKAGE.title,)
    laid = [[piece["site"] for piece in frame.shown.get("pieces", ())] for frame in frames]
    assert laid[:5] == [[], ["c4"], ["c4"], ["c4", "e5"], ["c4", "e5"]]
    assert frames[3].shown["pieces"][1] == {"site": "e5", "kind": "boat", "seat": 1, "face_up": False, "status": "laid"}
    assert {str(light): (mark.role, mark.seat) for light, mark in frames[3].scene.lights.items()} == {
        "c4": ("counted", 1),
        "e5": ("counted", 1),
    }


def test_nobody_is_offered_a_private_view_of_a_game_without_secrets(sailing):
    """The page asks for none where the match has no secrets."""
    assert sailing.page()["match"]["secrets"] is False
