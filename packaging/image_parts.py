"""The bill of materials of a card's image (CycloneDX 1.6): Debian's packages and the table's own.

Names, versions and SHA-256 are those of the lock, to which each package was held before it was unpacked. Licences are
not in it: Debian tells them in words, in /usr/share/doc/NAME/copyright. What Python's packages are in the table's own
is in the bill of `make dist`. From the same lock and package comes the same bill, byte by byte.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from image_lock import Lock, NotMade, Package

DISTRIBUTION: Final = "trixie"
OWN: Final = re.compile(r"pearlboard_([0-9][0-9A-Za-z.+~-]*)_arm64\.deb")
Part = Mapping[str, Any]


def bill(lock: Lock, own: Path, own_sha256: str, image: Path, image_sha256: str) -> str:
    """The text of it; `NotMade` if the table's own package is not called as `make deb` calls it."""
    named = OWN.fullmatch(own.name)
    if named is None:
        raise NotMade(f"{own.name}: a package of the table is called pearlboard_VERSION_arm64.deb")
    [version] = named.groups()
    table = part("pearlboard", version, own_sha256, f"pkg:generic/pearlboard@{quote(version, safe='')}")
    parts = [*(of_debian(package) for package in lock.packages), table]
    whole = {"type": "firmware", "bom-ref": "image", "name": image.name, "version": version} | summed(image_sha256)
    return document(whole, sorted(parts, key=lambda each: each["bom-ref"]), f"{lock.moment:%Y-%m-%dT%H:%M:%SZ}")


def document(whole: Part, parts: Sequence[Part], made: str) -> str:
    """CycloneDX as JSON. `made`: when, in ISO 8601."""
    told = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": made, "component": whole},
        "components": parts,
        "dependencies": [{"ref": whole["bom-ref"], "dependsOn": [each["bom-ref"] for each in parts]}],
    }
    return json.dumps(told, indent=1) + "\n"


def of_debian(package: Package) -> Part:
    """A package of Debian; its architecture is in the name of its file."""
    architecture = package.file.removesuffix(".deb").rpartition("_")[2]
    version = quote(package.version, safe="")
    address = f"pkg:deb/debian/{package.name}@{version}?arch={architecture}&distro={DISTRIBUTION}"
    return part(package.name, package.version, package.sha256, address)


def part(name: str, version: str, sha256: str, address: str) -> Part:
    """One package; `address` is its package URL, which is its name within the bill, too."""
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address} | summed(sha256)


def summed(sha256: str) -> Part:
    """A sum, as a part has it."""
    return {"hashes": [{"alg": "SHA-256", "content": sha256}]}
