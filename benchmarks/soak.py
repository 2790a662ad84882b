"""Hours of play in minutes: `make soak`, or `python benchmarks/soak.py [GAMES [PAIRS]]`.

Random games, standard and advanced, with and without phones, with people and faults in between, each counted and its
record replayed; then many pairs of worlds that differ only in their secrets. What breaks a law ends the run with the
seed that does it again.
"""

import random
import sys
import time
from collections import Counter

from measuring import ends_within

from pearlboard.games.perladora.rules.notation import record_from_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.geometry import GRID
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.questions import package_of
from session.test_two_worlds import two_worlds
from support.fuzzing import AnyTable, end_game, play_token, play_turn

GAMES = 300
PAIRS = 300
LONGEST_S = 4 * 3600
TROUBLE = 0.15
"""How often something happens between two turns."""
ADVANCED = 0.6
PHONES = 0.5
POWERS = 0.2
SEATS = 0.3
CHECKS = 0.3
"""How often a game is advanced, a seat has a phone, a token is played, a disturbance is one of seats and not of the
board, and every screen is looked at between two turns."""


def disturb(table: AnyTable, rng: random.Random) -> AnyTable:
    """Disturb a table as people, cats and cables do; afterwards all is as it was."""
    pieces = sorted(table.board.pieces, key=str)
    few = " ".join(f"{place}" for place in rng.sample(pieces, min(len(pieces), rng.randint(1, 12))))
    away = " ".join(f"-{place}" for place in few.split())
    match rng.randrange(8):
        case 0:
            table.do("unplug wait 3000 plug wait 500")
        case 1:
            table.do(f"{away} wait 9000 {few}")
        case 2:
            table.do(f"unplug {away} wait 4000 plug wait 900 {few}")
        case 3:
            table = table.reboot()
        case 4:
            table.do(f"shift {rng.randint(1, 5)} wait 5000 shift 0")
        case 5:
            _take_back(table)
        case 6:
            table.wish(name="pause")
            table.do(f"{away} wait 20000 {few}")
            table.wish(name="resume")
        case 7:
            place = rng.choice(sorted(set(GRID.sites) - set(table.board.pieces), key=GRID.sites.index))
            table.do(f"{place}*20*2000 wait 9000")
            table.wish(name="answer", answer="continue")
    return table


def _take_back(table: AnyTable) -> None:
    table.do("press take_back wait 300")
    for place in table.screen()["lift"]:
        table.do(f"-{place}")


def disturb_seats(table: AnyTable, rng: random.Random) -> AnyTable:
    """Phones come and go and ask for what is not theirs, and people think better of what they did."""
    phones = sorted(table.tabletop.session.phones)
    match rng.randrange(4):
        case 0 if phones:
            table.wish(who=table.screen_of(rng.choice(phones)), name="leave")
        case 1:
            table.phone(rng.choice(table.tabletop.session.agreement.setup.seats))
        case 2:
            take_back_by_all(table, rng)
        case _:
            meddle(table, rng)
    return table


def take_back_by_all(table: AnyTable, rng: random.Random) -> None:
    """Somebody asks for it, all agree, and the pieces are lifted."""
    seats = [table.screen_of(seat) for seat in table.tabletop.session.agreement.setup.seats]
    table.wish(who=rng.choice(seats), name="take_back")
    for who in (EVERYBODY, *seats):
        table.wish(who=who, name="agree_take_back")
    for place in table.screen()["lift"]:
        table.do(f"-{place}")


def meddle(table: AnyTable, rng: random.Random) -> None:
    """Phones that are not to move, and some that were signed out, ask for what is not theirs."""
    to_move = table.tabletop.now.game.to_move
    for who in table.given:
        if who.seat != to_move or not who.still_there(table.tabletop.session):
            for name in rng.sample(["confirm", "say_later", "pass", "hint"], 2):
                table.wish(who=who, name=name)
            table.wish(who=who, name="choose_value", value=rng.randint(1, 5))
            table.wish(who=who, name="play", token=rng.choice(["power", "backup", None]))


def sit_down(rng: random.Random) -> AnyTable:
    """A game has begun; some seats have phones."""
    table, players = AnyTable(), rng.randint(2, 4)
    table.begin(
        players,
        edition=rng.choice(["en", "fr"]),
        confirm=rng.choice(["auto", "button"]),
        advanced=rng.random() < ADVANCED,
    )
    for seat in range(1, players + 1):
        if rng.random() < PHONES:
            table.phone(seat)
    return table


def whole_game(seed: int) -> Counter[str]:
    """Play one game to its record; what it was made of."""
    rng = random.Random(seed)
    table = sit_down(rng)
    told = Counter(advanced=int(table.tabletop.session.agreement.setup.advanced), phones=len(table.given))
    while table.tabletop.now.game.stage == "playing":
        if rng.random() < TROUBLE:
            table = disturb_seats(table, rng) if rng.random() < SEATS else disturb(table, rng)
            told["disturbances"] += 1
        elif rng.random() < POWERS and play_token(table, rng, rng.choice(["power", "backup"])):
            told["tokens"] += 1
        elif not play_turn(table, rng, value=rng.choice([None, 1, 2, 5])):
            put_back(table)
            told["tidied"] += 1
            if told["tidied"] > 200:
                raise AssertionError(f"seed {seed}: the game does not go on: {table.screen()['sentence']}")
        if rng.random() < CHECKS:
            table.check()
    end_game(table)
    table.check()
    compare_with_record(table, seed)
    told["facts"] += len(table.log)
    told["refusals"] += len(table.refusals)
    return told


def put_back(table: AnyTable) -> None:
    """No token is being played, and every piece lies where it should."""
    table.wish(name="answer", answer="continue")
    table.wish(name="play", token=None)
    table.wish(name="tidy")
    table.do("wait 9000")


def compare_with_record(table: AnyTable, seed: int) -> None:
    """Turn by turn the record comes to the same Pearls."""
    session = table.tabletop.session
    rules = package_of(session).rules
    record = record_from_json(rules.record(session.course))
    state = record.start
    for turn in record.turns:
        state = play(state, turn)
    pearls = score(state.public, state.values).pearls
    if session.outcome.points != {seat: pearls[state.public.setup.side(seat)] for seat in state.public.setup.seats}:
        raise AssertionError(f"seed {seed}: the record scores otherwise than the table")


def main() -> int:
    """Play and compare; print what was done."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    begun, told = time.monotonic(), Counter[str]()
    for seed in range(games):
        try:
            told += whole_game(seed)
        except BaseException:
            print(f"game with seed {seed}:")
            raise
    print(f"{games} games, {told['advanced']} of them advanced: {told['tokens']} tokens, {told['phones']} phones")
    print(
        f"{told['facts']} facts, {told['disturbances']} disturbances, {told['refusals']} refusals: "
        f"all counted, all records replayed, {time.monotonic() - begun:.0f} s"
    )
    begun = time.monotonic()
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else min(PAIRS, games)
    differing = [seed for seed in range(1000, 1000 + pairs) if (pair := two_worlds(seed))[0].out != pair[1].out]
    print(f"{pairs} pairs of worlds: {len(differing)} differ {differing or ''}, {time.monotonic() - begun:.0f} s")
    return int(bool(differing))


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
