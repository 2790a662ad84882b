"""Positions that look the same to one viewer: what the others hide is dealt anew."""


def another_world(state, viewer, rng):
    """The same table, with the secrets of all others dealt anew, except for what the viewer has looked at."""
    values, hands = dict(state.values), list(state.hands)
    for seat in state.public.setup.seats:
        if seat == viewer:
            continue
        hidden = [
            place
            for place, diver in state.public.divers.items()
            if diver.seat == seat and diver.shown is None and (viewer, place) not in state.looks
        ]
        pool = [values[place] for place in hidden]
        pool += [value for value, count in enumerate(hands[seat - 1], 1) for _ in range(count)]
        rng.shuffle(pool)
        values |= dict(zip(hidden, pool, strict=False))
        kept = pool[len(hidden) :]
        hands[seat - 1] = tuple(kept.count(value) for value in range(1, 6))
    return state.changed(values=values, hands=tuple(hands))
