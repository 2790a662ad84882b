"""The magnets' fields, computed from the sizes."""
