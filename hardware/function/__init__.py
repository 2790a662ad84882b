"""What the circuits must be, as laws that know nothing of the generator: `python -m hardware.function`."""
