"""Hosts, origins and proxies as values, in whatever form browsers and proxies write them."""

import pytest

from pearlboard.errors import ConfigError
from pearlboard.origins import Authority, Origin, authority, is_loopback, names_of, origin, proxies_of

HOSTS = {
    "table.local": ("table.local", None),
    "TABLE.Local:8000": ("table.local", 8000),
    "table.local.": ("table.local", None),
    "table.local.:80": ("table.local", 80),
    "table.local:": ("table.local", None),
    "192.168.1.23:8000": ("192.168.1.23", 8000),
    "[FD00:0::23]:8000": ("fd00::23", 8000),
    "[::ffff:192.168.1.23]": ("192.168.1.23", None),
}
NO_HOSTS = (
    "",
    ".",
    ":8000",
    "[::1].evil.example",
    "[::1]evil.example:80",
    "[::1",
    "::1",
    "[evil.example]",
    "[127.0.0.1]",
    "[fe80::1%eth0]",
    "table.local:8000:1",
    "table.local:port",
    "table.local:123456",
    "user@table.local",
    "table.local/x",
    "table local",
    "tablé.local",
    "a" * 400,
)


@pytest.mark.parametrize("text", HOSTS)
def test_a_host_has_one_form(text):
    assert authority(text) == Authority(*HOSTS[text])


@pytest.mark.parametrize("text", NO_HOSTS)
def test_what_is_no_host_is_none(text):
    """`[::1].evil.example` counted as the address that it begins with."""
    assert authority(text) is None


SAME = [
    ("table.local", "http://table.local"),
    ("table.local:80", "http://table.local"),
    ("table.local", "http://table.local:80"),
    ("table.local:443", "https://table.local"),
    ("table.local", "https://table.local"),
    ("table.local:8000", "http://TABLE.local.:8000"),
    ("[fd00::23]:8000", "http://[fd00:0:0::23]:8000"),
]
OTHERS = [
    ("table.local:8000", "http://table.local"),
    ("table.local", "http://table.local:8000"),
    ("table.local:443", "http://table.local"),
    ("table.local:80", "https://table.local"),
    ("table.local", "http://table.lan"),
    ("table.local", "ftp://table.local"),
    ("table.local", "null"),
    ("table.local", ""),
    ("table.local", "http://"),
    ("table.local", "http://table.local/"),
    ("table.local", "http://table.local.evil.example"),
    ("table.local", "table.local"),
]


@pytest.mark.parametrize(("host", "page"), SAME)
def test_origins_are_the_same_by_value(host, page):
    assert authority(host).answers(origin(page))


@pytest.mark.parametrize(("host", "page"), OTHERS)
def test_and_others_are_not(host, page):
    found = origin(page)
    assert found is None or not authority(host).answers(found)


def test_a_port_that_is_the_schemes_own_is_known():
    assert origin("https://table.example") == Origin("https", "table.example", 443)


@pytest.mark.parametrize(
    ("text", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.0.1.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.168.1.5", False),
        ("192.168.1.5", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_a_loopback_address_is_one_however_the_kernel_writes_it(text, loopback):
    """A socket that listens for both says `::ffff:127.0.0.1`, which Python 3.11 does not take for the loopback."""
    assert is_loopback(text) is loopback


# --- settings -----------------------------------------------------------------------------------------------------


def test_names_stand_with_spaces_or_commas_between():
    assert names_of(" table.example,  Spiele.example:8443 ") == (
        Authority("table.example"),
        Authority("spiele.example", 8443),
    )
    assert names_of("") == ()


def test_a_name_may_be_written_as_people_write_it():
    """Browsers send what DNS has in place of letters beyond ASCII."""
    assert names_of("Spiele-Müller.example:8443") == (Authority("xn--spiele-mller-klb.example", 8443),)


@pytest.mark.parametrize(
    "text", ["192.168.1.5", "http://table.example", "table.example/", "[::1]", "a:b", "a..ü", "ü" * 80]
)
def test_what_is_no_name_is_refused_with_what_to_write(text):
    with pytest.raises(ConfigError, match=r"web\.names: .*such as table\.example"):
        names_of(f"table.example {text}")


@pytest.mark.parametrize("text", ["proxy.example", "10.0.0.0/40", "127.0.0.1:80", "*"])
def test_what_is_no_address_of_a_proxy_is_refused_with_what_to_write(text):
    """A `*` would believe everybody."""
    with pytest.raises(ConfigError, match=r"web\.proxies: .*such as 127\.0\.0\.1"):
        proxies_of(text)


OURS = proxies_of("127.0.0.1 ::1 10.0.0.0/24")
FORWARDED = {
    "from elsewhere nobody is believed": ("192.168.1.9", ["6.6.6.6"], "192.168.1.9"),
    "a proxy of ours is": ("127.0.0.1", ["192.168.1.9"], "192.168.1.9"),
    "as a socket for both sees it": ("::ffff:127.0.0.1", ["192.168.1.9"], "192.168.1.9"),
    "what the client has made up stands before": ("127.0.0.1", ["6.6.6.6, 192.168.1.9"], "192.168.1.9"),
    "in a header of its own, too": ("127.0.0.1", ["6.6.6.6", "192.168.1.9"], "192.168.1.9"),
    "two proxies of ours": ("127.0.0.1", ["192.168.1.9, 10.0.0.5"], "192.168.1.9"),
    "somebody who says it is a proxy": ("127.0.0.1", ["6.6.6.6, 192.168.1.9, 10.0.0.5"], "192.168.1.9"),
    "a proxy that says nothing is who asks": ("127.0.0.1", [], "127.0.0.1"),
    "nor anything that is an address": ("127.0.0.1", ["unknown"], "127.0.0.1"),
    "IPv6": ("::1", ["fd00::9"], "fd00::9"),
    "IPv6 in brackets": ("::1", ["[fd00::9]:4711"], "fd00::9"),
    "with a port": ("127.0.0.1", ["192.168.1.9:4711"], "192.168.1.9"),
    "very many": ("127.0.0.1", [", ".join(["10.0.0.7"] * 10_000)], "10.0.0.7"),
}


@pytest.mark.parametrize("case", FORWARDED)
def test_who_has_asked(case):
    peer, headers, wanted = FORWARDED[case]
    assert OURS.client(peer, headers) == wanted
