"""The arena: matches between computer players, to find out which is stronger, by how much, and how certainly."""
