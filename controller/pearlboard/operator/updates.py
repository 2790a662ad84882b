"""Updates of a card with releases side by side: asked of systemd by a unit's name, and told as root has left word.

The table's service is not root. It may ask for what is in `Wish` and for nothing else (a rule of polkit), and reads
what came of it. Whether a package is signed, and whether it lives, is decided by root's own program, `card.releases`.
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
"""The newest of the repository, the package that was sent, the release before; that one though games are put aside."""
ROOT: Final = Path("/data/pearlboard")
WORD: Final = "word.json"
SENT: Final = "sent-release.deb.gpg"
REPOSITORY: Final = "repository"
CAME_WITH: Final = Path("/usr/share/pearlboard-card/repository")
"""Where a card has the address of newer releases: beside its releases, or as its image was made."""
MOST_MB: Final = 128
"""A package has two."""
UNIT: Final = "pearlboard-releases@{}.service"
AT_WORK: Final = ("systemctl", "show", "--property=ActiveState", "--value", *map(UNIT.format, get_args(Wish)))
STARTING: Final = "activating"
LOOK_S: Final = 2.0
OUTCOMES: Final = ("done", "nothing_new", "refused", "games_give_way", "went_back", "failed")


class OnWork(Protocol):
    """Is told when root begins, and when it is done."""

    def __call__(self, *, at_work: bool) -> None:
        """Just now."""


class Updates:
    """`unit`: systemd runs this program as a service; `root`: of releases; `on_work` is told when root is at work."""

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
        """Whether root has left word: then this is a card, which nobody can log in to."""
        return self._unit and self._word.is_file()

    def _hindrance(self) -> Sentence | None:
        """Why this table is not updated from here, and what to do."""
        return None if self.on_a_card else say("updates_elsewhere")

    async def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """Which release runs, which came before, what came of the last wish, and whether root is at work just now.

        `problem`: why nothing can be asked. `newer`: why no newer one can be looked for. `said`: root's own words,
        which are English.
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
        """Let root begin; `Refused` if it cannot. What comes of it, `look` tells, maybe of the program's next run."""
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
        """Until root is done; or this program ends, because another release takes its place."""
        self._on_work(at_work=True)
        try:
            while True:
                await asyncio.sleep(LOOK_S)
                if not await self._at_work():
                    return
        except (OSError, TimeoutError):
            return  # the page tells it, and the lights say no longer what nobody knows
        finally:
            self._on_work(at_work=False)

    async def close(self) -> None:
        """Look no further."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
