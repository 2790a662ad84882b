"""The lobby at the table: joining by its code, permissions, visibility, and what becomes of tokens."""

import json

import pytest

from pearlboard.commands.permissions import Permission
from pearlboard.commands.registry import COMMANDS
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal, digest, seat_of
from pearlboard.session.state import Phase, Refused
from support.fuzzing import AnyTable

HOST = Principal(key=digest("the-device-of-the-host"))
OTHER = Principal(key=digest("the-device-of-another"))
LOCAL = Principal(local=True)


class Hall(AnyTable):
    """A table without a game, on which one page has opened a lobby."""

    def __init__(self):
        super().__init__()
        self.stage.visitors.arrive(HOST)
        assert self.wish(None, HOST, name="open_lobby", seats=2) is None

    @property
    def code(self):
        return self.lobby(HOST)["way_in"]["address"].partition("#")[2]

    def lobby(self, who, language="en"):
        """The lobby on somebody's screen."""
        return self.stage.screen(language, who)["lobby"]

    def enter(self, name=None, pick=None):
        """A guest joins by the code, connects, and says a name; returns its principal and token."""
        joined = self.stage.visitors.join(self.code)
        guest = self.stage.visitors.holder_of(joined["token"])
        self.stage.visitors.arrive(guest)
        if name is not None:
            assert self.wish(None, guest, name="introduce", called=name, pick=pick) is None
        return guest, joined["token"]

    def begin(self, who=HOST, **form):
        return self.wish(None, who, name="begin_game", **form)


@pytest.fixture
def hall():
    return Hall()


def test_the_code_lets_many_in(hall):
    """Each guest gets a token and a number."""
    (anna, one), (ben, other) = hall.enter("Anna"), hall.enter("Ben")
    assert one != other
    assert (anna.guest, ben.guest) == (1, 2)
    assert [guest["name"] for guest in hall.lobby(anna)["guests"]] == ["Anna", "Ben"]


def test_no_token_no_key_and_no_code_is_shown_to_those_who_should_not_see_it(hall):
    """Only the host's page and the machine's own screen show the code; nobody sees tokens and their digests."""
    guest, token = hall.enter("Anna", "elders")
    for who in (EVERYBODY, OTHER, guest):
        assert hall.code not in json.dumps(hall.stage.screen("en", who))
    for who in (HOST, OPERATOR, guest, OTHER):
        shown = json.dumps(hall.stage.screen("en", who))
        assert token not in shown
        assert digest(token) not in shown
    assert token not in repr(vars(hall.seat_access.lobby))


def test_only_its_guests_and_its_owner_see_a_lobby(hall):
    """Another page does not see who is in the lobby."""
    hall.enter("Anna")
    assert hall.lobby(EVERYBODY) is None
    assert hall.lobby(OTHER) is None


def test_other_pages_hear_what_is_to_be_played_and_the_machines_own_screen_how_to_come_in(hall):
    """And who has: whoever is in the network can open a page; the machine's screen is read by those before it."""
    guest, _ = hall.enter("Anna")
    others = {who: hall.stage.screen("en", who)["other_lobby"] for who in (EVERYBODY, OTHER, LOCAL, HOST, guest)}
    told = {"game": "perladora", "title": "Perladöra", "way_in": None, "guests": []}
    assert (others[EVERYBODY], others[OTHER]) == (told, told)
    assert others[LOCAL]["way_in"]["address"].endswith(hall.code)
    assert [guest["name"] for guest in others[LOCAL]["guests"]] == ["Anna"]
    assert others[HOST] is others[guest] is None
    everywhere = {hall.stage.screen("en", who)["sentence"] for who in (EVERYBODY, LOCAL, HOST, guest)}
    assert everywhere == {"Who is playing Perladöra? Players are joining."}
    hall.wish(None, HOST, name="close_lobby")
    assert hall.stage.screen("en", LOCAL)["other_lobby"] is None
    assert hall.stage.screen("en", LOCAL)["sentence"] == "Who is playing? Set up a game."


def test_a_guests_screen_becomes_its_seats_when_the_game_begins(hall):
    """The token stays the same, so nobody scans again. The log has digests, as with invitations."""
    (anna, one), (ben, other) = hall.enter("Anna", "elders"), hall.enter("Ben", "foragers")
    assert hall.begin(options={"clans": ["elders", "foragers"]}) is None
    session = hall.tabletop.session
    assert session.phones == {1: digest(one), 2: digest(other)}
    assert seat_of(session, one) == hall.stage.visitors.by_now(anna) == Principal(1, digest(one))
    assert hall.stage.screen("en", hall.stage.visitors.by_now(ben))["you"]["name"] == "Ben"
    assert not hall.stage.visitors.still_there(anna)
    assert session.host == HOST.key


