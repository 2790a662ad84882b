"""A card's image in QEMU: it starts, is played on, loses its power in mid-game, and goes on: `make image-test`.

    python tests/support/booted.py [--image FILE] [--only virt|raspi3b] [--slow FACTOR] [--keep FOLDER]

On `virt` with 512 MB, as a Zero 2 W has, everything; on `raspi3b`, which is a Pi 3 but for its firmware, that it starts
with what somebody has laid onto the card, and plays. All waits have an end; --slow makes them longer. Nothing is
downloaded, and no root is needed.
"""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from pearlboard.cli.console import notice  # noqa: E402
from pearlboard.settings import Settings  # noqa: E402
from pearlboard.store.backups import holding  # noqa: E402
from support.installed import PIECES, ask, lying, play_some_turns  # noqa: E402
from support.machine import SIZES, Machine, missing, until  # noqa: E402 - the source tree has to be found first

EXPOSURE = 1.5
"""Of 10, as `systemd-analyze security` rates the table's service; README.md of systemd/ names it."""
MEMORY_MB = 120
"""What the service may take on a table without a computer player."""
FIRST_S = {"virt": 600, "raspi3b": 1_200}
NEXT = "b5"
WIPED = 1 << 20
"""At a card's end, by whoever writes an image onto it."""
CABLE = """\
[connection]
id=cable
type=ethernet

[ipv4]
method=auto
"""
"""What NetworkManager does with a cable by itself, but for QEMU's adapter, which says it is a Linux in a gadget."""
CHOSEN = "sieben Zwerge"
CLOCK_S = 75
"""The clock is kept every minute."""
STICK_S = 330
"""So long the table itself waits for a stick."""
LOG_S = 40
"""What was logged so long before a power cut is there after it: the card takes it every half minute."""


def main(*words):
    options = parser("make image-test", "A card's image in QEMU.", SIZES).parse_args(words)
    if lacking := lacks(options.image):
        sys.stderr.write(f"{lacking}\n")
        return 2
    kinds = [options.only] if options.only else list(SIZES)
    with ThreadPoolExecutor(len(kinds)) as pool:
        for tried in [pool.submit(try_out, options, kind) for kind in kinds]:
            tried.result()
    return 0


def try_out(options, kind):
    """One machine, beside the other: each is busy with one core, and waits for most of its time."""
    with under_test(options, kind, kind) as machine:
        (everything if kind == "virt" else starts_and_plays)(machine)


@contextlib.contextmanager
def under_test(options, name, kind):
    """A machine of that kind, in a folder of that name; if it fails, what it said on its console stays there."""
    parent = Path(options.keep or tempfile.mkdtemp(prefix="booted-"))
    machine = Machine(options.image, parent / name, kind, slow=options.slow)
    try:
        yield machine
    except BaseException:
        (machine.folder / "console.txt").write_bytes(bytes(machine.said))
        tell(f"{name}: failed; what it said is in {machine.folder}")
        raise
    finally:
        machine.cut()
    if options.keep is None:
        shutil.rmtree(parent)


def lacks(image):
    """What is missing, and what brings it; "" if nothing is."""
    if tool := missing():
        return f"{tool} is missing: on Debian, apt install qemu-system-arm qemu-utils mtools"
    return "" if image.is_file() else f"{image} is not there: make image"


def everything(machine):
    first = starts(machine)
    is_well(machine)
    is_as_it_should_be(machine)
    says_where_it_is(machine)
    before = {**who(machine), **played(machine)}
    lets_pass(machine, LOG_S)
    machine.cut()
    tell("the power was cut in the middle of a game")
    starts(machine, again=True)
    is_well(machine)
    assert {**who(machine), "lying": now_lying(machine)} == before
    machine.run("journalctl -u pearlboard -b -1 --no-pager -q -o cat | grep -q 'Token for scripts'")
    goes_on(machine)
    is_watched(machine)
    is_cared_for(machine)
    comes_with_a_new_system(machine, before)
    uses_a_stick(machine)
    tell(f"virt: all is well; the first page came after {first:.0f} s")


def starts_and_plays(machine):
    machine.lay("cable.nmconnection", CABLE)
    machine.lay("pearlboard-password.txt", f"{CHOSEN}\r\n")
    starts(machine)
    is_well(machine)
    has_taken_what_was_laid_there(machine)
    before = {**who(machine), **played(machine)}
    clock = lets_pass(machine, CLOCK_S)
    machine.cut()
    starts(machine, again=True)
    is_well(machine)
    assert {**who(machine), "lying": now_lying(machine)} == before
    again, _ = now(machine)
    tell(f"{machine.kind}: all is well; without a clock of its own it is {again - clock} s later than before the cut")
    assert again >= clock


