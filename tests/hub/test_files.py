"""Files that the owner asks a table for: by consent alone, in bounds, and kept only if they are what was asked for."""

import asyncio
import gzip
import io
import tarfile
import zlib
from hashlib import sha256

import pytest

from pearlboard.club.messages import PIECE, Ask, Cursor, Farewell, File, NotNow, Piece, Taken, Why
from pearlboard.club.rows import START
from pearlboard.hub import files
from pearlboard.reporting.line import Reporting
from pearlboard.settings import Club
from support.house import hub, joined, opened, until
from support.postgres import needed
from support.saved_facts import SavedFacts

pytestmark = pytest.mark.slow

BLACK_BOX = gzip.compress(b'{"at":1}\n' * 9, mtime=0)


def bundle(*names, kind=tarfile.REGTYPE):
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w") as archive:
        for name in names or ("pearlboard-support/doctor.txt", "pearlboard-support/blackbox.jsonl"):
            member = tarfile.TarInfo(name)
            member.type, member.size = kind, 2 if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(b"ok"))
    return gzip.compress(text.getvalue(), mtime=0)


def pieces(body, number=1, length=PIECE):
    """A body in pieces."""
    digest = sha256(body).digest()
    return [Piece(number, len(body), digest, at, body[at : at + length]) for at in range(0, max(1, len(body)), length)]


@pytest.mark.parametrize(
    ("file", "body", "right"),
    [
        (File.BUNDLE, bundle(), True),
        (File.BLACK_BOX, BLACK_BOX, True),
        (File.BLACK_BOX, gzip.compress(b"", mtime=0), True),
        (File.BUNDLE, BLACK_BOX, False),
        (File.BLACK_BOX, bundle(), False),
        (File.BUNDLE, b"no archive", False),
        (File.BUNDLE, bundle("pearlboard-support/../../etc/passwd"), False),
        (File.BUNDLE, bundle("/etc/passwd"), False),
        (File.BUNDLE, bundle("pearlboard-support/.bashrc"), False),
        (File.BUNDLE, bundle("pearlboard-support/a", kind=tarfile.SYMTYPE), False),
        (File.BUNDLE, bundle(*(f"pearlboard-support/{each}" for each in range(40))), False),
        (File.BLACK_BOX, BLACK_BOX[:-9], False),
        (File.BLACK_BOX, BLACK_BOX + b"more", False),
        (File.BLACK_BOX, BLACK_BOX + BLACK_BOX, False),
        (File.BLACK_BOX, gzip.compress(b"text\n", mtime=0), False),
    ],
)
def test_what_comes_is_what_was_asked_for(file, body, right):
    """One stream, whole; an archive has plain files in its own folder."""
    assert files.is_right(file, body, sha256(body).digest()) == right
    assert not files.is_right(file, body, bytes(32))


def test_what_unpacks_to_more_than_there_is_room_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(files, "UNPACKED", 1000)
    bomb = gzip.compress(b'{"at":1}\n' * 1000)
    assert not files.is_right(File.BLACK_BOX, bomb, sha256(bomb).digest())
    assert len(zlib.decompressobj(wbits=31).decompress(bomb, 1000)) == 1000


