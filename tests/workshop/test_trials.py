"""Every trial of the bench on a good board and on bad ones: its one line, and what it says is to be looked at."""

import random

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.errors import BadInput
from pearlboard.geometry import GRID, edge, space
from pearlboard.languages import understood_as
from pearlboard.lights.frame import in_led_order, led_order
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import SPARE_TIED, Wiring, reference_wiring
from pearlboard.texts import say
from pearlboard.workshop import TRIALS
from pearlboard.workshop.hands import Hands, hidden_wiring
from pearlboard.workshop.looking import WALK, Leds, Mark
from pearlboard.workshop.trial import understood
from pearlboard.workshop.waiting import FRAME_MS, SOAK_MS, FrameTrial, noise, soak
from pearlboard.workshop.walking import PATTERNS, Ghost, Walk
from support.faulty_board import FaultyBoard

pytestmark = pytest.mark.slow


class Bench:
    """A trial on a simulated board, and hands that do what it asks."""

    def __init__(self, begin, wiring=None, believed=None):
        self.wiring = wiring or reference_wiring()
        self.clock = SteppedClock()
        self.board = FaultyBoard(self.wiring, self.clock)
        self.hands = Hands(self.board, self.clock)
        self.trial = begin(believed or self.wiring)

    def run(self):
        self.done = list(self.hands.work(self.trial))
        return self.trial.verdict

    @property
    def found(self):
        return [(finding.name, dict(finding.parameters)) for finding in self.trial.findings]


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRIALS)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_good_board_passes_every_trial(name, seed):
    """However it is wired, as soon as the wiring is known; and everything that was said has words in both languages."""
    bench = Bench(TRIALS[name].begin, hidden_wiring(random.Random(seed)))
    asked = [bench.trial.asks for _ in bench.hands.work(bench.trial)]
    verdict = bench.trial.verdict
    assert (verdict.ok, bench.trial.findings) == (True, ())
    for catalogue in catalogues().values():
        lines = [catalogue.render(sentence) for sentence in (*asked, verdict.sentence, TRIALS[name].summary)]
        assert all("\n" not in line for line in lines)


def test_whatever_board_is_simulated_has_its_frame_bits():
    """Both ways to build tie some, so the gate is rehearsed with every seed as it is on a real board."""
    wirings = [hidden_wiring(random.Random(seed)) for seed in range(200)]
    said = {Bench(FrameTrial, wiring).run().sentence for wiring in wirings}
    assert said == {say("bench_frame_ok", count=count) for count in (9, len(SPARE_TIED))}


@pytest.mark.parametrize("name", TRIALS)
def test_a_trial_does_not_take_what_it_did_not_ask_for(name):
    """It says what may be answered, and goes on as before."""
    bench = Bench(TRIALS[name].begin)
    bench.board.scan()
    bench.hands._deliver(bench.trial)
    asked = bench.trial.asks
    with pytest.raises(BadInput):
        bench.trial.answer("what?")
    assert bench.trial.asks == asked
    assert bench.trial.verdict is None


def test_answers_may_be_in_any_language_short_and_in_capitals():
    """They mean the same everywhere."""
    typed = (" OUI ", "n", "Weiter", "Fini")
    assert [understood(understood_as(word), "yes", "no", "skip", "done") for word in typed] == [
        "yes",
        "no",
        "skip",
        "done",
    ]


# --- a board that goes away, or whose chain is dead ------------------------------------------------------------------


DEAD = 0
"""Every bit of a chain whose supply or data wire is off."""


def test_a_board_that_goes_away_while_its_frame_bits_are_watched_does_not_pass():
    """The one good scan before says nothing of the rest."""
    trial = FrameTrial(reference_wiring())
    trial.disconnect(0)
    trial.feed(Scan(reference_wiring().as_read([]), 10))
    trial.disconnect(1_000)
    trial.disconnect(2_000)
    trial.tick(FRAME_MS)
    assert (trial.verdict.ok, trial.verdict.sentence.name) == (False, "bench_away_bad")
    assert trial.findings == (say("bench_away", count=1),)


