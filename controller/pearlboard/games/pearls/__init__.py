"""Pearls: cards of seven colours are taken from a display and placed, and rows of the right length win necklaces."""
