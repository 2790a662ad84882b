"""Computer players of Perladöra."""
