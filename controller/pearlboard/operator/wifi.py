"""Manages the table's network through the helper, where there is one: by itself, and on the operator's request.

A change begins shortly after its request, so that whoever asked from a network which then ends can read where to go on.
"""

import asyncio
import base64
import binascii
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from pearlboard.card.wifi.deciding import Deed, Patience, choose_own, decide
from pearlboard.card.wifi.helper_client import ask
from pearlboard.card.wifi.messages import (
    COUNTRIES,
    OWN_ADDRESS,
    Answer,
    Forget,
    Heard,
    Join,
    Malformed,
    Networks,
    NetworkState,
    Own,
    OwnNetwork,
    Request,
    Why,
    line_of,
    request_of,
    spoken,
)
from pearlboard.drivers.protocols import Clock
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.web.names import local_name

_log: Final = logging.getLogger("pearlboard.operator")

LOOK_S: Final = 10.0
LEAVE_S: Final = 2.0
"""The time that a page gets to show where to go on."""
Ask: TypeAlias = Callable[[Request, Path], Awaitable[Answer]]
WifiDeed: TypeAlias = Literal["wifi_join", "wifi_own", "wifi_forget"]


@dataclass(frozen=True, slots=True)
class Failed:
    """The last failure: the network of the house (None: any) or the own one (also None), and the reason."""

    why: Why
    ssid: bytes | None = None


