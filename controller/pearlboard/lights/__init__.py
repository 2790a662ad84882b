"""What the lights mean, and how they look: scenes of roles, themes, paint, the current limit. Nothing knows a game."""
