"""The carriers of the line between two tables: a WebSocket, or iroh. `protocols.py` has the laws that both obey.

protocols   a carrier, and one connection
websocket   TLS with a certificate of the table's own, pinned by its digest
iroh        QUIC to a public key; the extra `remote`
identity    the files by which a table is known
ends        a line over connections: the guest calls again and again, the host attends
"""
