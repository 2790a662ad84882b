"""Lights: scenes of roles, themes with the looks of roles, painting, the current limit. No game is known here."""