def test_guests_without_a_seat_leave_when_the_game_begins(hall):
    """The guest's token expires, and so does the code."""
    guests = [hall.enter(name) for name in ("Anna", "Ben", "Cleo", "Dora", "Emil")]
    code = hall.code
    assert hall.begin() is None
    guest, token = guests[-1]
    assert not hall.stage.visitors.still_there(guest)
    assert hall.stage.visitors.holder_of(token) is None
    with pytest.raises(Refused, match="invitation_used"):
        hall.stage.visitors.join(code)


def test_a_seat_may_be_the_computers_or_somebodys_at_the_table(hall):
    """As the host has arranged; such seats have no phone."""
    hall.enter("Anna")
    chairs = [{"computer": "easy"}, {"guest": 1}, {"called": "  Ida\u202e "}]
    assert hall.wish(None, HOST, name="arrange", chairs=chairs) is None
    assert hall.begin() is None
    agreement = hall.tabletop.session.agreement
    assert agreement.names[1:] == ("Anna", "Ida")
    assert agreement.computers == ("easy", None, None)
    assert list(hall.tabletop.session.phones) == [2]


def test_nothing_begins_while_a_seat_is_free(hall):
    """The lobby is unchanged, and the refusal names the free seat."""
    guest, _ = hall.enter("Anna")
    assert hall.begin() == "chair_free"
    assert hall.tabletop.session.phase is Phase.IDLE
    assert hall.stage.visitors.still_there(guest)


def test_four_play_in_two_teams(hall):
    """Seats 1 and 3 against 2 and 4, even before anything is agreed on."""
    for name in ("Anna", "Ben", "Cleo"):
        guest, _ = hall.enter(name)
    assert not hall.lobby(guest)["teams"]
    guest, _ = hall.enter("Dora")
    assert hall.lobby(guest)["teams"]
    assert [chair["side"] for chair in hall.lobby(guest)["chairs"]] == [1, 2, 1, 2]


GUESTS = {spec for spec in COMMANDS if Permission.GUEST in COMMANDS[spec].permission}
SAMPLES = {
    "put": {"site": "c4"},
    "lift": {"site": "c4"},
    "leave_out": {"site": "c4"},
    "laid": {"site": "c4"},
    "trust": {"site": "c4"},
    "overlook": {"number": 1},
    "ask": {"about": "last"},
    "imitate": {"hardware": True},
    "try_from": {"number": 1, "index": 0, "seat": 1, "level": "easy"},
    "rename_game": {"number": 1, "title": "Just now"},
    "delete_game": {"number": 1},
    "button": {"button": "end_turn"},
    "hand_over": {"seat": 1, "level": None},
    "invite": {"seat": 1},
    "free_seat": {"seat": 1},
    "exhibit": {"number": 1, "index": 0},
    "turn_lesson": {"index": 1},
    "pick_in_lesson": {"number": 0},
    "act": {"action": ["begin"], "actor": "table"},
    "note": {"action": ["tell", "c4", 1]},
    "choose": {"choice": {"value": 1}},
    "private": {"seat": 1},
    "set_up": {"players": [{"name": "Eve"}, {"name": "Mallory"}]},
    "answer": {"answer": "new"},
    "open_lobby": {"seats": 2},
    "arrange": {"chairs": [{}, {}]},
    "remove_guest": {"guest": 1},
}


@pytest.mark.parametrize("kind", sorted(set(COMMANDS) - GUESTS, key=lambda kind: kind.__struct_config__.tag))
def test_a_guest_may_do_nothing_but_name_itself_choose_and_leave(hall, kind):
    """Every other command is refused to a guest."""
    hall.enter("Anna")
    guest, _ = hall.enter("Eve")
    before = hall.tabletop.session, hall.seat_access.lobby.open
    tag = kind.__struct_config__.tag
    assert hall.wish(None, guest, name=tag, **SAMPLES.get(tag, {})) in ("table_only", "not_now")
    assert (hall.tabletop.session, hall.seat_access.lobby.open) == before


@pytest.mark.parametrize("who", [EVERYBODY, OTHER], ids=["nobody", "another page"])
@pytest.mark.parametrize("asked", ["close_lobby", "arrange", "remove_guest", "begin_game"])
def test_only_the_page_that_opened_it_may_arrange_it(hall, who, asked):
    """Neither another page nor one without a key."""
    hall.enter("Anna")
    before = hall.seat_access.lobby.open
    assert hall.wish(None, who, name=asked, **SAMPLES.get(asked, {})) == "host_only"
    assert hall.seat_access.lobby.open == before


def test_nobody_else_speaks_for_a_guest(hall):
    """Not even the host may."""
    hall.enter("Anna")
    for who in (HOST, OTHER, OPERATOR, EVERYBODY):
        assert hall.wish(None, who, name="introduce", called="Eve") == "guest_only"
        assert hall.wish(None, who, name="leave_lobby") == "guest_only"


