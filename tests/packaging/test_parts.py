"""The bill of materials names every package of the lock and the table's own, and no other."""

import json
from pathlib import Path

import pytest

from support.systems import image_lock, image_parts

DEB = Path("pearlboard_0.1.0~deb13_arm64.deb")
IMAGE = Path("pearlboard.img")
OWN, WHOLE = "cd" * 32, "ef" * 32


@pytest.fixture
def lock():
    return image_lock.parsed(image_lock.LOCK.read_text(encoding="utf-8"))


@pytest.fixture
def told(lock):
    return json.loads(image_parts.bill(lock, DEB, OWN, IMAGE, WHOLE))


def test_every_package_is_named_with_its_version_and_its_sum(lock, told):
    named = {(each["name"], each["version"], each["hashes"][0]["content"]) for each in told["components"]}
    assert named == {(each.name, each.version, each.sha256) for each in lock.packages} | {
        ("pearlboard", "0.1.0~deb13", OWN)
    }
    assert {each["hashes"][0]["alg"] for each in told["components"]} == {"SHA-256"}


def test_addresses_are_escaped_as_package_urls_are(told):
    """A version of Debian has colons, tildes and pluses."""
    addresses = {each["name"]: each["purl"] for each in told["components"]}
    assert addresses["pearlboard"] == "pkg:generic/pearlboard@0.1.0~deb13"
    assert addresses["bsdutils"].startswith("pkg:deb/debian/bsdutils@1%3A2.")
    assert "%2Bdeb13" in addresses["bsdutils"]
    assert addresses["adduser"].endswith("?arch=all&distro=trixie")


def test_the_image_is_what_all_of_them_are_in(told):
    whole = told["metadata"]["component"]
    assert (whole["name"], whole["hashes"][0]["content"]) == ("pearlboard.img", WHOLE)
    [tree] = told["dependencies"]
    assert tree["ref"] == whole["bom-ref"]
    assert tree["dependsOn"] == [each["bom-ref"] for each in told["components"]]
    assert len(set(tree["dependsOn"])) == len(tree["dependsOn"])


def test_two_bills_of_one_lock_are_the_same(lock):
    one, other = (image_parts.bill(lock, DEB, OWN, IMAGE, WHOLE) for _ in range(2))
    assert one == other
    assert json.loads(one)["metadata"]["timestamp"] == f"{lock.moment:%Y-%m-%dT%H:%M:%SZ}"


def test_a_package_of_another_name_is_refused(lock):
    with pytest.raises(image_lock.NotMade, match=r"table\.deb: a package of the table is called pearlboard_VERSION"):
        image_parts.bill(lock, Path("table.deb"), OWN, IMAGE, WHOLE)
