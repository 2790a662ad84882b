"""Settings: defaults, file, environment, and how a mistake is named."""

import re
from pathlib import Path

import pytest

from pearlboard.card.wifi import messages
from pearlboard.configuration import INSTALLATION, read_settings
from pearlboard.errors import ConfigError
from pearlboard.settings import LONGEST_SSID, SETTINGS, WPA_PASSWORD, LightSettings, Network, Settings, check_power


def read(tmp_path, text, environment=None):
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return read_settings(path, environment or {})


def test_without_a_file_the_defaults_hold():
    """The simulated board, pucks, everything confirms itself after three seconds, two amperes."""
    settings = read_settings(None, {"PATH": "/bin"})
    assert settings == Settings()
    assert (settings.board, settings.language, settings.confirm.by, settings.confirm.still_ms) == (
        "simulated",
        "en",
        "auto",
        3000,
    )
    assert settings.lights.cap_ma == 2000


def test_a_file_changes_what_it_names(tmp_path):
    """Tables for the groups; what the file does not name keeps its default; a whole number may stand for a number."""
    settings = read(tmp_path, 'board = "pi"\n[lights]\ngamma = 2\n[web]\nport = 80\n')
    assert (settings.board, settings.lights.gamma, settings.web.port) == ("pi", 2.0, 80)
    assert settings.lights.cap_ma == 2000


def test_the_environment_goes_before_the_file(tmp_path):
    """Names in capitals, group and key; numbers are read as numbers."""
    environment = {
        "PEARLBOARD_WEB_PORT": "81",
        "PEARLBOARD_LIGHTS_GAMMA": "2.5",
        "PEARLBOARD_BOARD": "rp2040",
        "PEARLBOARD_CONFIRM_STILL_MS": "5000",
        "PEARLBOARD_CONFIG": "/etc/pearlboard/config.toml",
    }
    settings = read(tmp_path, '[web]\nport = 80\nhost = "0.0.0.0"\n', environment)
    assert (settings.web.port, settings.web.host, settings.board) == (81, "0.0.0.0", "rp2040")
    assert (settings.lights.gamma, settings.confirm.still_ms) == (2.5, 5000)


@pytest.mark.parametrize("file", ["packaging/debian/config.toml", "systemd/install.sh"])
def test_what_an_installation_writes_of_current_is_the_default(file):
    """The supply that the parts list has; whoever has another says so."""
    text = (Path(__file__).parents[1] / file).read_text(encoding="utf-8")
    written = {key: int(value) for key, value in re.findall(r"\b((?:cap|supply)_ma) = (\d+)", text)}
    lights = Settings().lights
    assert written == {"cap_ma": lights.cap_ma, "supply_ma": lights.supply_ma}


@pytest.mark.parametrize("document", ["docs/operating.md", "systemd/README.md", "Makefile", "hatch_build.py"])
def test_every_variable_that_a_document_names_can_be_set_when_the_table_starts(document):
    """Also those that are for the installation: `make play` does both."""
    text = (Path(__file__).parents[1] / document).read_text(encoding="utf-8")
    named = set(re.findall(r"PEARLBOARD_[A-Z_]+", text))
    kinds = {each.variable for each in SETTINGS.values()}
    assert named - kinds <= {"PEARLBOARD_CONFIG", *INSTALLATION}
    assert read_settings(None, dict.fromkeys(named - kinds, "no")) == Settings()


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("baord = 'pi'", r"config.toml: baord: there is no such setting; did you mean board\?"),
        ("[web]\nprot = 80", r"config.toml: web.prot: there is no such setting; did you mean port\?"),
        ("[wibble]\nx = 1", r"wibble: there is no such setting; choose one of: board, language, pieces"),
        ("web = 80", r"web: must be a table, \[web\]"),
        ("[web]\nport = '80'", "web.port: must be a whole number, not '80'"),
        ("[web]\nport = 8.5", "web.port: must be a whole number, not 8.5"),
        ("[web]\nport = true", "web.port: must be a whole number, not True"),
        ("[web]\nport = 70000", "web.port: must be from 0 to 65535, not 70000"),
        ("[lights]\nbrightness = 2", "lights.brightness: must be from 0 to 1"),
        ("[lights]\ngamma = nan", "lights.gamma: must be from 1 to 4, not nan"),
        ("board = 3", "board: must be a text, not 3"),
        ("language = 'xx'", "language: must be one of en, de, fr, not 'xx'"),
        ("language = ['en']", "language: must be one of en, de, fr"),
        ("board = ", "config.toml: is not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path, text, match):
    """File, key, what is wrong and what to write."""
    with pytest.raises(ConfigError, match=match):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "value", "match"),
    [
        ("PEARLBOARD_WEB_PROT", "80", r"environment: PEARLBOARD_WEB_PROT: .*did you mean PEARLBOARD_WEB_PORT\?"),
        ("PEARLBOARD_WEB_PORT", "eighty", "environment: PEARLBOARD_WEB_PORT: must be a whole number, not 'eighty'"),
        ("PEARLBOARD_WEB_PORT", "-1", "environment: web.port: must be from 0 to 65535"),
        ("PEARLBOARD_LANGUAGE", "xx", "environment: language: must be one of en, de, fr"),
    ],
)
def test_a_mistake_in_the_environment_is_named(name, value, match):
    """The variable or the setting it is for."""
    with pytest.raises(ConfigError, match=match):
        read_settings(None, {name: value})


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    """Absent, a folder, or no text at all."""
    with pytest.raises(ConfigError, match=r"nowhere.toml: cannot be read"):
        read_settings(tmp_path / "nowhere.toml", {})
    with pytest.raises(ConfigError, match="cannot be read"):
        read_settings(tmp_path, {})
    (tmp_path / "binary.toml").write_bytes(b"\xff\x80\x00")
    with pytest.raises(ConfigError, match="line 1: byte 0xff is no UTF-8"):
        read_settings(tmp_path / "binary.toml", {})


