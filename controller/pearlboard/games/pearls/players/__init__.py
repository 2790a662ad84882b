"""The computer players of Pearls. They are told a seat's view, and what was ever shown."""
