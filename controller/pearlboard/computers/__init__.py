"""Computer players: the process that thinks, playing their seats, advice, analysis of finished games, the arena."""
