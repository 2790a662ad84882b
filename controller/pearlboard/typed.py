"""Decodes text files typed by people, whatever editor has saved them.

A byte order mark of UTF-8, as Windows writes it, is removed; line ends stay, since TOML and JSON accept both kinds.
This stands apart for `card.releases`: it imports only `errors`.
"""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Final

from pearlboard.errors import BadInput

WIDE: Final = (
    "this is saved in UTF-16; save it in UTF-8 (in Windows' Notepad: File, Save as, Encoding: UTF-8; "
    "in PowerShell: Out-File -Encoding utf8)"
)


def text_in(data: bytes) -> str:
    """The text of a file; `BadInput` names the line that is no UTF-8, or says that the file is UTF-16."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or data[:2].count(0) == 1 < len(data):
        raise BadInput("", WIDE)
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"line {line}", f"byte 0x{data[error.start]:02x} is no UTF-8; save the file in UTF-8") from error
