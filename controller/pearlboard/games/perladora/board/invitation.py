"""Short sentences for the player whose turn it is: what may be done; what is not open is not offered."""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.perladora.board.tokens import POWER, why_not
from pearlboard.games.perladora.rules.play import judge
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.state import Public
from pearlboard.games.perladora.rules.steps import Pass
from pearlboard.games.perladora.rules.targets import backup_spaces, has_diver_action, legal_edges
from pearlboard.texts import Sentence, say

INVITATIONS: Final[Mapping[tuple[bool, int, bool], str]] = {
    (True, 2, False): "invite_any",
    (True, 1, False): "invite_any_last",
    (True, 0, False): "invite_diver",
    (False, 2, False): "invite_pontoons",
    (False, 1, False): "invite_last_pontoon",
    (False, 0, False): "invite_nothing",
    (True, 2, True): "invite_any_or_backup",
    (True, 1, True): "invite_any_last_or_backup",
    (True, 0, True): "invite_diver_or_backup",
    (False, 2, True): "invite_pontoons_or_backup",
    (False, 1, True): "invite_last_pontoon_or_backup",
    (False, 0, True): "invite_backup",
}
"""Sentences by whether a Diver can be laid, how many Pontoons, and whether the Backup can be played."""


def invitation(public: Public) -> Sentence:
    """The invitation to the seat to move. After a Power it says that the main action is still to come."""
    pontoons = min(legal_edges(public).bit_count(), public.pontoons_left, 2)
    told = say(INVITATIONS[has_diver_action(public), pontoons, bool(backup_spaces(public))], seat=public.to_move)
    if may_pass(public):
        told = say("or_pass", invitation=told)
    if public.looked is not None:
        return say("after_look", invitation=told, seat=public.to_move, space=public.looked)
    if public.power_used is not None:
        return say("after_power", invitation=told)
    if public.setup.advanced and why_not(public, POWER) is None:
        return say("or_power_before", invitation=told)
    return told


def may_pass(public: Public) -> bool:
    """Whether the seat to move may give up the rest of the game."""
    try:
        judge(public, None, Pass())
    except IllegalStep:
        return False
    return True
