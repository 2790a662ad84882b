"""Piratoons: plunder a chest at once, bid for what is left, and build the ship that scores most."""