def test_every_setting_can_be_set_from_the_environment():
    """No name stands for two settings."""
    for name, text, read_back in (
        ("WIRING", "w.toml", lambda s: s.wiring),
        ("STORE", "x.db", lambda s: s.store),
        ("LANGUAGE", "fr", lambda s: s.language),
        ("SENSING_PLACE_MS", "60", lambda s: s.sensing.place_ms),
        ("SENSING_LIFT_MS", "60", lambda s: s.sensing.lift_ms),
        ("CONFIRM_BY", "button", lambda s: s.confirm.by),
        ("LIGHTS_THEME", "x", lambda s: s.lights.theme),
        ("LIGHTS_CAP_MA", "900", lambda s: s.lights.cap_ma),
        ("LIGHTS_BRIGHTNESS", "0.5", lambda s: s.lights.brightness),
        ("WEB_HOST", "::", lambda s: s.web.host),
    ):
        assert str(read_back(read_settings(None, {f"PEARLBOARD_{name}": text}))) == text


def test_an_error_does_not_tell_the_password(tmp_path):
    """A password of digits without quotation marks is no text; the error is shown to all who open the page."""
    with pytest.raises(ConfigError) as error:
        read(tmp_path, "[wifi]\npassword = 4711081500")
    assert str(error.value).endswith("wifi.password: must be a text")


@pytest.mark.parametrize(
    "wifi", [{}, {"name": "ü" * 16, "password": "a" * 63}, {"name": "Our 🏠", "password": "8 signs~"}]
)
def test_a_network_that_there_can_be_is_taken(tmp_path, wifi):
    text = "\n".join(f'{key} = "{value}"' for key, value in wifi.items())
    assert read(tmp_path, f"[wifi]\n{text}").wifi == Network(**wifi)


@pytest.mark.parametrize("name", ["n" * 33, "ü" * 17, "two\\nlines", "\\u0000", "\\u2028"])
def test_a_network_that_cannot_be_called_so_is_refused(tmp_path, name):
    """Without saying how it was called."""
    with pytest.raises(
        ConfigError, match=r"config.toml: wifi.name: must be at most 32 bytes long .*; copy it"
    ) as error:
        read(tmp_path, f'[wifi]\nname = "{name}"')
    assert "nnn" not in str(error.value)


def test_a_name_that_is_no_text_at_all_is_refused():
    """As an environment may have it that is not in UTF-8."""
    with pytest.raises(ConfigError, match=r"environment: wifi.name: must be at most 32 bytes long"):
        read_settings(None, {"PEARLBOARD_WIFI_NAME": "caf\udce9"})


@pytest.mark.parametrize("password", ["abcd", "a" * 7, "a" * 64, "pässwörter", "eight\\neight"])
def test_a_password_that_no_network_has_is_refused_and_not_told(tmp_path, password):
    with pytest.raises(ConfigError, match=r"config.toml: wifi.password: must be 8 to 63 ASCII letters") as error:
        read(tmp_path, f'[wifi]\npassword = "{password}"')
    assert password not in str(error.value)


def test_the_helper_takes_the_same_passwords_and_names():
    """It is root's, and has its own law."""
    assert rf"\A{WPA_PASSWORD.pattern}\Z" == messages.PASSWORD
    assert messages.LONGEST_SSID == LONGEST_SSID


@pytest.mark.parametrize(("cap", "supply"), [("3501", "4000"), ("2000", "2400")])
def test_a_current_limit_beyond_the_supply_is_refused(cap, supply):
    """What the supply gives, less what the rest of the board takes, bounds what the lights may draw."""
    with pytest.raises(ConfigError, match=f"lights.cap_ma: {cap} mA is more than a supply of {supply} mA .* at most"):
        check_power(LightSettings(cap_ma=int(cap), supply_ma=int(supply)))
    check_power(LightSettings(cap_ma=int(supply) - 500, supply_ma=int(supply)))
