"""Drafts in tests: what the table makes of extra pieces, an armed token and lifted Divers, and how it says so."""

from pearlboard.app.catalogues import catalogues
from pearlboard.games.api import TABLE, Choice, Table
from pearlboard.games.perladora.game import Perladora
from pearlboard.geometry import site

GAME = Perladora()
CATALOGUES = catalogues()
PLAYERS = {1: "Anna", 2: "Ben", 3: "Cleo", 4: "Dora"}
CLANS = ("fishermen", "foragers", "children", "elders")


def clans(first, second=None):
    """All clans, these first."""
    wanted = [clan for clan in (first, second) if clan is not None]
    return (*wanted, *(clan for clan in CLANS if clan not in wanted))


def sites(*names):
    return frozenset(map(site, names))


def names(places):
    """How sites are written, one after the other."""
    return " ".join(sorted(map(str, places)))


def lying(state, *extra, lifted=()):
    """The table with these pieces beyond what is expected, in order of arrival, and Divers that are looked at."""
    expected = GAME.expected(state)
    came, gone = tuple(map(site, extra)), sites(*lifted)
    return Table(
        sensed=expected - gone | frozenset(came), expected=expected, unsensed=gone, looked_at=gone, arrivals=came
    )


def read(state, *extra, token=None, target=None, lifted=(), confirms_itself=True):
    """The draft as everybody sees it."""
    choice = Choice(token=token, target=None if target is None else site(target))
    return GAME.draft(
        GAME.view(state, TABLE), lying(state, *extra, lifted=lifted), choice, confirms_itself=confirms_itself
    )


def words(sentence, language="en"):
    """What people read."""
    return CATALOGUES[language].render(sentence, PLAYERS)


def said(sentence):
    """The names of a sentence and of those within it, from the outside in."""
    inner = [name for _, value in sentence.parameters if hasattr(value, "parameters") for name in said(value)]
    return [sentence.name, *inner]


def tokens(state):
    """The names of the tokens, and of what stands against each."""
    return {token.name: token.why and token.why.name for token in GAME.tokens(GAME.view(state, TABLE))}
