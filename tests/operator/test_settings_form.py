"""The settings as the operator's form has them: judged as the file is, and written back with all else as it was."""

import asyncio
import os
import tomllib
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.configuration import read_settings
from pearlboard.errors import ConfigError
from pearlboard.languages import LANGUAGES
from pearlboard.operator import settings_file
from pearlboard.operator.settings_file import SettingsFile, changed
from pearlboard.operator.settings_form import GROUPS, NotSaved, SettingsForm
from pearlboard.program.building import takers
from pearlboard.screens.catalogues import own_catalogues
from pearlboard.session.state import Refused
from pearlboard.settings import SETTINGS, Network, Settings, values
from pearlboard.web import listening

TEXT = """# The settings of the table.   (two blanks, and no line at its end below)
board   = "simulated"   # drawn
store = '/var/lib/pearlboard/games.db'

  # language = "fr"

[ lights ]
cap_ma = 2_000       # what all LEDs may draw

supply_ma=4000
[wifi]
password = "between us"
name = "Lagoon" # of the house"""
CATALOGUE = own_catalogues()["en"]


@dataclass
class Place:
    """A settings file with a form for it, as at a start of the program."""

    path: object
    fixed: frozenset = frozenset()
    taken: list = field(default_factory=list)

    def __post_init__(self):
        self.form = SettingsForm(
            SettingsFile(self.path),
            read_settings(self.path, {}),
            self.fixed,
            [(lambda settings: settings.lights.brightness, self.taken.append)],
        )

    @property
    def text(self):
        return self.path.read_text()

    def look(self):
        return self.form.look(CATALOGUE)

    def field(self, key):
        return next(each for each in self.look()["fields"] if each["key"] == key)

    def save(self, _mark=None, **typed):
        """Keys are written with two underscores for their point."""
        named = {key.replace("__", "."): text for key, text in typed.items()}
        asyncio.run(self.form.save(named, _mark or self.look()["mark"]))


