"""After a sweep the pages mark the one place that the sentence names before all others."""

import pytest

from e2e.page import left
from e2e.phone_page import PhonePage

pytestmark = pytest.mark.slow

SWEPT = ("c4", "e2", "a1", "g4", "b3", "h3")
NAMED = """
return [...document.querySelectorAll(".board .piece.missing")]
  .filter((piece) => getComputedStyle(piece.querySelector(".badge")).display !== "none")
  .map((piece) => piece.dataset.piece);
"""


def test_table_and_phone_point_at_the_place_that_is_named(host):
    """One arrow among six empty places; when the piece is back the arrow is at the next, and in the end at each."""
    table = host.table
    for space in (*SWEPT, "d4"):
        table.ask("put", site=space)
        table.until(lambda screen: screen["verdict"] == "legal")
        table.ask("confirm")
    phone = PhonePage.joined(host, 1)
    left(host)
    for space in SWEPT:
        table.ask("lift", site=space)
    gone = sorted(SWEPT, key=lambda name: (name[1], name[0]))
    while len(gone) > 3:
        pointed = gone[:1] if len(gone) > 4 else gone
        for page in (host, phone):
            page.until(lambda page=page, pointed=pointed: sorted(page.js(NAMED)) == sorted(pointed), f"{pointed}")
            assert {space for space in SWEPT if space in page.sentence} == set(pointed)
        table.ask("put", site=gone.pop(0))
