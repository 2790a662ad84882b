"""Recordings of a table: the log in words, the black box of its last hour, and that hour played back."""
