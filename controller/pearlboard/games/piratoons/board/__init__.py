"""Piratoons on the board: the chest, and who is on which tile."""
