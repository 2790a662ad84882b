"""Looks after the table's network by the helper, where there is one: by itself, and when the operator asks.

A change begins a moment after it was asked for, so that whoever asked from a network that ends by it hears where to go
on.
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

from pearlboard.card.wifi.asking import ask
from pearlboard.card.wifi.deciding import Deed, Patience, choose_own, decide
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
"""So long a page has to be told where to go on."""
Ask: TypeAlias = Callable[[Request, Path], Awaitable[Answer]]
WifiDeed: TypeAlias = Literal["wifi_join", "wifi_own", "wifi_forget"]


@dataclass(frozen=True, slots=True)
class Failed:
    """What did not work last: into which network of the house (None: any), or the own one (also None), and why."""

    why: Why
    ssid: bytes | None = None


class WifiKeeper:
    """`socket_path`: where the helper listens. Where nothing does, nobody is asked, and nothing is changed."""

    def __init__(self, clock: Clock, socket_path: Path, port: int, ask_helper: Ask = ask) -> None:
        """Nothing is known yet. `port`: at which the table is reached."""
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
        """Whether a game is on, whether somebody is there from the table's own network; and who is told of changes."""
        self._playing, self._visited, self._changed = playing, visited, changed

    @property
    def there(self) -> bool:
        """Whether the table has a network to look after."""
        return self._socket.is_socket()

    @property
    def own(self) -> OwnNetwork | None:
        """The table's own network while it is open."""
        return None if self._state is None else self._state.own

    @property
    def figures(self) -> str | None:
        """What the lights are to show: the own network's password, if it is figures and nobody has come by it yet."""
        own = self.own
        return own.password if own is not None and own.password.isdigit() and not self._visited() else None

    def portal(self) -> str | None:
        """Where whoever looks for anything in the table's own network is led to."""
        return None if self.own is None else f"http://{OWN_ADDRESS}:{self._port}/"

    def first_key(self) -> str | None:
        """The own network's password as long as no network of the house is known: it opens the operator's page, too."""
        state = self._state
        return state.own.password if state is not None and state.own is not None and not state.known else None

    def start(self) -> None:
        """Look after it from now on."""
        if self.there:
            self._looking = asyncio.create_task(self._look_after())

    async def close(self) -> None:
        """Look no more. What the helper is doing it brings to its end."""
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
        """Ask the helper, and keep what it says."""
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
        """How it stands, for the operator's page; `scan`: listen anew before."""
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
        """At a glance: whether it is well, and how it is; None where it is not the table's business."""
        if self._state is None:
            return None
        if self._failed is not None and self._state.where != "cable":
            return False, _failure(self._failed)
        return self._state.where != "none", _standing(self._state)

    def change(self, deed: WifiDeed, values: Mapping[str, str], *, sure: bool) -> None:
        """Begin to join, open or forget, in a moment; `Refused`. In a game only for whoever is `sure`."""
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
        """With this machine, and by what was heard; or `Refused`."""
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
    """What was typed, as the helper takes it; `Refused` if it would not."""
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
"""Why a network of the house could not be joined."""
OF_NONE: Final[Mapping[Why, str]] = {
    "gone": "wifi_failed_none",
    "password": "wifi_failed_changed",
    "refused": "wifi_failed_own",
    "no_device": "wifi_no_device",
}
"""Why none of those that are known could be, or the own one not opened."""


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
