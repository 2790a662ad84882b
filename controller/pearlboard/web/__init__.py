"""The pages, and what they speak with: HTTP, a WebSocket, an event feed. Nothing here knows how a game works."""
