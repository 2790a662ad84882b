"""What the circuits must be: each law holds of the committed design, and is broken by the faults that it is for."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.facts import FILE, read
from hardware.function import making, states
from hardware.function.design import design
from hardware.function.laws import LAWS
from hardware.function.ordering import said
from hardware.function.solving import Branch, solve
from hardware.generate.sizes import SizesError, read_sizes

from hardware import kicad_check, mutants

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made():
    return design(read_sizes())


def breaks(made, law):
    """Whether a design breaks a law."""
    return next(LAWS[law](made), None) is not None


def ordered(made, old, new):
    """The design with another text in `parts.toml`, and every part bought anew."""
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    facts = read(text.replace(old, new))
    drawn = {name: _drawn(each, lambda circuit: _bought(circuit, facts)) for name, each in made.drawn.items()}
    return replace(made, facts=facts, drawn=drawn)


def _drawn(drawn, change):
    return replace(drawn, board=replace(drawn.board, circuit=change(drawn.board.circuit)))


def _bought(circuit, facts):
    orders = {part.name: facts.of(part.value, part.package) for part in circuit.parts if part.maker}
    parts = (replace(one, maker=orders[one.name].order) if orders.get(one.name) else one for one in circuit.parts)
    return replace(circuit, parts=tuple(parts))


def joined(made, board, change):
    """The design with other nets on a board."""
    drawn = _drawn(made.drawn[board], lambda circuit: replace(circuit, nets=change(dict(circuit.nets))))
    return replace(made, drawn={**made.drawn, board: drawn})


def filed(made, board, change):
    """The design with other files of a board."""
    files = change(made.files[board])
    assert files != made.files[board]
    return replace(made, files={**made.files, board: files})


@pytest.mark.parametrize("name", LAWS)
def test_the_design_keeps_each_law(made, name):
    """Nothing is found in what is committed."""
    assert list(LAWS[name](made)) == []


# --- planted faults --------------------------------------------------------------------------------------------------


def _swapped(nets):
    """Emitter and collector of the lamp's transistor."""
    nets["GND"] = tuple(("Q1", "3") if pin == ("Q1", "2") else pin for pin in nets["GND"])
    nets["LAMP_LOW"] = tuple(("Q1", "2") if pin == ("Q1", "3") else pin for pin in nets["LAMP_LOW"])
    return nets


def _without_its_capacitor(nets):
    """The level shifter's is not there."""
    return {net: tuple(pin for pin in pins if pin[0] != "C2") for net, pins in nets.items()}


def _crossed_when_turned(nets):
    """The plus and the ground of the socket's other row: right one way round, reversed the other."""
    other = {("J1", "B9"): ("J1", "B12"), ("J1", "B12"): ("J1", "B9")}
    return {net: tuple(other.get(pin, pin) for pin in pins) for net, pins in nets.items()}


def _pulled_down(nets):
    """R17 to ground: a cut chain reads as pieces."""
    nets["3V3"] = tuple(pin for pin in nets["3V3"] if pin != ("R17", "2"))
    nets["GND"] = (*nets["GND"], ("R17", "2"))
    return nets


@pytest.mark.parametrize(
    ("board", "change", "law"),
    [
        ("controller", _swapped, "pins have their level"),
        ("controller", _without_its_capacitor, "supply pins have their capacitor"),
        ("bar", _pulled_down, "resistors lie where they must"),
        ("controller", _crossed_when_turned, "parts survive every state"),
    ],
)
def test_a_fault_of_the_netlist_is_found(made, board, change, law):
    """By what pins are for, not by comparison with who drew them."""
    assert breaks(joined(made, board, change), law)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Littelfuse SMBJ5.0A", "Littelfuse SMBJ12A"),
        ("GCT USB4135-GF-A", "GCT USB4085-GF-A"),
        ("Microchip MCP120T-450I/TT", "Microchip MCP120T-300I/TT"),
        ("Texas Instruments SN74AHCT125DR", "Texas Instruments SN74AHC125DR"),
        ("Nexperia 74HC165D", "Nexperia 74HCT165D"),
        ("Panasonic EEU-FR1A102", "Panasonic EEU-FR0J102"),
    ],
)
def test_a_wrong_order_number_is_found(made, old, new):
    """A diode for 12 V, another socket, a supervisor for 3.3 V, AHC for AHCT, HCT165, a capacitor of 6.3 V."""
    assert breaks(ordered(made, old, new), "numbers mean what is written")


