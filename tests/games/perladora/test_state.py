"""A state tells nothing to anything that was not meant to be told."""

import copy
import dataclasses
import json
import logging
import pickle
import pprint

import msgspec
import pytest

from pearlboard.games.perladora.rules.state import State
from pearlboard.geometry import space
from support.perladora_boards import ONE_OF_EACH, position
from support.sessions import AGREEMENT


@pytest.fixture
def state():
    return position(ONE_OF_EACH, values={"a1": 4, "b1": 5})


@dataclasses.dataclass(frozen=True)
class Holder:
    """Something that holds a state, as a session does."""

    state: object


@pytest.mark.parametrize(
    "encode",
    [
        pickle.dumps,
        copy.copy,
        copy.deepcopy,
        json.dumps,
        vars,
        msgspec.json.encode,
        msgspec.msgpack.encode,
        msgspec.to_builtins,
        msgspec.structs.asdict,
        dataclasses.asdict,
        dataclasses.astuple,
        dataclasses.fields,
        dict,
        list,
        hash,
        lambda state: state.__getstate__(),
        lambda state: state.__reduce_ex__(4),
        dataclasses.replace,
        lambda state: f"{state:>40}",
    ],
)
def test_nothing_encodes_a_state(state, encode):
    """Not by accident, and not when asked to."""
    with pytest.raises(TypeError):
        encode(state)


@pytest.mark.parametrize(
    "encode",
    [dataclasses.asdict, dataclasses.astuple, msgspec.json.encode, msgspec.to_builtins, pickle.dumps, copy.deepcopy],
)
def test_nothing_encodes_what_holds_a_state(state, encode):
    """A session is a dataclass, and encoders walk through those."""
    with pytest.raises(TypeError):
        encode(Holder(state))


def test_a_state_prints_as_a_secret(state, caplog):
    """In texts, logs, tracebacks and pretty printing."""
    logging.getLogger().warning("%s %r", state, [state])
    told = [str(state), repr(state), f"{state}", f"{state!r}", pprint.pformat(state), f"{Holder(state)}", caplog.text]
    assert all("State(<secret>)" in text for text in told)
    assert all("space(" not in text and "a1" not in text for text in told)


def test_a_state_is_never_changed(state):
    """Only another one is made."""
    for name in State.__slots__:
        with pytest.raises(AttributeError):
            setattr(state, name, None)
        with pytest.raises(AttributeError):
            delattr(state, name)
    other = state.changed(values={**state.values, space("a1"): 2})
    assert other != state
    assert other.changed(values=state.values) == state
    assert state.changed(looks={(1, space("b1")): None}) != state
    assert state != "State(<secret>)"


def test_four_play_in_two_sides_and_fewer_each_alone():
    """Sides are numbered from one."""
    sides = {players: [*dataclasses.replace(AGREEMENT.setup, players=players).sides] for players in (2, 3, 4)}
    assert sides == {2: [1, 2], 3: [1, 2, 3], 4: [1, 2]}
