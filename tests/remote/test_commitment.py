"""What chance decides is promised before a game and opened after it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.remote.commitment import promised, was_promised

GOLDEN = "edf6e3db78c6008a4eae19a002b79a96e7cc38a2b564f07f0052bc4bc4cc36b4"
SALTS = st.binary(min_size=32, max_size=32)


@given(SALTS, st.binary(max_size=200), SALTS, st.binary(max_size=200))
def test_only_what_was_promised_is_what_was_promised(salt, content, other_salt, other_content):
    """Salt and content must both be the same."""
    digest = promised(salt, content)
    assert was_promised(digest, salt, content)
    assert was_promised(digest, other_salt, other_content) is ((salt, content) == (other_salt, other_content))
    assert not was_promised(digest[:-1], salt, content)


def test_the_digest_is_that_of_every_version():
    """A game that began before an update is opened after it."""
    assert promised(bytes(range(32)), b"cards").hex() == GOLDEN


def test_the_border_between_salt_and_content_cannot_be_moved():
    """The salt has one length."""
    digest = promised(bytes(32), b"\0cards")
    assert not was_promised(digest, bytes(33), b"cards")
    with pytest.raises(ValueError, match="32 bytes"):
        promised(bytes(31), b"cards")
