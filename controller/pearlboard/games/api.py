"""The contract of a game: all that a game may import of the table besides `geometry`, `lights` and `texts`.

    package    one game: whatever the service wants of it, it asks there
    rules      what the game decides
    on_board   how it lies on the board
    shown      what it shows and says
    teaching   how it is learned
    by_ear     how it is heard
    bots       who plays it

`docs/games.md` leads from an empty folder to a game that is played. Everything here is pure: no method has a clock, a
file, or chance that was not handed in. A game is told `View`s wherever a view will do; only the session holds a state.
"""
# ruff: noqa: F401 - all of it is for others

from pearlboard.errors import BadInput
from pearlboard.games.bots import (
    Advising,
    Bot,
    ByChance,
    Candidate,
    Chances,
    Computer,
    Judge,
    Outlook,
    Reviewing,
    Thought,
)
from pearlboard.games.by_ear import ByEar, Offer, Submenu, Wish, places_told
from pearlboard.games.drawing import INK_ON, PALETTE, PITCH, Picture, Shape, middle, shape, upright
from pearlboard.games.moving import ReadDraft, read_draft
from pearlboard.games.on_board import Choices, Drawn, Freezing, Hints, News, OnBoard, Peeking, Watching
from pearlboard.games.package import API, Files, Package
from pearlboard.games.plain import plain_scene, put_right
from pearlboard.games.refusals import BadOptions, BadSetup, IllegalAction, refusal
from pearlboard.games.rules import Asides, Dealt, Handicap, Handicaps, Options, Picks, Rules, Secrets, Sides, Timed
from pearlboard.games.shown import Finished, Shown
from pearlboard.games.teaching import Answer, Explaining, Explanation, Lessons, LessonStep, Setting
from pearlboard.games.values import (
    MOST_SEATS,
    NOWHERE,
    SEATINGS,
    TABLE,
    Act,
    Actor,
    Button,
    Choice,
    Course,
    Draft,
    GameAction,
    GameDeal,
    GameDraft,
    GameSetup,
    GameState,
    GameView,
    Json,
    Moment,
    Outcome,
    Pick,
    Piece,
    Player,
    Reads,
    ReplayFrame,
    Seat,
    Side,
    Sitting,
    Table,
    Timer,
    Undo,
    Verdict,
    Viewer,
    as_it_is,
)
