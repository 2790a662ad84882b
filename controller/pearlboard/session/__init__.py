"""A game as the fold of its facts: agreements, actions, take-backs, notes. Pure: no clock, disk or network."""
