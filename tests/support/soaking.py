"""Parameters that are tried in `make soak` alone."""

import pytest


def soaked(every, short):
    """All of them for `parametrize`; `make test` tries those of `short`."""
    return [each if each in short else pytest.param(*parts(each), marks=pytest.mark.soak) for each in every]


def parts(each):
    """A tuple is several parameters."""
    return each if isinstance(each, tuple) else (each,)
