"""The program, where the pages that Perladöra brings throw in every hook (`pages/hooks.js`); for e2e tests."""

import sys
from importlib.resources import files

from pearlboard.__main__ import main
from pearlboard.web import games


def serve():
    """Run it."""
    games.files = lambda home: files(__name__ if home.endswith(".perladora") else home)
    sys.exit(main())
