"""What a page of the guest's table offers is what the host's accepts; what it cannot have, it is told of in words."""

import random

import pytest

from pearlboard.games.api import IllegalAction
from pearlboard.remote.messages import NoBoard
from pearlboard.session import intents
from pearlboard.session.principal import Principal, digest
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase, Refused
from support.across import HOST_PAGE, Across, work_takes_no_time
from support.virtual_time import run_hurried

GUESTS_PAGE = "the-key-of-a-guests-page"
PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]


class PageHere:
    """A page beside the host's own board."""

    def __init__(self, world, token):
        self.stage, self.principal, self.number = world.table.stage, Principal(key=digest(token)), 0
        world.table.seat_access.arrive(self.principal)

    @property
    def screen(self):
        return self.stage.screen("en", self.principal)

    def reply(self, name, fields):
        self.number += 1
        try:
            self.stage.receive(
                {"name": name, **fields}, f"{self.principal.key[:8]}-{self.number}", None, self.principal
            )
        except Refused as refusal:
            return {"ok": False, "error": refusal.name}
        return {"ok": True}


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
        if isinstance(page, PageHere):
            return page.reply(name, fields)
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


async def invited_by(world, page):
    """The seats to which a page is allowed to invite phones, by trying all."""
    return [seat for seat in (1, 2) if (await world.asked(page, "invite", seat=seat))["ok"]]


@pytest.mark.parametrize("by_guest", [False, True])
def test_a_page_is_told_whom_it_may_invite_and_hand_over_by_who_judges_that(tmp_path, by_guest):
    """The host's page, a keeper, and one that is neither, at either table."""

    async def scenario(world):
        here = PageHere(world, "host")
        world.table.seat_access.depart(HOST_PAGE)
        second = world.page("table", "a-second-page-of-the-guests")
        await world.pass_ms(100)
        form = {"players": PEOPLE, "boards": [1, 2], "confirm": "button"}
        assert (await world.asked(world.there if by_guest else here, "set_up", **form))["ok"]
        await world.pass_ms(100)
        for page, invites in (
            (world.there, [1, 2] if by_guest else [2]),
            (here, [1] if by_guest else [1, 2]),
            (second, []),
        ):
            await world.pass_ms(100)
            host = page.screen["host"]
            assert host["invites"] == invites == await invited_by(world, page)
            assert host["hosts"] is (len(invites) == 2)
            for level in ("easy", None):
                assert (await world.asked(page, "hand_over", seat=1, level=level))["ok"] is host["hosts"]

    evening(tmp_path, scenario)


def test_a_page_that_was_forgotten_elsewhere_locks_no_table(tmp_path):
    """Another one beside the same board takes over, is told so and says so; a hand that was open there is closed."""

    async def scenario(world):
        second = world.page("table", "a-second-page-of-the-guests")
        world.guest.send(NoBoard("drawn"), world.now)
        world.set_up(boards=[1, 2])
        await world.pass_ms(100)
        assert [page.screen["host"]["can_keep"] for page in (world.there, second)] == [False, True]
        assert "another page of this table" in " ".join(notice["text"] for notice in second.screen["notices"])
        assert (await world.asked(world.there, "private", seat=2))["ok"]
        assert (await world.asked(second, "private", seat=2))["error"] == "host_only"
        assert (await world.asked(second, "keep_board"))["ok"]
        await world.pass_ms(100)
        assert [page.screen["host"]["can_keep"] for page in (world.there, second)] == [True, False]
        assert (world.there.screen["you"], second.screen["host"]["you"]) == (None, True)
        assert "At the table “Garden” another page plays now." in [each["text"] for each in second.screen["notices"]]
        assert (await world.asked(world.there, "private", seat=2))["error"] == "host_only"
        assert (await world.asked(second, "private", seat=2))["ok"]
        assert (await world.asked(second, "keep_board"))["error"] == "nobody_keeps"

    evening(tmp_path, scenario)


def test_a_page_of_the_hosts_table_takes_over_where_the_hosts_page_is_at_the_guests(tmp_path):
    """And cannot where the host's page itself stands beside the same board: that one is asked as at one table."""

    async def scenario(world):
        first, second = PageHere(world, "one"), PageHere(world, "two")
        await world.pass_ms(100)
        world.table.seat_access.depart(HOST_PAGE)
        assert (await world.asked(world.there, "set_up", players=PEOPLE, boards=[1, 2]))["ok"]
        await world.pass_ms(100)
        assert [page.screen["host"]["can_keep"] for page in (first, second)] == [False, True]
        assert (await world.asked(second, "keep_board"))["ok"]
        await world.pass_ms(100)
        assert [page.screen["host"]["invites"] for page in (first, second, world.there)] == [[], [1], [1, 2]]
        third = world.page("table", "a-third-page")
        await world.pass_ms(100)
        assert not third.screen["host"]["can_keep"]
        assert (await world.asked(third, "keep_board"))["error"] == "nobody_keeps"

    evening(tmp_path, scenario)


def test_the_other_table_is_called_by_its_name_wherever_something_waits_for_it(tmp_path):
    """In a refusal, and while a button is to be pressed there, too."""

    async def scenario(world):
        world.guest.send(NoBoard("drawn"), world.now)
        world.set_up(boards=[1, 2])
        await world.pass_ms(100)
        refused = await world.asked(world.there, "private", seat=1)
        assert refused["sentence"] == "Anna sits at the table “Kitchen”: that is done there."
        assert (await world.asked(world.there, "confirm"))["ok"]
        await world.pass_ms(100)
        assert world.there.screen["sentence"] == "Waiting until the button is pressed at the table “Kitchen”, too."

    evening(tmp_path, scenario)