def has_taken_what_was_laid_there(machine):
    """A network's profile is copied, a password is gone, and opens the operator's page."""
    left = machine.run("ls /boot/firmware").split()
    assert "cable.nmconnection" in left, left
    assert "pearlboard-password.txt" not in left, left
    status, _, answer = machine.served("").ask("POST", "/api/enter", json.dumps({"word": CHOSEN}))
    assert status == 200, answer
    status, answer = operator(machine.served(json.loads(answer)["token"]), do="settings")
    assert status == 200, answer
    tell(f"{machine.kind}: the network and the password were taken from the partition that it starts from")


def lets_pass(machine, seconds):
    """So long, by the machine's own clock; what that showed before."""
    clock, up = now(machine)
    until(lambda: now(machine)[1] > up + seconds, 3 * seconds * machine.slow, "time stands still")
    return clock


def now(machine):
    """The time and how long it has been up, in seconds."""
    clock, up = machine.run("date +%s; cut -d. -f1 /proc/uptime").splitlines()
    return int(clock), int(up)


def starts(machine, *, again=False):
    """Power on, until the first page is there."""
    machine.start()
    seconds = machine.answers(FIRST_S[machine.kind])
    status, _, body = machine.served("").ask("GET", "/")
    assert (status, b"<html" in body) == (200, True)
    page = time.monotonic() - machine.begun
    which = "start again" if again else "first start"
    tell(f"{machine.kind}, {which}: /health after {seconds:.0f} s, the first page after {page:.0f} s")
    return page


def is_well(machine):
    """The system is up, and nothing in it has failed."""
    machine.run("systemctl is-system-running --wait || systemctl --failed --no-pager --no-legend", 300)
    failed = machine.run("systemctl --failed --no-legend --plain --no-pager | cat")
    assert failed == "", failed
    assert machine.health()["ok"], machine.health()


def is_as_it_should_be(machine):
    """Read-only, small, and with few rights."""
    machine.run("! touch /usr/x /etc/x /var/x 2>/dev/null")
    said = machine.run("systemd-analyze security pearlboard.service --no-pager | tail -1")
    exposure = float(said.split(": ")[1].split()[0])
    assert exposure <= EXPOSURE, said
    main = machine.run("systemctl show -P MainPID pearlboard")
    resident = int(machine.run(f"awk '/^VmRSS/ {{print $2}}' /proc/{main}/status")) / 1024
    group = int(machine.run("systemctl show -P MemoryCurrent pearlboard")) / (1 << 20)
    free = machine.run("awk '/^MemAvailable/ {print int($2/1024)}' /proc/meminfo")
    assert resident <= MEMORY_MB, resident
    tell(f"exposure {exposure}; the service holds {resident:.0f} MB ({group:.0f} with its files), {free} MB are free")
    tell(machine.run("systemd-analyze time --no-pager | head -1"))
    keys = machine.run("ls -l /data/system/ssh; systemctl is-active ssh; findmnt -no OPTIONS /", 30)
    assert "-rw------- 1 root" in keys
    assert "inactive" in keys
    assert keys.splitlines()[-1].startswith("ro"), keys


def says_where_it_is(machine):
    """Letter by letter on a screen that hangs at it, with a code to scan; a picture of it is kept with --keep."""
    host = machine.run("hostname -I").split()[0]
    wanted = notice({"lang": "en", "own_wifi": None}, host, machine.run("hostname"), Settings())
    until(lambda: written(on_screen(machine)) == written(wanted), 30 * machine.slow, lambda: on_screen(machine))
    tell(f"a screen at it says where the table is: {machine.picture('screen.png').name}")


def on_screen(machine):
    """What stands on the console that such a screen shows."""
    width = int(machine.run("stty size </dev/tty1").split()[1])
    text = base64.b64decode(machine.run("base64 -w0 /dev/vcsu1")).decode("utf-32-le")
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


