"""PURE. The serial link to a board: bytes in, events out; messages in, bytes out. docs/link.md describes it in full.

The microcontroller decides nothing: it samples, frames, shows and identifies itself, so a new rule needs no new
firmware. Debouncing, rules and scenes are the host's. A new `boot_id` means a board that is unknown until its next
snapshot.
"""