def test_a_guest_that_is_sent_away_needs_the_new_code(hall):
    """The guest's token and the old code expire; other guests stay."""
    anna, _ = hall.enter("Anna")
    eve, _ = hall.enter("Eve")
    code = hall.code
    assert hall.wish(None, HOST, name="remove_guest", guest=eve.guest) is None
    assert hall.wish(None, eve, name="introduce", called="Eve") == "guest_gone"
    assert not hall.stage.visitors.still_there(eve)
    assert hall.stage.visitors.still_there(anna)
    assert hall.code != code
    with pytest.raises(Refused, match="invitation_used"):
        hall.stage.visitors.join(code)


def test_a_guest_that_is_away_keeps_its_place(hall):
    """Everybody sees that the guest is away; its token brings it back."""
    anna, token = hall.enter("Anna")
    hall.stage.visitors.depart(anna)
    assert [guest["here"] for guest in hall.lobby(HOST)["guests"]] == [False]
    hall.stage.visitors.arrive(hall.stage.visitors.holder_of(token))
    assert [guest["here"] for guest in hall.lobby(HOST)["guests"]] == [True]


def test_there_is_one_lobby_and_another_page_takes_it_over_when_its_page_has_gone(hall):
    """Guests stay through the change."""
    guest, _ = hall.enter("Anna")
    assert hall.wish(None, OTHER, name="open_lobby", seats=2) == "lobby_open"
    hall.stage.visitors.depart(HOST)
    assert hall.wish(None, OTHER, name="open_lobby", seats=2) is None
    assert hall.stage.visitors.still_there(guest)
    assert hall.lobby(OTHER)["guests"][0]["name"] == "Anna"
    assert hall.wish(None, HOST, name="close_lobby") == "host_only"


def test_a_page_without_a_key_opens_no_lobby():
    """Without a key, nobody could begin the game later."""
    assert AnyTable().wish(None, EVERYBODY, name="open_lobby", seats=2) == "host_only"


def test_a_game_that_is_set_up_elsewhere_ends_the_lobby(hall):
    """Another page may set up a game only once the lobby's page has disconnected; guests are sent away."""
    guest, _ = hall.enter("Anna")
    form = {"name": "set_up", "players": [{"name": "Ida"}, {"name": "Ben"}]}
    assert hall.wish(None, OTHER, **form) == "lobby_open"
    assert hall.stage.visitors.still_there(guest)
    hall.stage.visitors.depart(HOST)
    assert hall.wish(None, OTHER, **form) is None
    assert not hall.stage.visitors.still_there(guest)
    assert hall.wish(None, OTHER, name="open_lobby", seats=2) == "not_now"


def test_closing_sends_everybody_away(hall):
    """All tokens expire."""
    guest, token = hall.enter("Anna")
    assert hall.wish(None, HOST, name="close_lobby") is None
    assert hall.stage.visitors.holder_of(token) is None
    assert not hall.stage.visitors.still_there(guest)
    assert hall.wish(None, HOST, name="arrange", chairs=[{}, {}]) == "no_lobby"


def test_nothing_of_a_lobby_is_stored(hall):
    """The log does not change."""
    hall.enter("Anna", "elders")
    assert hall.log == []


def test_names_are_cleaned_as_in_the_form(hall):
    """One line, without invisible characters."""
    guest, _ = hall.enter(" An\u202ena \n")
    assert hall.lobby(guest)["guests"][0]["name"] == "An na"
    assert hall.wish(None, guest, name="introduce", called="x" * 25) == "name_too_long"


def test_a_guests_page_may_nothing_that_a_table_page_may(hall):
    """A guest's page is no host, and offers no command of the table."""
    guest, _ = hall.enter("Anna")
    shown = hall.stage.screen("en", guest)
    assert shown["can"] == []
    assert not shown["host"]["you"]
    assert not shown["host"]["can_claim"]
    assert shown["join"] is None
    assert shown["you"] is None


def test_each_reads_the_lobby_in_its_own_language(hall):
    """The names of picks are translated."""
    guest, _ = hall.enter("Anna")
    english, french = hall.lobby(guest, "en")["picks"], hall.lobby(guest, "fr")["picks"]
    assert [pick["pick"] for pick in english] == [pick["pick"] for pick in french]
    assert [pick["text"] for pick in english] != [pick["text"] for pick in french]


def test_what_a_guest_has_chosen_is_shown_whenever_it_counts(hall):
    """Not while the table is to draw it; and again afterwards."""
    guest, _ = hall.enter("Anna", "elders")
    chairs = [{"guest": 1}, {}]
    for picks, shown in ((False, None), (True, "elders")):
        assert hall.wish(None, HOST, name="arrange", game="perladora", chairs=chairs, picks=picks) is None
        assert [each["pick"] for each in hall.lobby(guest)["guests"]] == [shown]
