"""PURE. The serial link to a board: bytes in, events out; messages in, bytes out. Told in full by docs/link.md."""
