"""The one owner of all that changes at a table: how things stand, what counts, what the lights say of it."""