@pytest.mark.parametrize("begin", [noise, soak])
@pytest.mark.parametrize("cuts", [1, 8])
def test_a_board_that_was_away_was_not_quiet(begin, cuts):
    """It is told how often, whether it came back or not."""
    bench = Bench(begin)
    next(bench.hands.work(bench.trial))
    for cut in range(cuts):
        bench.clock.step(500)
        bench.board.unplug()
        bench.clock.step(500)
        bench.hands._deliver(bench.trial)
        if cut < cuts - 1:
            bench.board.plug()
            bench.hands._deliver(bench.trial)
    bench.trial.tick(SOAK_MS * 2)
    assert bench.trial.verdict.ok is False
    assert bench.found == [("bench_away", {"count": cuts})]


@pytest.mark.parametrize("begin", [noise, soak])
@pytest.mark.parametrize("before", ["nothing", "unplugged", "dead"])
def test_what_cannot_be_read_is_not_watched(begin, before):
    """`done` before the first scan, on an unplugged board or on a dead chain begins nothing."""
    wiring = reference_wiring()
    trial = begin(wiring)
    if before != "nothing":
        trial.feed(Scan(wiring.as_read([]), 0))
    if before == "unplugged":
        trial.disconnect(10)
    if before == "dead":
        trial.feed(Scan(DEAD, 10))
    trial.tick(1_000)
    with pytest.raises(BadInput, match="nothing can be read"):
        trial.answer("done")
    trial.feed(Scan(wiring.as_read([]), 2_000))
    trial.answer("done")
    trial.tick(2_000 + SOAK_MS)
    assert trial.verdict.ok


def test_pieces_that_lie_there_are_told_of_even_if_done_comes_first():
    """Noise passes on an empty board only, whoever was quicker."""
    trial = noise(reference_wiring())
    with pytest.raises(BadInput, match="nothing can be read"):
        trial.answer("done")
    trial.feed(Scan(reference_wiring().as_read([space("c4")]), 100))
    trial.answer("done")
    trial.tick(20_000)
    assert not trial.verdict.ok


@pytest.mark.parametrize(("begin", "word"), [(Mark, "done"), (Ghost, "done"), (Walk, "skip")])
@pytest.mark.parametrize("fault", ["unplugged", "dead"])
def test_no_answer_is_taken_on_what_was_read_before(begin, word, fault):
    """The last good bits of a board that is away, or of a chain that died, are not those of now."""
    wiring = reference_wiring()
    trial = begin(wiring)
    trial.feed(Scan(wiring.as_read([]), 0))
    trial.tick(1_000)
    if fault == "unplugged":
        trial.disconnect(1_000)
    else:
        trial.feed(Scan(DEAD, 1_000))
    trial.tick(3_000)
    asked = trial.asks
    with pytest.raises(BadInput, match="nothing can be read"):
        trial.answer(word)
    assert (trial.asks, trial.findings) == (asked, ())
    trial.feed(Scan(wiring.as_read([]), 4_000))
    trial.tick(5_000)
    trial.answer(word)


def test_the_lights_can_be_looked_at_without_sensors():
    """A board that was away meanwhile is no reason to begin anew."""
    trial = Leds(reference_wiring())
    trial.answer("yes")
    trial.disconnect(100)
    assert trial.asks.name == "bench_all_green"


def test_hands_tell_a_trial_that_the_board_is_away():
    """What is simulated is what happens on a real board."""
    bench = Bench(FrameTrial)
    bench.hands._deliver(bench.trial)
    bench.board.unplug()
    assert not bench.run().ok
    assert bench.found == [("bench_away", {"count": 1})]


# --- frame -----------------------------------------------------------------------------------------------------------