def test_pieces_are_kept_in_order_and_those_of_others_are_not(address, monkeypatch):
    """A table begins anew with another digest; a question that is late, answered or another table's takes nothing."""

    async def scenario():
        async with opened(address) as base, base.transaction() as cursor:
            add = "INSERT INTO house_table (name, digest, log, program) VALUES (%s, %s, '', '')"
            await cursor.execute(add, ("Garden", b"a"))
            await cursor.execute(add, ("Hall", b"b"))
            assert await files.ask(cursor, 1, File.BUNDLE)
            assert not await files.ask(cursor, 1, File.BUNDLE), "once at a time"
            assert await files.ask(cursor, 1, File.BLACK_BOX)
            assert not await files.ask(cursor, 9, File.BUNDLE)
            [one, two] = await files.asks(cursor, 1)
            assert (one.file, two.file) == (File.BUNDLE, File.BLACK_BOX)
            assert 86_390 < one.within_s <= 86_400
            first, second, third = pieces(b"x" * 250, one.number, 100)
            gone = Taken(one.number, 0, wanted=False)
            assert await files.take(cursor, 2, first) == gone
            assert await files.take(cursor, 1, first) == Taken(one.number, 100, wanted=True)
            assert await files.take(cursor, 1, first) == Taken(one.number, 100, wanted=True), "the answer was lost"
            assert await files.take(cursor, 1, third) == Taken(one.number, 100, wanted=True), "not yet"
            long = Piece(one.number, 250, first.digest, 100, b"y" * 151)
            assert await files.take(cursor, 1, long) == Taken(one.number, 100, wanted=True)
            assert await files.take(cursor, 1, second) == Taken(one.number, 200, wanted=True)
            other = pieces(b"z" * 90, one.number)[0]
            assert await files.take(cursor, 1, other) == Taken(one.number, 90, wanted=True)
            assert (await files.body_of(cursor, one.number))[1] == b"z" * 90
            await cursor.execute("UPDATE asked_file SET asked = now() - interval '24 hours' WHERE id = %s", (1,))
            assert await files.take(cursor, 1, other) == gone
            assert not await files.refused(cursor, 1, one.number, "")
            assert [each.number for each in await files.asks(cursor, 1)] == [two.number]
            states = {each.number: each.state for each in await files.questions(cursor)}
            assert states == {one.number: "late", two.number: "open"}
            monkeypatch.setattr(files, "LIST", "it is one question that is read, and not all")
            late, body = await files.body_of(cursor, one.number)
            assert (late.number, late.name, late.state) == (one.number, "Garden", "late")
            assert body == b"", "what is late is not kept"
            assert await files.body_of(cursor, 9) is None
            assert await files.refused(cursor, 1, two.number, "")
            assert not await files.settle(cursor, two.number, files.State.HERE), "it has been answered"

    asyncio.run(scenario())


def test_files_are_kept_for_a_bounded_time_and_number(address, monkeypatch):
    monkeypatch.setattr(files, "MOST", 2)
    monkeypatch.setattr(files, "REMEMBERED", 4)

    async def scenario():
        async with opened(address) as base:
            for number in range(1, 4):
                async with base.transaction() as cursor:
                    if number == 1:
                        add = "INSERT INTO house_table (name, digest, log, program) VALUES ('Garden', 'a', '', '')"
                        await cursor.execute(add)
                    assert await files.ask(cursor, 1, File.BUNDLE)
                    await files.take(cursor, 1, pieces(b"x", number)[0])
                    assert await files.settle(cursor, number, files.State.HERE)
            async with base.transaction() as cursor:
                assert [each.number for each in await files.questions(cursor)] == [3, 2]
                await cursor.execute("UPDATE asked_file SET asked = now() - interval '14 days' WHERE id = 2")
                assert [each.number for each in await files.questions(cursor)] == [3]
                for _ in range(5):
                    await files.ask(cursor, 1, File.BUNDLE)
                    [ask] = await files.asks(cursor, 1)
                    await files.settle(cursor, ask.number, files.State.REFUSED)
                assert len(await files.questions(cursor)) == 4
                await cursor.execute("SELECT count(*) FROM file_piece")
                assert await cursor.fetchall() == [(0,)]

    asyncio.run(scenario())


