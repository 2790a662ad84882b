"""Releases side by side, for a card whose system is read-only: one is current, and what does not live is taken back.

    ROOT/releases/VERSION/     a package, unpacked; whole if it has that name
    ROOT/releases/current      the one that runs, a link
    ROOT/state/                the games
    ROOT/before/VERSION/       the games as they were when VERSION gave way to another
    ROOT/promise.json          what runs on trial, and what comes back if it does not live

It is for root, and stands apart from what it looks after: only the standard library, `errors`, `typed`, `privileges`
and `store.files`, so that a card's system has a copy that no release can break.
"""
