"""Computer players. Pure: they are told what their seat knows and a seed, and never see a game's state."""