def written(text):
    """Its lines, as far as something stands in them."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def who(machine):
    """What makes this card this card."""
    told = machine.run("hostname; cat /etc/machine-id; cat /data/system/ssh/*.pub").splitlines()
    assert told[0].startswith("pearlboard-"), told
    return {"who": told}


def played(machine):
    """A few turns, of which the last is saved; what lies there."""
    table = machine.table()
    found = play_some_turns(table)
    assert found == {(place, "laid") for place in PIECES}
    until(lambda: saved(machine), 30, "the turns are not saved")
    return {"lying": found}


def saved(machine):
    health = machine.health()
    return health["saved"] == health["version"]


def now_lying(machine):
    return lying(machine.table().screen())


def goes_on(machine):
    """The next turn of the same game."""
    table = machine.table()
    ask(table, "put", site=NEXT)
    ask(table, "choose_value", value=1)
    table.wait(lambda screen: (NEXT, "draft") in lying(screen))
    ask(table, "confirm")
    table.wait(lambda screen: (NEXT, "laid") in lying(screen))


def is_watched(machine):
    """A program that hangs is started anew by systemd, and the game is there."""
    before = machine.run("systemctl show -P MainPID pearlboard")
    machine.run(f"kill -STOP {before}")
    begun = time.monotonic()
    until(
        lambda: machine.run("systemctl show -P NRestarts pearlboard") == "1",
        120 * machine.slow,
        "the watchdog did not bite",
    )
    machine.answers(300)
    assert (NEXT, "laid") in now_lying(machine)
    tell(f"the watchdog started a program that hung anew; it answered again after {time.monotonic() - begun:.0f} s")


def is_cared_for(machine):
    """The operator's page reads the log of a real journal, and switches a real machine off; nobody else may."""
    nobody = "setpriv --reuid nobody --regid nogroup --clear-groups"
    ours = nobody.replace("nobody", "pearlboard").replace("nogroup", "pearlboard")
    call = "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff"
    assert machine.run(f"{ours} {call}") == 's "yes"'
    assert machine.run(f"{nobody} {call}") != 's "yes"'
    table = machine.table()
    status, log = operator(table, do="log")
    assert status == 200, log
    assert "the game goes on" in json.dumps(log), log
    status, answer = operator(table, do="machine")
    assert (status, answer["machine"]["problem"]) == (200, None), answer
    status, answer = operator(table, do="stick_save")
    assert (status, answer["error"]) == (409, "game_is_on"), answer
    status, answer = operator(table, do="poweroff", sure=True)
    assert status == 200, answer
    begun = time.monotonic()
    until(lambda: machine.process.poll() is not None, 180 * machine.slow, "it did not switch itself off")
    tell(f"switched off from the page after {time.monotonic() - begun:.0f} s")


def operator(table, **body):
    headers = {"Authorization": f"Bearer {table.token}", "Content-Type": "application/json"}
    status, _, answer = table.ask("POST", "/api/operator", json.dumps(body), headers, waits_s=STICK_S)
    return status, json.loads(answer)


def comes_with_a_new_system(machine, before):
    """The image is written over the card again, as Raspberry Pi Imager does: games, name and keys are there."""
    card = machine.folder / "card.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", machine.overlay, card], check=True)
    with machine.image.open("rb") as image, card.open("r+b") as target:
        shutil.copyfileobj(image, target, 1 << 20)
        target.seek(-WIPED, os.SEEK_END)
        target.write(bytes(WIPED))
    machine.overlay, machine.form = card, "raw"
    starts(machine, again=True)
    is_well(machine)
    assert who(machine)["who"] == before["who"]
    assert now_lying(machine) == before["lying"] | {(NEXT, "laid")}
    tell("written over with a system anew, it has the same name, keys and game")


def uses_a_stick(machine):
    """The operator's page copies backups onto it, each whole and under a name of its own, and takes the newest back."""
    table = machine.table()
    assert operator(table, do="stick")[1]["stick"] is True
    ask(table, "abandon")
    until(lambda: saved(machine), 30 * machine.slow, "the end of the game is not saved")
    begun = time.monotonic()
    used(machine, table, "stick_save")
    first = time.monotonic() - begun
    used(machine, table, "stick_save")
    names, version = machine.on_stick(), machine.health()["version"]
    assert len(names) == 2, names
    assert all(re.fullmatch(rf"{who(machine)['who'][0]}-\d{{4}}-\d\d-\d\d(-2)?\.db", name) for name in names), names
    assert [holding(machine.take_from_stick(name)).facts for name in names] == [version, version]
    said = used(machine, table, "stick_fetch")
    assert any(name in said for name in names), said
    status, answer = operator(table, do="look_through")
    assert (status, answer["sent"]["lacks"]) == (200, 0), answer
    assert machine.run("ls -A /data/pearlboard/stick") == ""
    machine.run("! grep -q /run/pearlboard-stick /proc/mounts")
    failed = machine.run("systemctl --failed --no-legend --plain --no-pager | cat")
    assert failed == "", failed
    tell(f"a backup was on a stick after {first:.0f} s, and came back from it to be looked through")


def used(machine, table, deed):
    """What the page says of the stick; if it refuses, what root's program has said, too."""
    status, answer = operator(table, do=deed)
    said = "journalctl -b -u 'pearlboard-stick@*' --no-pager -o cat | tail -20"
    assert status == 200, (answer, machine.run(said))
    return answer["stick"]


def tell(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def parser(program, description, parts):
    """`parts`: what may be tried alone."""
    words = ArgumentParser(prog=program, description=description)
    words.add_argument("--image", type=Path, default=ROOT / "dist/pearlboard.img")
    words.add_argument("--only", choices=list(parts))
    words.add_argument("--slow", type=float, default=float(os.environ.get("SLOW", "1")), metavar="FACTOR")
    words.add_argument("--keep", type=Path, metavar="FOLDER")
    return words


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
