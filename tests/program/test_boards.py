"""The boards of a table, and where another one finds it."""

from pearlboard.program.boards import ways_here
from pearlboard.remote.invitation import Address, Invitation, Way, read


def test_a_code_as_text_holds_addresses_and_a_name_that_outlives_them():
    """IPv6 without the brackets of a browser's address; the code that is read aloud has the first one alone."""
    hosts = ways_here(("192.168.1.5", "[fd00::5]", "10.0.0.5"), "kitchen.lan")
    assert hosts == ("192.168.1.5", "fd00::5", "kitchen.local")
    made = Invitation(Way.WEBSOCKET, bytes(10), bytes(6), tuple(Address(host, 8001) for host in hosts))
    assert [address.host for address in read(made.text()).addresses] == list(hosts)
    assert [address.host for address in read(made.spoken()).addresses] == ["192.168.1.5"]


def test_a_machine_without_name_and_network_has_no_way():
    """Nothing is made up."""
    assert ways_here((), "") == ()
