"""Pearls on the board: one Diver, and pearls of light."""
