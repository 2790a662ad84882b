"""Laws of the circuits, which know nothing of the generator: `python -m hardware.function`."""
