"""What a page of the guest's table offers is what the host's accepts; what it cannot have, it is told of in words."""

import random

import pytest

from pearlboard.games.api import IllegalAction
from pearlboard.session import intents
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase
from support.across import HOST_PAGE, Across, work_takes_no_time
from support.virtual_time import run_hurried

GUESTS_PAGE = "the-key-of-a-guests-page"
PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]


class Evening(Across):
    """A host's table and the guest's, with a page at each."""

    async def begin(self):
        self.table.tabletop.places.home.call("Kitchen")
        self.table.seat_access.arrive(HOST_PAGE)
        self.there = self.page("table", GUESTS_PAGE)
        await self.pass_ms(100)
        return self

    async def asked(self, page, name, **fields):
        """The reply to what a page asks."""
        before = len(page.replies)
        page.ask(name, **fields)
        await self.pass_ms(60)
        [reply] = page.replies[before:]
        return reply

    def set_up(self, who=HOST_PAGE, **form):
        self.table.ask("set_up", who=who, **{"players": PEOPLE, "confirm": "button", **form})

    def play_to_the_end(self):
        """By anything that the rules allow."""
        tabletop, chance = self.table.tabletop, random.Random(1)
        while tabletop.session.phase is Phase.PLAYING:
            state, rules = tabletop.session.state, package_of(tabletop.session).rules
            actor = chance.choice(sorted(rules.active(state), key=str))
            action = rules.sample(rules.view(state, actor), chance)
            try:
                rules.apply(state, actor, action)
            except IllegalAction:
                continue
            tabletop.do(intents.Act(actor, action), None)
        tabletop.refresh()


def evening(folder, scenario, **how):
    """Play a scenario in virtual time."""

    async def run():
        world = await Evening(folder, **how).begin()
        await scenario(world)
        await world.close()

    with work_takes_no_time():
        run_hurried(run())


def test_a_finished_game_is_said_to_be_kept_at_the_hosts(tmp_path):
    """On the guest's page and on a phone there; the host's own pages lead to it."""

    async def scenario(world):
        world.set_up(game="pearls", boards=[1, 2])
        world.table.ask("invite", seat=2)
        code = world.table.seat_access.invitations()[2]
        phone = world.page("seat", world.table.seat_access.join(code).token)
        world.play_to_the_end()
        await world.pass_ms(100)
        for page in (world.there, phone):
            assert page.screen["finished"] == {"kept_at": "Kitchen"}
        assert world.table.stage.screen("en", HOST_PAGE)["finished"]["replay"] == "/archive/1"

    evening(tmp_path, scenario)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("rename_game", {"number": 1, "title": "Ours"}),
        ("delete_game", {"number": 1}),
        ("exhibit", {"number": 1, "index": 0}),
        ("try_from", {"number": 1, "index": 0, "seat": 1, "level": "easy"}),
    ],
)
def test_nothing_is_done_with_the_hosts_finished_games_from_the_guests(tmp_path, name, fields):
    """Its pages show its own archive, where the same numbers are of other games: also if its page is the host's."""

    async def scenario(world):
        assert (await world.asked(world.there, "set_up", game="pearls", players=PEOPLE, boards=[1, 2]))["ok"]
        world.play_to_the_end()
        assert (await world.asked(world.there, "new_game"))["ok"]
        assert (await world.asked(world.there, name, **fields))["error"] == "archive_is_elsewhere"

    evening(tmp_path, scenario)
