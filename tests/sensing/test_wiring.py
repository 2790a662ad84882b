"""Wirings: the reference board, what a file may say, and how it is refused."""

import random
import tomllib
from itertools import pairwise

import pytest

from pearlboard.errors import ConfigError
from pearlboard.geometry import GRID, Corner, edge, space
from pearlboard.lights.shapes import at
from pearlboard.sensing.wiring import Wiring, reference_wiring


def mapping():
    return tomllib.loads(reference_wiring().to_toml())


def refused(match, **changes):
    with pytest.raises(ConfigError, match=match):
        Wiring.from_mapping(mapping() | changes)


def test_the_reference_board_has_nine_bars_of_sixteen_bits():
    """Every site has one bit, and the 16th bit of bar k is tied to k mod 2."""
    wiring = reference_wiring()
    assert [len(bar) for bar in wiring.chain] == [16] * 9
    assert [bar[15] for bar in wiring.chain] == [0, 1, 0, 1, 0, 1, 0, 1, 0]
    assert set(wiring.bit_of) == set(GRID.sites)


def test_rows_and_the_edges_below_them_take_turns():
    """Bar 0 is row 1, bar 1 the edges below it at every second place, bar 8 row 5."""
    bit_of = reference_wiring().bit_of
    assert [bit_of[space("a1")], bit_of[edge("a1-b1")], bit_of[space("h1")]] == [0, 1, 14]
    assert [bit_of[edge("a1-a2")], bit_of[edge("b1-b2")], bit_of[edge("h1-h2")]] == [16, 18, 30]
    assert bit_of[space("a5")] == 8 * 16


def test_the_reference_strip_runs_to_and_fro():
    """All 135 lights, fifteen a strip, the odd strips from right to left."""
    wiring = reference_wiring()
    assert wiring.leds == 135
    assert set(wiring.led_of) == set(GRID.lights)
    turns = (space("a1"), space("h1"), edge("h1-h2"), edge("a1-a2"), space("a2"))
    assert [wiring.led_of[light] for light in turns] == [0, 14, 15, 29, 30]
    assert wiring.led_of[Corner(space("g1"))] == 16


def test_neighbours_on_the_strip_are_neighbours_on_the_board():
    """The chain of LEDs never jumps."""
    chain = sorted(reference_wiring().led_of.items(), key=lambda item: item[1])
    places = [at(light) for light, _ in chain]
    assert {abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(places)} == {1}


@pytest.mark.parametrize("active_low", [True, False])
def test_bits_are_read_as_sites(active_low):
    """The sites come back, whatever level a magnet gives."""
    reference = reference_wiring()
    wiring = Wiring(reference.chain, reference.strips, active_low)
    rng = random.Random(2)
    for number in range(108):
        lying = frozenset(rng.sample(GRID.sites, number))
        bits = wiring.as_read(lying)
        assert wiring.sites(wiring.upright(bits)) == lying
        assert wiring.wrong_bar(bits) is None


@pytest.mark.parametrize("active_low", [True, False])
def test_the_first_wrong_bar_is_named(active_low):
    """A chain that is dead from some bar on is reported from there, whichever level it is stuck at."""
    reference = reference_wiring()
    wiring = Wiring(reference.chain, reference.strips, active_low)
    bits = wiring.as_read([space("c3")])
    for bar in range(9):
        alive = (1 << 16 * bar) - 1
        stuck_low, stuck_high = bits & alive, bits | ~alive & (1 << 144) - 1
        named = {wiring.wrong_bar(stuck_low), wiring.wrong_bar(stuck_high)}
        later = bar + 1 if bar + 1 < 9 else None
        assert named == {bar, later}


def test_the_reference_wiring_reads_back_with_its_frame_bits():
    """The last bit of every bar is still tied to 0 or 1."""
    assert Wiring.from_mapping(mapping()) == reference_wiring()


@pytest.mark.slow
def test_a_wiring_reads_back_as_it_was_written():
    """The text of a file and the wiring say the same, any order of bits, masked sites and unused places included."""
    rng = random.Random(3)
    sites, lights = list(GRID.sites), list(GRID.lights)
    for _ in range(50):
        rng.shuffle(sites)
        rng.shuffle(lights)
        masked = frozenset(sites[: rng.randrange(4)])
        places = [None if place in masked and rng.random() < 0.5 else place for place in sites] + [None] * 5
        wiring = Wiring(
            (tuple(places[:56]), tuple(places[56:])),
            ((*lights[:70], None), tuple(lights[70:])),
            rng.random() < 0.5,
            masked,
        )
        assert Wiring.from_mapping(tomllib.loads(wiring.to_toml())) == wiring


def test_masked_sites_are_never_sensed():
    """Whatever their bits say."""
    reference = reference_wiring()
    wiring = Wiring(reference.chain, reference.strips, masked=frozenset({space("c4")}))
    assert wiring.sites(wiring.upright(wiring.as_read([space("c4"), space("d4")]))) == {space("d4")}


def test_a_doubled_or_missing_site_is_refused_by_name():
    """The sentence names the sites and what to do."""
    chain = mapping()["chain"]
    refused("chain: a1 is there more than once", chain=[chain[0].replace("a1-b1", "a1"), *chain[1:]])
    refused("chain: a1-b1 is not there; .* masked", chain=[chain[0].replace("a1-b1", "."), *chain[1:]])
    refused(r"chain: a5, .* is not there", chain=chain[:-1])


def test_a_doubled_or_missing_light_is_refused_by_name():
    """The same for the strips."""
    strips = mapping()["strips"]
    refused(r"strips: b1 is there more than once", strips=[strips[0].replace("a1 ", "b1 "), *strips[1:]])
    refused(r"strips: a1 is not there", strips=[strips[0].replace("a1 ", ". "), *strips[1:]])


def test_words_that_are_no_place_are_refused_with_their_line():
    """The line is counted from 0, as a TOML list is."""
    chain, strips = mapping()["chain"], mapping()["strips"]
    refused(r"chain\[1\]: 'z9' is no space or edge", chain=[chain[0], "z9", *chain[2:]])
    refused(r"chain\[0\]: 'b1-a1' .*write 'a1-b1'", chain=[chain[0].replace("a1-b1", "b1-a1"), *chain[1:]])
    refused(r"chain\[0\]: 'a1\+' is no space or edge", chain=["a1+", *chain[1:]])
    refused(r"strips\[8\]: '=1' is no space, edge or corner", strips=[*strips[:-1], "=1"])
    refused("masked: 'x' is no space", masked=["x"])


@pytest.mark.parametrize(
    ("key", "value", "match"),
    [
        ("chian", [], "chian: a wiring has no such key; it has active_low, chain"),
        ("chain", "a1 a2", "chain: must be a list of texts"),
        ("strips", [1, 2], "strips: must be a list of texts"),
        ("active_low", 1, "active_low: must be true or false"),
    ],
)
def test_keys_and_kinds_are_checked(key, value, match):
    """The sentence names the key."""
    refused(match, **{key: value})
