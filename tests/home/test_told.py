"""What is kept between two settings of a broker."""

import asyncio

from pearlboard.home.entities import Play, Topics
from pearlboard.home.publishing import Publishing, Surroundings
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
