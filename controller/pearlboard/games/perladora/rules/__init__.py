"""The rules of Perladöra: positions, legality, what comes of a step, scoring, notation. Pure."""