def framed(damage):
    """The findings of `frame` on a chain whose bits come damaged."""
    wiring = reference_wiring()
    trial = FrameTrial(wiring)
    trial.tick(0)
    trial.feed(Scan(damage(wiring.as_read([space("c4")])) & (1 << 144) - 1, 10))
    trial.tick(FRAME_MS)
    assert not trial.verdict.ok
    return [(finding.name, dict(finding.parameters)) for finding in trial.findings]


@pytest.mark.parametrize("by", [1, 2, 7])
def test_a_shifted_chain_is_told_by_how_much(by):
    """Late, as after a chip too many; or early, as when the clock makes an edge too many."""
    ((late, told),) = framed(lambda bits: bits << by | (1 << by) - 1)
    assert (late, told["bits"]) == ("bench_frame_late", by)
    ((early, told),) = framed(lambda bits: bits >> by)
    assert (early, told["bits"]) == ("bench_frame_early", by)


@pytest.mark.parametrize("level", [0, 1])
def test_a_stuck_chain_is_told_with_its_level(level):
    """All ones or all noughts: nothing comes from the chips at all."""
    ((name, told),) = framed(lambda _: -level)
    assert (name, told["level"]) == ("bench_frame_stuck", level)


def bars_that_may_be_cut_off(fitted, lying=()):
    """What `frame` says of the first bars of the reference board, with nothing at the last one's open end."""
    trial = FrameTrial(reference_wiring())
    trial.tick(0)
    trial.feed(Scan((reference_wiring().as_read(lying) | -1 << 16 * fitted) & (1 << 144) - 1, 10))
    trial.tick(FRAME_MS)
    (finding,) = trial.findings
    told = dict(finding.parameters)
    assert all(catalogue.render(finding) for catalogue in catalogues().values())
    return {"bench_frame_cut": (told.get("number"),), "bench_frame_cut_or": (told.get("first"), told.get("number"))}[
        finding.name
    ]


def test_bar_by_bar_frame_gets_further_every_second_bar():
    """The open end is held high, as an even bar's frame bit is; and an empty even bar reads like no bar at all."""
    assert [bars_that_may_be_cut_off(fitted) for fitted in range(1, 9)] == [
        (2, 3),
        (2, 3),
        (4, 5),
        (4, 5),
        (6, 7),
        (6, 7),
        (8, 9),
        (8, 9),
    ]


@pytest.mark.parametrize(("fitted", "site", "told"), [(2, "a1-a2", (3,)), (8, "h4-h5", (9,)), (1, "a1", (2, 3))])
def test_a_piece_on_the_last_bar_shows_that_it_is_there(fitted, site, told):
    """Then the cut is behind it."""
    lying = [edge(site) if "-" in site else space(site)]
    assert bars_that_may_be_cut_off(fitted, lying) == told


def test_a_bar_with_a_wrong_frame_bit_is_named():
    """Nothing else fits: the first wrong bar is told."""
    ((name, told),) = framed(lambda bits: bits ^ 1 << 16 * 4 + 15)
    assert (name, told["number"]) == ("bench_frame_bar", 5)


def test_a_wiring_without_frame_bits_and_a_silent_board_are_told_of():
    """The one may go on, with a warning; the other may not."""
    wiring = reference_wiring()
    plain = Wiring(
        tuple(tuple(None if isinstance(place, int) else place for place in bar) for bar in wiring.chain), wiring.strips
    )
    assert Bench(FrameTrial, plain).run().sentence.name == "bench_frame_none"
    silent = FrameTrial(wiring)
    silent.tick(0)
    silent.tick(FRAME_MS)
    assert silent.verdict.sentence.name == "bench_frame_silent"
    assert not silent.verdict.ok


# --- leds ------------------------------------------------------------------------------------------------------------


