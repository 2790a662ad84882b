"""What pages and phones are shown, as plain data: the table's part of it, the seats, the host, the language."""
