"""The files by which a table is known to others: a certificate with its key, or 32 random bytes. They are made once.

A table's certificate is signed by itself and names nobody: its digest is what others pin. It is made by `openssl`,
since Python's own library only reads certificates.
"""

import os
import subprocess
from pathlib import Path
from typing import Final

from pearlboard.carriers.protocols import NotInstalled
from pearlboard.store.files import moved, replaced

CERTIFICATE: Final = "table.crt"
KEY: Final = "table.key"
IROH_KEY: Final = "iroh.key"
SECRET_BYTES: Final = 32
MAKE_S: Final = 60.0


def certificate(folder: Path) -> tuple[Path, Path]:
    """The certificate and the private key of this table; both are made if there are none. `NotInstalled`, `OSError`."""
    made, key = folder / CERTIFICATE, folder / KEY
    if made.exists() and key.exists():
        return made, key
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new_made, new_key = (path.with_suffix(".new") for path in (folder / "certificate", folder / "key"))
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "36500", "-subj", "/CN=pearlboard", "-keyout", str(new_key), "-out", str(new_made)]
    try:
        done = subprocess.run(command, capture_output=True, check=False, umask=0o077, timeout=MAKE_S)  # noqa: S603
    except FileNotFoundError as error:
        raise NotInstalled("this table has no `openssl`, which makes its certificate: apt install openssl") from error
    if done.returncode:
        raise OSError(f"openssl made no certificate: {done.stderr.decode(errors='replace').strip()[-200:]}")
    moved(new_key, key)
    moved(new_made, made)
    return made, key


def secret(folder: Path) -> bytes:
    """The 32 bytes of which iroh makes this table's key; made if there are none. `OSError`."""
    path = folder / IROH_KEY
    if path.exists():
        kept = path.read_bytes()
        if len(kept) != SECRET_BYTES:
            raise OSError(f"{path} has {len(kept)} bytes, not {SECRET_BYTES}; remove it, and invite your guests again")
        return kept
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = os.urandom(SECRET_BYTES)
    replaced(path, made)
    return made
