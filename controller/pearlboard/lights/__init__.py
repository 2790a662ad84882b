"""Lights: scenes of roles, themes that give roles their looks, painting, and the current limit. Nothing here knows a
game.
"""
