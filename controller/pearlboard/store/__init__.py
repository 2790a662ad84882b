"""The log on disk: facts are appended in order and read back at start. SQLite in WAL mode, `synchronous=FULL`."""
