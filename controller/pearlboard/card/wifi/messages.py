"""Messages between the service and the helper: a line of JSON each way, then the connection ends.

The name of a network (SSID) is up to 32 arbitrary bytes, sent as base64. An invalid message is `malformed`.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pearlboard.errors import PearlboardError

REQUEST_BYTES: Final = 1024
"""The longest request."""
ANSWER_BYTES: Final = 1 << 16
MOST_NETWORKS: Final = 40
"""The number of networks in an answer, the strongest ones."""
OWN_ADDRESS: Final = "10.42.0.1"
"""The table's address in its own network, to which all names lead."""
_CODES: Final = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ "
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO "
    "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE "
    "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO "
    "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW "
    "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM "
    "TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "
)
COUNTRIES: Final = frozenset(_CODES.split())
"""Country codes (ISO 3166-1), which decide the channels of a radio."""

LONGEST_SSID: Final = 32
Ssid: TypeAlias = Annotated[bytes, Meta(min_length=1, max_length=LONGEST_SSID)]
PASSWORD: Final = r"\A(?:[ -~]{8,63})?\Z"  # noqa: S105 - what one looks like
"""A WPA password: 8 to 63 ASCII letters, figures and symbols; empty for an open network."""
Password: TypeAlias = Annotated[str, Meta(pattern=PASSWORD)]
Why: TypeAlias = Literal[
    "malformed", "no_device", "password", "gone", "address", "refused", "kind", "unknown", "system"
]
"""The reason of a failure. `no_device`: there is no Wi-Fi; `password`: it was wrong; `gone`: no such network is heard;
`address`: the router gives none; `refused`: it could not be joined or opened; `kind`: it needs more than a password;
`unknown`: no password is known for it; `system`: NetworkManager does not answer, or not as it should.
"""
Where: TypeAlias = Literal["house", "cable", "own", "none"]
"""In the house's Wi-Fi; on a cable instead; in the table's own; in no network."""


class Networks(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag="networks"):
    """A request for the state and the networks heard; `scan`: scan first, unless the own network is open."""

    scan: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag="join"):
    """A request to join the house's network, and to keep it if that succeeds. A password of None: the known one.

    No `ssid`: any known network that is heard.
    """

    ssid: Ssid | None = None
    password: Password | None = None
    country: Annotated[str, Meta(pattern=r"\A[A-Z]{2}\Z")] | None = None


class Own(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag="own"):
    """A request to scan once more, then open the table's own network; while it is open no other is heard."""


class Forget(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag="forget"):
    """A request to forget a known network and its password."""

    ssid: Ssid


Request: TypeAlias = Networks | Join | Own | Forget


class Heard(Struct, frozen=True):
    """A network that was heard. `strength` in percent; `kind`: `other` needs more than a password."""

    ssid: Ssid
    strength: int
    kind: Literal["open", "password", "other"]


class OwnNetwork(Struct, frozen=True):
    """The table's own network, with the password for phones."""

    name: str
    password: str


class NetworkState(Struct, frozen=True):
    """The state. `ssid` and `strength` (percent) of the house's network; `own` while that is open.

    `heard_s`: the age of `heard` in seconds; None: no scan yet. `known`: networks that are joined automatically.
    """

    where: Where
    device: bool = True
    ssid: Ssid | None = None
    strength: int | None = None
    heard: tuple[Heard, ...] = ()
    heard_s: float | None = None
    known: tuple[Ssid, ...] = ()
    country: str = ""
    own: OwnNetwork | None = None


class Answer(Struct, frozen=True):
    """An answer: `why` the request failed, or None; and the state, if known."""

    why: Why | None = None
    state: NetworkState | None = None


class Malformed(PearlboardError, ValueError):
    """An invalid request or answer. It is never quoted, since it may contain a password."""


def request_of(line: bytes) -> Request:
    """Parse a request; `Malformed`."""
    try:
        request: Request = msgspec.json.decode(line, type=Request)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("this is no request") from None
    if isinstance(request, Join) and request.country is not None and request.country not in COUNTRIES:
        raise Malformed("there is no such country")
    if isinstance(request, Join) and request.password is not None and (request.ssid is None or not request.country):
        raise Malformed("a password without a network or a country")
    return request


def answer_of(line: bytes) -> Answer:
    """Parse an answer; `Malformed`."""
    try:
        return msgspec.json.decode(line, type=Answer)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("the helper's answer cannot be read") from None


def line_of(message: Request | Answer) -> bytes:
    """Encode a message."""
    return msgspec.json.encode(message) + b"\n"


def spoken(ssid: bytes) -> str:
    """A network's name for people: bytes that are no text, or would act on the text around them, become symbols."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in ssid.decode("utf-8", errors="replace"))