@pytest.fixture
def place(tmp_path):
    (tmp_path / "config.toml").write_text(TEXT)
    return Place(tmp_path / "config.toml")


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_every_setting_has_its_field_but_two():
    """Who writes nonsense into those has no games, or no page any more."""
    form = SettingsForm(None, Settings(), frozenset())
    assert {each["key"] for each in form.look(CATALOGUE)["fields"]} == values(Settings()).keys() - {"store", "web.host"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_says_what_it_is(language):
    """In words, in every language, with a word for each that can be chosen."""
    form = SettingsForm(None, Settings(), frozenset())
    for each in form.look(own_catalogues()[language])["fields"]:
        assert each["label"]
        assert each["hint"]
        assert all(each["words"].values())
    assert {each["group"] for each in form.look(CATALOGUE)["fields"]} == set(GROUPS)


def test_a_field_shows_what_stands_in_the_file(place):
    """And what may stand there; whether it acts at once."""
    shown = place.field("lights.cap_ma")
    assert (shown["value"], shown["default"], shown["low"], shown["high"]) == ("2000", "2000", 300, 10_000)
    assert (shown["at_once"], place.field("lights.brightness")["at_once"]) == (False, True)
    assert list(place.field("board")["words"]) == ["simulated", "rp2040", "pi"]


def test_the_password_goes_in_and_never_out(place):
    """Nowhere in what the page is told; only that there is one."""
    assert "between us" not in repr(place.look())
    assert (place.field("wifi.password")["value"], place.field("wifi.password")["given"]) == (None, True)
    place.save(wifi__password="another one")
    assert 'password = "another one"' in place.text
    place.save(wifi__password="")
    assert not place.field("wifi.password")["given"]


def test_what_is_set_elsewhere_cannot_be_set_here(tmp_path):
    """The environment and the command line beat the file, so a change there would do nothing."""
    (tmp_path / "config.toml").write_text(TEXT)
    place = Place(tmp_path / "config.toml", fixed=frozenset({"board"}))
    assert place.field("board")["fixed"]
    with pytest.raises(Refused, match="malformed"):
        place.save(board="pi")


# --- what is refused -------------------------------------------------------------------------------------------------

BETWEEN = "It must be from {} to {}, not {}."
WRONG = [
    ("lights.cap_ma", "5", "5", BETWEEN.format(300, 10_000, 5)),
    ("lights.cap_ma", "20000", "20_000", BETWEEN.format(300, 10_000, 20_000)),
    ("lights.cap_ma", "abc", '"abc"', "It must be a whole number, not “abc”."),
    ("lights.cap_ma", " ", '""', "Nothing has been entered. It must be a number from 300 to 10000."),
    ("lights.gamma", "", '""', "Nothing has been entered. It must be a number from 1 to 4."),
    ("lights.cap_ma", "3.5", '"3.5"', "It must be a whole number, not “3.5”."),
    ("lights.gamma", "0.5", "0.5", BETWEEN.format(1, 4, 0.5)),
    ("lights.gamma", "2,2", '"2,2"', "It must be a number, not “2,2”."),
    ("lights.gamma", "nan", "nan", BETWEEN.format(1, 4, "nan")),
    ("lights.regions", "never", '"never"', "It can be closed, request and always, but not “never”."),
    ("confirm.still_ms", "499", "499", BETWEEN.format(500, 60_000, 499)),
    ("language", "xx", '"xx"', "It can be "),
    ("pi.lamp_pin", "-1", "-1", BETWEEN.format(0, 27, -1)),
]
"""A setting, what somebody types, the same as a file would say it, and how the refusal begins."""


def said_of(wrong, language="en"):
    """The refusals, by their fields."""
    return {key: own_catalogues()[language].render(why) for key, why in wrong.value.fields.items()}


@pytest.mark.parametrize(("key", "typed", "written", "said"), WRONG)
def test_what_the_file_may_not_say_is_refused(place, tmp_path, key, typed, written, said):
    """What may stand there is told, in words of the page; and nothing is written."""
    group, _, name = key.rpartition(".")
    path = tmp_path / "wrong.toml"
    path.write_text(f"[{group}]\n{name} = {written}" if group else f"{name} = {written}")
    with pytest.raises(ConfigError):
        read_settings(path, {})
    with pytest.raises(NotSaved) as wrong:
        place.save(**{key: typed})
    [(field, sentence)] = said_of(wrong).items()
    assert (field, sentence.startswith(said)) == (key, True), sentence
    assert place.text == TEXT


STUMBLES = [
    ("board", "chess", "It can be simulated, rp2040 and pi, but not “chess”."),
    ("pi.leds", "fire", "It can be spi and pwm, but not “fire”."),
    ("lights.theme", "dusk", "There is no “dusk”, only "),
    ("lights.theme", "dusk.toml", "There is no file dusk.toml on the table."),
    ("lights.theme", "/nowhere.toml", "There is no file /nowhere.toml on the table."),
    ("lights.theme", f"/{'x' * 300}.toml", f"The file /{'x' * 300}.toml cannot be used as it is: cannot be read: "),
    ("wiring", "/nowhere.toml", "There is no file /nowhere.toml on the table."),
    ("wiring", "/", "The file / cannot be used as it is: cannot be read: "),
    ("wiring", f"/{'x' * 300}", f"The file /{'x' * 300} cannot be used as it is: cannot be read: "),
    ("lights.cap_ma", "9000", "A supply of 4000 mA leaves 3500 mA for the lights"),
    ("wifi.name", "ü" * 17, "No Wi-Fi can be called that: a name has at most 32 bytes"),
    ("wifi.name", "two\nlines", "No Wi-Fi can be called that"),
    ("wifi.password", "abcd", "That is no Wi-Fi password: it has 8 to 63 letters"),
]


@pytest.mark.parametrize(("key", "text", "said"), STUMBLES)
def test_what_the_program_would_stumble_over_is_refused_too(place, key, text, said):
    """Beside the field that it speaks of."""
    with pytest.raises(NotSaved) as wrong:
        place.save(**{key: text})
    [(field, sentence)] = said_of(wrong).items()
    assert (field, sentence.startswith(said)) == (key, True), sentence
    assert place.text == TEXT


@pytest.fixture
def taken_port():
    """One that somebody listens at."""
    with listening.bind("0.0.0.0", 0) as taken:
        yield taken.getsockname()[1]


def free_port():
    """One that nobody listens at."""
    with listening.bind("0.0.0.0", 0) as found:
        return found.getsockname()[1]


def test_a_port_that_cannot_be_had_is_refused(place, taken_port):
    """The program would end at its next start, and nobody could put it right on a page that is not there."""
    for language in LANGUAGES:
        with pytest.raises(NotSaved) as wrong:
            place.save(web__port=str(taken_port), lights__gamma="0")
        assert str(taken_port) in said_of(wrong, language)["web.port"]
        assert set(wrong.value.fields) == {"web.port", "lights.gamma"}
    assert place.text == TEXT


def test_a_port_of_the_system_is_refused_where_it_may_not_be_had(place, monkeypatch):
    """As those below 1024 are to a service without the right to them."""

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(listening.socket.socket, "bind", refuse)
    with pytest.raises(NotSaved) as wrong:
        place.save(web__port="80")
    assert said_of(wrong)["web.port"].startswith("The table cannot use port 80: ")
    assert place.text == TEXT


def test_the_port_that_is_in_use_by_the_table_itself_may_be_said(tmp_path, taken_port):
    """It is had already; so after another one was saved, but not used yet, there is a way back."""
    (tmp_path / "config.toml").write_text(f"[web]\nport = {taken_port}\n")
    place = Place(tmp_path / "config.toml")
    place.save(web__port=str(free_port()))
    assert place.look()["waiting"] == ["web.port"]
    place.save(web__port=str(taken_port))
    assert place.look()["waiting"] == []


def test_no_port_that_nobody_knows_may_be_said(place):
    """A file may say 0, for any that is free; whoever does it here loses the page."""
    assert (place.field("web.port")["low"], place.field("web.port")["high"]) == (1, 65_535)
    for typed, said in (("0", BETWEEN.format(1, 65_535, 0)), ("65536", BETWEEN.format(1, 65_535, 65_536))):
        with pytest.raises(NotSaved) as wrong:
            place.save(web__port=typed)
        assert said_of(wrong) == {"web.port": said}
    assert place.text == TEXT


def test_every_language_has_its_own_words_for_a_refusal(place):
    """None of them those of the file, which are English."""
    for key, typed in [(key, typed) for key, typed, *_ in (*WRONG, *STUMBLES)]:
        with pytest.raises(NotSaved) as wrong:
            place.save(**{key: typed})
        assert len({said_of(wrong, language)[key] for language in LANGUAGES}) == len(LANGUAGES)


def test_a_number_that_somebody_else_has_not_changed_is_judged_with_what_stands_there(place):
    """A supply that is too weak for the lights is refused beside these."""
    with pytest.raises(NotSaved) as wrong:
        place.save(lights__supply_ma="2000")
    assert set(wrong.value.fields) == {"lights.cap_ma"}


def test_every_wrong_field_is_named_at_once(place):
    """So nobody has to press the button for each."""
    with pytest.raises(NotSaved) as wrong:
        place.save(lights__cap_ma="5", language="xx", lights__gamma="2")
    assert set(wrong.value.fields) == {"lights.cap_ma", "language"}


def test_what_was_wrong_before_does_not_stand_in_the_way(tmp_path):
    """A board that cannot be used now is no reason to refuse a language."""
    (tmp_path / "config.toml").write_text('wiring = "/nowhere.toml"\n')
    place = Place(tmp_path / "config.toml")
    place.save(language="de")
    assert place.text == 'wiring = "/nowhere.toml"\nlanguage = "de"\n'


def test_what_was_wrong_before_is_no_better_when_it_is_typed_again(tmp_path):
    """Whoever has typed it hears why."""
    (tmp_path / "config.toml").write_text('wiring = "/nowhere.toml"\n')
    with pytest.raises(NotSaved) as wrong:
        Place(tmp_path / "config.toml").save(wiring="/nowhere.toml")
    assert set(wrong.value.fields) == {"wiring"}


def test_a_secret_is_in_no_sentence(place):
    """Nor in a refusal."""
    with pytest.raises(NotSaved) as wrong:
        place.save(wifi__password="a secret", language="xx")
    assert "a secret" not in repr(wrong.value.fields)


# --- what is written -------------------------------------------------------------------------------------------------


def test_nothing_but_the_values_changes(place):
    """Comments, order, blanks and the lack of a last line stay."""
    place.save(lights__cap_ma="1500", wifi__name='A "B" \\ ü', board="pi")
    expected = TEXT.replace("2_000", "1500").replace('"Lagoon"', '"A \\"B\\" \\\\ ü"')
    assert place.text == expected.replace('"simulated"', '"pi"')


def test_what_was_not_there_gets_its_place(place):
    """At the top, in its table, or in a new one at the end."""
    place.save(language="de", lights__gamma="2.5", confirm__by="button")
    told = tomllib.loads(place.text)
    assert (told["language"], told["lights"]["gamma"], told["confirm"]) == ("de", 2.5, {"by": "button"})
    kept = [line for line in TEXT.splitlines() if line.strip()]
    assert [line for line in place.text.splitlines() if line in kept] == kept


LINES = st.sampled_from(
    [
        "# a comment",
        "",
        "  # another = 1",
        'language = "fr"  # fr',
        'pieces = "pucks"',
        "confirm.still_ms = 4_000 # dotted",
        "wifi = {name = \"x\", password = 'y'} # inline",
        "[lights]\ngamma = 2.0\n\n# brightness\nbrightness=0x1",
        "[web]\nport=8_080",
        "[sensing] # of sensors",
    ]
)
CHANGES = st.dictionaries(
    st.sampled_from(["language", "confirm.still_ms", "wifi.name", "lights.brightness", "web.port", "pi.lamp_pin"]),
    st.sampled_from(["1000", "de", "0.5"]),
    min_size=1,
)


@given(st.lists(LINES, unique=True), st.sampled_from(["\n", "\r\n"]), CHANGES)
def test_any_file_says_what_it_said_and_what_was_changed(lines, end, wanted):
    """Whatever it is written like."""
    at_top = [line for line in lines if not line.startswith("[")]
    text = end.join([*at_top, *(line for line in lines if line.startswith("["))])
    told, new = tomllib.loads(text), changed(text, wanted)
    for key, value in wanted.items():
        group, _, name = key.rpartition(".")
        (told.setdefault(group, {}) if group else told)[name] = value
    assert tomllib.loads(new) == told
    assert [line for line in text.splitlines() if line.lstrip().startswith("#")] == [
        line for line in new.splitlines() if line.lstrip().startswith("#")
    ]


def test_what_cannot_be_read_back_as_it_should_is_not_written(place, monkeypatch):
    """If whatever changes the text were wrong, the file would stay as it is."""
    monkeypatch.setattr(settings_file.tomlkit, "dumps", lambda _: "board = 1")
    with pytest.raises(Refused, match="cannot_keep"):
        place.save(board="pi")
    assert place.text == TEXT


def test_mode_and_owner_stay(place):
    """As they were before, whatever the program makes of new files."""
    place.path.chmod(0o640)
    os.chown(place.path, os.getuid(), os.getgid())
    place.save(board="pi")
    found = place.path.stat()
    assert (found.st_mode & 0o7777, found.st_uid, found.st_gid) == (0o640, os.getuid(), os.getgid())
    assert [file.name for file in place.path.parent.iterdir()] == ["config.toml"]


@pytest.mark.skipif(os.geteuid() != 0, reason="gives a file away, which needs root")
def test_a_file_of_somebody_else_stays_theirs(place):
    """Where root writes."""
    os.chown(place.path, 65_534, 65_534)
    place.save(board="pi")
    assert (place.path.stat().st_uid, place.path.stat().st_gid) == (65_534, 65_534)


def test_what_a_link_leads_to_is_changed(tmp_path):
    """The link stays one."""
    (tmp_path / "real.toml").write_text(TEXT)
    (tmp_path / "config.toml").symlink_to("real.toml")
    Place(tmp_path / "config.toml").save(board="pi")
    assert (tmp_path / "config.toml").is_symlink()
    assert 'board   = "pi"' in (tmp_path / "real.toml").read_text()


def test_a_file_that_changed_meanwhile_is_not_written(place):
    """Before the form was sent, or while it is written."""
    mark = place.look()["mark"]
    place.path.write_text(TEXT + "\n")
    with pytest.raises(Refused, match="changed_meanwhile"):
        place.save(mark, board="pi")
    with pytest.raises(Refused, match="changed_meanwhile"):
        SettingsFile(place.path).write("", mark)
    assert place.text == TEXT + "\n"
    assert [file.name for file in place.path.parent.iterdir()] == ["config.toml"]


def test_of_two_who_save_at_once_one_is_refused(place):
    """Both have filled in the form as it is now; neither half a file nor a lost change comes of it."""
    mark = place.look()["mark"]

    async def both():
        asked = ({"lights.cap_ma": "1500"}, {"lights.supply_ma": "5000"})
        return await asyncio.gather(*(place.form.save(typed, mark) for typed in asked), return_exceptions=True)

    saved, refused = asyncio.run(both())
    assert (saved, refused.name) == (None, "changed_meanwhile")
    assert place.text == TEXT.replace("2_000", "1500")


def test_a_file_that_cannot_be_written_says_what_to_do(place, monkeypatch):
    """Known before anybody types, and refused all the same."""
    monkeypatch.setattr(settings_file.os, "geteuid", lambda: 4711)
    assert "sudo chown -R pearlboard " in place.look()["problem"]
    with pytest.raises(Refused, match="not_writable"):
        place.save(board="pi")
    assert place.text == TEXT


def test_a_full_disk_leaves_the_file_as_it_was(place, monkeypatch):
    """And nothing beside it."""

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings_file, "moved", full)
    with pytest.raises(Refused, match="not_written"):
        place.save(board="pi")
    assert place.text == TEXT
    assert [file.name for file in place.path.parent.iterdir()] == ["config.toml"]


