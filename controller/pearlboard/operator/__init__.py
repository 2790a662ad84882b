"""The deeds of whoever looks after a table: each trade beside the registry of all (`deeds`)."""
