"""Other tables, for the operator: invitations to this one, and the table at whose game this one takes part.

A table that plays alone has neither part, and imports nothing of the line.
"""

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from pearlboard.drivers.protocols import Clock
from pearlboard.screens.joining import qr
from pearlboard.session.state import Refused, Session
from pearlboard.settings import Second
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.together import kept
from pearlboard.web.port import Elsewhere, VisitorsPort

LONGEST_CODE: Final = 1_000


class Attends(Protocol):
    """The server of a page's connection: `web.socket.TableSocket`."""

    async def attend(self, socket: Any) -> None:  # noqa: ANN401 - a `WebSocket`, or what has the same methods
        """Serve a table page."""

    async def attend_seat(self, socket: Any) -> None:  # noqa: ANN401
        """Serve a seat's own screen."""


class HostTable(Protocol):
    """The guest's table, as far as its pages and phones need it: `program.table_service.TableService`."""

    @property
    def visitors(self) -> VisitorsPort:
        """The visitors, who come in by a code."""

    @property
    def session(self) -> Session:
        """The game, with what is secret in it."""

    def render(self, sentence: Sentence, language: str) -> str:
        """The words for a sentence."""

    def meet(self, origins: tuple[str, ...]) -> None:
        """Note the addresses at which phones reach the guest's table."""


class HostPart(Protocol):
    """The host's part: `hosting.Hosting`."""

    problem: Sentence | None

    async def start(self, port: int, attends: Attends, table: HostTable) -> None: ...

    async def close(self) -> None: ...

    def notice(self, session: Session) -> None: ...

    def invite(self, hosts: tuple[str, ...]) -> tuple[str, str]: ...

    def forget(self) -> None: ...

    def look(self) -> Mapping[str, Any]: ...


class OtherTables:
    """`hosting`: a guest's table may join; `visiting`: this table takes part in another one's game."""

    def __init__(
        self,
        store: Path,
        second: Second,
        hosting: HostPart | None,
        visiting: Elsewhere | None,
        hosts: Callable[[], tuple[str, ...]],
        clock: Clock,
    ) -> None:
        """`hosts`: the addresses of this machine, best first."""
        self.hosting, self.visiting = hosting, visiting
        self._store, self._second, self._hosts, self._clock = store, second, hosts, clock

    async def start(self, port: int, attends: Attends, table: HostTable) -> None:
        """Let guests in, and call the host; see `Hosting.start`."""
        if self.hosting is not None:
            await self.hosting.start(port, attends, table)
        if self.visiting is not None:
            self.visiting.start()

    async def close(self) -> None:
        """Give up every line."""
        if self.hosting is not None:
            await self.hosting.close()
        if self.visiting is not None:
            await self.visiting.close()

    def notice(self, session: Session) -> None:
        """The game may have changed."""
        if self.hosting is not None:
            self.hosting.notice(session)

    def look(self, words: Catalogue) -> Mapping[str, Any]:
        """The state of both parts for the operator's page, problems in words."""
        problem = None if self.hosting is None or self.hosting.problem is None else words.render(self.hosting.problem)
        return {
            "hosting": None if self.hosting is None else {**self.hosting.look(), "problem": problem},
            "visiting": None if self.visiting is None else self._visiting(self.visiting, words),
        }

    def _visiting(self, other: Elsewhere, words: Catalogue) -> Mapping[str, Any]:
        from pearlboard.remote.messages import Reason  # noqa: PLC0415 - as in `join`
        from pearlboard.together.joining import why_over  # noqa: PLC0415

        look = other.look()
        over = None if look["over"] is None else words.render(why_over(Reason(look["over"])))
        return {**look, "over": over}

    def invite(self) -> Mapping[str, Any]:
        """A new invitation: the code to be read aloud, the one to be sent, and a QR code of that."""
        if self.hosting is None:
            raise Refused("no_guests", say("no_guests_here"))
        hosts = self._hosts()
        text, spoken = self.hosting.invite(hosts)
        return {"spoken": spoken, "text": text, "qr": qr(text), "hosts": list(hosts)}

    def forget(self) -> None:
        """Know no guest any more."""
        if self.hosting is None:
            raise Refused("no_guests", say("no_guests_here"))
        self.hosting.forget()

    async def join(self, code: str) -> None:
        """Use an invitation, and keep it; the next start of the program goes to that table. Nothing is left before the
        host has said yes.
        """
        from pearlboard.carriers.protocols import NotInstalled  # noqa: PLC0415 - a table that plays alone has no line
        from pearlboard.remote.invitation import NoInvitation, Way, read  # noqa: PLC0415
        from pearlboard.together.joining import tried  # noqa: PLC0415
        from pearlboard.together.ways import of_guest  # noqa: PLC0415

        try:
            invitation = read(code[:LONGEST_CODE])
        except NoInvitation as error:
            raise Refused("no_invitation", say(f"invitation_{error.wrong.value}")) from error
        if invitation.way is Way.IROH and find_spec("iroh") is None:
            raise Refused("no_invitation", say("invitation_needs_iroh"))
        if not invitation.addresses:
            raise Refused("no_invitation", say("invitation_nowhere"))
        try:
            carrier = of_guest(invitation.way, self._store, self._second.relay)
        except NotInstalled as error:
            raise Refused("no_invitation", say("invitation_needs_iroh")) from error
        except OSError as error:
            raise _not_written(error) from error
        token = os.urandom(kept.TOKEN_BYTES)
        await tried(invitation, token, self._second.name, carrier, self._clock)
        self._keep(kept.Host(code.strip(), token.hex()))

    async def leave(self) -> None:
        """Go to no other table any more, and take leave of that one; the next start of the program is at home."""
        self._keep(None)
        if self.visiting is not None:
            await self.visiting.leave()

    def _keep(self, host: kept.Host | None) -> None:
        try:
            kept.keep_host(self._store, host)
        except OSError as error:
            raise _not_written(error) from error


def _not_written(error: OSError) -> Refused:
    return Refused("not_written", say("together_not_written", problem=error.strerror or str(error)))
