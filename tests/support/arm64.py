"""The nearest to a Pi without one: install and play in an arm64 Debian under qemu-user. `make arm64` runs this.

    python tests/support/arm64.py [FOLDER] [SUITE]

Needs root, debootstrap, and qemu-user-static with its binfmt entry; takes some minutes the first time. The folder is
kept, so that a second run is quicker. It proves wheels, scripts and the service's start; no timing and no pins.
"""

import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from support.debian import MODELS, Debian, can_be_made  # noqa: E402 - the source tree has to be found first
from support.installed import PIECES, play_some_turns, start_service  # noqa: E402


def main(folder="build/arm64", suite="bookworm"):
    """Try it; the exit code."""
    if not can_be_made() or not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        sys.stderr.write(
            "This needs root, debootstrap, qemu-user-static and a mounted binfmt_misc: on Debian,\n"
            "apt install debootstrap qemu-user-static, and run it as root.\n"
        )
        return 2
    begun = time.monotonic()
    tell(begun, f"making, or finding, arm64 {suite} in {folder}")
    with Debian(ROOT / folder, suite, "arm64").entered() as debian:
        debian.run("rm", "-rf", "/var/lib/pearlboard", "/etc/pearlboard")  # of an earlier time
        for model in MODELS:
            done = debian.install("--board", "pi", model=model)
            tell(begun, f"{MODELS[model]}: install.sh --board pi ended with {done.returncode}")
            must(done.returncode == 0, done.stderr)
            imports = debian.run(
                "/usr/lib/pearlboard/venv/bin/python",
                "-c",
                "import gpiozero, lgpio, gpiod, neopixel_spi, platform; print(platform.machine())",
                BLINKA_OS_AGNOSTIC="1",
            )
            must(imports.stdout == "aarch64\n", imports.stderr)
        done = debian.install("--board", "simulated", model="zero2")
        must(done.returncode == 0, done.stderr)
        served = start_service(debian)
        tell(begun, "the service runs as its own user")
        lies = play_some_turns(served)
        must(lies == {(place, "laid") for place in PIECES}, str(lies))
        tell(begun, f"{len(PIECES)} turns were played over HTTP")
        code, errors, _ = served.end()
        must(code == 0, errors)
        doctor = debian.run("/usr/local/bin/pearlboard", "doctor")
        sys.stdout.write(doctor.stdout)
        must(doctor.returncode == 0, doctor.stderr)
        must(debian.install("--uninstall", model="zero2").returncode == 0, "uninstall")
    tell(begun, "all well")
    return 0


def tell(begun, text):
    sys.stdout.write(f"{time.monotonic() - begun:6.0f} s  {text}\n")
    sys.stdout.flush()


def must(well, error):
    if not well:
        raise SystemExit(f"arm64: {error[-3000:]}")


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