def test_a_table_is_asked_at_once_or_when_it_comes_back(address):
    """Two questions at once; hostile pieces end its line, wrong ones are not kept, and the owner reads what came."""
    needed()

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            table = await joined(running)

            async def says(text):
                page = (await running.get("/files"))[2]
                assert text in page, page

            await running.do("/files/ask", table="1", file="bundle")
            ask = await table.hear()
            assert (ask.number, ask.file) == (1, File.BUNDLE)
            await says("The question stands on")
            await table.hang_up()

            async def away():
                return "Not there" in (await running.get("/files"))[2]

            await until(away, "the table is away")
            await says("It is asked as soon as it comes back")
            await asyncio.gather(*(running.do("/files/ask", table="1", file="blackbox") for _ in range(2)))
            assert await table.call() == Cursor(0, START)
            asks = [await table.hear(), await table.hear()]
            assert [each.file for each in asks] == [File.BUNDLE, File.BLACK_BOX]
            body = bundle()
            assert await table.ask(Piece(1, len(body), bytes(32), 0, body)) == Taken(1, len(body), wanted=False)
            await says("and was not kept")
            assert (await running.get("/files/file?question=1"))[0] == 404
            number = asks[1].number
            await table.say(NotNow(number))
            await table.say(NotNow(77))

            async def refused():
                return "does not send it now" in (await running.get("/files"))[2]

            await until(refused, "the operator refused")
            for hostile in (
                Piece(number, 9, bytes(32), 0, bytes(PIECE + 1)),
                Piece(number, files.UNPACKED, bytes(32), 0, b""),
                Piece(number, 9, b"short", 0, b""),
                Taken(number, 0, wanted=True),
                Ask(number, File.BUNDLE, 1),
            ):
                assert await table.call() == Cursor(0, START)
                assert await table.ask(hostile) == Farewell(Why.BROKEN)
            assert await table.call() == Cursor(0, START)
            assert await table.ask(pieces(body, number)[0]) == Taken(number, 0, wanted=False)
            assert (await running.do("/files/ask", table="1", file="database"))[0] == 400
            await running.do("/files/delete", question="1")
            assert "was not kept" not in (await running.get("/files"))[2]
            await table.hang_up()

    asyncio.run(scenario())


class Store(SavedFacts):
    """What a table has on its disk, and its own line, with a file that it packs."""

    def start(self, club, body):
        async def pack(_file):
            return body

        self.reporting = Reporting(self.log.path, self.ask, _status, pack)
        self.reporting.use(club, "Garden")

    async def close(self):
        await self.reporting.close()
        self.log.close()


def _status():
    from pearlboard.club.messages import Status

    return Status("", {})


def test_a_real_table_sends_what_its_operator_agrees_to_and_the_owner_downloads_it(address, tmp_path, monkeypatch):
    """In pieces, over its own line, which is cut in the middle."""
    needed()
    from pearlboard.reporting import asked, line

    monkeypatch.setattr(asked, "PIECE", 100)
    monkeypatch.setattr(line, "FIRST_REST_S", 0.01)
    body = bundle()
    assert len(body) > 100

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            _, _, page = await running.do("/house/code")
            code = page.split('id="code">')[1].split("<")[0]
            store = Store(tmp_path)
            store.start(Club(hub=f"127.0.0.1:{running.port}", code=code), body)

            async def is_asked():
                await running.do("/files/ask", table="1", file="bundle")
                return bool(store.reporting.wishes.open)

            await until(is_asked, "the question is at the table")
            [wish] = store.reporting.wishes.open
            assert "It has come" not in (await running.get("/files"))[2]
            assert await store.reporting.wishes.send(wish.number)
            store.reporting.notice()

            async def here():
                return "It has come" in (await running.get("/files"))[2]

            await until(here, "the file")
            status, headers, kept = await asyncio.to_thread(running.bytes_at, "/files/file?question=1")
            assert (status, kept) == (200, body)
            assert headers["content-type"] == "application/gzip"
            assert headers["content-disposition"].startswith('attachment; filename="table1-2')
            assert store.reporting.wishes.open == []
            assert "Downloaded a file: Garden" in (await running.get("/deeds"))[2]
            await store.close()

    asyncio.run(scenario())
