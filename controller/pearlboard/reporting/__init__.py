"""A table's reports to the hub of its house: the outbox on its disk, and the line.

outbox   the public log, made of the facts that are saved
asked    what the house asks for, and what the operator has agreed to send
line     calls the hub, and sends what it has not yet

A table that belongs to no house imports neither.
"""
