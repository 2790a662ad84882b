"""When the table opens its own network, and when it leaves it: on a clock that tests turn."""

from hypothesis import given
from hypothesis import strategies as st

from pearlboard.card.wifi.deciding import AGAIN_MS, ALONE_MS, Deed, Patience, choose_own, decide
from pearlboard.card.wifi.messages import NetworkState

HOUSE = NetworkState(where="house", known=(b"Home",))
CABLE = NetworkState(where="cable", known=(b"Home",))
NONE = NetworkState(where="none", known=(b"Home",))
OWN = NetworkState(where="own", known=(b"Home",))
NEW = Patience()
FRESH = NetworkState(where="own")


def played(*looks, patience=NEW):
    """What is done at each look: (at_ms, state) or (at_ms, state, in_use)."""
    done = []
    for at_ms, state, *in_use in looks:
        patience, deed = decide(patience, state, at_ms, in_use=bool(in_use and in_use[0]))
        done.append(deed)
    return done


def test_ninety_seconds_without_a_network_are_enough():
    """Not one less; and if it could not be opened, it is tried again after as long."""
    looks = ((0, NONE), (ALONE_MS - 1, NONE), (ALONE_MS, NONE), (ALONE_MS + 1, NONE), (2 * ALONE_MS, NONE))
    assert played(*looks) == [None, None, Deed.OPEN, None, Deed.OPEN]
    assert ALONE_MS == 90_000


def test_a_network_that_comes_back_meanwhile_is_enough():
    assert played((0, NONE), (80_000, HOUSE), (90_000, NONE), (179_999, NONE)) == [None] * 4
    assert played((0, NONE), (80_000, CABLE), (90_000, NONE), (180_000, NONE)) == [None] * 3 + [Deed.OPEN]


def test_in_mid_game_too_it_is_opened_when_the_router_is_gone():
    """Whoever plays on a phone has lost it already."""
    assert played((0, NONE, True), (ALONE_MS, NONE, True)) == [None, Deed.OPEN]


def test_a_machine_without_wifi_opens_nothing():
    nothing = NetworkState(where="none", device=False)
    assert played((0, nothing), (10 * ALONE_MS, nothing)) == [None, None]


def test_an_idle_own_network_is_left_now_and_then_to_look_for_the_house():
    looks = ((0, OWN), (AGAIN_MS - 1, OWN), (AGAIN_MS, OWN), (AGAIN_MS + 1, OWN), (2 * AGAIN_MS, OWN))
    assert played(*looks) == [None, None, Deed.RETURN, None, Deed.RETURN]


def test_nobody_is_thrown_out():
    """Neither in a game nor as long as somebody is there; it has to be idle anew from then on."""
    looks = ((0, OWN), (AGAIN_MS - 1, OWN, True), (AGAIN_MS, OWN), (2 * AGAIN_MS - 1, OWN), (2 * AGAIN_MS, OWN))
    assert played(*looks) == [None] * 4 + [Deed.RETURN]


def test_where_no_network_is_known_none_is_looked_for():
    assert played((0, FRESH), (10 * AGAIN_MS, FRESH)) == [None, None]


def test_an_own_network_that_was_asked_for_stays():
    """Also if it had to be opened anew; until the table was elsewhere."""
    chosen = choose_own(Patience())
    assert played((0, OWN), (AGAIN_MS, OWN), patience=chosen) == [None, None]
    looks = ((0, NONE), (ALONE_MS, NONE), (ALONE_MS, OWN), (9 * AGAIN_MS, OWN))
    assert played(*looks, patience=chosen) == [None, Deed.OPEN, None, None]
    looks = ((0, OWN), (1, HOUSE), (2, OWN), (3 + AGAIN_MS, OWN))
    assert played(*looks, patience=chosen) == [None] * 3 + [Deed.RETURN]


@given(st.lists(st.tuples(st.integers(1, 200_000), st.sampled_from((HOUSE, CABLE, NONE, OWN, FRESH)), st.booleans())))
def test_whatever_happens_deeds_are_rare_and_have_their_reason(story):
    """No network is left but an idle own one; none is opened but from nowhere; and never twice within 90 s."""
    patience, at_ms, last_ms = Patience(), 0, -ALONE_MS
    for after_ms, state, in_use in story:
        at_ms += after_ms
        patience, deed = decide(patience, state, at_ms, in_use=in_use)
        if deed is Deed.OPEN:
            assert state.where == "none"
        if deed is Deed.RETURN:
            assert state.where == "own"
            assert state.known
            assert not in_use
        if deed is not None:
            assert at_ms - last_ms >= ALONE_MS
            last_ms = at_ms
