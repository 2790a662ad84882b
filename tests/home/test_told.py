"""A broker without a network: what is kept between two settings, and settings that name nothing."""

import asyncio

import pytest

from pearlboard.home.broker import NoBroker, tried
from pearlboard.home.entities import Play
from pearlboard.home.publishing import Publishing, Surroundings
from pearlboard.home.topics import Topics
from pearlboard.settings import Home
from support.tabling import TestTable


def test_a_name_that_may_no_longer_be_told_is_forgotten():
    """Also that of the last winner, who has won while names were allowed."""

    async def run():
        around = Surroundings(lambda: None, lambda _: {}, lambda _: None, lambda: None)
        publishing = Publishing(Topics("pearlboard_test").device, TestTable().tabletop, around)
        publishing.use(Home(broker="127.0.0.1", port=1, names="on"))
        publishing._play, publishing._last_winner = Play("over", winner="Anna"), "Anna"
        publishing.use(Home(broker="127.0.0.1", port=1, lights="on", names="on"))
        assert publishing._last_winner == "Anna"
        publishing.use(Home(broker="127.0.0.1", port=1))
        assert publishing._last_winner is None
        await publishing.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("home", "name"),
    [
        (Home(broker="a\0b"), "home_unknown_name"),
        (Home(broker="a..b"), "home_unknown_name"),
        (Home(broker="127.0.0.1", tls="on", ca="a\0b"), "home_no_certificate"),
        (Home(broker="127.0.0.1", tls="on", ca="/"), "home_no_certificate"),
    ],
)
def test_what_is_no_name_at_all_has_a_sentence(home, name):
    """As has every other fault of a connection."""
    with pytest.raises(NoBroker, match=name):
        asyncio.run(tried(home))
