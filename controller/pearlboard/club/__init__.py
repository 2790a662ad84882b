"""What a table tells the hub of its house: a public log of what was played, and how the table is. Pure.

documents   what a row of the public log says
rows        rows, numbered and chained
messages    what goes over the line between a table and a hub
projecting  from the facts of a table to what its public log says
"""
