"""Messages of a table to the hub of its house: a public log of games, and the table's state. Pure.

documents   what a row of the public log says
rows        rows, numbered and chained
messages    what goes over the line between a table and a hub
projecting  from the facts of a table to what its public log says
"""
