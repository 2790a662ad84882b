"""The code that brings two tables together: as text, and as it is read on the telephone."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.remote.invitation import (
    KEY_BYTES,
    LONGEST_NAME,
    MOST_ADDRESSES,
    SECRET_BYTES,
    Address,
    Invitation,
    NoInvitation,
    Way,
    Wrong,
    read,
)

KITCHEN = Address("192.168.178.23", 8443)
PORTS = st.integers(0, 65_535)
FOURS, SIXES = (
    st.builds(Address, st.binary(min_size=size, max_size=size).map(ip_address).map(str), PORTS) for size in (4, 16)
)
NAMES = st.builds(Address, st.sampled_from(("kitchen.net", "a", "x" * LONGEST_NAME)), PORTS)
SOME = st.tuples(
    st.lists(FOURS, max_size=MOST_ADDRESSES), st.lists(SIXES, max_size=MOST_ADDRESSES), st.lists(NAMES, max_size=1)
).map(lambda three: tuple(three[0] + three[1] + three[2]))


@st.composite
def invitations(draw):
    way = draw(st.sampled_from(Way))
    key, secret = (draw(st.binary(min_size=size, max_size=size)) for size in (KEY_BYTES[way], SECRET_BYTES))
    return Invitation(way, key, secret, draw(SOME))


@given(invitations())
def test_a_code_is_read_as_it_was_made(invitation):
    """The text has everything, what is spoken the first address; both read in any case, and with or without spaces."""
    assert read(invitation.text()) == invitation
    first = Invitation(invitation.way, invitation.key, invitation.secret, invitation.addresses[:1])
    assert read(invitation.spoken()) == first
    assert read(invitation.spoken().lower().replace(" ", "-")) == first
    assert read(invitation.spoken().replace("0", "o").replace("1", "l")) == first


@pytest.mark.parametrize(("way", "characters"), [(Way.WEBSOCKET, 40), (Way.IROH, 76)])
def test_how_much_is_to_be_read_on_the_telephone(way, characters):
    """In groups of four; the document says these numbers."""
    invitation = Invitation(way, bytes(KEY_BYTES[way]), bytes(SECRET_BYTES), (KITCHEN,))
    groups = invitation.spoken().split()
    assert len("".join(groups)) == characters
    assert {len(group) for group in groups} == {4}


def test_a_slip_is_noticed():
    """A wrong character, two that changed places, one that is missing: never another invitation."""
    spoken = Invitation(Way.WEBSOCKET, bytes(range(10)), b"secret", (KITCHEN,)).spoken().replace(" ", "")
    slips = [spoken[:at] + wrong + spoken[at + 1 :] for at in range(len(spoken)) for wrong in "05AZ"]
    slips += [spoken[:at] + spoken[at + 1] + spoken[at] + spoken[at + 2 :] for at in range(len(spoken) - 1)]
    slips += [spoken[:at] + spoken[at + 1 :] for at in range(len(spoken))]
    for slip in slips:
        if slip != spoken:
            with pytest.raises(NoInvitation):
                read(slip)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", Wrong.LENGTH),
        ("PEARLBOARD:", Wrong.LENGTH),
        ("ABCD EFGH", Wrong.LENGTH),
        ("U" * 40, Wrong.CHARACTER),
        ("0" * 40, Wrong.MISTYPED),
        ("0" * 1_001, Wrong.LENGTH),
        ("https://example.org/", Wrong.CHARACTER),
    ],
)
def test_what_is_no_invitation_says_why(text, wrong):
    """By a name, of which a page makes a sentence."""
    with pytest.raises(NoInvitation) as raised:
        read(text)
    assert raised.value.wrong is wrong


@given(st.text(max_size=120))
def test_any_text_is_an_invitation_or_none(text):
    """Nothing else is raised."""
    with pytest.raises(NoInvitation):
        read(text)


def test_the_secret_does_not_stand_in_logs():
    """Nor does the code, which has it."""
    assert "secret" not in repr(Invitation(Way.WEBSOCKET, bytes(10), b"secret", (KITCHEN,))).replace("secret=", "")


def test_only_the_host_that_has_invited_is_meant():
    """The code has the beginning of its key."""
    invitation = Invitation(Way.WEBSOCKET, bytes(range(10)), b"secret", (KITCHEN,))
    assert invitation.is_for(bytes(range(32)))
    assert not invitation.is_for(bytes(range(9)))
    assert not invitation.is_for(bytes(32))


@pytest.mark.parametrize(
    "wrong",
    [
        Invitation(Way.IROH, bytes(10), bytes(SECRET_BYTES), ()),
        Invitation(Way.WEBSOCKET, bytes(10), bytes(5), ()),
        Invitation(Way.WEBSOCKET, bytes(10), bytes(SECRET_BYTES), (KITCHEN,) * 4),
    ],
)
def test_an_invitation_that_fits_no_code_is_a_mistake(wrong):
    """The mistake is of whoever has made it."""
    with pytest.raises(ValueError, match="invitation"):
        wrong.text()
