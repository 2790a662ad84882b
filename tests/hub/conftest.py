"""One PostgreSQL for the tests of a process, a database for each."""

import pytest

from support.postgres import postgres


@pytest.fixture(scope="session")
def server():
    with postgres() as running:
        yield running


@pytest.fixture
def address(server):
    return server.database()
