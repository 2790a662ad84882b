"""Pearls on screens and in words."""
