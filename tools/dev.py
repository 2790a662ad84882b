"""The simulated table for whoever works on it: `make dev`. A change of the program restarts it, and open pages reload.

The table is the one of `pearlboard play`, in a process of its own. What only this adds stands before its application:
each start has a name, every page carries a script that asks for that name, and reloads when it is another.
"""

import argparse
import secrets
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from watchfiles import run_process

import pearlboard
from pearlboard.cli import main as run_program
from pearlboard.program import run

PROGRAM: Final = Path(pearlboard.__file__).parent
START: Final = secrets.token_hex(8)
"""The name of this start."""
ASK_MS: Final = 400
RELOAD: Final = f"""
const mine = new URL(import.meta.url).searchParams.get("start");
setInterval(async () => {{
  const now = await fetch("/dev/start").then((answer) => answer.text(), () => mine);  // it is just being restarted
  if (now !== mine) location.reload();
}}, {ASK_MS});
"""
TAG: Final = f'<script type="module" src="/dev/reload.js?start={START}"></script></head>'.encode()


class Reloading:
    """ASGI: the two addresses of the script, and its tag in every page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let it through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] == "/dev/start":
            await PlainTextResponse(START, headers={"Cache-Control": "no-store"})(scope, receive, send)
        elif scope["path"] == "/dev/reload.js":
            await Response(RELOAD, media_type="text/javascript")(scope, receive, send)
        else:
            plain = [each for each in scope["headers"] if each[0] != b"accept-encoding"]
            await self._app({**scope, "headers": plain}, receive, _tagging(send) if scope["method"] == "GET" else send)


def _tagging(send: Send) -> Send:
    """The same, with the tag at the end of a page's head. Our pages are sent whole."""
    begun: list[Message] = []

    async def tagged(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun.append(message)
            return
        if message["type"] == "http.response.body" and begun:
            start = begun.pop()
            headers = MutableHeaders(scope=start)
            if headers.get("content-type", "").startswith("text/html"):
                message = {**message, "body": message.get("body", b"").replace(b"</head>", TAG, 1)}
                headers["Content-Length"] = str(len(message["body"]))
            await send(start)
        await send(message)

    return tagged


def _reloading(build: Callable[..., ASGIApp]) -> Callable[..., ASGIApp]:
    return lambda *arguments: Reloading(build(*arguments))


def serve(arguments: list[str]) -> int:
    """Serve once, as `pearlboard play` does."""
    for name in ("table_app", "safe_mode_app"):
        setattr(run, name, _reloading(getattr(run, name)))
    return run_program(["play", "--no-browser", *arguments])


def watch(folder: Path, arguments: list[str]) -> int:
    """Serve, and begin again whenever a file in `folder` changes, until Ctrl-C."""

    def tell(changes: set[Any]) -> None:
        names = sorted({Path(path).name for _, path in changes})
        sys.stdout.write(f"\nChanged: {', '.join(names)}\n")
        sys.stdout.flush()

    command = shlex.join([sys.executable, __file__, "--serve", *arguments])
    run_process(folder, target=command, target_type="command", callback=tell)
    return 0


def main() -> int:
    """Everything that is not ours is for `pearlboard play`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watch", type=Path, default=PROGRAM, metavar="FOLDER", help="whose changes count")
    parser.add_argument("--serve", action="store_true", help="serve once, and watch nothing")
    options, others = parser.parse_known_args()
    return serve(others) if options.serve else watch(options.watch, others)


if __name__ == "__main__":
    sys.exit(main())
