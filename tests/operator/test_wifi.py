"""The table looks after its network: opens its own, leaves it when nobody is there, changes it when somebody asks."""

import asyncio
import base64
import socket

import pytest

from pearlboard.card.wifi.deciding import AGAIN_MS, ALONE_MS
from pearlboard.card.wifi.messages import Forget, Heard, Join, Own, OwnNetwork
from pearlboard.drivers.clock import LoopClock
from pearlboard.operator.wifi import WifiKeeper
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from support.virtual_time import run_hurried
from support.wifi_house import DIGITS, HOME, House

EN = catalogues()["en"]


class Table:
    """A keeper in a house, in a time of its own; `told` is how often something may be otherwise."""

    def __init__(self, house, path):
        self.house, self.playing, self.visited, self.told = house, False, False, 0
        self.keeper = WifiKeeper(LoopClock(asyncio.get_running_loop()), path, 8000, self.ask)
        self.keeper.listen(lambda: self.playing, lambda: self.visited, self.tell)
        self.keeper.start()

    async def ask(self, request, _):
        await asyncio.sleep(0.1)
        return self.house.answer(request)

    def tell(self):
        self.told += 1

    async def after(self, seconds):
        await asyncio.sleep(seconds)
        return self.house.asked

    async def page(self, language="en", *, scan=False):
        return await self.keeper.look(catalogues()[language], scan=scan)

    async def failed(self):
        return (await self.page())["state"]["failed"]


@pytest.fixture
def played(tmp_path):
    """Runs a scene at a table in that house."""
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))

        def play(house, scene):
            async def whole():
                table = Table(house, path)
                try:
                    await scene(table)
                finally:
                    await table.keeper.close()

            run_hurried(whole())

        yield play


def join(password="correct horse", ssid=HOME, country="DE"):
    return {"ssid": base64.b64encode(ssid).decode(), "password": password, "country": country}


# --- by itself -----------------------------------------------------------------------------------------------------


def test_a_table_that_finds_no_network_opens_its_own(played):
    """Its password is on the lights, and opens the operator's page as long as nothing is known."""

    async def scene(table):
        assert await table.after(ALONE_MS / 1000 - 5) == []
        assert (table.keeper.own, table.keeper.portal(), table.keeper.first_key()) == (None, None, None)
        assert await table.after(20) == [Own()]
        assert table.keeper.figures == table.keeper.first_key() == DIGITS
        assert table.keeper.portal() == "http://10.42.0.1:8000/"
        assert await table.failed() is None
        table.visited = True
        assert table.keeper.figures is None
        assert await table.after(3600) == [Own()], "nobody is thrown out, and nothing is known"

    played(House(), scene)


def test_a_router_that_goes_and_comes_back(played):
    """Also in mid-game: the own network opens with the reason; it stays while a game is on, and is left afterwards."""

    async def scene(table):
        await table.after(30)
        table.playing = True
        table.house.works = False
        table.house.leave()
        assert await table.after(ALONE_MS / 1000 + 20) == [Own()]
        assert "“Home” cannot be found" in await table.failed()
        assert table.keeper.first_key() is None, "whoever plays here is not its operator"
        table.house.works = True
        assert await table.after(3600) == [Own()]
        table.playing = False
        assert await table.after(AGAIN_MS / 1000 + 20) == [Own(), Join()]
        assert (table.keeper.own, await table.failed()) == (None, None)

    played(House("house"), scene)


def test_a_router_that_stays_away_is_looked_for_now_and_then(played):
    async def scene(table):
        table.house.works = False
        assert await table.after(2 * AGAIN_MS / 1000 + 60) == [Join(), Own(), Join(), Own()]
        assert await table.failed() == "None of the networks that the table knows is within range."
        assert table.keeper.line()[0] is False

    played(House("own", known=(HOME,)), scene)


def test_where_there_is_no_helper_nothing_is_done(tmp_path):
    """On an ordinary machine: the page says who looks after its network."""

    async def scene():
        table = Table(House(), tmp_path / "nowhere")
        assert await table.after(600) == []
        told = await table.page()
        assert (told["ours"], told["state"], table.keeper.line()) == (False, None, None)
        assert "own system" in told["sentence"]
        with pytest.raises(Refused, match="no_wifi"):
            table.keeper.change("wifi_own", {}, sure=True)
        await table.keeper.close()

    run_hurried(scene())


def test_a_helper_that_is_silent_is_said(played):
    async def scene(table):
        table.house.silent = True
        told = await table.page("de")
        assert (told["ours"], told["state"]) == (True, None)
        assert "antwortet nicht" in told["sentence"]
        table.house.silent = False
        await table.after(20)
        assert (await table.page())["state"]["where"] == "house"

    played(House("house"), scene)


# --- when somebody asks --------------------------------------------------------------------------------------------


def test_the_network_is_changed_only_after_the_page_was_told(played):
    """In two seconds; then the table is where it was sent."""

    async def scene(table):
        await table.after(5)
        table.keeper.change("wifi_join", join(), sure=False)
        assert await table.after(1.5) == []
        assert (await table.page())["state"]["under_way"]
        with pytest.raises(Refused, match="under_way"):
            table.keeper.change("wifi_own", {}, sure=True)
        assert await table.after(5) == [Join(HOME, "correct horse", "DE")]
        state = (await table.page())["state"]
        assert (state["where"], state["under_way"], state["failed"]) == ("house", False, None)
        assert table.keeper.first_key() is None

    played(House("own"), scene)


