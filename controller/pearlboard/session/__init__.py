"""A game as the fold of its facts: what was agreed, played, taken back and said. Pure: no clock, disk or network."""
