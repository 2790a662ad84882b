"""The wizard on boards that are wired nobody knows how: every map is right, and every fault has its name."""

import random
import tomllib

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.errors import BadInput, ConfigError
from pearlboard.geometry import GRID, edge, space
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Chains, Wiring, reference_wiring
from pearlboard.workshop.hands import Hands, hidden_wiring
from pearlboard.workshop.mapping import Mapper
from support.faulty_board import FaultyBoard
from support.lengths import at_length

pytestmark = pytest.mark.slow

WIRINGS = range(at_length(500, 25))
FAULTS = range(at_length(1_000, 50))
KINDS = ("dead", "stuck", "shorted", "doubled", "flickering")


class Unknown:
    """A board with a hidden wiring, hands, and the wizard between them."""

    def __init__(self, seed, wiring=None):
        self.rng = random.Random(seed)
        self.wiring = wiring or hidden_wiring(self.rng)
        self.clock = SteppedClock()
        self.board = FaultyBoard(self.wiring, self.clock)
        self.hands = Hands(self.board, self.clock)
        self.mapper = Mapper(self.wiring.chains)

    def map(self):
        self.done = list(self.hands.work(self.mapper))
        return self.mapper

    def some(self, count):
        return self.rng.sample(GRID.sites, count)

    @property
    def found(self):
        return [(finding.name, dict(finding.parameters)) for finding in self.mapper.findings]


def same(found, hidden):
    """Whether both wirings mean the same; unused places and the cut into lines do not matter."""
    return (found.bit_of, found.led_of, found.active_low) == (hidden.bit_of, hidden.led_of, hidden.active_low)


@pytest.mark.parametrize("seed", WIRINGS)
def test_a_hidden_wiring_is_found_out(seed):
    """Bars or by hand, strips in any order, either level for a piece; frame bits are found where there are any."""
    unknown = Unknown(seed)
    mapper = unknown.map()
    assert mapper.findings == ()
    assert mapper.verdict.ok
    assert same(mapper.wiring(), unknown.wiring)
    tied = {bit: place for bit, place in enumerate(unknown.wiring.places) if isinstance(place, int)}
    assert mapper.touching.frame_bits == tied
    assert Wiring.from_mapping(tomllib.loads(mapper.wiring().to_toml())) == mapper.wiring()


def test_unused_bits_are_not_taken_for_frame_bits():
    """By hand, with every sixteenth input left over: these are all at one level, so none is tied on purpose."""
    places = iter(GRID.sites)
    chain = tuple(tuple(None if bit == 15 else next(places, None) for bit in range(16)) for _ in range(9))
    unknown = Unknown(0, Wiring(chain, reference_wiring().strips))
    assert unknown.map().verdict.sentence.name == "bench_map_ok_frameless"
    assert unknown.mapper.touching.frame_bits == {}


@pytest.mark.parametrize("seed", FAULTS)
def test_a_fault_is_named(seed):
    """The kind of the fault and every site that it concerns are in what was found; the rest of the map is right."""
    unknown = Unknown(seed)
    kind, (site, other) = KINDS[seed % len(KINDS)], unknown.some(2)
    board = unknown.board
    {
        "dead": lambda: board.stick(site, 0),
        "stuck": lambda: board.stick(site, 1),
        "shorted": lambda: board.short(site, other),
        "doubled": lambda: board.double(site, other),
        "flickering": lambda: board.tremble(site, 5),
    }[kind]()
    mapper = unknown.map()
    assert not mapper.verdict.ok
    concerned = {site, other} if kind in ("shorted", "doubled") else {site}
    named = {
        place
        for name, told in unknown.found
        for place in (told.get("site"), *told.get("sites", ()))
        if place and name == f"bench_{kind}"
    }
    assert named == concerned
    assert {name for name, _ in unknown.found} == {f"bench_{kind}"}
    assert right_but_for(mapper.wiring(), unknown.wiring, concerned)


