"""What a table did: the log in words, the black box of its last hour, and that hour played back."""
