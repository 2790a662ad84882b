"""The games of the table. A game is a package here and one line in `GAMES` (see `games.registry`)."""