@pytest.mark.parametrize(
    ("old", "new", "law"),
    [
        (
            "standoff = 5.0\nbreakdown = [6.4, 7.0]",
            "standoff = 12.0\nbreakdown = [13.3, 14.7]",
            "parts bear their place",
        ),
        ("trips = [4.25, 4.5]", "trips = [2.85, 3.0]", "parts bear their place"),
        ('plug = "USB-C"', 'plug = "barrel"', "parts bear their place"),
        ("operates = [2.0, 6.0]", "operates = [4.5, 5.5]", "parts bear their place"),
        ("farad = 1000e-6\nvolts = 10", "farad = 1000e-6\nvolts = 6.3", "parts bear their place"),
    ],
)
def test_what_is_written_of_a_part_must_suit_its_place(made, old, new, law):
    """Whoever writes the wrong number's own figures beside it is told by what the circuit demands."""
    assert breaks(ordered(made, old, new), law)


def test_a_mirrored_placement_and_a_turned_part_are_found(made):
    """Every SOIC-16 at negated x; one turned round."""
    for change in (kicad_check.mirrored, kicad_check.turned):
        assert breaks(filed(made, "bar", change), "placements lie on their pads")


def test_a_hole_without_copper_through_a_track_is_found(made):
    """2.2 mm through the clock's lane."""
    (track,) = [one for one in made.board("bar").tracks if one.net == "CLK" and one.layer == "bottom"][:1]
    (x, y), (end, _) = track.points[:2]
    hole = f"X{(x + end) / 2:.3f}Y{y:.3f}\nT0\n"
    file = "bar-NPTH.drl"
    drilled = filed(made, "bar", lambda files: {**files, file: files[file].replace("T0\n", hole)})
    assert breaks(drilled, "holes miss all copper")


# --- what the laws are made of ---------------------------------------------------------------------------------------


def test_order_numbers_are_read_by_their_makers_schemes():
    """Size, dielectric, value, tolerance and voltage; ohms with a letter for the point; nothing of an unknown one."""
    found = said("Samsung CL21B104KBCNNNC")
    assert found["farad"] == pytest.approx(100e-9)
    del found["farad"]
    assert found == {"package": "0805", "dielectric": "X7R", "tolerance": 10, "volts": 50}
    assert said("Yageo RC0603FR-074K7L")["ohm"] == pytest.approx(4700)
    assert said("Nexperia 74HCT165D")["operates"] == [4.5, 5.5]
    assert said("Somebody XY1") is None
    assert said("Texas Instruments SN74XYZ125DR") is None


def test_a_part_that_lacks_what_every_part_has_is_named():
    """And two parts that are one are no answer."""
    with pytest.raises(SizesError, match="X lacks 'package'"):
        read('[[part]]\norder = "X"\ndoes = "nothing"\n[outside.supply]\n')
    twice = '[[part]]\norder = "{}"\npackage = "0603"\nvalue = "1 k"\ndoes = "it"\n'
    with pytest.raises(SizesError, match="1 k in 0603 is A and B"):
        read(twice.format("A") + twice.format("B") + "[outside.supply]\n").of("1 k", "0603")


def test_a_divider_and_a_diode_come_to_rest():
    """5 V over 1 k and 1 k; through a diode of 0.6 V; and none back through it."""
    source = Branch("in", "0", 1e-3, 5.0)
    solved = solve([source, Branch("in", "mid", 1e3), Branch("mid", "0", 1e3, name="low")], "0")
    assert solved.at("mid") == pytest.approx(2.5, abs=1e-3)
    assert solved.through("low") == pytest.approx(2.5e-3, abs=1e-6)
    ahead = [source, Branch("in", "mid", 1.0, 0.6, one_way=True), Branch("mid", "0", 1e3)]
    assert solve(ahead, "0").at("mid") == pytest.approx(4.4, abs=0.01)
    back = [source, Branch("mid", "in", 1.0, 0.6, one_way=True), Branch("mid", "0", 1e3)]
    assert solve(back, "0").at("mid") == pytest.approx(0.0, abs=1e-3)


