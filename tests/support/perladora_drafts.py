"""Drafts of Perladöra in tests: how extra pieces, an armed token and lifted Divers are read, and put in words."""

from dataclasses import replace

from pearlboard.games.perladora.board.draft import draft
from pearlboard.games.perladora.board.drafts import Said
from pearlboard.games.perladora.board.tokens import tokens as open_tokens
from pearlboard.games.registry import GAMES
from pearlboard.games.values import TABLE, Table
from pearlboard.geometry import site
from pearlboard.screens.catalogues import catalogues

PERLADORA = GAMES["perladora"]
RULES, BOARD = PERLADORA.rules, PERLADORA.board
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
    """The names of sites in one string."""
    return " ".join(sorted(map(str, places)))


def lying(state, *extra, lifted=()):
    """The table with these extra pieces, in order of arrival, and lifted Divers that are being looked at."""
    expected = frozenset(BOARD.expected(RULES.view(state, TABLE)))
    came, gone = tuple(map(site, extra)), sites(*lifted)
    return Table(
        sensed=expected - gone | frozenset(came), expected=expected, unsensed=gone, looked_at=gone, arrivals=came
    )


def read(state, *extra, token=None, target=None, lifted=(), confirms_itself=True, on_screen=False):
    """The draft as everybody sees it."""
    choice = Said(token=token, target=None if target is None else site(target))
    table = replace(lying(state, *extra, lifted=lifted), on_screen=on_screen)
    return draft(RULES.view(state, TABLE), table, choice, confirms_itself=confirms_itself)


def words(sentence, language="en"):
    """The text that people read."""
    return CATALOGUES[language].render(sentence, PLAYERS)


def said(sentence):
    """The names of a sentence and of those nested in it, from the outside in."""
    inner = [name for _, value in sentence.parameters if hasattr(value, "parameters") for name in said(value)]
    return [sentence.name, *inner]


def tokens(state):
    """The names of the tokens, and the reason against each."""
    return {token.name: token.why and token.why.name for token in open_tokens(state.public)}
