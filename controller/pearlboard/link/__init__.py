"""PURE. The serial link to a board: bytes in, events out; messages in, bytes out. Told in full by docs/link.md.

The microcontroller decides nothing: it samples, frames, shows and says who it is, so a new rule needs no new firmware.
Debouncing, rules and scenes are the host's. A new `boot_id` means a board that is unknown until its next snapshot.
"""
