"""Which guests a host lets in."""

import random

import pytest

from pearlboard.remote.admission import (
    MOST_GUESTS,
    MOST_INVITATIONS,
    MOST_TRIES,
    OPEN_MS,
    Admission,
    Guest,
    Unwelcome,
    digest_of,
)
from pearlboard.remote.messages import Beat, Goodbye, Reason, encoded, packed, unpacked
from support.lying_line import hello

CHANCE = random.Random(1)
TOKEN, SECRET = b"0123456789abcdef", b"secret"


def greeting(token=TOKEN, invitation=b""):
    return packed(0, 0, encoded(hello("guest", CHANCE, token=token, invitation=invitation)))


def refused(admission, packet, at_ms=0):
    """Why, as the peer reads it; None if it is not even told."""
    with pytest.raises(Unwelcome) as raised:
        admission.admit(packet, at_ms)
    if raised.value.farewell is None:
        return None
    farewell = unpacked(raised.value.farewell, 1_000).message
    assert isinstance(farewell, Goodbye)
    assert farewell.reason is raised.value.reason
    return farewell.reason


def test_an_invitation_serves_once_and_its_guest_is_known_then():
    """By the token alone; another one needs another invitation."""
    admission = Admission("0.2.0")
    assert refused(admission, greeting()) is Reason.UNKNOWN_GUEST
    admission.invite(SECRET, 0)
    guest, said = admission.admit(greeting(invitation=SECRET), 0)
    assert (guest.table, said.table) == ("guest", "guest")
    assert admission.admit(greeting(), OPEN_MS * 2)[0] == guest
    assert admission.admit(greeting(invitation=SECRET), 0)[0] == guest
    assert refused(admission, greeting(b"another one 1234", SECRET)) is Reason.INVITATION


def test_an_invitation_lapses():
    """At its time, and not before."""
    admission = Admission("0.2.0")
    lapses_ms = admission.invite(SECRET, 10)
    assert refused(admission, greeting(invitation=SECRET), lapses_ms) is Reason.INVITATION
    lapses_ms = admission.invite(SECRET, 10)
    assert admission.admit(greeting(invitation=SECRET), lapses_ms - 1)


def test_whoever_guesses_closes_every_invitation():
    """After so many tries that none of them had a chance."""
    admission = Admission("0.2.0")
    admission.invite(SECRET, 0)
    for number in range(MOST_TRIES - 1):
        refused(admission, greeting(invitation=number.to_bytes(6, "big")))
    assert admission._open
    refused(admission, greeting(invitation=b"wrong!"))
    assert refused(admission, greeting(invitation=SECRET)) is Reason.INVITATION


def test_only_digests_are_kept_and_a_guest_can_be_forgotten():
    """Over a restart, too."""
    known = Admission("0.2.0", (Guest(digest_of(TOKEN), "kitchen"),))
    assert known.admit(greeting(), 0)[0] == Guest(digest_of(TOKEN), "guest")
    assert TOKEN.hex() not in repr(known.guests)
    known.forget(digest_of(TOKEN))
    known.forget(digest_of(TOKEN))
    assert known.guests == ()
    assert refused(known, greeting()) is Reason.UNKNOWN_GUEST


def test_there_are_limits():
    """For guests that are known, and for invitations that are open."""
    guests = tuple(Guest(str(number), "") for number in range(MOST_GUESTS))
    full = Admission("0.2.0", guests)
    full.invite(SECRET, 0)
    assert refused(full, greeting(invitation=SECRET)) is Reason.FULL
    admission = Admission("0.2.0")
    for number in range(MOST_INVITATIONS + 1):
        admission.invite(number.to_bytes(6, "big"), 0)
    assert len(admission._open) == MOST_INVITATIONS
    assert refused(admission, greeting(invitation=bytes(6))) is Reason.INVITATION
    admission.withdraw()
    assert refused(admission, greeting(invitation=(1).to_bytes(6, "big"))) is Reason.INVITATION
    with pytest.raises(ValueError, match="6 bytes"):
        admission.invite(b"12345", 0)


@pytest.mark.parametrize(
    "packet", [b"", b"GET / HTTP/1.1", bytes(100_000), packed(0, 0, encoded(Beat(1))), greeting(b"short")]
)
def test_a_stranger_is_not_answered(packet):
    """Whoever does not begin with a hello and a token is no table."""
    assert refused(Admission("0.2.0"), packet) is None