def test_a_file_that_was_broken_by_hand_is_told_of(place):
    """In the words of whoever reads it."""
    mark = place.look()["mark"]
    place.path.write_text("board = ")
    assert "is not TOML" in place.look()["problem"]
    with pytest.raises(Refused, match="unreadable"):
        place.save(mark, board="pi")


def test_without_a_file_nothing_can_be_saved():
    """It says how to have one."""
    form = SettingsForm(None, Settings(), frozenset())
    assert "--config" in form.look(CATALOGUE)["problem"]
    with pytest.raises(Refused, match="no_file"):
        asyncio.run(form.save({"board": "pi"}, ""))


# --- what acts -------------------------------------------------------------------------------------------------------


def test_what_acts_at_once_is_taken_over_and_the_rest_waits(place):
    """Until the next start; what is put back does not wait."""
    place.save(lights__brightness="0.5", board="pi")
    assert place.taken == [0.5]
    assert place.look()["waiting"] == ["board"]
    place.save(board="simulated")
    assert place.look()["waiting"] == []


class Read:
    """Settings, and which of them somebody has read."""

    def __init__(self, of, found, within=""):
        self._of, self._found, self._within = of, found, within

    def __getattr__(self, name):
        key = f"{self._within}{name}"
        if key in SETTINGS:
            self._found.add(key)
            return getattr(self._of, name)
        return Read(getattr(self._of, name), self._found, f"{key}.")

    def all(self):
        """The keys of a whole group."""
        return {key for key in SETTINGS if key.startswith(self._within)}


def test_each_setting_that_acts_at_once_has_somebody_who_takes_it_over():
    """And what somebody takes over is declared beside its field: `Form(at_once=True)`."""
    found = set()
    nobody = type("Nobody", (), {"__getattr__": lambda self, _: self})()
    for of, _ in takers(*[nobody] * 8):
        taken = of(Read(Settings(wifi=Network("Lagoon", "between us")), found))
        if isinstance(taken, Read):
            found |= taken.all()
    assert found == {key for key, setting in SETTINGS.items() if setting.form.at_once}


def test_what_did_not_change_is_not_taken_over_again(place):
    """A hint that is shown just now stays when somebody dims the lights."""
    place.save(lights__brightness="1.0", lights__gamma="2.0")
    assert place.taken == []


def test_a_hand_in_the_file_waits_too(place):
    """What somebody has written there since the start is not in use."""
    place.path.write_text(TEXT.replace("supply_ma=4000", "supply_ma=3000"))
    assert place.look()["waiting"] == ["lights.supply_ma"]
