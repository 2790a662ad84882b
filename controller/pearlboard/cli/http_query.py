"""HTTP queries to a table that runs on this machine."""

import http.client
import json
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from pearlboard.settings import Settings
from pearlboard.web.address import EVERYWHERE


def asked(settings: Settings, path: str, wait_s: float) -> Mapping[str, Any] | None:
    """The JSON object at `path`; None after a timeout of `wait_s`, or if the answer is something else."""
    host = "127.0.0.1" if settings.web.host in EVERYWHERE else settings.web.host
    with closing(http.client.HTTPConnection(host, settings.web.port, timeout=wait_s)) as line:
        try:
            line.request("GET", path)
            told = json.loads(line.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
    return told if isinstance(told, dict) else None
