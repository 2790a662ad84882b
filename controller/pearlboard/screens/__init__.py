"""Pages and phones as plain data: the table's part of a screen, the seats, the host, the language."""
