"""The pages and their protocols: HTTP, a WebSocket, server-sent events. Nothing here knows how a game works."""
