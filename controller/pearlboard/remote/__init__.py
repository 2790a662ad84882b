"""PURE. The line between two tables: packets in, events out; messages in, packets out. No carrier, no clock.

A *host table* has the session, the log and every secret. A *guest table* keeps nothing of the game: to the host it is a
board far away, whose readings and buttons come over the line and whose scenes go there, and a tunnel for the pages that
are open at it. Everything that the peer sends is hostile until it has been read here: sizes, numbers and directions
are checked, and what is kept for a peer is bounded.

    messages    what is said, and how it is encoded
    outbox      what was not acknowledged yet
    line        one end of the line, over any number of connections
    admission   which guests a host lets in
    invitation  the code that brings two tables together
    commitment  what chance decides, promised before and opened after
"""
