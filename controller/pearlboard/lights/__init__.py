"""What the lights mean, and how they look: scenes of roles, themes, painting, the current limit. Nothing here knows a game."""
