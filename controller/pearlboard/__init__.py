"""A table that knows the games played on it: sensed spaces and edges, lights, rules and scoring."""

__version__ = "0.2.0"
