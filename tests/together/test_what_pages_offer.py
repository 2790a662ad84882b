"""What a page of the guest's table offers is what the host's accepts; what it cannot have, it is told of in words."""

import random

import pytest

from pearlboard.games.api import IllegalAction
from pearlboard.remote.messages import NoBoard
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
        self.chance = random.Random(1)
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
        while self.table.tabletop.session.phase is Phase.PLAYING:
            self.play_something()

    def play_something(self):
        """Somebody does something that the rules allow."""
        tabletop, chance = self.table.tabletop, self.chance
        state, rules = tabletop.session.state, package_of(tabletop.session).rules
        for _ in range(200):
            actor = chance.choice(sorted(rules.active(state), key=str))
            action = rules.sample(rules.view(state, actor), chance)
            try:
                rules.apply(state, actor, action)
            except (IllegalAction, KeyError):  # none was found for somebody who is asked by a screen
                continue
            tabletop.do(intents.Act(actor, action), None)
            break
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


APART = [(game, boards) for game in ("perladora", "pearls") for boards in ([1, 1], [1, 2], [2, 1], [2, 2])]


@pytest.mark.parametrize(("game", "boards"), [*APART, ("piratoons", [])])
def test_the_guests_page_offers_only_what_the_host_accepts(tmp_path, game, boards):
    """From turn to turn, wherever people sit; where nobody sits here, it looks on and offers but a pause."""

    async def scenario(world):
        world.guest.send(NoBoard("drawn"), world.now)
        await world.pass_ms(100)
        world.set_up(game=game, boards=boards)
        looks_on = 2 not in boards
        for _ in range(12):
            await world.pass_ms(200)
            shown = world.there.screen
            if looks_on:
                assert ([act["name"] for act in shown["acts"]], set(shown["can"]) - {"pause"}) == ([], set())
            for act in shown["acts"]:
                reply = await world.asked(world.there, "act", action=act["action"], actor=act["actor"])
                assert reply.get("error") in (None, "stale_version", "not_now"), (act["name"], reply)
                if reply["ok"]:
                    break
            else:
                world.play_something()

    evening(tmp_path, scenario)


def test_whoever_only_looks_on_is_told_where_the_game_is(tmp_path):
    """Where all are asked at once and nobody is to move."""

    async def scenario(world):
        world.set_up(boards=[1, 1])
        await world.pass_ms(100)
        assert world.there.screen["sentence"] == "The game is at the table “Kitchen”. This one looks on."

    evening(tmp_path, scenario)


@pytest.mark.parametrize(("name", "fields"), [("set_up", {"players": PEOPLE}), ("open_lobby", {"seats": 2})])
def test_a_game_for_one_board_is_begun_at_the_hosts_alone(tmp_path, name, fields):
    """All of its people sit there, so a page of the guest's would begin a game that is not on its board."""

    async def scenario(world):
        assert (await world.asked(world.there, name, game="piratoons", **fields))["error"] == "one_board"
        assert (await world.asked(world.there, name, game="perladora", **fields))["ok"]

    evening(tmp_path, scenario)
