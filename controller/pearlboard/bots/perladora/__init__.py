"""Computer players of Perladöra."""

from pearlboard.bots.perladora.compiled import folder

__path__.insert(0, folder(__path__[0]))