def right_but_for(found, hidden, concerned):
    """Every bit that the map gives is a right one, and only sites with a fault are left out."""
    wrong = {site for site, bit in found.bit_of.items() if hidden.bit_of[site] != bit}
    return (
        wrong <= concerned
        and found.masked <= concerned
        and (found.led_of, found.active_low) == (hidden.led_of, hidden.active_low)
    )


@pytest.mark.parametrize("seed", range(20))
def test_several_faults_at_once_are_all_told_of(seed):
    """However they mix, no faulty site is taken for a good one, and no good one is blamed."""
    unknown = Unknown(seed)
    dead, stuck, restless, short, shorted, double, onto = unknown.some(7)
    unknown.board.stick(dead, 0)
    unknown.board.stick(stuck, 1)
    unknown.board.tremble(restless, 5)
    unknown.board.short(short, shorted)
    unknown.board.double(double, onto)
    mapper = unknown.map()
    named = {place for _, told in unknown.found for place in (told.get("site"), *told.get("sites", ())) if place}
    assert named == {dead, stuck, restless, short, shorted, double, onto}
    assert mapper.wiring().masked == named - {double, onto} | (mapper.wiring().masked & {double, onto})
    assert len(mapper.wiring().masked & {double, onto}) == 1


def test_a_sensor_that_flickers_only_under_a_piece_is_named():
    """At rest it looks like any other; while a piece lies there it never keeps still."""
    unknown = Unknown(3)
    site = space("c4")
    put, lift = unknown.board.put, unknown.board.lift

    def laid(where):
        put(where)
        if where == site:
            unknown.board.tremble(site, 5)

    def lifted(where):
        if where == site:
            unknown.board.tremble(site, None)
        lift(where)

    unknown.board.put, unknown.board.lift = laid, lifted
    unknown.map()
    assert [name for name, _ in unknown.found] == ["bench_flickering"]
    assert unknown.found[0][1]["site"] == site


def test_a_sensor_of_the_other_kind_is_named():
    """It rests at the level at which all others read a piece."""
    unknown = Unknown(5, reference_wiring())
    bit = unknown.wiring.bit_of[space("b2")]
    told = unknown.board._listener
    unknown.board._listener = lambda event: told(
        Scan(event.bits ^ 1 << bit, event.at_ms) if isinstance(event, Scan) else event
    )
    unknown.board.scan()
    unknown.map()
    assert [(name, told["site"]) for name, told in unknown.found] == [("bench_inverted", space("b2"))]
    assert unknown.mapper.wiring().masked == {space("b2")}


def test_a_dark_led_is_named_and_no_wiring_is_written():
    """Without a light for each place there is nothing to build on; the verdict says so."""
    unknown = Unknown(7, reference_wiring())
    mapper = unknown.mapper
    while not mapper.naming.over:
        (led,) = mapper.lit
        mapper.answer("skip" if led == 1 else str(unknown.hands._place_of[led]))
    assert [finding.name for finding in mapper.findings] == ["bench_dark", "bench_lights_missing"]
    assert dict(mapper.findings[1].parameters)["sites"] == (edge("a1-b1"),)
    unknown.map()
    assert not mapper.verdict.ok
    assert mapper.verdict.sentence.name == "bench_map_dark"
    with pytest.raises(ConfigError, match="a1-b1 is not there"):
        mapper.wiring()
    mapper = Mapper.resumed(unknown.wiring.chains, tomllib.loads(mapper.progress()))
    assert dict(mapper.asks.parameters) == {"number": 1, "count": 1}


@pytest.mark.parametrize("seed", range(3))
def test_the_wizard_goes_on_where_it_was_left(seed):
    """After any question it may be left; its progress is a text, and what was found so far is not asked again."""
    unknown = Unknown(seed)
    asked, leaving = [], 12
    while leaving:
        for question, done in unknown.hands.work(unknown.mapper):
            asked.append((question, done))
            if unknown.rng.random() < 0.05:
                break
        leaving -= 1
        unknown.mapper = Mapper.resumed(unknown.wiring.chains, tomllib.loads(unknown.mapper.progress()))
        unknown.board.scan()
    unknown.map()
    assert same(unknown.mapper.wiring(), unknown.wiring)
    laid = [done for question, done in asked if question == "bench_lay" and done != "skip"]
    assert len(laid) <= len(GRID.sites) + sum(question == "bench_clear" for question, _ in asked)


