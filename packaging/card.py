"""The part of a card with releases side by side that is its own: laid into the tree of its read-only system.

    python packaging/card.py TREE

Nothing of it is for an ordinary Debian, where only apt updates. `image.py` calls `lay`, and puts the first release
where `pearlboard-first-release.service` finds it. The key of the repository belongs in KEY.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FILES: Final = ROOT / "systemd/card"
PROGRAM: Final = ROOT / "controller/pearlboard"
KEY: Final = "usr/share/keyrings/pearlboard.gpg"
UNITS: Final = "usr/lib/systemd/system"
PLACES: Final = {
    "pearlboard": "usr/bin/pearlboard",
    "pearlboard-releases": "usr/sbin/pearlboard-releases",
    "pearlboard-releases@.service": f"{UNITS}/pearlboard-releases@.service",
    "51-pearlboard-releases.rules": "usr/share/polkit-1/rules.d/51-pearlboard-releases.rules",
    "pearlboard-clock@.service": f"{UNITS}/pearlboard-clock@.service",
    "51-pearlboard-clock.rules": "usr/share/polkit-1/rules.d/51-pearlboard-clock.rules",
    "clock.py": "usr/lib/pearlboard-card/clock.py",
    "pearlboard-stick@.service": f"{UNITS}/pearlboard-stick@.service",
    "51-pearlboard-stick.rules": "usr/share/polkit-1/rules.d/51-pearlboard-stick.rules",
    "stick.py": "usr/lib/pearlboard-card/stick.py",
    "pearlboard-undo-unproved.service": f"{UNITS}/pearlboard-undo-unproved.service",
    "pearlboard-state.service": f"{UNITS}/pearlboard-state.service",
    "pearlboard-first-release.service": f"{UNITS}/pearlboard-first-release.service",
    "pearlboard-password.service": f"{UNITS}/pearlboard-password.service",
    "state.py": "usr/lib/pearlboard-card/state.py",
    "releases.conf": f"{UNITS}/pearlboard.service.d/releases.conf",
    "var-lib-pearlboard.mount": f"{UNITS}/var-lib-pearlboard.mount",
    "pearlboard-wifi.socket": f"{UNITS}/pearlboard-wifi.socket",
    "pearlboard-wifi.service": f"{UNITS}/pearlboard-wifi.service",
    "pearlboard-portal.socket": f"{UNITS}/pearlboard-portal.socket",
    "pearlboard-portal.service": f"{UNITS}/pearlboard-portal.service",
    "pearlboard-console.service": f"{UNITS}/pearlboard-console.service",
    "pearlboard-portal-port.service": f"{UNITS}/pearlboard-portal-port.service",
    "portal.py": "usr/lib/pearlboard-card/portal.py",
    "pearlboard-networkmanager.conf": "usr/lib/NetworkManager/conf.d/pearlboard.conf",
    "pearlboard-dnsmasq.conf": "etc/NetworkManager/dnsmasq-shared.d/pearlboard.conf",
}
STARTED: Final = {
    "multi-user.target": ("pearlboard.service", "pearlboard-console.service", "pearlboard-password.service"),
    "sockets.target": ("pearlboard-wifi.socket", "pearlboard-portal.socket"),
}
"""The units that start with the system. The network needs `network-manager`, `wpasupplicant` and `dnsmasq-base`."""
MODULES: Final = (
    "__init__.py",
    "errors.py",
    "privileges.py",
    "typed.py",
    "store/__init__.py",
    "store/files.py",
    "card/__init__.py",
    "card/releases",
)
"""The modules that the system has a copy of: only the standard library is under them."""
MOUNTED: Final = (
    "data", "usr/lib/pearlboard", "etc/pearlboard", "var/lib/pearlboard", "var/lib/systemd", "var/lib/NetworkManager",
    "var/log/journal", "var/tmp", "tmp", "boot/firmware",
)  # fmt: skip
"""Where the partition that is kept is mounted, what is bound from there, and what is writable until the power goes."""


def lay(tree: Path) -> None:
    """Put it all there; the table's own unit, too, and that it starts with the system."""
    for name, place in PLACES.items():
        put((PROGRAM / "card" if name.endswith(".py") else FILES) / name, tree / place)
    put(ROOT / "systemd/pearlboard.service", tree / UNITS / "pearlboard.service")
    put(ROOT / "systemd/99-pearlboard.rules", tree / "usr/lib/udev/rules.d/99-pearlboard.rules")
    put(ROOT / "systemd/50-pearlboard.rules", tree / "usr/share/polkit-1/rules.d/50-pearlboard.rules")
    put(ROOT / "systemd/avahi.xml", tree / "etc/avahi/services/pearlboard.service")
    for name in MODULES:
        for source in sorted((PROGRAM / name).glob("*.py")) if (PROGRAM / name).is_dir() else [PROGRAM / name]:
            put(source, tree / "usr/lib/pearlboard-releases/pearlboard" / source.relative_to(PROGRAM))
    for folder in MOUNTED:
        (tree / folder).mkdir(parents=True, exist_ok=True)
    for target, units in STARTED.items():
        for unit in units:
            wanted = tree / UNITS / f"{target}.wants" / unit
            wanted.parent.mkdir(exist_ok=True)
            wanted.unlink(missing_ok=True)
            wanted.symlink_to(f"../{unit}")


def put(source: Path, target: Path) -> None:
    """A copy, that runs if the file does."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if os.access(source, os.X_OK) else 0o644)


if __name__ == "__main__":
    os.umask(0o022)
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} TREE")
    lay(Path(sys.argv[1]))