class WifiKeeper:
    """The manager. `socket_path`: the helper's socket. Without a helper nothing is asked or changed."""

    def __init__(self, clock: Clock, socket_path: Path, port: int, ask_helper: Ask = ask) -> None:
        """Know nothing yet. `port`: at which the table is reached."""
        self._clock = clock
        self._socket = socket_path
        self._port = port
        self._ask = ask_helper
        self._one = asyncio.Lock()
        self._state: NetworkState | None = None
        self._patience = Patience()
        self._failed: Failed | None = None
        self._last: bytes | None = None
        self._under_way: asyncio.Task[None] | None = None
        self._playing: Callable[[], bool] = lambda: False
        self._visited: Callable[[], bool] = lambda: False
        self._changed: Callable[[], None] = lambda: None
        self._looking: asyncio.Task[None] | None = None

    def listen(self, playing: Callable[[], bool], visited: Callable[[], bool], changed: Callable[[], None]) -> None:
        """Register callbacks: whether a game is on, whether somebody uses the table's own network, and for changes."""
        self._playing, self._visited, self._changed = playing, visited, changed

    @property
    def there(self) -> bool:
        """Whether the table manages a network."""
        return self._socket.is_socket()

    @property
    def own(self) -> OwnNetwork | None:
        """The table's own network while it is open."""
        return None if self._state is None else self._state.own

    @property
    def figures(self) -> str | None:
        """The figures for the lights: the own network's password, if numeric, until somebody has joined."""
        own = self.own
        return own.password if own is not None and own.password.isdigit() and not self._visited() else None

    def portal(self) -> str | None:
        """The address to which any request in the table's own network is redirected."""
        return None if self.own is None else f"http://{OWN_ADDRESS}:{self._port}/"

    def first_key(self) -> str | None:
        """The own network's password until a network of the house is known: it opens the operator's page, too."""
        state = self._state
        return state.own.password if state is not None and state.own is not None and not state.known else None

    def start(self) -> None:
        """Start managing."""
        if self.there:
            self._looking = asyncio.create_task(self._look_after())

    async def close(self) -> None:
        """Stop managing. The helper completes its current request."""
        for task in (self._looking, self._under_way):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _look_after(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(LOOK_S)

    async def _look(self) -> None:
        async with self._one:
            answer = await self._told(Networks())
            if answer.state is None:
                return
            in_use = self._playing() or self._visited()
            self._patience, deed = decide(self._patience, answer.state, self._clock(), in_use=in_use)
            match deed:
                case Deed.OPEN:
                    _log.warning("no network for a while: the table opens its own")
                    gone = Failed("gone", self._last) if answer.state.known and self._failed is None else self._failed
                    why = (await self._told(Own())).why
                    self._fail(gone if why is None else Failed(why))
                case Deed.RETURN:
                    _log.info("the table's own network is idle: is the house's there again?")
                    if (why := (await self._told(Join())).why) is not None:
                        self._fail(Failed(why))
                        await self._told(Own())

    async def _told(self, request: Request) -> Answer:
        """Ask the helper, and keep the answer."""
        answer = await self._ask(request, self._socket)
        if answer.state is not None:
            if answer.state.where == "house":
                self._failed, self._last = None, answer.state.ssid
            self._state = answer.state
        self._changed()
        return answer

    def _fail(self, failed: Failed | None) -> None:
        self._failed = failed
        self._changed()

    # --- the operator ----------------------------------------------------------------------------------------------

    async def look(self, catalogue: Catalogue, *, scan: bool) -> Mapping[str, Any]:
        """The state for the operator's page; `scan`: scan for networks first."""
        if not self.there:
            return {"ours": False, "sentence": catalogue.render(say("wifi_not_ours")), "state": None}
        if (scan or self._state is None) and self._under_way is None:
            async with self._one:
                await self._told(Networks(scan=scan))
        state = self._state
        if state is None:
            return {"ours": True, "sentence": catalogue.render(say("wifi_no_answer")), "state": None}
        return {
            "ours": True,
            "sentence": catalogue.render(_standing(state)),
            "state": {
                "where": state.where,
                "device": state.device,
                "under_way": self._under_way is not None,
                "failed": None if self._failed is None else catalogue.render(_failure(self._failed)),
                "networks": [_shown(heard, state) for heard in (*state.heard, *_away(state))],
                "heard_s": None if state.heard_s is None else round(state.heard_s),
                "country": state.country,
                "countries": sorted(COUNTRIES),
                "own": None if state.own is None else {"name": state.own.name, "password": state.own.password},
                "own_name": socket.gethostname(),
                "own_address": f"http://{OWN_ADDRESS}:{self._port}/",
                "house_address": f"http://{local_name(())}:{self._port}/",
            },
        }

    def line(self) -> tuple[bool, Sentence] | None:
        """The line for the glance: whether it is well, and the state; None where the table does not manage a
        network.
        """
        if self._state is None:
            return None
        if self._failed is not None and self._state.where != "cable":
            return False, _failure(self._failed)
        return self._state.where != "none", _standing(self._state)

    def change(self, deed: WifiDeed, values: Mapping[str, str], *, sure: bool) -> None:
        """Begin to join, open or forget a network shortly; `Refused`. During a game only if the operator is `sure`."""
        request = _request(deed, values)
        self._must_be_possible(request)
        if self._under_way is not None:
            raise Refused("under_way", say("wifi_under_way"))
        if self._playing() and not sure:
            raise Refused("game_is_on", say("wifi_in_game"))
        self._failed = None
        self._under_way = asyncio.create_task(self._change(request))
        self._under_way.add_done_callback(self._done)

    def _must_be_possible(self, request: Request) -> None:
        """Raise `Refused` if the machine or the last scan rules the request out."""
        state = self._state
        if not self.there:
            raise Refused("no_wifi", say("wifi_not_ours"))
        if state is not None and not state.device and not isinstance(request, Forget):
            raise Refused("no_wifi", say("wifi_no_device"))
        secret = set() if state is None else {each.ssid for each in state.heard if each.kind == "password"}
        if isinstance(request, Join) and request.password == "" and request.ssid in secret:
            raise Refused("no_password", say("wifi_no_password"))

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way = None
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("the network could not be changed", exc_info=error)
        self._changed()

    async def _change(self, request: Request) -> None:
        await asyncio.sleep(LEAVE_S)
        async with self._one:
            before = self._state
            answer = await self._told(request)
            if isinstance(request, Own):
                self._patience = choose_own(self._patience)
            if answer.why is None:
                return
            self._fail(Failed(answer.why, getattr(request, "ssid", None)))
            was_in_house = before is not None and before.where in ("house", "cable")
            if isinstance(request, Join) and not was_in_house:
                await self._told(Own())


def _request(deed: WifiDeed, values: Mapping[str, str]) -> Request:
    """The request to the helper; `Refused` if the helper would not take the typed values."""
    if deed == "wifi_own":
        return Own()
    try:
        ssid = base64.b64decode(values.get("ssid", ""), validate=True)
    except (binascii.Error, ValueError):
        ssid = b""
    if not 0 < len(ssid) <= 32:
        raise Refused("no_network", say("wifi_no_name"))
    if deed == "wifi_forget":
        return Forget(ssid)
    if "password" not in values:
        return Join(ssid)
    if values.get("country") not in COUNTRIES:
        raise Refused("no_country", say("wifi_no_country"))
    try:
        return request_of(line_of(Join(ssid, values["password"], values["country"])))
    except (Malformed, UnicodeError) as error:
        raise Refused("no_password", say("wifi_no_password")) from error


# --- in words ------------------------------------------------------------------------------------------------------


def _standing(state: NetworkState) -> Sentence:
    if not state.device:
        return say("wifi_none" if state.where == "none" else "wifi_cable_only")
    match state.where:
        case "house":
            return say("wifi_house", network=spoken(state.ssid or b""), strength=state.strength or 0)
        case "own":
            return say("wifi_own", network=state.own.name if state.own else "")
        case "cable":
            return say("wifi_cable")
        case "none":
            return say("wifi_waiting")


OF_ONE: Final[Mapping[Why, str]] = {
    "password": "wifi_failed_password",
    "gone": "wifi_failed_gone",
    "address": "wifi_failed_address",
    "refused": "wifi_failed_refused",
    "kind": "wifi_failed_kind",
    "unknown": "wifi_failed_unknown",
}
"""Sentences for a failure to join a network of the house."""
OF_NONE: Final[Mapping[Why, str]] = {
    "gone": "wifi_failed_none",
    "password": "wifi_failed_changed",
    "refused": "wifi_failed_own",
    "no_device": "wifi_no_device",
}
"""Sentences for a failure to join any known network, or to open the own one."""


def _failure(failed: Failed) -> Sentence:
    if failed.ssid is not None and failed.why in OF_ONE:
        return say(OF_ONE[failed.why], network=spoken(failed.ssid))
    return say(OF_NONE.get(failed.why, "wifi_failed_system"))


def _shown(heard: Heard, state: NetworkState) -> Mapping[str, Any]:
    return {
        "ssid": base64.b64encode(heard.ssid).decode(),
        "name": spoken(heard.ssid),
        "strength": heard.strength or None,
        "kind": heard.kind,
        "known": heard.ssid in state.known,
        "here": heard.ssid == state.ssid,
    }


def _away(state: NetworkState) -> list[Heard]:
    """Known networks that were not heard."""
    heard = {each.ssid for each in state.heard}
    return [Heard(ssid, 0, "password") for ssid in state.known if ssid not in heard]
