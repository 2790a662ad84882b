"""The board as data: what is cut, drilled, soldered and ordered, generated from the program's own geometry."""