def test_the_light_walks_over_every_light_line_by_line():
    """On a board that is wired as the settings say, a person sees it go to every place in order."""
    bench = Bench(Leds, hidden_wiring(random.Random(4)))
    assert bench.run().ok
    assert ("bench_led_walk", "yes") in bench.done
    assert len(WALK) == len(GRID.lights) == 135


def test_a_light_at_another_place_makes_the_walk_jump():
    """A wiring that is not this board's is noticed; the place that is named comes with its LED."""
    bench = Bench(Leds, hidden_wiring(random.Random(4)), believed=reference_wiring())
    assert bench.run().ok
    assert ("bench_led_walk", "no") in bench.done
    trial = Leds(reference_wiring())
    for word in ("yes", "yes", "yes", "no", "c4", "d4", "done"):
        trial.answer(word)
    assert [(finding.name, dict(finding.parameters)["number"]) for finding in trial.findings] == [
        ("bench_led_elsewhere", reference_wiring().led_of[space(name)]) for name in ("c4", "d4")
    ]
    assert not trial.verdict.ok


def test_colours_that_are_wrong_are_named_and_a_slip_can_be_taken_back():
    """`no` asks which; `back` shows the colour before."""
    trial = Leds(reference_wiring())
    trial.answer("yes")
    trial.answer("back")
    assert trial.asks.name == "bench_all_red"
    trial.answer("no")
    with pytest.raises(BadInput, match=r"'x9'.*or answer done"):
        trial.answer("x9")
    trial.answer("h1")
    trial.answer("done")
    for _ in range(3):
        trial.answer("yes")
    assert [finding.name for finding in trial.findings] == ["bench_led_wrong"]
    assert trial.verdict.sentence.name == "bench_leds_bad"


def test_all_lights_at_once_stay_dim():
    """A board of which nothing is known yet is not asked for all its current."""
    from pearlboard.lights.power import estimate_ma

    trial = Leds(reference_wiring())
    for _ in range(3):
        frame = bytes(channel for led in range(135) for channel in trial.lit[led])
        assert estimate_ma(frame) < 1_200
        trial.answer("yes")


# --- noise and soak --------------------------------------------------------------------------------------------------


def test_a_place_that_changes_on_an_empty_board_is_named():
    """With how often it did."""
    bench = Bench(noise)
    bench.board.tremble(space("c4"), 2)
    assert not bench.run().ok
    ((name, told),) = bench.found
    assert (name, told["site"]) == ("bench_restless", space("c4"))
    assert 39 <= told["count"] <= 41


def test_a_place_that_reads_a_piece_on_an_empty_board_is_named():
    """Stuck, or a magnet that was forgotten."""
    bench = Bench(noise)
    bench.board.stick(edge("a1-b1"), 1)
    assert not bench.run().ok
    assert bench.found == [("bench_lying", {"sites": frozenset({edge("a1-b1")})})]


def test_torn_scans_are_counted():
    """A wrong frame bit now and then is told of even if no place seems to change."""
    bench = Bench(soak)
    work = bench.hands.work(bench.trial)
    next(work)
    for by in (1, 0, 1, 0):
        bench.board.shift_chain(by)
        bench.clock.step(1_000)
    assert not bench.run().ok
    assert bench.found == [("bench_torn", {"count": 2})]


