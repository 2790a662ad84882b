"""The computer players of Piratoons. They are told a seat's view, and nothing else."""
