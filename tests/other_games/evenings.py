"""A whole evening of each test game: in every way that a game can be acted in, with ways back and times."""

from other_games.tables import GameTable


def harbour():
    """Two boats, two crates, a boat that is taken back, a crate that all take back, ropes, and the end."""
    table = GameTable().set_up("harbour", 2)
    table.wish("confirm")
    table.wish("take_back")
    table.wish("confirm")
    table.do("d3 wait 3200").wish("take_back")
    table.do("-d3 c4 wait 3200 a1 wait 3200")
    anna, ben = table.phone(1), table.phone(2)
    table.wish("take_back", who=ben)
    table.wish("agree_take_back", who=anna)
    table.do("-a1 wait 300 b1 wait 3200 -b1 e5 wait 3200 h1 wait 3200 -h1 a2 b2 c2 wait 500")
    table.wish("act", action=["tide", None, []])
    table.wish("pause")
    table.wish("resume")
    table.do("press end_turn wait 600")
    return table


def auction():
    """A change that all take back, a sale that all seal for, and one that time ends."""
    table = GameTable().set_up("auction", 6)
    phones = {seat: table.phone(seat) for seat in range(1, 4)}
    for phone in phones.values():
        table.wish("act", action={"kind": "change", "card": 0}, who=phone)
    table.wish("take_back")
    for seat in range(1, 7):
        table.wish("agree_take_back", **({"who": phones[seat]} if seat in phones else {}))
    for lot in range(2):
        table.clock.step(3_100)
        table.wish("act", action={"kind": "open", "card": 0})
        for seat in range(1, 7 - lot):
            card = 0 if seat == 1 else table.state.hands[seat]
            who = phones.get(seat) or table.behind(seat)
            table.wish("act", action={"kind": "bid", "card": card}, actor=seat, who=who)
            if seat == 4:
                table.wish("take_back")
                table.wish("act", action={"kind": "bid", "card": card}, actor=seat, who=table.behind(seat))
    table.clock.step(10_000)
    return table


EVENINGS = {"harbour": harbour, "auction": auction}
