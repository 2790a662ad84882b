"""The computer's seats: the process that thinks, advice, a finished game thought over, matches in the arena."""
