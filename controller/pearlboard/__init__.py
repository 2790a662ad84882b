"""A smart board for Perladöra: sensed spaces and edges, lights, rules and scoring."""

__version__ = "0.1.0"