def test_a_soak_lasts_hours_and_tells_how_long_it_still_does():
    """The minutes that are left count down; at the end there is one line."""
    trial = soak(reference_wiring())
    trial.feed(Scan(reference_wiring().as_read([space("c4")]), 0))
    trial.answer("done")
    told = []
    while trial.due_ms is not None:
        told.append(dict(trial.asks.parameters)["count"])
        trial.tick(trial.due_ms)
    assert told == list(range(SOAK_MS // 60_000, 0, -1))
    assert trial.verdict.ok


def test_whatever_lies_there_may_lie_there_while_it_soaks():
    """Pieces are no fault; what changes is."""
    bench = Bench(soak)
    bench.board.put(space("c4"))
    assert bench.run().ok


# --- mark ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (True, False, "bench_mark_first"),
        (False, True, "bench_mark_second"),
        (True, True, "bench_mark_both"),
        (False, False, "bench_mark_none"),
    ],
)
def test_the_face_that_is_read_goes_down(first, second, said):
    """One of the two must be read, and only one."""
    wiring, clock = reference_wiring(), 0
    trial = Mark(wiring)
    for read in (first, second):
        for lying in ([], [GRID.spaces[0]] if read else []):
            clock += 1_000
            trial.feed(Scan(wiring.as_read(lying), clock))
        if read:
            with pytest.raises(BadInput, match="keep still"):
                trial.answer("done")
        clock += 1_000
        trial.tick(clock)
        trial.answer("done")
    assert trial.verdict.sentence.name == said
    assert trial.verdict.ok == (first != second)


# --- walk and ghost --------------------------------------------------------------------------------------------------


def test_a_place_that_does_not_read_its_piece_is_named():
    """It is skipped, and the rest goes on."""
    bench = Bench(Walk)
    bench.board.stick(space("c4"), 0)
    assert not bench.run().ok
    assert [(name, told["site"]) for name, told in bench.found] == [("bench_walk_silent", space("c4"))]
    assert sum(question == "bench_lay" for question, _ in bench.done) == len(GRID.sites)


def test_places_that_are_exchanged_are_named_with_what_they_read():
    """Two wires crossed since the map was made."""
    wiring = reference_wiring()
    cross = {space("c4"): space("f2"), space("f2"): space("c4")}
    crossed = Wiring(tuple(tuple(cross.get(place, place) for place in bar) for bar in wiring.chain), wiring.strips)
    bench = Bench(Walk, crossed, believed=wiring)
    assert not bench.run().ok
    assert bench.found == [
        ("bench_walk_elsewhere", {"site": site, "sites": frozenset({cross[site]})})
        for site in (space("f2"), space("c4"))
    ]


def test_walking_back_asks_for_the_last_place_again():
    """And what was said of it is forgotten."""
    trial = Walk(reference_wiring())
    trial.feed(Scan(reference_wiring().as_read([]), 0))
    trial.answer("skip")
    trial.answer("back")
    assert dict(trial.asks.parameters)["site"] == space("a1")
    assert trial.findings == ()


def test_masked_places_are_left_out():
    """Nobody is asked to lay a piece where no sensor is."""
    wiring = reference_wiring()
    masked = Wiring(wiring.chain, wiring.strips, masked=frozenset({space("a1"), edge("a1-b1")}))
    bench = Bench(Walk, masked)
    assert bench.run().ok
    assert len(bench.done) == len(GRID.sites) - 2


def test_a_place_that_reads_its_neighbours_piece_is_a_ghost():
    """Magnets that are too strong: c4 answers to a piece on c3, too."""
    bench = Bench(Ghost)
    bench.board._pulled_by[space("c4")] = frozenset({space("c4"), space("c3")})
    assert not bench.run().ok
    assert bench.found == [("bench_ghosts", {"sites": frozenset({space("c4")})})]


def test_no_pattern_needs_more_pieces_than_there_are_and_all_places_are_between_others():
    """Every site carries a piece once; 35 Pontoons and 33 pucks are all there is."""
    assert sorted(str(site) for pattern in PATTERNS for site in pattern) == sorted(map(str, GRID.sites))
    assert [len(pattern) for pattern in PATTERNS] == [20, 20, 35, 32]


def test_what_is_lit_are_leds_of_the_chain():
    """A trial speaks of LEDs by their number, so that a driver can show them as they are."""
    wiring = reference_wiring()
    for offer in TRIALS.values():
        trial = offer.begin(wiring)
        assert all(0 <= led < wiring.leds for led in trial.lit)
    assert len(in_led_order(bytes(405), led_order(wiring.led_of, wiring.leds))) == 405
