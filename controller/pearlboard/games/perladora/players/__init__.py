"""Computer players of Perladöra."""

from pearlboard.games.perladora.players.compiled import folder

__path__.insert(0, folder(__path__[0]))
