"""Settings of the property tests, and which tests are slow.

Property tests have no deadlines, which a busy machine misses, and the same examples in every run. `make quick` leaves
slow tests out: those that are slow by their place, and single ones that are marked so. What is marked `soak` is run
where SOAK is set, which `make soak` does.
"""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")

TESTS = Path(__file__).parent
GARBAGE = 10_000
"""So many more objects than were given back, and the youngest are looked through: values are many and small."""
SLOW = (
    "bad_input/",  # the program as it is called
    "bench/test_mapping.py",  # hundreds of boards that are wired nobody knows how
    "bench/test_trials.py",
    "benchmarks/",
    "checking/",  # whole games, for each law
    "cli/",  # the program as a process
    "computers/test_analysis.py",  # games thought over
    "computers/test_arena.py",  # matches
    "computers/test_bot_client.py",  # a process that thinks
    "computers/test_computers_whole_games.py",
    "computers/test_tournament.py",
    "conformance/",  # whole games of every package
    "drivers/test_pi.py",
    "drivers/test_pi_game.py",
    "drivers/test_rp2040.py",  # a port, and its clock
    "drivers/test_rp2040_conformance.py",
    "e2e/",  # a browser, or the whole service
    "firmware/",  # the firmware under MicroPython
    "games/pearls/test_two_worlds.py",
    "games/perladora/players/",  # searches, whole games, builds
    "games/piratoons/test_again.py",  # whole games, looked at again
    "games/piratoons/test_box.py",  # whole games with the tiles of a box
    "games/piratoons/test_players.py",  # searches
    "games/piratoons/test_teaching.py",
    "games/piratoons/test_two_worlds.py",
    "games/piratoons/test_waiting.py",
    "hardware/",  # every drawing made anew
    "imaging/test_disk.py",  # file systems are made
    "link/test_cuts.py",
    "other_games/",
    "playthroughs/",  # whole games
    "releases/test_alive.py",  # whole services
    "releases/test_card.py",  # systemd is asked
    "releases/test_power_cuts.py",
    "releases/test_program.py",  # keys are made
    "releases/test_service.py",  # a server for each
    "releases/test_signed.py",  # keys are made
    "releases/test_updating.py",  # packages are made, and synced
    "screens/test_replay.py",
    "service/test_blackbox.py",  # whole evenings
    "service/test_doctor.py",
    "service/test_install.py",
    "service/test_journal.py",  # whole evenings
    "service/test_killed.py",  # whole services
    "service/test_pico.py",  # the firmware under MicroPython
    "service/test_repository.py",  # keys are made, and apt is run
    "service/test_unit.py",
    "service/test_watchdog.py",
    "session/test_fuzzing.py",  # whole games in anybody's hands
    "session/test_two_worlds.py",
    "session/test_two_worlds_of_computers.py",
    "store/test_copies.py",  # hundreds of damaged files
    "store/test_log.py",  # processes that are killed
    "store/test_power_cuts.py",  # hundreds of crash images
    "table/test_advanced_game.py",
    "table/test_clumsy_hands.py",  # thousands of things that hands and faults do
    "table/test_whole_game.py",
    "test_games_guide.py",
    "tools/",
    "web/test_archive.py",  # whole services
    "web/test_backup.py",  # whole services
    "web/test_connections.py",  # a server's own clocks
    "web/test_crowd.py",  # whole services
    "web/test_door.py",  # a service for each test
    "web/test_fuzzed.py",
    "web/test_games.py",  # every page of every game in every language
    "web/test_kept.py",  # a whole service
    "web/test_lobby.py",  # a service for each test
    "web/test_matrix.py",
    "web/test_operating.py",  # whole services
    "web/test_restoring.py",  # whole services
    "web/test_server.py",
    "wifi/test_helper.py",  # a process
    "wifi/test_radio.py",  # a D-Bus daemon
)
"""Folders and files that are slow as a whole."""


def slow_by_place(path):
    """Whether everything there is slow."""
    return f"{path.relative_to(TESTS).as_posix()}/".startswith(tuple(f"{place.rstrip('/')}/" for place in SLOW))


def pytest_ignore_collect(collection_path, config):
    """What is left out by `-m "not slow"` is not even imported, which would take longer than to run the rest."""
    quick = config.option.markexpr == "not slow" and TESTS in collection_path.parents
    return True if quick and slow_by_place(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Nothing of what is imported and collected is garbage yet."""
    gc.disable()
    found = yield
    gc.enable()
    return found


def pytest_collection_finish():
    """What has been imported and collected stays: the collector of garbage need not walk through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)


def pytest_collection_modifyitems(config, items):
    """Mark what is slow by its place, and leave out what only `make soak` runs."""
    long = [] if "SOAK" in os.environ else [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    for item in items:
        if slow_by_place(item.path) or item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.slow)