def test_a_mended_place_is_asked_for_again_alone():
    """The second time only what had a fault is asked for."""
    unknown = Unknown(11)
    unknown.board.stick(space("d3"), 0)
    unknown.board.stick(edge("a1-b1"), 1)
    assert not unknown.map().verdict.ok
    unknown.board.mend()
    unknown.mapper = Mapper.resumed(unknown.wiring.chains, tomllib.loads(unknown.mapper.progress()))
    unknown.board.scan()
    assert unknown.map().verdict.ok
    assert [done for question, done in unknown.done if question == "bench_lay"] == ["laid a1-b1", "laid d3"]
    assert same(unknown.mapper.wiring(), unknown.wiring)


def test_going_back_takes_the_last_answer_back():
    """A wrong name, and a piece that lay on the wrong place, can be put right."""
    unknown = Unknown(1, reference_wiring())
    mapper = unknown.mapper
    mapper.answer("h5")
    mapper.answer("back")
    assert mapper.naming.names == {}
    work = unknown.hands.work(mapper)
    while mapper.touching.site == GRID.sites[0] or not mapper.naming.over:
        next(work)
    assert space("a1") in mapper.touching.found
    mapper.answer("back")
    assert space("a1") not in mapper.touching.found
    unknown.map()
    assert same(mapper.wiring(), unknown.wiring)


@pytest.mark.parametrize(("word", "match"), [("i9", "i9.*skip, back"), ("", "skip, back"), ("yes", "skip, back")])
def test_what_is_no_place_is_refused_with_what_may_be_answered(word, match):
    """The wizard stays where it is."""
    mapper = Mapper(Chains(144, 135))
    with pytest.raises(BadInput, match=match):
        mapper.answer(word)
    assert mapper.naming.names == {}


def test_a_name_that_was_given_already_is_refused():
    """It says for which LED."""
    mapper = Mapper(Chains(144, 135))
    mapper.answer("c4")
    with pytest.raises(BadInput, match="c4 was named already, for LED 0"):
        mapper.answer("c4")


def test_a_strip_costs_three_names():
    """27 names for nine strips, in whatever order and direction."""
    unknown = Unknown(0, reference_wiring())
    unknown.map()
    assert sum(question == "bench_where" for question, _ in unknown.done) == 27


def test_what_was_only_believed_gives_way_to_what_is_named():
    """A place that is named for another LED shows that the strip it was on is no straight one: it is asked for anew."""
    first, second, *rest = map(list, reference_wiring().strips)
    first[3], second[1] = second[1], first[3]
    unknown = Unknown(0, Wiring(reference_wiring().chain, tuple(map(tuple, (first, second, *rest)))))
    unknown.map()
    assert unknown.mapper.wiring().led_of == unknown.wiring.led_of


def test_a_piece_that_is_left_lying_answers_for_no_other_place():
    """Until it is lifted nothing is accepted."""
    unknown = Unknown(2, reference_wiring())
    work = unknown.hands.work(unknown.mapper)
    while not unknown.mapper.touching.found:
        next(work)
    for _ in range(50):
        unknown.clock.step(100)
        unknown.hands._deliver(unknown.mapper)
    assert len(unknown.mapper.touching.found) == 1
    assert unknown.mapper.asks.name == "bench_lift"


def test_a_moving_hand_is_not_believed():
    """A sensor that a piece only passes by, and a second piece, accept nothing."""
    unknown = Unknown(2, reference_wiring())
    work = unknown.hands.work(unknown.mapper)
    while unknown.mapper.asks.name != "bench_lay":
        next(work)
    board, clock, mapper = unknown.board, unknown.clock, unknown.mapper
    for name in ("e4", "d4", "c4", "b4"):
        board.put(space(name))
        for _ in range(2):
            clock.step(100)
            unknown.hands._deliver(mapper)
        board.lift(space(name))
    board.put(space("a1"))
    board.put(space("h5"))
    for _ in range(20):
        clock.step(100)
        unknown.hands._deliver(mapper)
    assert mapper.touching.found == {}
    assert [finding.name for finding in mapper.findings] == ["bench_several"]


