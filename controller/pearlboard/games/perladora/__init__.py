"""Perladöra: area majority on 5 x 8 spaces, with Divers of secret value and Pontoons that cut the board."""
