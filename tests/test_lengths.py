"""What `make test` does in short, `make soak` does at length: no long form is forgotten."""

from types import SimpleNamespace

import pytest

from support import lengths
from support.lengths import at_length, soaked


def test_who_asks_is_marked_long(request):
    """This file asks."""
    assert request.node.get_closest_marker("long")
    assert at_length(2, 1) == (2 if request.config.option.soak else 1)


@pytest.mark.parametrize(
    ("file", "known"), [("support/helper.py", {"at_length": at_length}), (__file__, {})], ids=["helper", "other name"]
)
def test_who_would_not_be_marked_is_refused(file, known):
    """A file that is no test, or a test that has it by another name."""
    with pytest.raises(LookupError, match="import at_length by name"):
        eval("lengths.at_length(2, 1)", {"__file__": file, "lengths": lengths, **known})


def test_a_test_that_only_calls_who_asks_is_refused(monkeypatch):
    """The file that asks is marked, and the test that runs is not."""
    monkeypatch.setattr(lengths, "_running", SimpleNamespace(module=lengths.pytest, nodeid="another test"))
    with pytest.raises(LookupError, match="another test"):
        at_length(2, 1)


def test_a_short_form_that_is_in_no_long_one_is_refused():
    """Else what was given another name would be left out, and nobody would see it."""
    with pytest.raises(LookupError, match="'d'"):
        soaked(["a", "b"], ["a", "d"])


def test_what_is_marked_soak_is_left_out_else(request):
    """Here, unless `--soak` is given."""
    marked = [item for item in request.session.items if item.get_closest_marker("soak")]
    assert not marked or request.config.option.soak
