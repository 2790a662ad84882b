"""A player's choices on a screen besides what lies there: a Diver's value, a token, and what it is played on."""

from dataclasses import replace
from typing import Any, Final

from pearlboard.errors import BadInput
from pearlboard.games.api import Choices, GameAction
from pearlboard.games.perladora.board.drafts import NOTHING_SAID, Draft, Said
from pearlboard.games.perladora.board.tokens import tokens
from pearlboard.games.perladora.rules.declared_values import in_hand, noted
from pearlboard.games.perladora.rules.state import Stage, View
from pearlboard.games.perladora.rules.targets import has_diver_action
from pearlboard.games.refusals import IllegalAction, refusal
from pearlboard.games.strict_json import at, text, truth, whole
from pearlboard.games.values import Choice, Json, Moment
from pearlboard.geometry import Site, Space, site

WISHES: Final = ("value", "later", "token", "target")
"""The choices, one at a time: a Diver's value from 1 to 5 (null takes it back); to say it at the reveal; the token
played with the next piece or target ("power", "backup"; null puts it back); its target (null: none).
"""


class PerladoraChoices(Choices):
    """A Diver's value, a token, and what it is played on."""

    def open_to_all(self, drafted: Draft, wish: Json) -> bool:
        """A value is its seat's secret unless a tile will lie face up; what a token does lies open.

        On a screen it is a secret until it is laid: only its seat's own hand says which are left.
        """
        return (drafted.face_up and not drafted.drawn) or not {"value", "later"} & wish.keys()

    def choose(self, own: View, moment: Moment, choice: Choice, wish: Json, *, own_screen: bool) -> Choice:
        """The choice with what is said now; `IllegalAction` or `BadInput`."""
        said: Said = choice.public or NOTHING_SAID
        drafted = moment.draft
        if own.public.stage is not Stage.PLAYING or not isinstance(drafted, Draft):
            raise refusal("not_now")
        match _read(wish):
            case "value", value:
                _check_left(own, drafted, value, own_screen=own_screen)
                return Choice(replace(said, valued=value is not None, open=drafted.face_up, later=False), value)
            case "later", later:
                if not offered(own, drafted, own_screen=own_screen) or drafted.face_up:
                    raise refusal("no_such_value")
                return Choice(replace(said, valued=False, open=False, later=later))
            case "token", name:
                return _armed(own, name)
            case _, name:
                return _aimed(drafted, moment, choice, said, name)

    def holds(self, drafted: Draft, choice: Choice, *, own_screen: bool) -> Choice:
        """The part of a choice that survives when the draft changes.

        A value said on a public page belongs to the pieces of that moment; one said of a face-down tile does not belong
        to a face-up one.
        """
        said: Said = choice.public or NOTHING_SAID
        if not drafted.values and not own_screen and (said.valued or said.later):
            return Choice(replace(said, valued=False, open=False, later=False))
        if drafted.values and said.valued and said.open != drafted.face_up:
            return Choice(replace(said, valued=False))
        return choice

    def awaits(self, drafted: Draft, said: Said | None, *, own_screen: bool) -> bool:
        told = said or NOTHING_SAID
        return bool(drafted.values) and not told.valued and (drafted.face_up or (own_screen and not told.later))

    def tapped(self, seen: View, drafted: Draft, choice: Choice, site: Site) -> Choice:
        """A Diver that was lifted and put back while a token waits for its target is the target."""
        said: Said = choice.public or NOTHING_SAID
        lying = (drafted.targets | {drafted.target}) & frozenset(seen.public.divers)
        if said.token is None or not lying or not isinstance(site, Space):
            return choice
        return replace(choice, public=replace(said, target=site))

    def without_declared(self, choice: Choice) -> Choice:
        said: Said = choice.public or NOTHING_SAID
        return Choice(replace(said, valued=False, open=False, later=False))

    def action(self, own: View, drafted: Draft, choice: Choice) -> GameAction:
        """The action of a draft and a choice. Nothing is refused here, since a refusal would reveal something."""
        spent = drafted.drawn and choice.private not in in_hand(own)  # it may have been told of another Diver since
        return noted(own, drafted.action, None if spent else choice.private)


def offered(own: View, drafted: Draft, *, own_screen: bool) -> tuple[int, ...]:
    """The values that are offered: a seat's screen knows the hand; a public page must offer all, or it would reveal it.

    A tile that lies face up beats what the hand is thought to hold; with no space free there is no Diver to come.
    """
    if not own_screen or (drafted.face_up and not drafted.drawn):
        return drafted.values
    return in_hand(own) if drafted.values or has_diver_action(own.public) else ()


def _check_left(own: View, drafted: Draft, value: int | None, *, own_screen: bool) -> None:
    """Refuse a value that is not offered; on a screen only its seat may ask, or the refusal would tell a secret."""
    if drafted.drawn and drafted.face_up and not own_screen:
        raise refusal("look_first", seat=own.viewer)
    choices = offered(own, drafted, own_screen=own_screen)
    if value is not None and value not in choices:
        raise refusal("no_such_diver", value=value) if choices else refusal("no_such_value")


def _read(wish: Json) -> tuple[str, Any]:
    """The one thing that is said; `BadInput` for anything else."""
    name = next(iter(wish), "")
    if len(wish) != 1 or name not in WISHES:
        raise BadInput("choice", f"it says one of {', '.join(WISHES)}")
    said = wish[name]
    place = at("choice", name)
    if name == "later":
        return name, truth(place, said)
    if said is None:
        return name, None
    return name, whole(place, said, 1, 5) if name == "value" else text(place, said)


def _armed(own: View, name: str | None) -> Choice:
    """A value that was said is said anew."""
    if name is not None:
        token = next((token for token in tokens(own.public) if token.name == name), None)
        if token is None:
            raise refusal("no_such_token")
        if token.why is not None:
            raise IllegalAction(token.why, rule="token_not_open")
    return Choice(Said(token=name))


def _aimed(drafted: Draft, moment: Moment, choice: Choice, said: Said, name: str | None) -> Choice:
    if said.token is None:
        raise refusal("no_token_armed")
    target = None if name is None else site(name)
    if target is not None and target in drafted.targets - moment.table.expected and not moment.tiles:
        raise refusal("lay_it_there", {target}, sites=frozenset({target}))
    return replace(choice, public=replace(said, target=target))
