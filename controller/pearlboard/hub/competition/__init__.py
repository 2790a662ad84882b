"""Leagues and tournaments: from entries and results to pairings, standings and ratings. Pure, and deterministic.

values      entries, matches, results, and what a match is worth
standings   who stands where, and by which order ties are broken
drawing     the next round, whichever system it is of
pairs       two seats: a round robin by the circle method, a Swiss by py4swiss
groups      three or four seats: who meets whom by a matching, and who sits where
linking     which game of a table is a match, and what it says of it
rating      how strong people are, by all their linked games
"""
