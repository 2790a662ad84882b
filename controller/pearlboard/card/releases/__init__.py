"""Releases side by side, for a card whose system is read-only: one is current, and one that does not work is undone.

    ROOT/releases/VERSION/     a package, unpacked; complete if it has that name
    ROOT/releases/current      a link to the one that runs
    ROOT/state/                the games
    ROOT/before/VERSION/       the games as VERSION left them for its successor
    ROOT/promise.json          the release on trial, and the one that comes back if it does not work

It runs as root, and apart from what it manages: with only the standard library, `errors`, `typed`, `privileges` and
`store.files`, so that a card's system has a copy that no release can break.
"""