def test_each_state_of_the_plug_is_judged_and_what_is_known_must_still_be_so(made, monkeypatch):
    """Seven kinds of state; a limit that is exceeded no more may not stay excused."""
    kinds = {re.sub(r": .*", "", state.name) for state in states.states()}
    wanted = {"normal", "reversed plug", "12 V plug", "cable out", "cable half in", "Pi dead", "USB alone"}
    assert kinds == wanted
    monkeypatch.setattr(states, "KNOWN", (states.Known("normal", "strip", 9.0, "a reason"),))
    some = [state for state in states.states() if state.name in ("normal", "12 V plug")]
    monkeypatch.setattr(states, "states", lambda: some)
    found = list(states.parts_survive_every_state(made))
    assert "normal: strip is within its limit now: KNOWN says otherwise" in found
    assert any(told.startswith("12 V plug") and "the strip has" in told for told in found)


def test_kicads_board_is_read_with_parts_turned_as_they_lie(made):
    """Pads of footprints that are stored unturned come to lie where the board has them."""
    board = made.board("controller")
    read_back = {one.name: one for one in making.footprints(made.files["controller"]["controller.kicad_pcb"])}
    for pad in board.pads:
        places = [(x, y) for number, x, y, *_ in read_back[pad.part].pads if number == pad.pin]
        assert pytest.approx((pad.x, pad.y), abs=0.002) in places


# --- mutants ---------------------------------------------------------------------------------------------------------


def test_there_are_mutants_enough_and_each_has_its_place():
    """Sixty of twelve kinds at the least, no name twice; every text that is changed stands where it is looked for."""
    found = mutants.mutants()
    assert len(found) >= mutants.LEAST
    assert len({one.kind for one in found}) >= mutants.KINDS
    assert len({one.name for one in found}) == len(found)
    kept = {}
    for one in found:
        texts = {}
        for file, old, new in one.changes:
            text = texts.get(file) or kept.setdefault(file, (mutants.REPOSITORY / file).read_text(encoding="utf-8"))
            assert old in text, (one.name, file, old)
            texts[file] = text.replace(old, new, 1)
            assert texts[file] != text, one.name


def test_a_mutant_is_right_if_it_is_found_or_has_its_reason(monkeypatch):
    """Found without one, or not found with one; what the laws do not see KiCad is asked for, where it is there."""
    said = {"hardware.function": [], "hardware.kicad_check": ["the bar as generated: 1 net_conflict"]}
    monkeypatch.setattr(mutants, "_said", lambda _, module, *_words: said[module])
    monkeypatch.setattr(mutants, "COPIED", ())
    plain = mutants.Mutant("kind", "name", ())
    for one, ask, right in ((plain, False, False), (plain, True, True), (replace(plain, reason="why"), False, True)):
        assert mutants.judged(one, ask_kicad=ask).right is right
    assert mutants.judged(plain, ask_kicad=True).found == ("KiCad",)
    assert not mutants.judged(replace(plain, reason="why"), ask_kicad=True).right
    page = mutants.table([mutants.judged(plain, ask_kicad=True), mutants.judged(plain, ask_kicad=False)])
    assert "| kind | name | KiCad |" in page
    assert "**no reason is given**" in page


def test_a_mutants_text_that_is_not_there_is_named(tmp_path):
    """Whoever changes the generator mends the mutants."""
    (tmp_path / "a.py").write_text("one", encoding="utf-8")
    mutants.Mutant("kind", "name", (("a.py", "one", "two"),)).plant(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "two"
    with pytest.raises(ValueError, match=r"a\.py has no 'one'"):
        mutants.Mutant("kind", "name", (("a.py", "one", "two"),)).plant(tmp_path)