@pytest.mark.parametrize("where", ["own", "none"])
def test_a_wrong_password_leads_back_with_the_reason(played, where):
    async def scene(table):
        await table.after(5)
        table.keeper.change("wifi_join", join("wrong horse"), sure=False)
        assert await table.after(10) == [Join(HOME, "wrong horse", "DE"), Own()]
        assert await table.failed() == "The table could not join “Home”: the password was wrong."
        assert table.keeper.line()[0] is False
        table.keeper.change("wifi_join", join(), sure=False)
        assert await table.failed() is None

    played(House(where), scene)


def test_whoever_fails_to_leave_the_house_stays_in_it(played):
    """NetworkManager goes back by itself; the own network is opened only if it does not."""

    async def scene(table):
        await table.after(5)
        table.keeper.change("wifi_join", join("wrong horse", b"Cafe"), sure=False)
        await table.after(5)
        assert len(table.house.asked) == 1
        assert await table.after(ALONE_MS / 1000 + 20) == [*table.house.asked[:1], Own()]
        assert "“Cafe”" in await table.failed()

    played(House("house"), scene)


@pytest.mark.parametrize("where", ["cable", "none"])
def test_a_machine_without_wifi_offers_none(played, where):
    """Nothing is begun that could not succeed, and on a cable all is well."""
    house = House()
    house.become(where=where, device=False, heard=())

    async def scene(table):
        await table.after(5)
        assert (await table.page())["state"]["device"] is False
        for deed, values in (("wifi_own", {}), ("wifi_join", join())):
            with pytest.raises(Refused, match="no_wifi") as refused:
                table.keeper.change(deed, values, sure=True)
            assert EN.render(refused.value.sentence) == "This machine has no Wi-Fi."
        assert await table.after(600) == []
        assert table.keeper.line()[0] is (where == "cable")

    played(house, scene)


def test_on_a_cable_a_wifi_that_failed_leaves_the_table_well(played):
    """Only the part that shows the network says why."""
    house = House()
    house.become(where="cable")

    async def scene(table):
        await table.after(5)
        table.keeper.change("wifi_join", join("wrong horse"), sure=False)
        await table.after(5)
        table.house.become(where="cable", own=None)
        await table.after(20)
        assert "the password was wrong" in await table.failed()
        assert table.keeper.line()[0] is True

    played(house, scene)


def test_in_mid_game_it_is_asked_twice(played):
    async def scene(table):
        table.playing = True
        for deed, values in (("wifi_join", join()), ("wifi_own", {}), ("wifi_forget", join())):
            with pytest.raises(Refused, match="game_is_on"):
                table.keeper.change(deed, values, sure=False)
        table.keeper.change("wifi_own", {}, sure=True)
        assert await table.after(10) == [Own()]

    played(House("house"), scene)


def test_an_own_network_that_was_asked_for_is_not_left(played):
    async def scene(table):
        await table.after(5)
        table.keeper.change("wifi_own", {}, sure=False)
        assert await table.after(3600) == [Own()]
        table.keeper.change("wifi_join", {"ssid": join()["ssid"]}, sure=False)
        assert await table.after(10) == [Own(), Join(HOME)]

    played(House("house"), scene)


def test_a_network_is_forgotten(played):
    async def scene(table):
        await table.after(5)
        table.keeper.change("wifi_forget", join(), sure=False)
        assert await table.after(10) == [Forget(HOME)]

    played(House("house"), scene)


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({}, "no_network"),
        (join(ssid=b""), "no_network"),
        (join(ssid=bytes(33)), "no_network"),
        ({**join(), "ssid": "no base64"}, "no_network"),
        (join(country=""), "no_country"),
        (join(country="XX"), "no_country"),
        (join("1234567"), "no_password"),
        (join("1" * 64), "no_password"),
        (join("Schlüssel"), "no_password"),
        (join("with\nline"), "no_password"),
        (join("\ud800" * 8), "no_password"),
        (join(""), "no_password"),
    ],
)
def test_what_was_typed_wrong_is_refused_before_anything_is_left(played, values, name):
    async def scene(table):
        await table.after(5)
        with pytest.raises(Refused, match=name) as caught:
            table.keeper.change("wifi_join", values, sure=True)
        assert EN.render(caught.value.sentence)
        assert await table.after(10) == []

    played(House("own"), scene)


def test_the_page_is_told_what_was_heard_in_words_that_are_text(played):
    """Names are bytes of anybody's; what would act on the page is none of them."""
    hostile = b"<b>\0\xff\xe2\x80\xae"

    async def scene(table):
        table.house.become(heard=(Heard(hostile, 50, "open"),), known=(hostile, b"Away"))
        state = (await table.page(scan=True))["state"]
        first, away = state["networks"]
        assert (first["name"], base64.b64decode(first["ssid"])) == ("<b>\ufffd\ufffd\ufffd", hostile)
        assert (away["name"], away["strength"], away["known"], away["here"]) == ("Away", None, True, False)
        assert (len(state["countries"]), state["house_address"]) == (249, f"http://{socket.gethostname()}.local:8000/")

    played(House(), scene)


def test_figures_are_shown_only_where_there_are_figures(played):
    """A password that somebody has written is not."""

    async def scene(table):
        table.house.become(own=OwnNetwork("pearlboard-ab12", "chosen by hand"))
        await table.after(15)
        assert (table.keeper.figures, table.keeper.own.password) == (None, "chosen by hand")

    played(House("own"), scene)
