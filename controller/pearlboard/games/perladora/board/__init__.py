"""Perladöra on the board: what lies there read as a step, and what the lights say. Pure."""