def asked_first(unknown, name):
    """The hands at work, up to this question."""
    work = unknown.hands.work(unknown.mapper)
    while unknown.mapper.asks.name != name or not unknown.mapper.naming.over:
        next(work)
    return unknown.mapper


def test_an_empty_board_is_watched_anew_when_it_was_away():
    """What it reads after it came back, with who knows what on it, is not what it was at rest."""
    unknown = Unknown(0, reference_wiring())
    mapper = asked_first(unknown, "bench_hands_off")
    unknown.board.unplug()
    unknown.board.put(space("c4"))
    unknown.clock.step(10_000)
    unknown.board.plug()
    unknown.hands._deliver(mapper)
    assert mapper.asks.name == "bench_clear"
    unknown.map()
    assert same(mapper.wiring(), unknown.wiring)


def test_a_place_is_not_given_up_while_the_board_is_away():
    """`skip` says that a place does not answer; now none does."""
    unknown = Unknown(0, reference_wiring())
    mapper = asked_first(unknown, "bench_lay")
    unknown.board.unplug()
    unknown.hands._deliver(mapper)
    with pytest.raises(BadInput, match="nothing can be read"):
        mapper.answer("skip")
    assert (mapper.findings, mapper.touching.symptoms) == ((), {})
    unknown.board.plug()
    unknown.map()
    assert same(mapper.wiring(), unknown.wiring)


def test_a_board_that_never_answered_is_not_at_rest():
    """`done` is taken when there is something to watch."""
    unknown = Unknown(0, reference_wiring())
    mapper = unknown.mapper
    while not mapper.naming.over:
        (led,) = mapper.lit
        mapper.answer(str(unknown.hands._place_of[led]))
    with pytest.raises(BadInput, match="nothing can be read"):
        mapper.answer("done")


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"bits": 112}, "112 bits and 135 LEDs, not 144 and 135"),
        ({"lights": ["a1"]}, "lights: must be a list of 135 texts"),
        ({"lights": ["a1", "a1", *[""] * 133]}, "lights: a1 is there more than once"),
        ({"lights": ["z9", *[""] * 134]}, "lights: 'z9' is no space"),
        ({"believed": [135]}, "believed: must be a list of whole numbers from 0 to 134"),
        ({"sensors": {"a1": [144, 1]}}, r"sensors\.a1: must be \[bit, level\]"),
        ({"sensors": {"a1": [3, 1], "b1": [3, 1]}}, "sensors: one bit is there for two places"),
        ({"sensors": {"a1+": [3, 1]}}, "sensors: 'a1.' is no space or edge"),
        ({"sensors": []}, "sensors: must be a table"),
    ],
)
def test_a_progress_that_cannot_be_gone_on_from_is_refused(change, match):
    """Another board's, a doubled place, an LED or a bit that is not there: each says what is wrong."""
    progress = tomllib.loads(Mapper(Chains(144, 135)).progress()) | change
    with pytest.raises(ConfigError, match=match):
        Mapper.resumed(Chains(144, 135), progress)


def test_everything_the_wizard_says_can_be_rendered():
    """In both languages, with every fault there is."""
    unknown = Unknown(4)
    dead, short, shorted = unknown.some(3)
    unknown.board.stick(dead, 0)
    unknown.board.short(short, shorted)
    work = unknown.hands.work(unknown.mapper)
    for _ in work:
        for catalogue in catalogues().values():
            catalogue.render(unknown.mapper.asks)
    for catalogue in catalogues().values():
        told = [catalogue.render(finding) for finding in unknown.mapper.findings]
        assert any(str(dead) in line for line in told)
        assert catalogue.render(unknown.mapper.verdict.sentence)
