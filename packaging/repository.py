"""A signed apt repository of the packages in dist/, as plain files for any web server: `make repository`.

    python packaging/repository.py KEY

KEY is a secret key that gpg knows, by its fingerprint or address. The packages of Debian 12 stand in the suite
bookworm, those of 13 in trixie. Needs apt-utils and gpg. The repository is made anew in dist/repository, and takes the
place of the old one when it is complete.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SUITES: Final = {"bookworm": "deb12", "trixie": "deb13"}
ARCHITECTURES: Final = ("amd64", "arm64")
TOOLS: Final = {"apt-ftparchive": "apt-utils", "gpg": "gpg"}


class NotMade(Exception):
    """Why there is no repository, and what to do."""


def make(packages: list[Path], key: str, target: Path) -> None:
    """The repository, in `target`; what was there before goes when it is complete."""
    for tool, package in TOOLS.items():
        if shutil.which(tool) is None:
            raise NotMade(f"{tool} is missing: on Debian, apt install {package}")
    if not packages:
        raise NotMade("no packages are in dist/: build them with `make deb`")
    new = target.with_name(f"{target.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    for suite, name in SUITES.items():
        pool = new / "pool" / suite
        pool.mkdir(parents=True)
        for package in packages:
            if f"~{name}_" in package.name:
                signed(Path(shutil.copy(package, pool)), key, f"{package.name}.gpg", "--sign", "-z", "0")
        index(new, suite)
        sign(new / "dists" / suite, key)
    (new / "pearlboard.gpg").write_bytes(run("gpg", "--export", key))
    shutil.rmtree(target, ignore_errors=True)
    new.rename(target)


def index(root: Path, suite: str) -> None:
    """Write the index of the packages, by machine, and the sums of these lists."""
    folder = root / "dists" / suite
    for architecture in ARCHITECTURES:
        listed = folder / "main" / f"binary-{architecture}"
        listed.mkdir(parents=True)
        packages = run("apt-ftparchive", "--arch", architecture, "packages", f"pool/{suite}", folder=root)
        (listed / "Packages").write_bytes(packages)
    fields = {
        "Origin": "Pearlboard",
        "Label": "Pearlboard",
        "Suite": suite,
        "Codename": suite,
        "Architectures": " ".join(ARCHITECTURES),
        "Components": "main",
    }
    options = (f"-o=APT::FTPArchive::Release::{name}={value}" for name, value in fields.items())
    (folder / "Release").write_bytes(run("apt-ftparchive", *options, "release", str(folder)))


def sign(folder: Path, key: str) -> None:
    """Inside the file and beside it, as apt may ask for either."""
    for how, name in (("--clearsign", "InRelease"), ("--detach-sign", "Release.gpg")):
        signed(folder / "Release", key, name, "--armor", how)


def signed(path: Path, key: str, name: str, *how: str) -> None:
    """Write gpg's signature of a file beside it. Each package there is signed as a whole, too, to be sent to a card."""
    made = str(path.with_name(name))
    run("gpg", "--batch", "--yes", "--local-user", key, *how, "--output", made, str(path))


def run(*command: str, folder: Path | None = None) -> bytes:
    """The output of a command; NotMade if it failed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)  # noqa: S603 - tools of Debian
    if done.returncode:
        raise NotMade(f"{command[0]} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def main(key: str = "") -> int:
    """Make it; the exit code."""
    if not key:
        sys.stderr.write(
            "Name the key to sign with: make repository KEY=you@example.org; gpg --list-secret-keys has them\n"
        )
        return 2
    target = ROOT / "dist/repository"
    try:
        make(sorted((ROOT / "dist").glob("*.deb")), key, target)
    except NotMade as reason:
        sys.stderr.write(f"No repository was made: {reason}\n")
        return 1
    sys.stdout.write(
        f"{target.relative_to(ROOT)}: to be laid on any web server; systemd/README.md says how to use it\n"
    )
    return 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
