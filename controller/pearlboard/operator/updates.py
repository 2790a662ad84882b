"""Updates of a card with releases side by side: requested by a unit's name, with the result in a file of root's.

The table's service is not root. It may request what is in `Wish` and nothing else (a rule of polkit), and reads the
result. Root's own program, `card.releases`, decides whether a package is signed and whether it works.
"""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

from pearlboard.diagnostics.processes import Run, output_of
from pearlboard.operator.intake import Bound, Intake
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, Sentence, say

Wish: TypeAlias = Literal["update", "sent", "back", "back-anyway"]
"""The newest of the repository, an uploaded package, the release before; the same even if games are put aside."""
ROOT: Final = Path("/data/pearlboard")
WORD: Final = "word.json"
SENT: Final = "sent-release.deb.gpg"
REPOSITORY: Final = "repository"
CAME_WITH: Final = Path("/usr/share/pearlboard-card/repository")
"""The address of newer releases on a card: beside its releases, or as its image was made."""
MOST_MB: Final = 128
"""The limit of a package, which has about two."""
UNIT: Final = "pearlboard-releases@{}.service"
AT_WORK: Final = ("systemctl", "show", "--property=ActiveState", "--value", *map(UNIT.format, get_args(Wish)))
STARTING: Final = "activating"
LOOK_S: Final = 2.0
OUTCOMES: Final = ("done", "nothing_new", "refused", "games_give_way", "went_back", "failed")


class OnWork(Protocol):
    """Called when root's program starts, and when it ends."""

    def __call__(self, *, at_work: bool) -> None:
        """Report the change."""


class Updates:
    """Requests updates. `unit`: systemd runs this program as a service; `root`: of releases."""

    def __init__(
        self,
        games: Path,
        *,
        unit: bool,
        root: Path = ROOT,
        came_with: Path = CAME_WITH,
        run: Run | None = None,
        on_work: OnWork = lambda *, at_work: None,  # noqa: ARG005 - nobody wants to know
    ) -> None:
        self.intake = Intake(games / SENT, Bound(MOST_MB, say("update_too_big", most=MOST_MB)))
        self._unit = unit
        self._word = root / WORD
        self._repositories = (root / REPOSITORY, came_with)
        self._run = run or output_of
        self._on_work = on_work
        self._watching: asyncio.Task[None] | None = None

    @property
    def on_a_card(self) -> bool:
        """Whether root's program has left a result: then this is a card, which nobody can log in to."""
        return self._unit and self._word.is_file()

    def _hindrance(self) -> Sentence | None:
        """The reason why this table cannot be updated from here, and the remedy."""
        return None if self.on_a_card else say("updates_elsewhere")

    async def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """The current release, the previous one, the result of the last request, and whether root's program is running.

        `problem`: why nothing can be requested. `newer`: why newer ones cannot be looked for. `said`: the message of
        root's program, in English.
        """
        word, problem, working = dict[str, Any](), self._hindrance(), False
        if problem is None:
            try:
                word = json.loads(await asyncio.to_thread(self._word.read_bytes))
                working = await self._at_work()
            except (OSError, TimeoutError, ValueError) as error:
                problem = say("updates_not_asked", problem=str(error))
        last = word.get("last") or {}
        outcome = last.get("outcome")
        return {
            "problem": None if problem is None else catalogue.render(problem),
            "current": word.get("current"),
            "back": word.get("back"),
            "newer": None if any(map(Path.is_file, self._repositories)) else catalogue.render(say("updates_nowhere")),
            "working": working,
            "outcome": catalogue.render(say(f"update_{outcome}")) if outcome in OUTCOMES else None,
            "said": last.get("said"),
            "would_put_aside": outcome == "games_give_way",
        }

    async def ask(self, wish: Wish) -> None:
        """Start root's program; `Refused` if that fails. `look` reports the result, maybe in the program's next run."""
        if (why := self._hindrance()) is not None:
            raise Refused("not_here", why)
        if wish == "sent" and not self.intake.path.exists():
            raise Refused("nothing_taken", say("restore_nothing"))
        try:
            if await self._at_work():
                raise Refused("at_work", say("update_at_work"))
            await self._run(("systemctl", "--no-ask-password", "--no-block", "start", UNIT.format(wish)))
        except (OSError, TimeoutError) as error:
            raise Refused("not_asked", say("updates_not_asked", problem=str(error))) from error
        await self.close()
        self._watching = asyncio.create_task(self._watch())

    async def _at_work(self) -> bool:
        return STARTING in (await self._run(AT_WORK)).split()

    async def _watch(self) -> None:
        """Wait until root's program ends, or until this one does, because another release replaces it."""
        self._on_work(at_work=True)
        try:
            while True:
                await asyncio.sleep(LOOK_S)
                if not await self._at_work():
                    return
        except (OSError, TimeoutError):
            return  # the page reports it, and the lights stop claiming what nobody knows
        finally:
            self._on_work(at_work=False)

    async def close(self) -> None:
        """Stop waiting."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
