"""Folders that belong to somebody who is not root and stands in for the table's user."""

import os

SERVICE = 65534
"""Owns nothing else here."""


def given(folder):
    """A folder that is the service's now, and only the service may enter, made if need be."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)
    give(folder)
    return folder


def give(path):
    """Let a file, a folder with all in it, or a link be the service's."""
    for each in (path, *(path.rglob("*") if path.is_dir() and not path.is_symlink() else ())):
        os.chown(each, SERVICE, SERVICE, follow_symlinks=False)


def owners(folder):
    """Whose each file below is, by its name."""
    return {each.name: each.lstat().st_uid for each in folder.rglob("*")}
