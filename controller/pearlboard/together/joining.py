"""Trying an invitation: the host is called, and answers, before anything here is left.

Whoever is let in is known there by its token from then on, so that the next start of the program is expected.
"""

import asyncio
import os
from typing import Final

from pearlboard.carriers.ends import GuestEnd
from pearlboard.carriers.protocols import Carrier
from pearlboard.drivers.protocols import Clock
from pearlboard.remote.events import Event, Greeted, Over
from pearlboard.remote.invitation import Invitation
from pearlboard.remote.line import Line, Role
from pearlboard.remote.messages import ID_BYTES, Reason
from pearlboard.session.state import Refused
from pearlboard.texts import Sentence, say
from pearlboard.together.meeting import hello

TRIED_S: Final = 8.0
"""How long the host may take to answer: some calls, since the first one to a table that is asleep may fail."""
SAID: Final = (Reason.LEFT, Reason.VERSION, Reason.UNKNOWN_GUEST, Reason.INVITATION, Reason.FULL)
"""Reasons for the end of a line that people can do something about."""


def why_over(reason: Reason) -> Sentence:
    """Why a line has ended, and the remedy."""
    return say(f"over_{reason.value}" if reason in SAID else "over_other")


async def tried(invitation: Invitation, token: bytes, name: str, carrier: Carrier, clock: Clock) -> None:
    """Use an invitation; `Refused` says why the host does not let this table in, or that it does not answer."""
    me = hello(name, os.urandom(ID_BYTES), token=token, invitation=invitation.secret)
    end = GuestEnd(Line(Role.GUEST, me, clock()), carrier, invitation.key, invitation.addresses, clock)
    answer: asyncio.Future[Reason | None] = asyncio.get_running_loop().create_future()

    def notice(events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Greeted | Over) and not answer.done():
                answer.set_result(event.goodbye.reason if isinstance(event, Over) else None)

    call = asyncio.create_task(end.run(notice))
    try:
        async with asyncio.timeout(TRIED_S):
            reason = await answer
    except TimeoutError:
        raise Refused("host_away", say("host_not_found")) from None
    finally:
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        await carrier.close()
    if reason is not None:
        raise Refused("no_invitation", why_over(reason))
