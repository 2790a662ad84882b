"""A game's part of the set-up form, read as one type."""

from collections.abc import Mapping
from typing import NoReturn, TypeVar

from pearlboard.conversion import Misfit, fit
from pearlboard.games.refusals import BadOptions
from pearlboard.games.values import Json
from pearlboard.texts import say

Form = TypeVar("Form")


def read_form(options: Json, form: type[Form], labels: Mapping[str, str]) -> Form:
    """The options that were chosen; `BadOptions` names the field by its label and says what may be chosen there."""

    def refuse(misfit: Misfit) -> NoReturn:
        key = str(misfit.path[0]) if misfit.path else misfit.unknown or ""
        may = ", ".join(misfit.known or misfit.wanted.words) or misfit.wanted.kind.value
        instead = f"{key}: must be {may}, not {misfit.value!r:.40}"
        wrong = f"there is no {key!r}; there is {may}" if misfit.unknown else instead
        raise BadOptions("options", wrong, say("choose_again", field=say(labels.get(key, "ui_more"))))

    return fit(options, form, refuse)
