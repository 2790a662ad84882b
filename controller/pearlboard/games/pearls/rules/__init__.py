"""The rules of Pearls: cards, positions, what may be done and what comes of it, scoring, notation. Pure."""
